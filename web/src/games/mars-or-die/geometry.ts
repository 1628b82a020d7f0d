// The shapes that are drawn and measured with the ruler, the same as in the rules (mars_or_die/geometry): whole
// thousandths of an inch, whole degrees. Every product stays below 2^53, so that plain numbers give the same results as the rules.

import type { Box, Point, Pose } from "./types";

export const LINE = 0;
export const COLUMN = 1;
export const SQUARE = 2;
const ONE = 1_000_000;

// Directions

const sine = (degrees: number): number => Math.round(Math.sin((degrees * Math.PI) / 180) * ONE);
const SIN = Array.from({ length: 360 }, (_, a) => sine(a));
const COS = Array.from({ length: 360 }, (_, a) => SIN[(a + 90) % 360]!);

const rounded = (product: number): number => Math.floor((product + ONE / 2) / ONE);

// Formations

export interface Stand {
  slot: number;
  centre: Point;
  corners: Point[];
}

export const full = (slots: number): number => (1 << slots) - 1;
/** How many stands a mask holds. */
export function bits(mask: number): number {
  let n = 0;
  for (let left = mask; left; left &= left - 1) n++;
  return n;
}

/** The centre of a place relative to the centre of the formation: ahead and to the left, in half sides. */
export function place(shape: number, slots: number, slot: number): Point {
  if (shape === LINE) return [0, slots - 1 - 2 * slot];
  if (shape === COLUMN) return [slots - 1 - 2 * slot, 0];
  return [1 - 2 * (slot >> 1), 1 - 2 * (slot % 2)];
}

function point(pose: Pose, ahead: number, left: number): Point {
  const c = COS[pose[2]]!;
  const n = SIN[pose[2]]!;
  return [pose[0] + rounded(ahead * c - left * n), pose[1] + rounded(ahead * n + left * c)];
}

/** The stands of a formation, in the order of their places. */
export function stands(pose: Pose): Stand[] {
  const [, , , shape, slots, mask, side] = pose;
  const half = side >> 1;
  const found: Stand[] = [];
  for (let slot = 0; slot < slots; slot++) {
    if (!((mask >> slot) & 1)) continue;
    const [ahead, left] = place(shape, slots, slot);
    const corner = (a: number, l: number) => point(pose, (ahead + a) * half, (left + l) * half);
    found.push({
      slot,
      centre: point(pose, ahead * half, left * half),
      corners: [corner(1, 1), corner(-1, 1), corner(-1, -1), corner(1, -1)],
    });
  }
  return found;
}

export const depth = (pose: Pose): number =>
  pose[6] * (pose[3] === COLUMN ? pose[4] : pose[3] === SQUARE ? 2 : 1);
export const frontage = (pose: Pose): number =>
  pose[6] * (pose[3] === LINE ? pose[4] : pose[3] === SQUARE ? 2 : 1);

/** The first and last slot of each unbroken run of stands. */
export function stretches(pose: Pose): Point[] {
  const [, , , shape, slots, mask] = pose;
  if (mask === full(slots)) return [[0, slots - 1]];
  const found: Point[] = [];
  for (let slot = 0; slot < slots; slot++) {
    if (!((mask >> slot) & 1)) continue;
    const last = found.at(-1);
    if (shape !== SQUARE && last && last[1] === slot - 1) last[1] = slot;
    else found.push([slot, slot]);
  }
  return found;
}

/** A formation that faces this way on the same spot. */
export const turned = ([x, y, , ...body]: Pose, facing: number): Pose => [x, y, facing, ...body];

/** A formation moved by a distance in some direction, with the same facing. */
export function shifted([x, y, ...body]: Pose, heading: number, far: number): Pose {
  return [x + rounded(far * COS[heading]!), y + rounded(far * SIN[heading]!), ...body];
}

