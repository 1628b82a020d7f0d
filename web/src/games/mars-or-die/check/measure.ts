// Random positions, measured by the page and compared with what the rules measured.

import { Field } from "../field";
import { farFrom, gap, hulls, shifted, stands, turned } from "../geometry";
import { freePlaces, type PlacingData, type Room } from "../setup";
import { sightsFrom } from "../sight";
import type { Board, Point, Pose, View } from "../types";

/** Two units, a point, and a move. */
interface Position {
  unit: Pose;
  other: Pose;
  at: Point;
  heading: number;
  far: number;
  /** What the rules measured. */
  rules: { stands: unknown; hulls: unknown; gap: number; farFrom: number; moved: Pose };
}

/** A unit to set up, and the places that the rules allow for it: x -> all y. */
interface SetUp {
  placing: PlacingData;
  room: Room;
  rules: Record<string, number[]>;
}

/** A battle, and units that might stand elsewhere: whom the rules would let them fire at from there, and whom something hides. */
interface Battle {
  board: Board;
  view: View;
  places: { unit: number; pose: Pose; rules: [number, boolean][] }[];
}

export interface Measurements {
  battles: Battle[];
  positions: Position[];
  setUps: SetUp[];
}

/** One line for each figure that differs. */
export function differences({ positions, setUps, battles }: Measurements): string[] {
  const found: string[] = [];
  const compare = (what: string, page: unknown, rules: unknown) => {
    const [ours, theirs] = [JSON.stringify(page), JSON.stringify(rules)];
    if (ours !== theirs) found.push(`${what}: page ${ours}, rules ${theirs}`);
  };
  positions.forEach(({ unit, other, at, heading, far, rules }, n) => {
    compare(`position ${n}, stands`, stands(unit).map((s) => [s.slot, s.centre, s.corners]), rules.stands);
    compare(`position ${n}, hulls`, hulls(unit), rules.hulls);
    compare(`position ${n}, gap`, gap(unit, other), rules.gap);
    compare(`position ${n}, distance of a point`, farFrom(unit, at), rules.farFrom);
    compare(`position ${n}, move`, shifted(turned(unit, heading), heading, far), rules.moved);
  });
  setUps.forEach(({ placing, room, rules }, n) => {
    const page = [...freePlaces(placing.half, placing.within, room)];
    compare(`set-up ${n}`, page, Object.entries(rules).map(([x, ys]) => [Number(x), ys]).sort(byFirst));
    for (const [x, ys] of page) {
      if (!room.x[x] || ys.some((y) => !room.y[y])) found.push(`set-up ${n}: no key for a place at ${x}`);
    }
  });
  battles.forEach(({ board, view, places }, n) => {
    const field = new Field(board, view);
    for (const { unit, pose, rules } of places) {
      const page = sightsFrom(field, unit, pose).map((one) => [one.unit, one.isClear]);
      compare(`battle ${n}, unit ${unit} at ${pose.slice(0, 3)}`, page.sort(byFirst), rules.sort(byFirst));
    }
  });
  return found;
}

const byFirst = (a: unknown[], b: unknown[]): number => Number(a[0]) - Number(b[0]);
