// What the pointer and the keyboard are doing at the table. None of it is sent to the server.

import type { OptionView, Point, Thing } from "../lib/board";
import { ThingSet } from "../lib/things";
import type { Gathering } from "./gather.svelte";
import type { Known } from "./previews.svelte";

export interface Menu {
  thing: Thing;
  at: Point;
  options: OptionView[];
}

export class TableUi {
  /** The thing under the pointer, for the tooltip. */
  hovered = $state.raw<Thing | null>(null);
  /** Things named by the option or log line under the pointer. */
  named = $state.raw<readonly Thing[]>([]);
  /** The option that is pointed at: by its button, by the only thing it lights on the board, or by a finger on its eye. */
  pointed = $state.raw<{ key: string; from: "list" | "board" | "peek" } | null>(null);
  /** What is known about the option that is pointed at. */
  known = $state.raw<(Known & { key: string }) | null>(null);
  /** Why the pinned thing is not offered. */
  why = $state("");
  /** Things that changed a moment ago. */
  changed = $state.raw(new ThingSet());
  pointer = $state.raw<Point>({ x: 0, y: 0 });
  menu = $state.raw<Menu | null>(null);
  /** A tooltip that stays until the next tap, for touch screens. */
  pinned = $state.raw<Thing | null>(null);
  /** Several answers that are being gathered; clicks on the board take part in it. */
  gathering = $state.raw<Gathering | null>(null);

  readonly shown = $derived(new ThingSet([...this.named, ...this.changed, ...(this.gathering?.things ?? [])]));

  name(things: readonly Thing[]): void {
    this.named = things;
  }
  unname(): void {
    this.named = [];
  }
  /** The pointer or the focus is on an option. */
  point(option: OptionView): void {
    this.named = option.touches;
    this.pointed = { key: option.key, from: "list" };
  }
  unpoint(): void {
    this.named = [];
    this.pointed = null;
  }
  /** Without a pointer: look at an option without choosing it, and away again. */
  peek(option: OptionView): void {
    if (this.pointed?.key === option.key) return this.unpoint();
    this.named = option.touches;
    this.pointed = { key: option.key, from: "peek" };
  }
}