/** The outline of each unbroken run of stands, to measure from. */
export function hulls(pose: Pose): Point[][] {
  const [px, py, facing, shape, slots, , side] = pose;
  const half = side >> 1;
  const [c, n] = [COS[facing]!, SIN[facing]!];
  return stretches(pose).map(([first, last]) => {
    const [ahead, left] = place(shape, slots, first);
    const [behind, right] = place(shape, slots, last);
    const [front, wide] = [(ahead + 1) * half, (left + 1) * half];
    const [deep, across] = [(ahead - behind + 2) * half, (left - right + 2) * half];
    const [x, y] = [px + rounded(front * c - wide * n), py + rounded(front * n + wide * c)];
    const [ax, ay] = [-rounded(deep * c), -rounded(deep * n)];
    const [bx, by] = [rounded(across * n), -rounded(across * c)];
    return [
      [x, y],
      [x + ax, y + ay],
      [x + ax + bx, y + ay + by],
      [x + bx, y + by],
    ];
  });
}

// The ruler

/** R-MD-2 The distance between the nearest stands of two units. */
export const gap = (a: Pose, b: Pose): number =>
  Math.min(...hulls(a).flatMap((hull) => hulls(b).map((other) => distance(hull, other))));

/** The distance of a point from a unit. */
export const farFrom = (pose: Pose, at: Point): number => Math.min(...hulls(pose).map((hull) => toPoint(hull, at)));

/** Whether a unit stands on a point. */
export const covers = (pose: Pose, at: Point): boolean => hulls(pose).some((hull) => contains(hull, at));

export function distance(p: Point[], q: Point[]): number {
  if (overlaps(p, q)) return 0;
  return Math.min(cornersToEdges(p, q), cornersToEdges(q, p));
}

const overlaps = (p: Point[], q: Point[]): boolean => !(isApart(p, q) || isApart(q, p));

function isApart(p: Point[], q: Point[]): boolean {
  let [ax, ay] = p.at(-1)!;
  for (const [bx, by] of p) {
    const ex = bx - ax;
    const ey = by - ay;
    if (q.every(([x, y]) => ex * (y - ay) - ey * (x - ax) <= 0)) return true;
    [ax, ay] = [bx, by];
  }
  return false;
}

function cornersToEdges(p: Point[], q: Point[]): number {
  let best = Infinity;
  for (const [x, y] of p) {
    for (let i = 0; i < q.length; i++) {
      best = Math.min(best, toEdge(x, y, ...q.at(i - 1)!, ...q[i]!));
    }
  }
  return best;
}

/** The distance of a point from the segment from a to b, rounded up. */
function toEdge(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [ex, ey, px, py] = [bx - ax, by - ay, x - ax, y - ay];
  const along = px * ex + py * ey;
  const length2 = ex * ex + ey * ey;
  if (along <= 0) return rootUp(px * px + py * py);
  if (along >= length2) return rootUp((x - bx) ** 2 + (y - by) ** 2);
  const across = Math.abs(ex * py - ey * px);
  return Math.ceil(across / Math.sqrt(length2) - 1e-9);
}

/** Whether a point is inside a polygon with its corners in order, counter-clockwise. */
function contains(p: Point[], [x, y]: Point): boolean {
  let [ax, ay] = p.at(-1)!;
  for (const [bx, by] of p) {
    if ((bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0) return false;
    [ax, ay] = [bx, by];
  }
  return true;
}

/** The distance of a point from a polygon. */
function toPoint(p: Point[], [x, y]: Point): number {
  if (contains(p, [x, y])) return 0;
  return Math.min(...p.map((corner, i) => toEdge(x, y, ...p.at(i - 1)!, ...corner)));
}

const rootUp = (square: number): number => Math.ceil(Math.sqrt(square));

/** Whether the line from a to b crosses a polygon. */
export function isCrossed(p: Point[], a: Point, b: Point): boolean {
  const side = (u: Point, v: Point, [x, y]: Point): number => Math.sign((v[0] - u[0]) * (y - u[1]) - (v[1] - u[1]) * (x - u[0]));
  return p.some((corner, i) => {
    const before = p.at(i - 1)!;
    return side(a, b, before) !== side(a, b, corner) && side(before, corner, a) !== side(before, corner, b);
  });
}

export const isIn = (box: Box, [x, y]: Point): boolean => box[0] <= x && x <= box[2] && box[1] <= y && y <= box[3];
