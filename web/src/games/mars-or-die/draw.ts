// From thousandths of an inch to the drawing, and the few shapes that are generated instead of drawn by hand.

import type { Box, Board, Point, Pose, View } from "./types";

/** Units of the drawing per inch. */
export const INCH = 20;
export const S = INCH / 1000;

export interface Layout {
  /** The whole drawing. */
  width: number;
  height: number;
  /** The table in it. */
  left: number;
  top: number;
  wide: number;
  deep: number;
  x: (x: number) => number;
  y: (y: number) => number;
  /** Back from the drawing to the table. */
  table: (at: { x: number; y: number }) => Point;
}

/** A rim for the rulers all round, wider where units wait behind an edge: west, east, south, north in inches. */
export function rimsOf(board: Board, view: View): string {
  const rim: Record<string, number> = { west: 3, east: 3, south: 3, north: 3 };
  board.sides.forEach((side, n) => {
    const edge = side.enters ?? behind(side.facing);
    const units = board.units.flatMap((unit, u) => (unit.side === n && unit.guard_of === null ? [u] : []));
    const isOff = ([x, y]: Pose) => !(x >= 0 && y >= 0 && x <= board.width && y <= board.height);
    // During set-up the rim stays as wide as it was at first: the table must not move under the pointer with each unit.
    if (view.turn === 0 || units.some((u) => board.kinds[board.units[u]!.kind]!.is_flyer)) rim[edge] = side.enters && view.turn === 0 ? 9.6 : 4.6;
    else if (view.live[n]!.some((u) => isOff(view.poses[u]!))) rim[edge] = side.enters && view.turn < 3 ? 7.6 : 4.6;
  });
  return [rim.west, rim.east, rim.south, rim.north].join();
}

/** The drawing for these rims. */
export function layoutOf(board: Board, rims: string): Layout {
  const [west, east, south, north] = rims.split(",").map(Number) as [number, number, number, number];
  const [left, top] = [west * INCH, north * INCH];
  const [wide, deep] = [board.width * S, board.height * S];
  return {
    width: left + wide + east * INCH,
    height: top + deep + south * INCH,
    left,
    top,
    wide,
    deep,
    x: (x) => left + x * S,
    y: (y) => top + deep - y * S,
    table: (at) => [(at.x - left) / S, (top + deep - at.y) / S],
  };
}

/** The same layout, measured from the corner of the table. */
export const tableOf = (layout: Layout): Layout => ({
  ...layout,
  left: 0,
  top: 0,
  x: (x) => layout.x(x) - layout.left,
  y: (y) => layout.y(y) - layout.top,
});

/** The edge at the back of a side that faces this way. */
export const behind = (facing: number): string => ["west", "south", "east", "north"][Math.round(facing / 90) % 4]!;

/** How far to rotate a drawing that faces up so that it faces this way. */
export const spin = (facing: number): number => 90 - facing;

/** Numbers that look random but are always the same for the same name. */
export function dice(name: string): () => number {
  let seed = 2166136261;
  for (const sign of name) seed = Math.imul(seed ^ sign.charCodeAt(0), 16777619);
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const n = (value: number): string => value.toFixed(1);

/** A closed smooth line through points. */
export function smooth(points: Point[]): string {
  const at = (i: number) => points[(i + points.length) % points.length]!;
  let path = `M${n(at(0)[0])} ${n(at(0)[1])}`;
  for (let i = 0; i < points.length; i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    path += `C${n(b[0] + (c[0] - a[0]) / 6)} ${n(b[1] + (c[1] - a[1]) / 6)} ${n(c[0] - (d[0] - b[0]) / 6)} ${n(c[1] - (d[1] - b[1]) / 6)} ${n(c[0])} ${n(c[1])}`;
  }
  return `${path}Z`;
}

export const polygon = (points: Point[]): string => points.map(([x, y]) => `${n(x)},${n(y)}`).join(" ");

/** A rounded, uneven patch that fills a rectangle of the drawing: x, y, width, height. */
export function patch(
  [x, y, w, h]: [number, number, number, number],
  roll: () => number,
  size = 1,
  rough = 0.06,
  square = 3.2,
): string {
  const points: Point[] = [];
  const steps = 26;
  for (let i = 0; i < steps; i++) {
    const a = (i / steps) * 2 * Math.PI;
    const [c, s] = [Math.cos(a), Math.sin(a)];
    const r = (Math.abs(c) ** square + Math.abs(s) ** square) ** (-1 / square) * size * (1 - rough * roll());
    points.push([x + w / 2 + (c * r * w) / 2, y + h / 2 + (s * r * h) / 2]);
  }
  return smooth(points);
}

/** A box of the table in the drawing: x, y, width, height. */
export function rectOf(layout: Layout, box: Box): [number, number, number, number] {
  return [layout.x(box[0]), layout.y(box[3]), (box[2] - box[0]) * S, (box[3] - box[1]) * S];
}

/** A pie slice around a point of the drawing, centred on a facing, `half` degrees to each side. */
export function sector(x: number, y: number, far: number, facing: number, half: number): string {
  if (half >= 180) return `M${n(x - far)} ${n(y)}a${n(far)} ${n(far)} 0 1 0 ${n(2 * far)} 0a${n(far)} ${n(far)} 0 1 0 ${n(-2 * far)} 0Z`;
  const at = (angle: number) => {
    const a = (angle * Math.PI) / 180;
    return `${n(x + far * Math.cos(a))} ${n(y - far * Math.sin(a))}`;
  };
  return `M${n(x)} ${n(y)}L${at(facing + half)}A${n(far)} ${n(far)} 0 ${half > 90 ? 1 : 0} 1 ${at(facing - half)}Z`;
}

/** Everything a body can touch that turns on the spot, up to `half` degrees to each side, and goes straight on: `ahead` from its middle to where its
    front ends up, `wide` from its middle to its flank. */
export function sweep(x: number, y: number, ahead: number, wide: number, facing: number, half: number): string {
  const corner = (Math.atan2(wide, ahead) * 180) / Math.PI;
  /** How far the body reaches in a direction that is this far off its heading. */
  const along = (apart: number): number => {
    const a = (Math.abs(apart) * Math.PI) / 180;
    return a >= Math.PI / 2 ? 0 : Math.min(ahead / Math.cos(a), a ? wide / Math.sin(a) : Infinity);
  };
  const turn = Math.min(half, 180);
  const far = (side: number): number => {
    // The heading nearest to the one that points a corner this way.
    const headings = [side - corner, side + corner].map((one) => Math.max(-turn, Math.min(turn, one)));
    return Math.max(...headings.map((heading) => along(side - heading)));
  };
  const most = Math.min(180, turn + 90);
  const points: Point[] = [];
  for (let side = -most; side <= most; side += 3) points.push(off(x, y, facing + side, far(side)));
  return `M${points.map(([a, b]) => `${n(a)} ${n(b)}`).join("L")}Z`;
}

/** The point at some distance from another in some direction, in the drawing. */
export function off(x: number, y: number, facing: number, far: number): Point {
  const a = (facing * Math.PI) / 180;
  return [x + far * Math.cos(a), y - far * Math.sin(a)];
}

export const isNowhere = (pose: Pose): boolean => pose[0] < -500_000;
