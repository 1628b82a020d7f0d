// Plays the story: shows waiting frames beat by beat, at the speed of the settings.

import type { StateFrame } from "../lib/frames";
import { settings, type Speed } from "../lib/settings.svelte";
import { beatsIn, causeOf, isAtOnce, isScene, nextBeat, restOf, type Beat } from "./story";

export class Story {
  /** What is being told now. */
  beat = $state.raw<Beat | null>(null);
  /** How many acts of the beat have been shown, without the one on show. */
  act = $state(0);
  /** How many more beats are waiting, at least. */
  waiting = $state(0);
  /** Somebody has stopped the clock. */
  isHeld = $state(false);
  readonly isPlaying = $derived(this.beat !== null && !this.beat.isOwn);
  private frames: StateFrame[] = [];
  private isApplied = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isComing = false;
  private readonly apply: (frames: StateFrame[]) => void;
  private readonly chosen: () => Speed;

  /** `apply` shows the position of the last of some frames, and adds the log lines of all. */
  constructor(apply: (frames: StateFrame[]) => void, chosen: () => Speed = () => settings.speed) {
    this.apply = apply;
    this.chosen = chosen;
  }

  /** The newest frame that waits. */
  get newest(): StateFrame | null {
    return this.frames.at(-1) ?? null;
  }

  /** A frame has come. Our own answers are shown at once, the others in their turn. */
  push(frame: StateFrame): void {
    this.frames.push(frame);
    this.waiting = beatsIn(this.frames);
    if (isAtOnce(frame) || this.beat === null) this.soon();
  }

  /** Bots may answer faster than the board can be drawn: show everything that comes before the next animation frame at once. */
  private soon(): void {
    if (this.isComing) return;
    this.isComing = true;
    const once = () => {
      if (!this.isComing) return;
      this.isComing = false;
      if (this.beat === null || this.frames.some(isAtOnce)) this.step();
    };
    if (document.hidden) setTimeout(once, 0);
    else {
      // In a task of its own: within the animation frame it would be followed at once by layout and paint.
      requestAnimationFrame(() => setTimeout(once, 0));
      setTimeout(once, 150); // a page that is hidden in the meantime gets no animation frame
    }
  }

  private get speed(): Speed {
    if (document.hidden) return "instant";
    // Whoever plays against the clock is not kept waiting.
    const last = this.newest;
    const isTimed = last?.waiting != null && last.clock?.[last.waiting] !== undefined;
    const chosen = this.chosen();
    return isTimed && chosen !== "instant" ? "fast" : chosen;
  }

  /** Show the next beat, or the last position if there is none. */
  private step(): void {
    this.finish();
    if (!this.frames.length) return;
    if (this.speed === "instant") return this.skip();
    const beat = nextBeat(this.frames);
    this.frames.splice(0, beat.frames.length);
    this.waiting = beatsIn(this.frames);
    const isShown = beat.isOwn ? isScene(beat.lines) : beat.lines.length > 0;
    if (beat.isOwn || !isShown) this.apply(beat.frames);
    if (!isShown) {
      if (this.frames.length) this.timer = setTimeout(() => this.step(), 0);
      return;
    }
    this.beat = beat;
    this.act = 0;
    this.isApplied = beat.isOwn;
    this.timer = setTimeout(() => this.perform(beat), beat.isOwn ? 0 : causeOf(this.speed));
  }

  /** Show an act of a beat, and the position with the last one. */
  private perform(beat: Beat): void {
    if (this.act >= beat.acts.length - 1) this.change();
    // What we did ourselves holds nobody up: there is time to read it.
    const patience = beat.isOwn ? 1.6 : 1;
    this.timer = setTimeout(() => this.goOn(), patience * restOf(beat.acts[this.act] ?? [], this.speed, this.waiting));
  }

  private change(): void {
    if (this.isApplied || !this.beat) return;
    this.isApplied = true;
    this.apply(this.beat.frames);
  }

  /** End the beat on show, with its change. */
  private finish(): void {
    clearTimeout(this.timer);
    this.isHeld = false;
    this.change();
    this.beat = null;
  }

  /** Stop the clock: somebody wants to read. `goOn` starts it again. */
  hold(): void {
    clearTimeout(this.timer);
    if (this.beat) this.isHeld = true;
  }

  /** Go on: to the next act, else to the next beat. */
  goOn(): void {
    clearTimeout(this.timer);
    this.isHeld = false;
    const beat = this.beat;
    if (beat && this.act < beat.acts.length - 1) {
      this.act += 1;
      this.perform(beat);
    } else this.step();
  }

  /** Skip to now. */
  skip(): void {
    this.finish();
    const frames = this.frames.splice(0);
    this.waiting = 0;
    if (frames.length) this.apply(frames);
  }

  close(): void {
    clearTimeout(this.timer);
    this.isComing = false;
    this.frames = [];
  }
}
