// The model behind the table page. It is implemented by live tables and by the gallery's fixtures.

import { litBy, type GameFront, type LogLine, type OddsReply, type PreviewReply, type Thing } from "../lib/board";
import type { StateFrame } from "../lib/frames";
import { ThingSet } from "../lib/things";
import type { AddStandingOrder, ChatFrame, HintFrame, Reason } from "../types/wire";
import { Story } from "./story.svelte";

/** "away": the server is running, but cannot load the game at the moment. */
export type Link = "connecting" | "open" | "lost" | "away" | "closed";

export type ChatLine = Omit<ChatFrame, "t">;
export type Hint = Pick<HintFrame, "keys" | "label" | "by" | "why" | "face" | "chance" | "second">;

export abstract class TableModel {
  readonly id: string;
  gameKey = $state("");
  /** What the game calls its optional questions. */
  windows = $state.raw<Record<string, string>>({});
  title = $state("");
  hasSecrets = $state(false);
  /** I set this table up. */
  isHost = $state(false);
  board = $state.raw<unknown>(null);
  front = $state.raw<GameFront | null>(null);
  position = $state.raw<StateFrame | null>(null);
  /** The position before the last change. */
  before = $state.raw<StateFrame | null>(null);
  lines = $state.raw<LogLine[]>([]);
  /** What can be measured in this position: further fields of its view, once somebody has asked for them. */
  measures = $state.raw<Record<string, unknown> | null>(null);
  /** How many positions have been received. */
  count = $state(0);
  /** How many of the lines came with the last frame. */
  fresh = $state(0);
  chat = $state.raw<ChatLine[]>([]);
  /** When the last line that was read was said: here, or in the waiting room. */
  readTo = $state(0);
  link = $state<Link>("connecting");
  /** What the server said when it could not load the game. */
  away = $state("");
  /** What went wrong, in a sentence. It stays until somebody closes it or does something else: not everybody reads quickly. */
  error = $state<string | null>(null);
  hint = $state.raw<Hint | null>(null);
  /** An answer is on its way. */
  isSending = $state(false);
  scenario = $state("");
  /** Tells what others do, beat by beat. */
  readonly story = new Story((frames) => this.present(frames));

  /** When the position arrived; running clocks count from here. */
  private takenAt = Date.now();

  /** Whether to hold these answers back; a lesson asks first where something cannot be taken back. */
  doubts: ((keys: readonly string[]) => boolean) | null = null;

  /** Called when several answers could not be given as one. */
  onSplit: ((keys: readonly string[]) => void) | null = null;

  /** The question, if the seat we are viewing from must answer it. */
  readonly mine = $derived.by(() => {
    const now = this.position;
    const question = now?.question;
    return question && !question.hidden && now.seat !== null && question.seat === now.seat && now.mine.includes(now.seat)
      ? question
      : null;
  });
  readonly lit = $derived(litBy(this.mine));
  readonly freshThings = $derived(new ThingSet(this.lines.slice(this.lines.length - this.fresh).flatMap((line) => line.things)));

  constructor(id: string) {
    this.id = id;
  }

  seatLabel(id: string | null): string {
    return this.position?.seats.find((seat) => seat.id === id)?.label ?? id ?? "";
  }

  /** Whether we know that a seat is being asked, so that its clock runs; for a hidden question we do not know. */
  runs(seat: string): boolean {
    const now = this.position;
    return now?.clock?.[seat] !== undefined && now.outcome === null && now.question?.seat === seat;
  }

  /** The seconds a seat has left at the given time; null without a clock. */
  left(seat: string, at = Date.now()): number | null {
    const seconds = this.position?.clock?.[seat];
    if (seconds === undefined) return null;
    return this.runs(seat) ? Math.max(0, seconds - Math.max(0, at - this.takenAt) / 1000) : seconds;
  }

  /** The story has come to these frames. */
  protected present(frames: StateFrame[]): void {
    this.take(frames);
  }

  /** Take in new frames: show the position of the last one, and add the log lines of all. */
  protected take(frames: StateFrame[], at = Date.now()): void {
    const last = frames.at(-1);
    if (!last) return;
    let lines = this.lines;
    let stays = lines.length;
    for (const { log } of frames) {
      stays = Math.min(stays, log.keep);
      lines = [...(log.keep >= lines.length ? lines : lines.slice(0, log.keep)), ...log.lines];
    }
    const isFirst = this.position === null;
    // The whole log is sent again for another seat's view and after a reconnect: most of it is not new.
    const isWhole = stays === 0 && this.lines.length > 0;
    const isOther = isWhole && last.seat !== (this.position?.seat ?? null);
    const known = this.lines.at(-1)?.n ?? -1;
    this.lines = lines;
    this.fresh = isFirst ? 0 : isOther ? Math.min(this.fresh, lines.length) : isWhole ? lines.filter((line) => line.n > known).length : lines.length - stays;
    this.before = this.position;
    this.position = last;
    this.measures = null;
    this.takenAt = at;
    this.count += frames.length;
    this.hint = null;
  }

  abstract choose(...keys: string[]): void;
  abstract undo(): void;
  abstract redo(): void;
  abstract odds(key: string): Promise<OddsReply>;
  abstract preview(key: string): Promise<PreviewReply>;
  /** Why a thing is not offered; empty if no reason is known. */
  abstract why(thing: Thing): Promise<string>;
  /** The same for everything that is not offered and has a reason. */
  abstract reasons(): Promise<Reason[]>;
  /** Somebody points at the board: ask for what can be measured there. */
  measure(): void {}
  abstract askHint(): void;
  abstract addStandingOrder(window: string, until: AddStandingOrder["until"]): void;
  abstract withdrawStandingOrders(): void;
  abstract look(seat: string | null): void;
  abstract say(text: string): void;
  abstract stop(): void;
  close(): void {}
}
