// Who is winning: strength, ground held, points (victory.py).

import type { Field } from "./field";
import { distance, isIn, stands } from "./geometry";
import type { Point, BoardWin } from "./types";

/** R-MD-5 Stands left, labels counted as stands. */
export function strength(field: Field, side: number): number {
  let total = 0;
  field.board.units.forEach((unit, u) => {
    if (unit.side !== side || field.kind(u).is_flyer) return;
    if (field.fate(u) === "in_play" || field.fate(u) === "left") total += field.left(u) + field.view.labels[u]!;
  });
  return total;
}

/** Stands of a side in a feature, or near a point. */
export function held(field: Field, side: number, at: Point | null, within: number, feature = ""): number {
  const box = field.board.grounds.find((ground) => ground.id === feature)?.box;
  let many = 0;
  for (const u of field.view.live[side]!) {
    if (!field.onTable(u)) continue;
    for (const stand of stands(field.pose(u))) {
      if (at ? distance(stand.corners, [at]) <= within : box && isIn(box, stand.centre)) many++;
    }
  }
  return many;
}

function withFate(field: Field, side: number, type: string, fate: string): number {
  return field.board.units.filter(
    (unit, u) => unit.guard_of === null && unit.side === side && field.kind(u).id === type && field.fate(u) === fate,
  ).length;
}

/** S5 Points for the enemy's losses and for the objective. */
export function score(field: Field, side: number): number {
  const { units, points } = field.board;
  if (!points) return 0;
  const count = units.length / 2;
  let total = 0;
  for (let u = 0; u < count; u++) {
    if (units[u]!.side === side || field.kind(u).is_flyer) continue;
    const both = [u, u + count].filter((v) => ["in_play", "left"].includes(field.fate(v)));
    const there = both.reduce((sum, v) => sum + field.left(v), 0);
    if (field.fate(u) === "waiting") continue;
    total += points.stand * (field.kind(u).stands - there) + (both.length ? 0 : points.unit);
  }
  const near = [side, 1 - side].map((who) => held(field, who, points.at, points.within));
  return total + (near[0]! > near[1]! ? points.objective : 0);
}

/** Labels count, generals do not: below this many a side is broken. */
export const breaksUnder = (field: Field, side: number): number | null => {
  const win = field.board.sides[1 - side]!.wins.find((one) => one.when === "break");
  return win ? (win.under * field.board.sides[side]!.strength) / 100 : null;
};

export interface Goal {
  /** A few words for the strip. */
  short: string;
  /** A sentence. */
  text: string;
  /** How far both sides are, own first; null if there is nothing to count. */
  count: [number, number] | null;
}

/** What a side can win by, and where it stands. */
export function goal(field: Field, side: number, win: BoardWin): Goal {
  const { board } = field;
  const enemy = board.sides[1 - side]!.label;
  const type = board.kinds.find((kind) => kind.id === win.type)?.label ?? win.type;
  switch (win.when) {
    case "break": {
      const least = Math.ceil((win.under * board.sides[1 - side]!.strength) / 100);
      return {
        short: `${enemy} under ${least}`,
        text: `the strength of ${enemy} falls under ${least}`,
        count: null,
      };
    }
    case "champion":
      return { short: "enemy champion falls", text: "the enemy's champion falls and its own lives", count: null };
    case "left":
      return {
        short: `${type} off the table`,
        text: `${win.count} of its units (${type}) leave the table`,
        count: [withFate(field, side, win.type, "left"), win.count],
      };
    case "destroyed":
      return {
        short: `${type} destroyed`,
        text: `${win.count} of the enemy's units (${type}) are destroyed`,
        count: [withFate(field, 1 - side, win.type, "destroyed"), win.count],
      };
    case "hold": {
      const name = placeName(field, win);
      return {
        short: `hold the ${name}`,
        text: `it has more stands ${win.at ? "at" : "in"} the ${name} after the last turn`,
        count: [
          held(field, side, win.at, win.within, win.feature),
          held(field, 1 - side, win.at, win.within, win.feature),
        ],
      };
    }
    default:
      return { short: "hold out", text: "nobody has won after the last turn", count: null };
  }
}

/** What people call the place that counts. */
export function placeName(field: Field, win: { at: Point | null; feature?: string }): string {
  const { grounds } = field.board;
  const ground = win.at
    ? grounds.filter((one) => isIn(one.box, win.at!)).sort((a, b) => size(a.box) - size(b.box))[0]
    : grounds.find((one) => one.id === win.feature);
  if (!ground) return "place";
  return ground.id.replaceAll("_", " ");
}

const size = (box: readonly number[]): number => (box[2]! - box[0]!) * (box[3]! - box[1]!);
