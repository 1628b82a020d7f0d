// A table on the server, over one WebSocket. It reconnects by itself when the connection is lost.

import { api, Problem } from "../lib/api";
import type { OddsReply } from "../lib/board";
import { frontOf } from "../lib/fronts";
import { settings } from "../lib/settings.svelte";
import type { AddStandingOrder, Answer, ClientFrame, Redo, ServerFrame, StateFrame, TableInfo, Undo } from "../types/wire";
import { TableModel } from "./model.svelte";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
/** How often the server is pinged, in milliseconds. */
const PING_EVERY = 15_000;
/** If nothing arrives for this long after a ping, the connection is dead, even if it is not closed. */
const PONG_WITHIN = 10_000;
/** How long to wait for the first frame of a new connection. The server needs a while to load a long game. */
const FIRST_WITHIN = 30_000;
/** How long a bot's move is shown before the next one, in milliseconds. */
const SCENE = 230;
/** The page is never more than this many scenes behind the game. */
const BEHIND = 4;

type Waiting = { resolve: (reply: OddsReply) => void; reject: (error: Error) => void };

/** Whether something happened in the game, and not only a choice. */
const happens = (frame: StateFrame): boolean => frame.log.lines.some((line) => line.kind !== "answer");

/**
 * How many of the waiting frames make up the next scene: all up to the one that acknowledges our own answer; otherwise one
 * event, or more when the page is too far behind.
 */
export function sceneOf(frames: StateFrame[]): number {
  const ends = frames.flatMap((frame, n) => (happens(frame) ? [n] : []));
  const own = frames.findLastIndex((frame) => frame.ack != null);
  return own >= 0 ? own + 1 : (ends[Math.max(1, ends.length - BEHIND + 1)] ?? frames.length);
}

