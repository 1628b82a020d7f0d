// What the pointer and the keyboard are doing at the table: nothing of this leaves the page.

import { thingIds, type OptionView, type Point, type Thing, type ThingId } from "../lib/board";

export interface Menu {
  thing: ThingId;
  at: Point;
  options: OptionView[];
}

export class TableUi {
  /** The thing under the pointer, for the tooltip. */
  hovered = $state<ThingId | null>(null);
  /** Things named by the option or log line under the pointer. */
  named = $state.raw<ThingId[]>([]);
  /** Things that changed a moment ago. */
  changed = $state.raw<Set<ThingId>>(new Set());
  pointer = $state.raw<Point>({ x: 0, y: 0 });
  menu = $state.raw<Menu | null>(null);
  /** A tooltip that stays until the next tap: for fingers. */
  pinned = $state<ThingId | null>(null);

  readonly shown = $derived(new Set([...this.named, ...this.changed]));

  name(things: readonly Thing[]): void {
    this.named = thingIds(things);
  }
  unname(): void {
    this.named = [];
  }
}
