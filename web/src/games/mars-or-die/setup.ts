// Where a unit can be set up (deployment.py): free places inside its zones, every half inch.

import { COLUMN, LINE, SQUARE, STEP, type Field } from "./field";
import { depth, div, frontage, full } from "./geometry";
import type { Box, Point, Pose } from "./types";

export const FORMATIONS: Record<string, number> = { in_line: LINE, in_column: COLUMN, in_square: SQUARE };

/** A whole unit in a formation, not yet anywhere. */
export function whole(field: Field, u: number, shape: number, facing: number): Pose {
  const kind = field.kind(u);
  const slots = shape === SQUARE ? 4 : kind.stands;
  return [0, 0, facing, shape, slots, full(slots), kind.side];
}

/** Half of what an upright formation takes up from west to east, and from south to north. */
function extent(pose: Pose): Point {
  const across = div(frontage(pose), 2);
  const deep = div(depth(pose), 2);
  return pose[2] % 180 === 90 ? [across, deep] : [deep, across];
}

function centres(field: Field, u: number, pose: Pose): Box[] {
  const { board } = field;
  const side = board.sides[field.side(u)]!;
  const [wide, deep] = extent(pose);
  return side.zones.map(([west, south, east, north]): Box => {
    switch (side.enters) {
      case "west":
        return [-wide, south + deep, -wide, north - deep];
      case "east":
        return [board.width + wide, south + deep, board.width + wide, north - deep];
      case "south":
        return [west + wide, -deep, east - wide, -deep];
      case "north":
        return [west + wide, board.height + deep, east - wide, board.height + deep];
      default:
        return [west + wide, south + deep, east - wide, north - deep];
    }
  });
}

function taken(field: Field, wide: number, deep: number): Box[] {
  const found: Box[] = field.board.blocks.map((box) => [...box]);
  for (const v of field.live()) {
    const pose = field.pose(v);
    const [w, d] = extent(pose);
    found.push([pose[0] - w, pose[1] - d, pose[0] + w, pose[1] + d]);
  }
  return found.map(([west, south, east, north]): Box => [west - wide, south - deep, east + wide, north + deep]);
}

/** Along an edge over which units enter, the others must still find room. */
function leavesRoom(field: Field, u: number, pose: Pose, y: number): boolean {
  const side = field.side(u);
  const { enters, zones } = field.board.sides[side]!;
  if (enters !== "west" && enters !== "east") return true;
  const zone = zones[0]!;
  const others = toPlace(field, side).length - 1;
  const rows = [...field.view.live[side]!.map((v) => field.pose(v)[1]), y].sort((a, b) => a - b);
  const half = div(pose[6], 2);
  let room = 0;
  let at = zone[1];
  for (const centre of rows) {
    room += div(centre - half - at, pose[6]);
    at = centre + half;
  }
  return room + div(zone[3] - at, pose[6]) >= others;
}

/** Units that are still to be set up. Flyers come later. */
export function toPlace(field: Field, side: number): number[] {
  const count = field.board.units.length / 2;
  const found: number[] = [];
  for (let u = 0; u < count; u++) {
    if (field.side(u) === side && field.fate(u) === "waiting" && !field.kind(u).is_flyer) found.push(u);
  }
  return found;
}

/** Free places for the centre of a unit: x -> all y. */
export function places(field: Field, u: number, pose: Pose): Map<number, number[]> {
  const [wide, deep] = extent(pose);
  const closed = taken(field, wide, deep);
  const isNarrow = field.board.sides[field.side(u)]!.enters !== null;
  const found = new Map<number, Set<number>>();
  for (const [west, south, east, north] of centres(field, u, pose)) {
    for (let x = west; x <= east; x += STEP) {
      const near = closed.filter((box) => box[0] < x && x < box[2]);
      for (let y = south; y <= north; y += STEP) {
        if (near.some((box) => box[1] < y && y < box[3])) continue;
        if (isNarrow && !leavesRoom(field, u, pose, y)) continue;
        if (!found.has(x)) found.set(x, new Set());
        found.get(x)!.add(y);
      }
    }
  }
  const sorted = [...found].sort((a, b) => a[0] - b[0]);
  return new Map(sorted.map(([x, ys]) => [x, [...ys].sort((a, b) => a - b)]));
}

/** The facings that could be chosen in a formation, the scenario's own first; only those with a free place. */
export function facings(field: Field, u: number, shape: number): number[] {
  const kind = field.kind(u);
  const { facing, enters } = field.board.sides[field.side(u)]!;
  if (shape === SQUARE && (!kind.squares || kind.stands < 4)) return [];
  let able = [0, 90, 180, 270].map((turn) => (facing + turn) % 360);
  if (enters !== null) able = shape === COLUMN || (shape === LINE && kind.stands === 1) ? [facing] : [];
  else if (kind.stands === 1 && shape !== LINE) able = [];
  return able.filter((one) => places(field, u, whole(field, u, shape, one)).size > 0);
}

/** The answers that set a unit up, beginning with its formation. A question with one answer is not asked. */
export function setUpKeys(field: Field, u: number, pose: Pose): string[] {
  const keys: string[] = [];
  const words = Object.keys(FORMATIONS).filter((word) => facings(field, u, FORMATIONS[word]!).length);
  if (words.length > 1) keys.push(words.find((word) => FORMATIONS[word] === pose[3])!);
  if (facings(field, u, pose[3]).length > 1) keys.push(`set_up_facing:${pose[2]}`);
  return [...keys, ...placeKeys(places(field, u, pose), pose)];
}

/** The answers that say where, out of all free places. */
export function placeKeys(free: Map<number, number[]>, pose: Pose): string[] {
  const keys: string[] = [];
  if (free.size > 1) keys.push(`set_up_x:${coordinate(pose[0])}`);
  if (free.get(pose[0])!.length > 1) keys.push(`set_up_y:${coordinate(pose[1])}`);
  return keys;
}

/** A length as it stands in keys. */
export const coordinate = (length: number): string => String(length / 1000);

/** The free place nearest to a point. */
export function nearest(free: Map<number, number[]>, at: Point): Point | null {
  let best: Point | null = null;
  let least = Infinity;
  for (const [x, ys] of free) {
    for (const y of ys) {
      const far = (x - at[0]) ** 2 + (y - at[1]) ** 2;
      if (far < least) [least, best] = [far, [x, y]];
    }
  }
  return best;
}
