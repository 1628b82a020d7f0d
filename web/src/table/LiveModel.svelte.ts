// A table on the server, over one WebSocket. It reconnects by itself when the connection is lost.

import { api, Problem } from "../lib/api";
import type { OddsReply, PreviewReply, Thing } from "../lib/board";
import { filled, type PreviewFrame, type ServerFrame, type StateFrame } from "../lib/frames";
import { frontOf } from "../lib/fronts";
import type * as wire from "../types/wire";
import type { AddStandingOrder, Answer, AskHint, AskMeasures, AskOdds, AskPreview, AskReasons, AskWhy, ClientFrame, HintFrame, MeasuresFrame, OddsFrame, Reason, ReasonsFrame, Redo, TableInfo, Undo, WhyFrame } from "../types/wire";
import { opening } from "./story";
import { TableModel } from "./model.svelte";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
/** How often the server is pinged, in milliseconds. */
const PING_EVERY = 15_000;
/** If nothing arrives for this long after a ping, the connection is dead, even if it is not closed. */
const PONG_WITHIN = 10_000;
/** How long to wait for the first frame of a new connection. The server needs a while to load a long game. */
const FIRST_WITHIN = 30_000;
/** What we asked the server and wait for. */
type Reply = HintFrame | MeasuresFrame | OddsFrame | PreviewFrame | ReasonsFrame | WhyFrame;
type Waiting = { resolve: (reply: Reply) => void; reject: (error: Error) => void };

/** A state frame with what it leaves out because it has not changed. */
function completed(frame: StateFrame, last: StateFrame | null): StateFrame {
  if (frame.since == null || last === null) return frame;
  return {
    ...frame,
    view: { ...last.view, ...frame.view },
    drawing: frame.drawing ?? last.drawing,
    seats: frame.seats.length > 0 ? frame.seats : last.seats,
  };
}

export class LiveModel extends TableModel {
  info = $state.raw<TableInfo | null>(null);
  /** The seat whose view we ask for; undefined lets the server choose. */
  private eyes: string | null | undefined;
  private socket: WebSocket | null = null;
  /** The last state frame of this connection, complete: the next one says only what has changed since. */
  private last: StateFrame | null = null;
  private seen = 0;
  private lastId = 0;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ping: ReturnType<typeof setInterval> | undefined;
  /** Runs while we expect the server to send something. */
  private silence: ReturnType<typeof setTimeout> | undefined;
  private asked = new Map<number, Waiting>();
  private isHinting = false;
  /** The position whose measures were asked for, as a count. */
  private measured = -1;
  private sent: { id: number; n: number; keys: string[] } | null = null;
  private isDone = false;
  /** When each frame that waits came, for running clocks. */
  private came = new WeakMap<StateFrame, number>();
  /** The bot that is thinking, since the newest frame. */
  private thinker: string | null = null;

