// What the pointer and the keyboard are doing at the table. None of it is sent to the server.

import type { OptionView, Point, Thing } from "../lib/board";
import { ThingSet } from "../lib/things";

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
  /** Things that changed a moment ago. */
  changed = $state.raw(new ThingSet());
  pointer = $state.raw<Point>({ x: 0, y: 0 });
  menu = $state.raw<Menu | null>(null);
  /** A tooltip that stays until the next tap, for touch screens. */
  pinned = $state.raw<Thing | null>(null);

  readonly shown = $derived(new ThingSet([...this.named, ...this.changed]));

  name(things: readonly Thing[]): void {
    this.named = things;
  }
  unname(): void {
    this.named = [];
  }
}
