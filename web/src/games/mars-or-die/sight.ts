// Whom a unit could see and reach with its fire from a place where it does not stand yet, as the rules have it (MD 6): in range,
// in the arc, and nothing in between. What the dice would say is left to the rules.

import type { Field } from "./field";
import { distance, hulls, isCrossed, isIn, stands, type Stand } from "./geometry";
import type { Box, Point, Pose } from "./types";

/** A line of fire to an enemy in range and arc. */
export interface Sight {
  unit: number;
  from: Point;
  to: Point;
  /** Between the nearest points of the two stands. */
  far: number;
  /** Nothing bars the line. */
  isClear: boolean;
}

const DUST = 8000;
const HILL = 2000;

const corners = ([west, south, east, north]: Box): Point[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
];

/** The best line of fire to each enemy, if the unit stood like this; of one of its stands, if only that one fires. */
export function sightsFrom(field: Field, u: number, pose: Pose, slot: number | null = null): Sight[] {
  const reach = field.reach(u);
  const kind = field.kind(u);
  if (!reach?.arc || !kind.attack || kind.is_flyer || field.view.disordered[u]) return [];
  const firing = field.firingStands(pose).filter((one) => slot === null || one.slot === slot);
  const hills = field.board.grounds.filter((ground) => ground.is_hill).map((ground) => ground.box as Box);
  const isHigh = (at: Point): boolean => hills.some((box) => isIn(box, at));
  const found: Sight[] = [];
  for (const v of field.enemies(u)) {
    if (!hasBody(field, v) || field.isLocked(v)) continue;
    let best: Sight | null = null;
    for (const stand of firing) {
      for (const target of stands(field.pose(v))) {
        if (!isIn(field.table, target.centre) || !isInArc(pose[2], reach.arc, stand.centre, target.centre)) continue;
        const far = distance(stand.corners, target.corners);
        const most = kind.range + HILL * (Number(isHigh(stand.centre)) - Number(isHigh(target.centre)));
        if (far > (field.view.dust ? Math.min(most, DUST) : most)) continue;
        const isClear = !isBarred(field, u, v, stand, target, isHigh);
        if (!best || (isClear && !best.isClear) || (isClear === best.isClear && far < best.far)) {
          best = { unit: v, from: stand.centre, to: target.centre, far, isClear };
        }
      }
    }
    if (best) found.push(best);
  }
  return found;
}

/** On the table, and not over it. */
const hasBody = (field: Field, u: number): boolean => field.isLive(u) && !field.kind(u).is_flyer;

function isInArc(facing: number, half: number, [ax, ay]: Point, [bx, by]: Point): boolean {
  const aim = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
  return half >= 180 || Math.abs(((aim - facing + 540) % 360) - 180) <= half;
}

/** R-MD-17 Something stands in between: a ruin or a village that neither is in, or a unit. Over a hill only stands on it do. */
function isBarred(field: Field, u: number, v: number, stand: Stand, target: Stand, isHigh: (at: Point) => boolean): boolean {
  const [a, b] = [stand.centre, target.centre];
  const screens = field.board.grounds.filter((ground) => ground.blocks_sight).map((ground) => ground.box as Box);
  if (screens.some((box) => !isIn(box, a) && !isIn(box, b) && isCrossed(corners(box), a, b))) return true;
  if (field.kind(v).is_champion || field.kind(u).shoots_over) return false;
  if (field.kind(u).is_scout && field.board.grounds.some((ground) => !ground.impassable && isIn(ground.box as Box, a))) return false;
  const isHill = isHigh(a) || isHigh(b);
  return field.live().some((w) => {
    if (w === u || !hasBody(field, w)) return false;
    // The seam between two stands is no gap.
    if (w !== v && !isHill) return hulls(field.pose(w)).some((hull) => isCrossed(hull, a, b));
    return stands(field.pose(w)).some(
      ({ centre, corners: edge }) => !(w === v && centre[0] === b[0] && centre[1] === b[1]) && isCrossed(edge, a, b) && (!isHill || isHigh(centre)),
    );
  });
}
