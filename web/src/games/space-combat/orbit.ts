// Where Points are drawn and how paths run between them. The orbital plane is seen from slightly above.

import type { Board, Point, View } from "../../types/space-combat";

/** The radius of the outermost ring in units of the drawing, and how much the plane is tilted. */
export const R = 420;
export const TILT = 0.74;
const SIDE = 84;
const ABOVE = 48;
const BELOW = 44;
/** A Point beyond the outermost ring is drawn no further out than this. */
const FAR = 1.17;

export interface Spot extends Point {
  px: number;
  py: number;
  /** The direction away from the planet. */
  ox: number;
  oy: number;
  /** A ring of its own: the whole ring is the Point. */
  isRing: boolean;
  radius: number;
}

export interface Sky {
  width: number;
  height: number;
  cx: number;
  cy: number;
  spots: Spot[];
  at: Map<string, Spot>;
  tracks: string[];
  stars: { x: number; y: number; r: number; o: number }[];
}

function hash(n: number): number {
  let h = Math.imul(n + 11, 374761393);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** The angle of a Point clockwise from the top, in radians. */
const turnOf = (point: Point): number => Math.atan2(point.x, -point.y);

const made = new WeakMap<Board, Sky>();

export function skyOf(board: Board): Sky {
  const before = made.get(board);
  if (before) return before;
  const far = Math.max(1, ...board.points.map((point) => Math.min(FAR, Math.hypot(point.x, point.y))));
  const up = Math.max(1, ...board.points.map((point) => Math.min(FAR, -point.y)));
  const cx = R * far + SIDE - (far - 1) * R;
  const cy = up * R * TILT + ABOVE;
  const spots = board.points.map((point) => placed(board, point, cx, cy));
  const at = new Map(spots.map((spot) => [spot.id, spot]));
  const width = cx * 2;
  const height = cy + R * TILT + BELOW;
  const sky: Sky = { width, height, cx, cy, spots, at, tracks: tracksOf(board, at, cx, cy), stars: starsOf(width, height) };
  made.set(board, sky);
  return sky;
}

function placed(board: Board, point: Point, cx: number, cy: number): Spot {
  const ring = board.rings.find((one) => one.id === point.orbit);
  const isRing = ring?.points.length === 1;
  const far = Math.hypot(point.x, point.y) || 1;
  const radius = isRing ? ring.radius : Math.min(FAR, far);
  // The Point of a single-Point ring is drawn in front of the planet, where no Track comes in.
  const turn = isRing ? (Math.PI * 2) / 3 : turnOf(point);
  const x = Math.sin(turn);
  const y = -Math.cos(turn) * TILT;
  const long = Math.hypot(x, y) || 1;
  return { ...point, px: cx + x * radius * R, py: cy + y * radius * R, ox: x / long, oy: y / long, isRing, radius };
}

/** Tracks as lines; one that leads to a single-Point ring ends at the ring. */
function tracksOf(board: Board, at: Map<string, Spot>, cx: number, cy: number): string[] {
  return board.tracks.flatMap((track) =>
    track.slice(1).map((id, n) => {
      const a = at.get(track[n]!)!;
      const b = at.get(id)!;
      const [from, to] = [end(a, b, cx, cy), end(b, a, cx, cy)];
      return `M${from.x.toFixed(1)},${from.y.toFixed(1)}L${to.x.toFixed(1)},${to.y.toFixed(1)}`;
    }),
  );
}

function end(spot: Spot, other: Spot, cx: number, cy: number): { x: number; y: number } {
  if (!spot.isRing) return { x: spot.px, y: spot.py };
  const part = spot.radius / other.radius;
  return { x: cx + (other.px - cx) * part, y: cy + (other.py - cy) * part };
}

function starsOf(width: number, height: number): Sky["stars"] {
  return Array.from({ length: 170 }, (_, n) => ({
    x: hash(n * 3) * width,
    y: hash(n * 3 + 1) * height,
    r: 0.6 + hash(n * 3 + 2) ** 4 * 2.2,
    o: 0.25 + hash(n * 7 + 5) * 0.6,
  }));
}

/** The path between two neighbours: along the ring if they share one, otherwise straight. */
export function step(a: Spot, b: Spot): string {
  if (a.orbit && a.orbit === b.orbit && !a.isRing) {
    const turn = (turnOf(b) - turnOf(a) + Math.PI * 2) % (Math.PI * 2);
    const r = a.radius * R;
    return `A${r} ${r * TILT} 0 0 ${turn < Math.PI ? 1 : 0} ${b.px} ${b.py}`;
  }
  return `L${b.px} ${b.py}`;
}

/** Points that end a movement: those with an Intercept marker. */
export const stopsOf = (view: View): Set<string> => new Set(view.map.filter((point) => point.marker).map((point) => point.id));

/** How much Energy each Point costs from where the Task Force is, and the Point before it. */
export function costs(board: Board, view: View, start: string): Map<string, { cost: number; from: string }> {
  const stops = stopsOf(view);
  const near = new Map(board.points.map((point) => [point.id, point.near]));
  const found = new Map([[start, { cost: 0, from: start }]]);
  let edge = [start];
  for (let cost = 1; edge.length; cost++) {
    const next: string[] = [];
    for (const here of edge) {
      if (here !== start && stops.has(here)) continue;
      for (const other of near.get(here) ?? []) {
        if (found.has(other)) continue;
        found.set(other, { cost, from: here });
        next.push(other);
      }
    }
    edge = next;
  }
  return found;
}

/** An arc inside a ring for its name, from left to right along the bottom. */
export function nameArc(sky: Sky, ring: { radius: number; points: string[] }): string {
  const gap = 360 / ring.points.length;
  const mid = (Math.floor(225 / gap) + 0.5) * gap;
  const half = Math.min(gap / 2, 26);
  const r = ring.radius * R - 7;
  const at = (degrees: number) => {
    const turn = (degrees * Math.PI) / 180;
    return `${(sky.cx + Math.sin(turn) * r).toFixed(1)} ${(sky.cy - Math.cos(turn) * r * TILT).toFixed(1)}`;
  };
  return `M${at(mid + half)}A${r} ${r * TILT} 0 0 0 ${at(mid - half)}`;
}
