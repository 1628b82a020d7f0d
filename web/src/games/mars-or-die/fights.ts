// Fire and melee as moments: who faces whom on the stage, and what is drawn on the table while a line is told.

import type { LogLine, Scene, StageSide, StageView, Thing } from "../../lib/board";
import type { ThingSet } from "../../lib/things";
import { counted } from "../../lib/words";
import { isNowhere } from "./draw";
import { Field, thingsOf } from "./field";
import { gap, shifted, stands, turned } from "./geometry";
import type { Board, Point, Pose, View } from "./types";

/** The units that a line names, as numbers. */
function unitsIn(things: Iterable<Thing>, board: Board): number[] {
  const known = thingsOf(board);
  return [...things].flatMap((thing) => {
    const it = known.get(thing);
    return it?.kind === "unit" ? [it.unit] : [];
  });
}

/** The unit that opened a chapter, and the enemies it fires at or fights. */
function facedIn(lines: readonly LogLine[], board: Board): [number, ...number[]] | null {
  const [first, ...others] = unitsIn(lines.find((line) => line.opens)?.things ?? [], board);
  const foes = others.filter((u) => first !== undefined && board.units[u]!.side !== board.units[first]!.side);
  return first === undefined || !foes.length ? null : [first, ...foes];
}

/** Who faces whom: two units, or both sides where they roll for the initiative. */
export function stage(lines: readonly LogLine[], board: Board, view: View): StageView | null {
  const faced = facedIn(lines, board);
  if (!faced) {
    const isAlone = lines.some((line) => line.kind !== "answer" && unitsIn(line.things, board).length);
    const [one, other] = board.sides.map((side): StageSide => ({ seat: side.id, title: side.label, lines: [] }));
    return isAlone ? null : { title: "", place: null, sides: [one!, other!] };
  }
  const [first, ...all] = faced;
  // Of several targets, the one that the last shot was aimed at: what follows the dice may tell of the next shot already.
  const known = thingsOf(board);
  const thrown = lines.findLastIndex((line) => line.faces.length);
  const aimed = lines
    .slice(0, thrown < 0 ? lines.length : thrown)
    .flatMap((line) => line.things.flatMap((it) => known.get(it) ?? []))
    .findLast((it) => it.kind === "stand" && board.units[it.unit]!.side !== board.units[first]!.side);
  const field = new Field(board, view);
  // Under a flyer other units than its target may have to hold: the last line says which.
  const last = lines.findLast((line) => line.kind === "note" && !line.opens);
  const held = unitsIn(last?.things ?? [], board).filter((u) => field.side(u) !== field.side(first) && !all.includes(u));
  // Who has lost its target may fire at a unit that the volley did not begin with.
  const foes = held.length ? held : aimed?.kind === "stand" && (all.length > 1 || !all.includes(aimed.unit)) ? [aimed.unit] : all;
  const cast = (units: number[]): StageSide => ({
    seat: board.sides[field.side(units[0]!)]!.id,
    title: units.map((u) => board.units[u]!.label).join(", "),
    lines: units.map((u) => `${field.kind(u).label}${strengthOf(field, u)}`),
  });
  return { title: "", place: field.thing(foes[0]!), sides: [cast([first]), cast(foes)] };
}

function strengthOf(field: Field, u: number): string {
  const size = field.view.sizes[u]!;
  if (size > 1) return `, ${field.left(u)} of ${size} stands`;
  const labels = field.view.labels[u]!;
  return labels ? `, ${counted(labels, "label", "labels")} left` : "";
}

/** A fight that is being told. */
export interface Fight {
  unit: number;
  foes: number[];
  isMelee: boolean;
  /** Where a unit that charges meets its enemy; null if they stand face to face already. */
  contact: Pose | null;
}

/** The fight of a scene; null if it is none. */
export function fightOf(board: Board, { lines, before, after }: Scene<View>): Fight | null {
  const faced = facedIn(lines, board);
  if (!faced) return null;
  const [unit, ...foes] = faced;
  const field = new Field(board, before);
  if (faced.some((u) => isNowhere(field.pose(u)) || field.kind(u).is_flyer)) return null;
  // A shot names the stand it is aimed at before the dice are thrown; in a melee only units face each other.
  const first = lines.findIndex((line) => line.faces.length);
  const isMelee = !lines.slice(0, first < 0 ? lines.length : first).some((line) => line.things.some((it) => it.kind === "stand"));
  return { unit, foes, isMelee, contact: isMelee ? contactOf(field, after, unit, foes[0]!) : null };
}

const TOUCHING = 100;
const STEP = 200;
const FAR = 14_000;

