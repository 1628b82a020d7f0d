// Fire and melee as moments: who faces whom on the stage, and what is drawn on the table while a line is told.

import type { LogLine, StageSide, StageView, Thing } from "../../lib/board";
import type { ThingSet } from "../../lib/things";
import { isNowhere } from "./draw";
import { Field, thingsOf } from "./field";
import { stands } from "./geometry";
import type { Board, Point, View } from "./types";

/** The units that a line names, as numbers. */
function unitsIn(things: Iterable<Thing>, board: Board): number[] {
  const known = thingsOf(board);
  return [...things].flatMap((thing) => {
    const it = known.get(thing);
    return it?.kind === "unit" ? [it.unit] : [];
  });
}

/** The unit that opened the chapter, and those it fires at or fights. */
export function stage(lines: readonly LogLine[], board: Board, view: View): StageView | null {
  const opening = lines.find((line) => line.opens);
  const [first, ...others] = unitsIn(opening?.things ?? [], board);
  const field = new Field(board, view);
  const foes = others.filter((u) => first !== undefined && field.side(u) !== field.side(first));
  if (first === undefined || !foes.length) return null;
  const cast = (units: number[]): StageSide => ({
    seat: board.sides[field.side(units[0]!)]!.id,
    title: units.map((u) => board.units[u]!.label).join(", "),
    lines: units.map((u) => `${field.left(u)} of ${view.sizes[u]} stands`),
  });
  return { title: "", place: field.thing(foes[0]!), sides: [cast([first]), cast(foes)] };
}

/** A shot that is being told: from the middle of the unit that fires to the stand it aims at. */
export interface Tracer {
  from: Point;
  to: Point;
}

/** The shots and the fallen among the things that a line names. */
export function told(field: Field, shown: ThingSet): { tracers: Tracer[]; fallen: Point[] } {
  const known = thingsOf(field.board);
  const all = [...shown].flatMap((thing) => known.get(thing) ?? []);
  const units = all.flatMap((it) => (it.kind === "unit" && !isNowhere(field.pose(it.unit)) ? [it.unit] : []));
  const tracers: Tracer[] = [];
  const fallen: Point[] = [];
  for (const it of all) {
    if (it.kind !== "stand" || isNowhere(field.pose(it.unit))) continue;
    const [x, y, facing, shape, slots, , side] = field.pose(it.unit);
    const there = stands([x, y, facing, shape, slots, 1 << it.slot, side])[0];
    if (!there) continue;
    if (!field.stand(it.unit, it.slot)) fallen.push(there.centre);
    const able = units.filter((u) => field.side(u) !== field.side(it.unit));
    // A unit under the pointer is shown too; the one that has just acted is meant.
    const shooter = able.length > 1 ? able.find((u) => field.view.acted[u]) : able[0];
    if (shooter !== undefined) tracers.push({ from: [field.pose(shooter)[0], field.pose(shooter)[1]], to: there.centre });
  }
  return { tracers, fallen };
}
