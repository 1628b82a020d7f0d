// Where a unit can be set up: the rules say how it could stand and what is taken; here the free places are listed.

import type { Box, Point, Pose } from "./types";

/** One way to place a unit, from the rules: half of the space it takes up, and where its middle may be. */
export interface PlacingData {
  pose: Pose;
  half: Point;
  within: Box[];
  keys: string[];
}

/** What the rules say about the ground: what is taken, the distance between places, and the keys of all coordinates. */
export interface Room {
  step: number;
  taken: Box[];
  x: Record<number, string>;
  y: Record<number, string>;
}

/** A formation and facing in which a unit can be set up, and where. */
export interface Placing {
  /** The body at the corner of the table. */
  pose: Pose;
  free: Map<number, number[]>;
  /** The answers that set it up there. */
  keys: (at: Pose) => string[];
}

/** All placings that a question allows; `before` are the answers that come first. */
export function placingsOf(data: PlacingData[], room: Room, before: string[] = []): Placing[] {
  return data
    .map(({ pose, half, within, keys }) => {
      const free = freePlaces(half, within, room);
      return { pose, free, keys: ([x, y]: Pose) => [...before, ...keys, ...placeKeys(free, room, x, y)] };
    })
    .filter((one) => one.free.size > 0);
}

/** Free places for the middle of a unit: x -> all y. */
export function freePlaces([wide, deep]: Point, within: Box[], { step, taken }: Room): Map<number, number[]> {
  const closed = taken.map(([west, south, east, north]): Box => [west - wide, south - deep, east + wide, north + deep]);
  const found = new Map<number, Set<number>>();
  for (const [west, south, east, north] of within) {
    for (let x = west; x <= east; x += step) {
      const near = closed.filter((box) => box[0] < x && x < box[2]);
      for (let y = south; y <= north; y += step) {
        if (near.some((box) => box[1] < y && y < box[3])) continue;
        if (!found.has(x)) found.set(x, new Set());
        found.get(x)!.add(y);
      }
    }
  }
  const sorted = [...found].sort((a, b) => a[0] - b[0]);
  return new Map(sorted.map(([x, ys]) => [x, [...ys].sort((a, b) => a - b)]));
}

/** The answers that give the place. A question with only one answer is not asked. */
function placeKeys(free: Map<number, number[]>, room: Room, x: number, y: number): string[] {
  return [...(free.size > 1 ? [room.x[x]!] : []), ...(free.get(x)!.length > 1 ? [room.y[y]!] : [])];
}

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
