// Geometry on the table, the same as in the rules (mars_or_die/geometry): whole thousandths of an inch, whole degrees.
// Every product stays below 2^53, so that plain numbers give exactly what the rules get.

import type { Box, Point, Pose } from "./types";

export const LINE = 0;
export const COLUMN = 1;
export const SQUARE = 2;
export const ONE = 1_000_000;
const INSET = 5;
const MARGIN = 3;
const TOUCH = 10;

// Directions

const sine = (degrees: number): number => Math.round(Math.sin((degrees * Math.PI) / 180) * ONE);
export const SIN = Array.from({ length: 360 }, (_, a) => sine(a));
export const COS = Array.from({ length: 360 }, (_, a) => SIN[(a + 90) % 360]!);

export const mod = (a: number, n: number): number => ((a % n) + n) % n;
/** Division of whole numbers, rounded down. */
export function div(a: number, b: number): number {
  if (b < 0) return div(-a, -b);
  const q = Math.floor(a / b);
  return q * b > a ? q - 1 : (q + 1) * b <= a ? q + 1 : q;
}
const rounded = (product: number): number => div(product + ONE / 2, ONE);

/** The whole degree nearest to the direction of a vector. */
export function bearing(dx: number, dy: number): number {
  return dx || dy ? mod(Math.round((Math.atan2(dy, dx) * 180) / Math.PI), 360) : 0;
}

/** The turn from one facing to another, from -179 to 180; to the left is positive. */
export const turn = (start: number, end: number): number => 180 - mod(start - end + 180, 360);

/** MD 6.6 Whether something lies within 45 degrees to each side of straight ahead. */
export function inArc(facing: number, dx: number, dy: number): boolean {
  const c = COS[facing]!;
  const n = SIN[facing]!;
  const ahead = dx * c + dy * n;
  const aside = dy * c - dx * n;
  return ahead > 0 && -ahead <= aside && aside <= ahead;
}

// Formations

export interface Stand {
  slot: number;
  centre: Point;
  corners: Point[];
}

export const full = (slots: number): number => (1 << slots) - 1;
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

const RADIUS = [0, 1061, 1678, 2373, 3093];
/** No point of the formation is further from its centre. */
export const radius = (pose: Pose): number => (pose[3] === SQUARE ? 2122 : RADIUS[pose[4]]!);

export const depth = (pose: Pose): number =>
  pose[6] * (pose[3] === COLUMN ? pose[4] : pose[3] === SQUARE ? 2 : 1);
export const frontage = (pose: Pose): number =>
  pose[6] * (pose[3] === LINE ? pose[4] : pose[3] === SQUARE ? 2 : 1);

/** First and last place of each unbroken stretch of stands. */
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

// What a formation can do

const put = (pose: Pose, x: number, y: number, facing: number): Pose => [
  x,
  y,
  mod(facing, 360),
  pose[3],
  pose[4],
  pose[5],
  pose[6],
];

export function moved(pose: Pose, heading: number, far: number): Pose {
  return put(pose, pose[0] + rounded(far * COS[heading]!), pose[1] + rounded(far * SIN[heading]!), heading);
}

export function aboutFaced(pose: Pose): Pose {
  let mask = 0;
  for (let slot = 0; slot < pose[4]; slot++) if ((pose[5] >> slot) & 1) mask |= 1 << (pose[4] - 1 - slot);
  return [pose[0], pose[1], (pose[2] + 180) % 360, pose[3], pose[4], mask, pose[6]];
}

export function closedUp(pose: Pose): Pose {
  const left = bits(pose[5]);
  if (left === pose[4] || pose[3] === SQUARE || !left) return pose;
  const half = pose[6] >> 1;
  const places: Point[] = [];
  for (let slot = 0; slot < pose[4]; slot++) if ((pose[5] >> slot) & 1) places.push(place(pose[3], pose[4], slot));
  const mean = (i: 0 | 1) => div(places.reduce((sum, at) => sum + at[i], 0) * half, left);
  const [x, y] = point(pose, mean(0), mean(1));
  return [x, y, pose[2], pose[3], left, full(left), pose[6]];
}

/** Change formation on the middle of the front edge. */
export function formed(before: Pose, shape: number): Pose {
  const pose = closedUp(before);
  const left = bits(pose[5]);
  const made: Pose = [0, 0, pose[2], shape, shape === SQUARE ? 4 : left, full(left), pose[6]];
  const [x, y] = point(pose, div(depth(pose) - depth(made), 2), 0);
  return put(made, x, y, pose[2]);
}