export class LiveModel extends TableModel {
  info = $state.raw<TableInfo | null>(null);
  /** The seat whose view we ask for; undefined lets the server choose. */
  private eyes: string | null | undefined;
  private socket: WebSocket | null = null;
  private seen = 0;
  private lastId = 0;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ping: ReturnType<typeof setInterval> | undefined;
  /** Runs while we expect the server to send something. */
  private silence: ReturnType<typeof setTimeout> | undefined;
  private odd = new Map<number, Waiting>();
  private sent: { id: number; what: string; keys: string[] } | null = null;
  private isDone = false;
  private came: StateFrame[] = [];
  /** Runs while a scene is being shown. */
  private scene: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string, seat?: string) {
    super(id);
    this.eyes = seat;
  }

  async load(): Promise<void> {
    const info = await api.table(this.id);
    this.learn(info);
    if (info.problem) throw new Problem(503, "unopened", info.problem);
    const [board, front] = await Promise.all([
      info.state === "waiting" ? null : api.board(this.id),
      frontOf(info.game),
    ]);
    this.board = board;
    this.front = front;
    this.eyes = this.ownSeat(info);
    if (info.state !== "waiting") this.connect();
    else this.wait();
  }

  /** The seat we asked for if it is ours, otherwise any of ours; null for a spectator. */
  private ownSeat(info: TableInfo): string | null {
    const mine = info.seats.filter((seat) => seat.mine);
    return (mine.find((seat) => seat.id === this.eyes) ?? mine[0])?.id ?? null;
  }

  private learn(info: TableInfo): void {
    this.info = info;
    this.gameKey = info.game;
    this.windows = info.windows;
    this.title = info.title || info.game_title;
    this.hasSecrets = info.has_secrets;
    this.scenario = info.scenario;
  }

  /** Poll until every seat is taken. */
  private wait(): void {
    this.link = "open";
    this.timer = setTimeout(async () => {
      try {
        const info = await api.table(this.id);
        this.learn(info);
        if (info.state !== "waiting") {
          this.board = await api.board(this.id);
          this.eyes = this.ownSeat(info);
          this.connect();
          return;
        }
      } catch (error) {
        this.error = error instanceof Error ? error.message : String(error);
      }
      if (!this.isDone) this.wait();
    }, 1500);
  }

  async refresh(): Promise<void> {
    this.learn(await api.table(this.id));
  }

  private connect(): void {
    if (this.isDone) return;
    this.link = this.position ? "lost" : "connecting";
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const seat = this.eyes ? `?seat=${encodeURIComponent(this.eyes)}` : "";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/t/${encodeURIComponent(this.id)}${seat}`);
    this.socket = socket;
    socket.onmessage = (event) => socket === this.socket && this.hear(JSON.parse(String(event.data)) as ServerFrame);
    socket.onopen = () => {
      clearInterval(this.ping);
      this.ping = setInterval(() => this.probe(), PING_EVERY);
    };
    socket.onclose = () => socket === this.socket && this.comeBack();
    this.expect(FIRST_WITHIN);
  }

  /** Ping the server; it must answer. */
  private probe(): void {
    this.send({ t: "ping" });
    this.expect(PONG_WITHIN);
  }

  private expect(within: number): void {
    this.silence ??= setTimeout(() => this.giveUp(), within);
  }

  private heard(): void {
    clearTimeout(this.silence);
    this.silence = undefined;
  }

  /** The connection is dead: drop it and open another. */
  private giveUp(): void {
    const dead = this.socket;
    this.socket = null;
    dead?.close();
    this.comeBack();
  }

  private comeBack(): void {
    clearInterval(this.ping);
    this.heard();
    this.show(true);
    this.isSending = false;
    for (const [id] of this.odd) this.refuse(id, "The connection was lost.");
    if (this.isDone) return;
    this.link = "lost";
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries) * (0.75 + Math.random() / 2);
    this.tries += 1;
    this.timer = setTimeout(() => this.connect(), wait);
  }

  /** Reconnect now: somebody pressed "Retry now" or came back to the page, or the browser is online again. */
  hurry(): void {
    if (this.link === "open") this.probe();
    if (this.link !== "lost") return;
    clearTimeout(this.timer);
    this.connect();
  }

  private hear(frame: ServerFrame): void {
    this.heard();
    switch (frame.t) {
      case "state":
        this.came.push(frame);
        // Our own actions are shown at once.
        if (frame.ack != null || (this.came.length === 1 && this.scene === undefined)) this.later(() => this.show());
        break;
      case "seats":
        if (this.position) this.position = { ...this.position, seats: frame.seats };
        break;
      case "chat":
        this.chat = [...this.chat, frame].slice(-300);
        break;
      case "refused":
        this.isSending = false;
        if (frame.id === null || !this.refuse(frame.id, frame.why)) this.error = frame.why;
        break;
      case "odds":
        if (frame.id === null) break; // our own requests have numbers
        this.odd.get(frame.id)?.resolve(frame);
        this.odd.delete(frame.id);
        break;
      case "hint":
        this.hint = frame;
        break;
      case "thinking":
        this.think(frame.seat);
        break;
      case "away":
        this.isSending = false;
        this.away = frame.why;
        this.link = "away";
        break;
      case "bye":
        this.error = frame.why;
        break;
    }
  }

  /** Bots may answer faster than the board can be drawn: show everything that arrives before the next animation frame at once. */
  private later(act: () => void): void {
    let isDone = false;
    const once = () => {
      if (!isDone) act();
      isDone = true;
    };
    if (document.hidden) setTimeout(once, 0);
    else {
      requestAnimationFrame(once);
      setTimeout(once, 150); // a page that is hidden in the meantime gets no animation frame
    }
  }

  /** Show the waiting frames: one scene, so that events are seen one after another, or all of them. */
  private show(all = false): void {
    clearTimeout(this.scene);
    this.scene = undefined;
    const isWhole = all || settings.isQuiet || document.hidden;
    const frames = this.came.splice(0, isWhole ? this.came.length : sceneOf(this.came));
    const last = frames.at(-1);
    if (!last) return;
    const isScene = !isWhole && frames.some(happens);
    if (isScene || this.came.length) this.scene = setTimeout(() => this.show(), isScene ? SCENE : 0);
    this.tries = 0;
    if (this.link !== "open") this.error = null;
    this.link = "open";
    this.seen = last.n;
    this.isSending = false;
    this.eyes = last.seat;
    const isLate = this.mine !== null && this.sent === null && this.left(this.mine.seat ?? "") === 0;
    this.take(frames);
    for (const frame of frames) this.taken(frame.ack);
    if (isLate) this.error = "Your time ran out: the house bot answered for you.";
  }

  private taken(ack: number | null | undefined): void {
    const sent = this.sent;
    if (!sent || ack !== sent.id) return;
    this.sent = null;
    this.onTaken?.(sent.what, sent.keys);
  }

  private think(seat: string): void {
    if (!this.position) return;
    const seats = this.position.seats.map((it) => (it.id === seat ? { ...it, thinking: true } : it));
    this.position = { ...this.position, seats };
  }

  private refuse(id: number, why: string): boolean {
    const waiting = this.odd.get(id);
    this.odd.delete(id);
    waiting?.reject(new Error(why));
    return waiting !== undefined;
  }

  private send(frame: ClientFrame): number {
    const id = ++this.lastId;
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ ...frame, id }));
    else if (frame.t !== "ping") this.error = "Not connected just now; try again in a moment.";
    return id;
  }

  private act(frame: Answer | Undo | Redo): void {
    if (this.isSending || this.link !== "open") {
      if (this.link !== "open") this.error = "Not connected just now; try again in a moment.";
      return;
    }
    this.error = null;
    this.isSending = true;
    const id = this.send(frame);
    this.sent = { id, what: frame.t, keys: frame.t === "answer" ? frame.keys : [] };
  }

  choose(...keys: string[]): void {
    this.act({ t: "answer", n: this.seen, keys });
  }
  undo(): void {
    if (this.position?.undo) this.act({ t: "undo", n: this.seen });
  }
  redo(): void {
    if (this.position?.redo) this.act({ t: "redo", n: this.seen });
  }
  odds(key: string): Promise<OddsReply> {
    return new Promise((resolve, reject) => {
      if (this.link !== "open") reject(new Error("Not connected just now."));
      else this.odd.set(this.send({ t: "odds", n: this.seen, key }), { resolve, reject });
    });
  }
  askHint(): void {
    if (this.mine) this.send({ t: "hint", n: this.seen });
  }
  addStandingOrder(window: string, until: AddStandingOrder["until"]): void {
    this.send({ t: "standing_order", window, until });
  }
  withdrawStandingOrders(): void {
    this.send({ t: "withdraw_standing_orders" });
  }
  look(seat: string | null): void {
    this.eyes = seat;
    this.send({ t: "look", seat });
  }
  say(text: string): void {
    this.send({ t: "chat", text });
  }
  stop(): void {
    this.send({ t: "stop" });
  }

  override close(): void {
    this.isDone = true;
    clearTimeout(this.timer);
    clearTimeout(this.scene);
    clearInterval(this.ping);
    this.heard();
    this.socket?.close();
  }
}
