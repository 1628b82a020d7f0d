// What the table page is drawn from. A live table and a fixture in the gallery are two kinds of it.

import { litBy, type GameFront, type LogLine, type OddsReply } from "../lib/board";
import { ThingSet } from "../lib/things";
import type { AddStandingOrder, ChatFrame, HintFrame, StateFrame } from "../types/wire";

/** "away": the server is there, and cannot read the game just now. */
export type Link = "connecting" | "open" | "lost" | "away" | "closed";

export type ChatLine = Omit<ChatFrame, "t">;
export type Hint = Pick<HintFrame, "key" | "label" | "by">;

export abstract class TableModel {
  readonly id: string;
  gameKey = $state("");
  /** What the game calls its optional questions. */
  windows = $state.raw<Record<string, string>>({});
  title = $state("");
  hasSecrets = $state(false);
  board = $state.raw<unknown>(null);
  front = $state.raw<GameFront | null>(null);
  position = $state.raw<StateFrame | null>(null);
  lines = $state.raw<LogLine[]>([]);
  /** Counts the positions taken in. */
  count = $state(0);
  /** How many of the lines came with the last frame. */
  fresh = $state(0);
  chat = $state.raw<ChatLine[]>([]);
  link = $state<Link>("connecting");
  /** What the server said when it could not read the game. */
  away = $state("");
  /** What went wrong, in a sentence. It stays until it is closed or something else is done: not everybody reads quickly. */
  error = $state<string | null>(null);
  hint = $state.raw<Hint | null>(null);
  /** An answer is on its way. */
  isSending = $state(false);
  /** Which seats may be taken over by this person, for the bar at the top. */
  scenario = $state("");

  /** When the position came, for clocks that run on from it. */
  private takenAt = Date.now();

  /** Told when the server has taken something of ours, with the answers if it was some. */
  onTaken: ((what: string, keys: readonly string[]) => void) | null = null;

  /** The question if it is ours to answer, with the seat we look from. */
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

  /** Whether a seat is known to be asked, so that its clock runs; of a hidden question nobody knows. */
  runs(seat: string): boolean {
    const now = this.position;
    return now?.clock?.[seat] !== undefined && now.outcome === null && now.question?.seat === seat;
  }

  /** The seconds a seat has left at a time; null without a clock. */
  left(seat: string, at = Date.now()): number | null {
    const seconds = this.position?.clock?.[seat];
    if (seconds === undefined) return null;
    return this.runs(seat) ? Math.max(0, seconds - Math.max(0, at - this.takenAt) / 1000) : seconds;
  }

  /** Take in new positions, of which only the last is shown, with the lines of them all. */
  protected take(frames: StateFrame[]): void {
    const last = frames.at(-1);
    if (!last) return;
    let lines = this.lines;
    let stays = lines.length;
    for (const { log } of frames) {
      stays = Math.min(stays, log.keep);
      lines = [...(log.keep >= lines.length ? lines : lines.slice(0, log.keep)), ...log.lines];
    }
    const isFirst = this.position === null;
    // The whole log comes with other eyes, and after a broken line: most of it is not news.
    const isWhole = stays === 0 && this.lines.length > 0;
    const isOther = isWhole && last.seat !== (this.position?.seat ?? null);
    const known = this.lines.at(-1)?.n ?? -1;
    this.lines = lines;
    this.fresh = isFirst ? 0 : isOther ? Math.min(this.fresh, lines.length) : isWhole ? lines.filter((line) => line.n > known).length : lines.length - stays;
    this.position = last;
    this.takenAt = Date.now();
    this.count += frames.length;
    this.hint = null;
  }

  abstract choose(...keys: string[]): void;
  abstract undo(): void;
  abstract redo(): void;
  abstract odds(key: string): Promise<OddsReply>;
  abstract askHint(): void;
  abstract addStandingOrder(window: string, until: AddStandingOrder["until"]): void;
  abstract withdrawStandingOrders(): void;
  abstract look(seat: string | null): void;
  abstract say(text: string): void;
  abstract stop(): void;
  close(): void {}
}
