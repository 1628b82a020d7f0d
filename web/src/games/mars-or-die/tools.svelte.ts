// What the person at the table has in hand: the ruler, the threat view, a unit being dragged, how it is to be formed, and
// what a finger has pointed out.

import type { Thing } from "../../lib/board";
import type { Point, Pose } from "./types";

/** A finger covers what it points at: what a tap would mean is shown first, and done by a second tap or a button. */
export interface Proposal {
  keys: string[];
  text: string;
  /** Where a second tap does it. */
  at: Point;
  /** The body as it would stand, and from where it comes. */
  ghost: { unit: number; pose: Pose; from: Pose | null } | null;
  /** What the answer is about: shown as if a pointer were over it. */
  thing: Thing | null;
}

export class Tools {
  ruler = $state(false);
  threat = $state(false);
  /** The unit that is being dragged. */
  dragged = $state<number | null>(null);
  shape = $state(0);
  facing = $state(-1);
  /** The last pointer was a finger. */
  isTouch = $state(matchMedia("(pointer: coarse)").matches);
  proposal = $state.raw<Proposal | null>(null);
}

export const makeTools = (): Tools => new Tools();
