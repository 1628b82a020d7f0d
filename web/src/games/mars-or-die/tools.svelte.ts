// What the player is using: the ruler, the threat view, a unit being dragged and its formation, and what a tap has
// proposed.

import type { Thing } from "../../lib/board";
import type { Point, Pose } from "./types";

/** A finger covers what it points at, so a tap only proposes an answer; a second tap or a button gives it. */
export interface Proposal {
  keys: string[];
  text: string;
  /** Where a second tap confirms it. */
  at: Point;
  /** A preview of the unit at its new place, and where it comes from. */
  ghost: { unit: number; pose: Pose; from: Pose | null } | null;
  /** What the answer is about: highlighted as if a pointer were over it. */
  thing: Thing | null;
}

export class Tools {
  ruler = $state(false);
  /** What the ruler measures, or measured last. */
  measured = $state.raw<{ from: Point; to: Point } | null>(null);
  threat = $state(false);
  /** The unit that is being dragged. */
  dragged = $state<number | null>(null);
  shape = $state(0);
  facing = $state(-1);
  /** The last pointer was a finger. */
  isTouch = $state(matchMedia("(pointer: coarse)").matches);
  proposal = $state.raw<Proposal | null>(null);

  /** The ruler goes, and with it what it showed. */
  putAway(): void {
    this.ruler = false;
    this.measured = null;
  }
}

export const makeTools = (): Tools => new Tools();
