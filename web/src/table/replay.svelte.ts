// Looking at earlier moments: step, jump, play as a story, since my last turn, and a link to a moment.

import { api } from "../lib/api";
import type { LogLine, StateFrame } from "../lib/frames";
import { settings } from "../lib/settings.svelte";
import type { Step } from "../types/wire";
import { Story } from "./story.svelte";

/** How many moments are kept, so that going back and forth asks the server only once. */
const KEPT = 60;

export class Replay {
  isOpen = $state(false);
  isBusy = $state(false);
  isPlaying = $state(false);
  steps = $state.raw<Step[]>([]);
  at = $state(0);
  position = $state.raw<StateFrame | null>(null);
  lines = $state.raw<LogLine[]>([]);
  error = $state<string | null>(null);
  seat = $state<string | null>(null);
  /** Plays it; in a replay nothing is told in an instant. */
  readonly story = new Story(
    (frames) => this.present(frames),
    () => (settings.speed === "instant" ? "fast" : settings.speed),
  );
  private kept = new Map<number, StateFrame>();
  /** The step that is asked for; `at` is the one that is shown. */
  private aim = 0;
  /** The last step that was given to the story. */
  private fed = 0;
  private readonly id: string;

  readonly step = $derived(this.steps[this.at] ?? null);

  constructor(id: string) {
    this.id = id;
  }

  /** Open at step number n (null: the last one). */
  async open(seat: string | null, n: number | null = null): Promise<void> {
    this.isBusy = true;
    this.error = null;
    try {
      const { steps } = await api.replay(this.id, seat);
      this.kept.clear();
      this.seat = seat;
      this.steps = steps;
      const found = n === null ? -1 : steps.findIndex((step) => step.n >= n);
      await this.go(found < 0 ? steps.length - 1 : found);
      this.isOpen = steps.length > 0;
      if (!steps.length) this.error = "Nothing has happened yet.";
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
    } finally {
      this.isBusy = false;
    }
  }

  private async moment(at: number): Promise<StateFrame> {
    const { n } = this.steps[at]!;
    let moment = this.kept.get(n);
    if (!moment) {
      moment = await api.moment(this.id, n, this.seat);
      if (this.kept.size > KEPT) this.kept.clear();
      this.kept.set(n, moment);
    }
    return moment;
  }

  private show(at: number, moment: StateFrame): void {
    this.at = this.aim = at;
    this.position = moment;
    this.lines = moment.log.lines;
  }

  async go(to: number): Promise<void> {
    const at = Math.min(this.steps.length - 1, Math.max(0, to));
    if (!this.steps[at]) return;
    this.aim = at;
    const moment = await this.moment(at);
    if (this.aim === at) this.show(at, moment); // else somebody has gone on meanwhile
  }

  async walk(by: number): Promise<void> {
    this.pause();
    await this.tryGo(this.aim + by);
  }

  async jump(to: number): Promise<void> {
    this.pause();
    await this.tryGo(to);
  }

  private async tryGo(to: number): Promise<boolean> {
    try {
      await this.go(to);
      return true;
    } catch (error) {
      this.aim = this.at;
      this.error = error instanceof Error ? error.message : String(error);
      return false;
    }
  }

  play(): void {
    if (this.isPlaying) return;
    this.isPlaying = true;
    this.fed = this.at;
    void this.feed();
  }

  /** The next step at which something happens, the last of those that are told as one; the end if there is none. */
  private after(at: number): number {
    const next = (from: number) => this.steps.findIndex((step, i) => i > from && step.tells);
    let found = next(at);
    if (found < 0) return this.steps.length - 1;
    const { kind, turn } = this.steps[found]!;
    for (let i = next(found); kind && i > 0 && this.steps[i]!.kind === kind && this.steps[i]!.turn === turn; i = next(i)) found = i;
    return found;
  }

  /** Give the story its next moment. */
  private async feed(): Promise<void> {
    const last = this.fed;
    const at = this.after(last);
    if (at <= last) {
      this.isPlaying = false;
      return;
    }
    this.fed = at;
    try {
      const [before, moment] = [await this.moment(last), await this.moment(at)];
      const known = before.log.lines.at(-1)?.n ?? 0;
      const lines = moment.log.lines.filter((line) => line.n > known);
      if (this.isPlaying && this.fed === at) this.story.push({ ...moment, log: { keep: known, lines } });
    } catch (error) {
      this.pause();
      this.error = error instanceof Error ? error.message : String(error);
    }
  }

  /** The story has come to a moment. */
  private present(frames: StateFrame[]): void {
    const { n } = frames.at(-1)!;
    const at = this.steps.findIndex((step) => step.n === n);
    const moment = this.kept.get(n);
    if (at < 0 || !moment) return;
    this.show(at, moment);
    if (this.isPlaying) void this.feed();
  }

  pause(): void {
    this.isPlaying = false;
    this.story.skip();
  }

  /** Go to my last answer before the others' latest moves, and play from there. */
  async sinceMyLastTurn(seat: string | null): Promise<void> {
    if (seat === null) return;
    let i = this.steps.length - 1;
    while (i >= 0 && this.steps[i]!.seat === seat) i--;
    while (i >= 0 && this.steps[i]!.seat !== seat) i--;
    await this.jump(Math.max(0, i));
    this.play();
  }

  /** A link to this moment. While the game goes on others may not see my view, so it links to the moment as they may see it. */
  async link(isOver: boolean): Promise<string> {
    const page = `${location.origin}/t/${encodeURIComponent(this.id)}`;
    const n = this.step?.n ?? 0;
    if (this.seat === null) return `${page}?at=${n}`;
    if (isOver) return `${page}?at=${n}&seat=${encodeURIComponent(this.seat)}`;
    return `${page}?at=${(await api.shared(this.id, n, this.seat)).n}`;
  }

  close(): void {
    this.pause();
    this.isOpen = false;
    this.position = null;
  }
}