/** Where a unit touches the enemy it charges: it faces as it will, and goes straight on from where it will end up. */
function contactOf(field: Field, after: View, u: number, v: number): Pose | null {
  const [from, enemy] = [field.pose(u), field.pose(v)];
  if (gap(from, enemy) <= TOUCHING) return null;
  const ended = after.poses[u]!;
  const aim = (Math.atan2(enemy[1] - from[1], enemy[0] - from[0]) * 180) / Math.PI;
  const [, , , , slots, mask] = from;
  const start: Pose = isNowhere(ended) ? turned(from, Math.round(aim + 360) % 360) : [ended[0], ended[1], ended[2], ended[3], slots, mask, ended[6]];
  for (let far = 0; far <= FAR; far += STEP) {
    const there = shifted(start, start[2], far);
    if (gap(there, enemy) <= TOUCHING) return there;
  }
  return null;
}

/** The part of the table that a fight takes up: west, south, east, north. */
export function placeOf(field: Field, fight: Fight): [number, number, number, number] {
  const poses = [fight.unit, ...fight.foes].map((u) => field.pose(u)).filter((pose) => !isNowhere(pose));
  if (fight.contact) poses.push(fight.contact);
  const corners = poses.flatMap((pose) => stands(pose).flatMap((stand) => stand.corners));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** A shot that is being told: from the middle of the unit that fires to the stand it aims at. */
export interface Tracer {
  from: Point;
  to: Point;
}

/** Where a stand of a unit is, or was before it fell. */
function placeOfStand(pose: Pose, slot: number): Point | null {
  if (isNowhere(pose)) return null;
  const [x, y, facing, shape, slots, , side] = pose;
  return stands([x, y, facing, shape, slots, 1 << slot, side])[0]?.centre ?? null;
}

/** The shots and the fallen of the act that is being told. A stand falls in the last act that names it. */
export function toldIn(board: Board, scene: Scene<View>): { tracers: Tracer[]; fallen: Point[] } {
  const { before, after, act, rest } = scene;
  const known = thingsOf(board);
  const [was, will] = [new Field(board, before), new Field(board, after)];
  const thrown = act.findIndex((line) => line.faces.length);
  if (thrown < 0) return { tracers: [], fallen: [] };
  const all = (lines: readonly LogLine[]) => lines.flatMap((line) => line.things.flatMap((it) => known.get(it) ?? []));
  const later = all(rest);
  const tracers = act.slice(0, thrown).flatMap((line): Tracer[] => {
    const named = all([line]);
    const shooter = named.find((it) => it.kind === "unit");
    const target = named.find((it) => it.kind === "stand");
    if (shooter?.kind !== "unit" || target?.kind !== "stand" || isNowhere(was.pose(shooter.unit))) return [];
    const to = placeOfStand(was.pose(target.unit), target.slot);
    return to ? [{ from: [was.pose(shooter.unit)[0], was.pose(shooter.unit)[1]], to }] : [];
  });
  // A unit that charges falls where it met its enemy.
  const fight = fightOf(board, scene);
  const poseOf = (u: number): Pose => (fight?.unit === u && fight.contact) || was.pose(u);
  const fallen = all(act.slice(thrown)).flatMap((it): Point[] => {
    if (it.kind !== "stand" || !was.stand(it.unit, it.slot) || will.stand(it.unit, it.slot)) return [];
    if (later.some((one) => one.kind === "stand" && one.unit === it.unit && one.slot === it.slot)) return [];
    const there = placeOfStand(poseOf(it.unit), it.slot);
    return there ? [there] : [];
  });
  return { tracers, fallen };
}

/** The shots and the fallen among the things that a line of the log names. */
export function told(field: Field, shown: ThingSet): { tracers: Tracer[]; fallen: Point[] } {
  const known = thingsOf(field.board);
  const all = [...shown].flatMap((thing) => known.get(thing) ?? []);
  const units = all.flatMap((it) => (it.kind === "unit" && !isNowhere(field.pose(it.unit)) ? [it.unit] : []));
  const tracers: Tracer[] = [];
  const fallen: Point[] = [];
  for (const it of all) {
    if (it.kind !== "stand") continue;
    const there = placeOfStand(field.pose(it.unit), it.slot);
    if (!there) continue;
    if (!field.stand(it.unit, it.slot)) fallen.push(there);
    const able = units.filter((u) => field.side(u) !== field.side(it.unit));
    // A unit under the pointer is shown too; the one that has just acted is meant.
    const shooter = able.length > 1 ? able.find((u) => field.view.acted[u]) : able[0];
    if (shooter !== undefined) tracers.push({ from: [field.pose(shooter)[0], field.pose(shooter)[1]], to: there });
  }
  return { tracers, fallen };
}