/** R-MD-10 Pivot on a front corner: the left one for a wheel to the left (positive). */
export function wheeled(pose: Pose, degrees: number): Pose {
  const ahead = depth(pose) >> 1;
  const left = degrees > 0 ? frontage(pose) >> 1 : -(frontage(pose) >> 1);
  const [px, py] = point(pose, ahead, left);
  const facing = mod(pose[2] + degrees, 360);
  const c = COS[facing]!;
  const n = SIN[facing]!;
  return put(pose, px - rounded(ahead * c - left * n), py - rounded(ahead * n + left * c), facing);
}

// Polygons

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

/** The distance of a point from the stretch from a to b, rounded up. */
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
export function contains(p: Point[], [x, y]: Point): boolean {
  let [ax, ay] = p.at(-1)!;
  for (const [bx, by] of p) {
    if ((bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0) return false;
    [ax, ay] = [bx, by];
  }
  return true;
}

/** The distance of a point from a polygon. */
export function toPoint(p: Point[], [x, y]: Point): number {
  if (contains(p, [x, y])) return 0;
  return Math.min(...p.map((corner, i) => toEdge(x, y, ...p.at(i - 1)!, ...corner)));
}

const rootUp = (square: number): number => Math.ceil(Math.sqrt(square));

/** Whether the stretch from a to b passes through the inside. */
export function isCrossed(p: Point[], a: Point, b: Point): boolean {
  const [ex, ey] = [b[0] - a[0], b[1] - a[1]];
  const sides = p.map(([x, y]) => ex * (y - a[1]) - ey * (x - a[0]));
  if (Math.min(...sides) >= 0 || Math.max(...sides) <= 0) return false;
  return !isApart(p, [a, b]);
}

export const isIn = (box: Box, [x, y]: Point): boolean => box[0] <= x && x <= box[2] && box[1] <= y && y <= box[3];

export const cornersOf = ([west, south, east, north]: Box): Point[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
];

// Bodies: parallelograms that slide

export interface Body {
  corners: Point[];
  x: number;
  y: number;
  radius: number;
  x2: number;
  y2: number;
  ax: number;
  ay: number;
  bx: number;
  by: number;
}

function makeBody([x, y]: Point, [ax, ay]: Point, [bx, by]: Point, around = 0): Body {
  const cx = x + ax + bx;
  const cy = y + ay + by;
  const far = around || Math.floor(Math.sqrt(Math.max((ax + bx) ** 2 + (ay + by) ** 2, (ax - bx) ** 2 + (ay - by) ** 2)) / 2) + 2;
  const corners: Point[] = [
    [x, y],
    [x + ax, y + ay],
    [cx, cy],
    [x + bx, y + by],
  ];
  return { corners, x: div(x + cx, 2), y: div(y + cy, 2), radius: far, x2: x + cx, y2: y + cy, ax, ay, bx, by };
}

export function boxBody([west, south, east, north]: Box): Body {
  return makeBody([west, south], [east - west, 0], [0, north - south]);
}

/** The ground a formation takes up, a hair smaller than its stands. */
export const bodies = (pose: Pose): Body[] => made(pose, INSET);
/** The same in full size, to measure from. */
export const hulls = (pose: Pose): Body[] => made(pose, 0);

function made(pose: Pose, inset: number): Body[] {
  const [px, py, facing, shape, slots, , side] = pose;
  const half = side >> 1;
  const c = COS[facing]!;
  const n = SIN[facing]!;
  return stretches(pose).map(([first, last]) => {
    const [ahead, left] = place(shape, slots, first);
    const [behind, right] = place(shape, slots, last);
    const front = (ahead + 1) * half - inset;
    const wide = (left + 1) * half - inset;
    const deep = (ahead - behind + 2) * half - 2 * inset;
    const across = (left - right + 2) * half - 2 * inset;
    const corner: Point = [px + rounded(front * c - wide * n), py + rounded(front * n + wide * c)];
    const back: Point = [-rounded(deep * c), -rounded(deep * n)];
    const edge: Point = [rounded(across * n), -rounded(across * c)];
    const around = first < last && shape === SQUARE ? 2125 : RADIUS[last - first + 1]! + 3;
    return makeBody(corner, back, edge, around);
  });
}

/** Whether two bodies share more than their edges. */
export function collide(p: Body, q: Body): boolean {
  const dx = q.x2 - p.x2;
  const dy = q.y2 - p.y2;
  const far = (p.radius + q.radius) * 2;
  if (dx * dx + dy * dy >= far * far) return false;
  return normals(p, q).every(([nx, ny, both]) => Math.abs(dx * ny - dy * nx) < both);
}

/** The edges of two bodies, each with how near the middles may come along its normal. */
function normals(p: Body, q: Body): [number, number, number][] {
  const own = Math.abs(p.ax * p.by - p.ay * p.bx);
  const other = Math.abs(q.ax * q.by - q.ay * q.bx);
  const reach = (r: Body, x: number, y: number) => Math.abs(r.ax * y - r.ay * x) + Math.abs(r.bx * y - r.by * x);
  return [
    [p.ax, p.ay, own + reach(q, p.ax, p.ay)],
    [p.bx, p.by, own + reach(q, p.bx, p.by)],
    [q.ax, q.ay, other + reach(p, q.ax, q.ay)],
    [q.bx, q.by, other + reach(p, q.bx, q.by)],
  ];
}

/** How far p slides in the direction (c, n) until it meets q, and until it is past it; null if it never does. */
function span(p: Body, q: Body, c: number, n: number, most: number): Point | null {
  const dx = q.x2 - p.x2;
  const dy = q.y2 - p.y2;
  const room = (p.radius + q.radius) * 2 * ONE;
  const aside = dx * n - dy * c;
  const ahead = dx * c + dy * n;
  if (aside > room || aside < -room || ahead < -room || ahead > room + 2 * most * ONE) return null;
  let enter = -Infinity;
  let leave = Infinity;
  for (const [nx, ny, both] of normals(p, q)) {
    let gap = dx * ny - dy * nx;
    let speed = c * ny - n * nx;
    if (speed === 0) {
      if (gap >= both || gap <= -both) return null;
      continue;
    }
    if (speed < 0) {
      gap = -gap;
      speed = -speed;
    }
    speed *= 2;
    enter = Math.max(enter, div((gap - both) * ONE, speed));
    leave = Math.min(leave, -div((-gap - both) * ONE, speed));
    if (enter >= leave) return null;
  }
  return [enter, leave];
}

// How far a body can go

export function within(some: Body[], [west, south, east, north]: Box): boolean {
  return some.every((body) => body.corners.every(([x, y]) => west <= x && x <= east && south <= y && y <= north));
}

/** How far bodies can slide before one of their corners leaves the box; -1 if one is outside and stays there. */
export function toTheEdge(some: Body[], box: Box, heading: number, far: number): number {
  let most = far;
  const c = COS[heading]!;
  const n = SIN[heading]!;
  for (const body of some) {
    for (const [x, y] of body.corners) {
      for (const [at, low, high, speed] of [
        [x, box[0], box[2], c],
        [y, box[1], box[3], n],
      ] as const) {
        if (speed > 0 && at <= high) most = Math.min(most, div((high - at) * ONE, speed));
        else if (speed < 0 && at >= low) most = Math.min(most, div((at - low) * ONE, -speed));
        else if (at < low || at > high) return -1;
      }
    }
  }
  return most;
}

/** How far bodies can slide before they meet one of the others; -1 if they overlap one already. */
export function toContact(some: Body[], others: Body[], heading: number, far: number): number {
  let most = far;
  for (const other of others) {
    for (const body of some) {
      const met = span(body, other, COS[heading]!, SIN[heading]!, most + MARGIN);
      if (met && met[1] > TOUCH && met[0] - MARGIN < most) {
        most = met[0] > -TOUCH ? Math.max(0, met[0] - MARGIN) : -1;
      }
    }
  }
  return most;
}

/** Stretches of the way at which bodies overlap one of the others: they may pass there, but not stop. */
export function passedOver(some: Body[], others: Body[], heading: number, most: number): Point[] {
  const found: Point[] = [];
  for (const other of others) {
    for (const body of some) {
      const met = span(body, other, COS[heading]!, SIN[heading]!, most + MARGIN);
      if (met && met[1] > TOUCH && met[0] - MARGIN < most) found.push([met[0] - MARGIN, met[1] + MARGIN]);
    }
  }
  return found;
}

export const isClear = (far: number, closed: Point[]): boolean =>
  closed.every(([enter, leave]) => !(enter < far && far < leave));

/** The stretch of a straight way that lies inside an upright rectangle; null if it never enters. */
export function inside(from: Point, box: Box, heading: number, most: number): Point | null {
  let start = 0;
  let end = most;
  for (const [at, low, high, speed] of [
    [from[0], box[0], box[2], COS[heading]!],
    [from[1], box[1], box[3], SIN[heading]!],
  ] as const) {
    if (speed === 0) {
      if (at < low || at > high) return null;
      continue;
    }
    const [near, far] = speed > 0 ? [low - at, high - at] : [high - at, low - at];
    start = Math.max(start, -div(-near * ONE, speed));
    end = Math.min(end, div(far * ONE, speed));
  }
  return start <= end ? [start, end] : null;
}