  /** Whether the board has been fetched; it cannot be before the game begins. */
  private isLaid = false;
  /** Frames that came before the board. */
  private held: StateFrame[] = [];

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
    this.isLaid = info.state !== "waiting";
    this.front = front;
    this.eyes = this.ownSeat(info);
    this.connect();
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
    this.isHost = info.is_owner;
    this.scenario = info.scenario;
  }

  async refresh(): Promise<void> {
    this.learn(await api.table(this.id));
  }

  /** Somebody sat down, stood up or got ready in the waiting room. */
  private seatsChanged(): void {
    this.link = "open";
    this.tries = 0;
    this.refresh().catch((error: unknown) => (this.error = error instanceof Error ? error.message : String(error)));
  }

  /** The game has begun while we waited: fetch its board, then show what has come meanwhile. */
  private async lay(): Promise<void> {
    try {
      const [board, info] = await Promise.all([api.board(this.id), api.table(this.id)]);
      this.learn(info);
      this.board = board;
      this.isLaid = true;
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
      this.held = [];
      this.giveUp(); // a new connection brings everything once more
      return;
    }
    const first = this.held.at(-1);
    const own = this.info && this.ownSeat(this.info);
    // We sat down after we had connected: look from our seat instead.
    if (first && own && first.seat !== own) this.look(own);
    else for (const frame of this.held) this.heardState(frame);
    this.held = [];
  }

  /** What non-players did before the first question is told once, and not again when the page is loaded anew. */
  private opened(frame: StateFrame): StateFrame[] {
    const key = `sandtable.opened.${this.id}`;
    if (sessionStorage.getItem(key)) return [frame];
    sessionStorage.setItem(key, "1");
    const parts = opening(frame);
    for (const part of parts) this.came.set(part, Date.now());
    return parts;
  }

  private heardState(frame: StateFrame): void {
    this.came.set(frame, Date.now());
    this.thinker = null;
    for (const part of this.position ? [frame] : this.opened(frame)) this.story.push(part);
  }

  private connect(): void {
    if (this.isDone) return;
    this.link = this.position ? "lost" : "connecting";
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const seat = this.eyes ? `&seat=${encodeURIComponent(this.eyes)}` : "";
    // Boards draw what a question tells programs.
    const socket = new WebSocket(`${scheme}://${location.host}/ws/t/${encodeURIComponent(this.id)}?facts=all&view=changes${seat}`);
    this.socket = socket;
    this.last = null;
    socket.onmessage = (event) => socket === this.socket && this.hear(filled(JSON.parse(String(event.data)) as wire.ServerFrame));
    socket.onopen = () => {
      this.chat = []; // a new connection is sent the last lines again
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
    this.story.skip();
    this.isSending = false;
    for (const [id] of this.asked) this.refuse(id, "The connection was lost.");
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
        this.last = completed(frame, this.last);
        if (this.isLaid) this.heardState(this.last);
        else if (this.held.push(this.last) === 1) void this.lay();
        break;
      case "seats":
        if (this.position) this.position = { ...this.position, seats: frame.seats };
        else this.seatsChanged();
        break;
      case "chat":
        this.chat = [...this.chat, frame].slice(-300);
        break;
      case "refused":
        this.isSending = false;
        if (this.split(frame.id)) break;
        if (frame.id === null || !this.refuse(frame.id, frame.why)) this.error = frame.why;
        break;
      case "odds":
      case "preview":
      case "why":
      case "reasons":
      case "measures":
      case "hint":
        if (frame.id === null) break; // our own requests have numbers
        this.asked.get(frame.id)?.resolve(frame);
        this.asked.delete(frame.id);
        break;
      case "thinking":
        this.thinker = frame.seat;
        if (this.story.newest === null) this.think(frame.seat);
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

  protected override present(frames: StateFrame[]): void {
    const last = frames.at(-1);
    if (!last) return;
    this.tries = 0;
    if (this.link !== "open") this.error = null;
    this.link = "open";
    this.seen = last.n;
    this.isSending = false;
    this.eyes = last.seat;
    const isLate = this.mine !== null && this.sent === null && this.left(this.mine.seat ?? "") === 0;
    this.take(frames, this.came.get(last));
    for (const frame of frames) this.taken(frame.ack);
    if (this.thinker !== null && this.story.newest === null) this.think(this.thinker);
    if (isLate) this.error = "Your time ran out: the House answered for you.";
  }

  private taken(ack: number | null | undefined): void {
    const sent = this.sent;
    if (!sent || ack !== sent.id) return;
    this.sent = null;
  }

  private think(seat: string): void {
    if (!this.position) return;
    const seats = this.position.seats.map((it) => (it.id === seat ? { ...it, thinking: true } : it));
    this.position = { ...this.position, seats };
  }

  /** Several answers were refused as one; they may still be given one by one, if the question is the same. */
  private split(id: number | null): boolean {
    const sent = this.sent;
    if (!sent || sent.id !== id) return false;
    this.sent = null;
    if (sent.keys.length < 2 || sent.n !== this.seen || !this.onSplit) return false;
    this.onSplit(sent.keys);
    return true;
  }

  private refuse(id: number, why: string): boolean {
    const waiting = this.asked.get(id);
    this.asked.delete(id);
    waiting?.reject(new Error(why));
    return waiting !== undefined;
  }

  private send(frame: ClientFrame): number {
    const id = ++this.lastId;
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ ...frame, id }));
    else if (frame.t !== "ping") this.error = "Not connected at the moment. Try again shortly.";
    return id;
  }

  private act(frame: Answer | Undo | Redo): void {
    if (this.isSending || this.link !== "open") {
      if (this.link !== "open") this.error = "Not connected at the moment. Try again shortly.";
      return;
    }
    this.story.skip();
    this.error = null;
    this.isSending = true;
    const id = this.send(frame);
    this.sent = { id, n: frame.n, keys: frame.t === "answer" ? frame.keys : [] };
  }

  choose(...keys: string[]): void {
    if (!this.doubts?.(keys)) this.act({ t: "answer", n: this.seen, keys });
  }
  undo(): void {
    this.story.skip();
    if (this.position?.undo) this.act({ t: "undo", n: this.seen });
  }
  redo(): void {
    this.story.skip();
    if (this.position?.redo) this.act({ t: "redo", n: this.seen });
  }
  private ask<R extends Reply>(frame: AskHint | AskMeasures | AskOdds | AskPreview | AskReasons | AskWhy): Promise<R> {
    return new Promise((resolve, reject) => {
      if (this.link !== "open") reject(new Error("Not connected at the moment."));
      else this.asked.set(this.send(frame), { resolve: (reply) => resolve(reply as R), reject });
    });
  }
  odds(key: string): Promise<OddsReply> {
    return this.ask<OddsFrame>({ t: "odds", n: this.seen, key });
  }
  preview(key: string): Promise<PreviewReply> {
    return this.ask<PreviewFrame>({ t: "preview", n: this.seen, key });
  }
  async why(thing: Thing): Promise<string> {
    return (await this.ask<WhyFrame>({ t: "why", n: this.seen, thing: { kind: thing.kind, id: thing.id } })).why;
  }
  async reasons(): Promise<Reason[]> {
    return (await this.ask<ReasonsFrame>({ t: "reasons", n: this.seen })).reasons;
  }
  override measure(): void {
    const asked = this.count;
    if (this.measured === asked || this.link !== "open") return;
    this.measured = asked;
    this.ask<MeasuresFrame>({ t: "measures", n: this.seen }).then(
      ({ measures }) => this.count === asked && (this.measures = measures),
      () => undefined, // the position has changed, and with it what is asked for
    );
  }
  /** A hint that comes after the question was answered is for nobody. */
  async askHint(): Promise<void> {
    if (!this.mine || this.isHinting) return;
    const asked = this.count;
    this.isHinting = true;
    try {
      const hint = await this.ask<HintFrame>({ t: "hint", n: this.seen });
      if (this.count === asked) this.hint = hint;
    } catch (error) {
      if (this.count === asked) this.error = error instanceof Error ? error.message : String(error);
    } finally {
      this.isHinting = false;
    }
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
    this.story.close();
    clearInterval(this.ping);
    this.heard();
    this.socket?.close();
  }
}
