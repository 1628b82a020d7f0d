// Looking at earlier moments: step, jump, autoplay, since my last turn, and a link to a moment.

import { api } from "../lib/api";
import type { LogLine, StateFrame, Step } from "../types/wire";

const PACE = 1100;

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
  private kept = new Map<number, StateFrame>();
  private timer: ReturnType<typeof setTimeout> | undefined;
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

  async go(to: number): Promise<void> {
    const at = Math.min(this.steps.length - 1, Math.max(0, to));
    const step = this.steps[at];
    if (!step) return;
    let moment = this.kept.get(step.n);
    if (!moment) {
      moment = await api.moment(this.id, step.n, this.seat);
      if (this.kept.size > 60) this.kept.clear();
      this.kept.set(step.n, moment);
    }
    this.at = at;
    this.position = moment;
    this.lines = moment.log.lines;
  }

  async walk(by: number): Promise<void> {
    this.pause();
    await this.tryGo(this.at + by);
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
      this.error = error instanceof Error ? error.message : String(error);
      return false;
    }
  }

  play(): void {
    if (this.isPlaying) return;
    this.isPlaying = true;
    const next = async () => {
      if (!this.isPlaying) return;
      if (this.at >= this.steps.length - 1 || !(await this.tryGo(this.at + 1))) {
        this.isPlaying = false;
        return;
      }
      this.timer = setTimeout(next, PACE);
    };
    void next();
  }

  pause(): void {
    this.isPlaying = false;
    clearTimeout(this.timer);
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
