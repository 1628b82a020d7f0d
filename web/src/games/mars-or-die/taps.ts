// What a tap means: fingers are not exact, so the nearest thing counts.

import { farFrom } from "./geometry";
import type { Field } from "./field";
import type { Point } from "./types";

/** How far from a thing a finger may come down, in pixels. */
export const FINGER = 22;

/** How long a finger must rest for a long press, in milliseconds. */
export const LONG = 500;

/** How far a place on the screen is from a rectangle; the distance from its middle breaks ties. */
function away(rect: DOMRect, x: number, y: number): number {
  const [dx, dy] = [Math.max(rect.left - x, 0, x - rect.right), Math.max(rect.top - y, 0, y - rect.bottom)];
  const middle = Math.hypot(rect.left + rect.width / 2 - x, rect.top + rect.height / 2 - y);
  return Math.hypot(dx, dy) + middle / 1000;
}

/** The nearest of the elements that a selector finds, if one is near enough. */
export function nearestElement(root: Element, selector: string, x: number, y: number): Element | null {
  let best: Element | null = null;
  let least = FINGER;
  for (const one of root.querySelectorAll(selector)) {
    const far = away(one.getBoundingClientRect(), x, y);
    if (far < least) [least, best] = [far, one];
  }
  return best;
}

/** The unit nearest to a point of the table, if one is near enough. */
export function nearestUnit(field: Field, units: number[], at: Point, within: number): number | null {
  let best: number | null = null;
  let least = within;
  for (const u of units) {
    const pose = field.pose(u);
    const far = field.kind(u).is_flyer
      ? Math.max(0, Math.hypot(pose[0] - at[0], pose[1] - at[1]) - 1200)
      : farFrom(pose, at);
    if (far < least) [least, best] = [far, u];
  }
  return best;
}
