// Where everything is, in units of the drawing: side by side, one below the other, or, on a small screen, far apart as
// separate scenes.

import type { Point } from "../../lib/board";
import type { Board, BoardSector } from "../../types/rogue-trooper";

/** The width of a hex. */
export const W = 96;
/** From its middle to a corner. */
export const R = W / Math.sqrt(3);
/** The thickness of a ring of the station. */
export const T = 90;
const EDGE = 15;

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export type Arrangement = "wide" | "tall" | "scenes";

export interface Layout {
  width: number;
  height: number;
  map: Box;
  station: Box;
  hub: Point;
  table: Box;
  sheets: Box;
}

const TABLE = 150;
const GAP = 10;
/** Far enough apart that no two scenes are ever visible together. */
const APART = 4000;
/** The largest and smallest height of a sheet's line. */
export const SHEET = { most: 116, least: 72 };

/** Where the station's hub is in its box, and how large the box is. */
function stationSize(board: Board): { w: number; h: number; hub: Point } {
  let left = 0.5, right = 0.5, top = 0.5, bottom = 0.5;
  for (const room of board.sectors.slice(board.earth)) {
    for (let at = room.start; at <= room.end; at += 2) {
      const x = Math.sin((at * Math.PI) / 180) * (room.ring + 0.5);
      const y = -Math.cos((at * Math.PI) / 180) * (room.ring + 0.5);
      left = Math.max(left, -x);
      right = Math.max(right, x);
      top = Math.max(top, -y);
      bottom = Math.max(bottom, y);
    }
  }
  const pad = 14;
  return {
    w: (left + right) * T + 2 * pad,
    h: (top + bottom) * T + 2 * pad + 12,
    hub: { x: left * T + pad, y: top * T + pad + 12 },
  };
}

export function layoutOf(board: Board, how: Arrangement, players: number): Layout {
  const rows = Math.ceil(board.earth / board.width);
  const map: Box = {
    x: 0,
    y: 0,
    w: (board.width + (rows > 1 ? 0.5 : 0)) * W + 2 * EDGE,
    h: (rows - 1) * W * (Math.sqrt(3) / 2) + 2 * R + 2 * EDGE,
  };
  const plan = stationSize(board);
  const column = Math.max(plan.w, 440);
  const put = (x: number, y: number, w = plan.w, h = plan.h) => ({
    station: { x, y, w, h },
    hub: { x: x + w / 2 - plan.w / 2 + plan.hub.x, y: y + plan.hub.y },
  });
  const below = map.h + GAP;
  if (how === "wide") {
    const x = map.w + GAP;
    const height = Math.max(below + TABLE, plan.h + GAP + players * SHEET.least);
    return {
      width: x + column,
      height,
      map,
      table: { x: 0, y: below, w: map.w, h: height - below },
      ...put(x, 0, column),
      sheets: { x, y: plan.h + GAP, w: column, h: height - plan.h - GAP },
    };
  }
  if (how === "tall") {
    const y = below + TABLE + GAP;
    const high = Math.max(plan.h, players * SHEET.least);
    return {
      width: map.w,
      height: y + high,
      map,
      table: { x: 0, y: below, w: map.w, h: TABLE },
      ...put(0, y, plan.w, high),
      sheets: { x: plan.w + GAP, y, w: map.w - plan.w - GAP, h: high },
    };
  }
  return {
    width: map.w,
    height: map.h,
    map,
    ...put(APART, 0),
    sheets: { x: 2 * APART, y: 0, w: 440, h: players * SHEET.least },
    table: { x: 3 * APART, y: 0, w: 560, h: 2 * TABLE + 10 },
  };
}

/** The middle of a sector. */
export function middleOf(layout: Layout, sector: BoardSector): Point {
  if (sector.on_milli_com) return { x: layout.hub.x + sector.x * T, y: layout.hub.y + sector.y * T };
  return { x: layout.map.x + EDGE + sector.x * W, y: layout.map.y + EDGE + sector.y * W };
}

/** A hex around a point, as a path. */
export function hexPath(middle: Point, size = 1): string {
  const corner = (n: number) => {
    const at = (Math.PI / 3) * n - Math.PI / 2;
    return `${(middle.x + R * size * Math.cos(at)).toFixed(1)} ${(middle.y + R * size * Math.sin(at)).toFixed(1)}`;
  };
  return `M${[0, 1, 2, 3, 4, 5].map(corner).join("L")}Z`;
}

/** The edge two neighbouring hexes share. */
export function sharedEdge(one: Point, other: Point): [Point, Point] {
  const mid = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
  const dx = (other.x - one.x) / W, dy = (other.y - one.y) / W;
  return [
    { x: mid.x - (dy * R) / 2, y: mid.y + (dx * R) / 2 },
    { x: mid.x + (dy * R) / 2, y: mid.y - (dx * R) / 2 },
  ];
}

const polar = (hub: Point, radius: number, degrees: number): string => {
  const at = (degrees * Math.PI) / 180;
  return `${(hub.x + radius * Math.sin(at)).toFixed(1)} ${(hub.y - radius * Math.cos(at)).toFixed(1)}`;
};

/** A room of the station: a piece of a ring, or the round hub. `inset` leaves walls between rooms. */
export function roomPath(hub: Point, room: BoardSector, inset = 2.5): string {
  const outer = (room.ring + 0.5) * T - inset;
  if (room.ring === 0) {
    return `M${polar(hub, outer, 0)}A${outer} ${outer} 0 1 1 ${polar(hub, outer, 180)}A${outer} ${outer} 0 1 1 ${polar(hub, outer, 360)}Z`;
  }
  const inner = (room.ring - 0.5) * T + inset;
  const wide = room.end - room.start > 180 ? 1 : 0;
  const a = (radius: number) => (inset / radius) * (180 / Math.PI);
  return (
    `M${polar(hub, outer, room.start + a(outer))}A${outer} ${outer} 0 ${wide} 1 ${polar(hub, outer, room.end - a(outer))}` +
    `L${polar(hub, inner, room.end - a(inner))}A${inner} ${inner} 0 ${wide} 0 ${polar(hub, inner, room.start + a(inner))}Z`
  );
}

export interface Door {
  key: string;
  x: number;
  y: number;
  /** The direction through it, in degrees. */
  turn: number;
  /** The rooms do not touch: a passage drawn over the plan. */
  far?: [Point, Point];
}

/** The doors of the station: where connected rooms touch, and passages where they do not. */
export function doorsOf(board: Board, layout: Layout): Door[] {
  const doors: Door[] = [];
  for (let n = board.earth; n < board.sectors.length; n++) {
    for (const m of board.sectors[n]!.adjacent) {
      if (m > n) doors.push(doorOf(board.sectors[n]!, board.sectors[m]!, layout));
    }
  }
  return doors;
}

function doorOf(a: BoardSector, b: BoardSector, layout: Layout): Door {
  const [one, other] = a.ring <= b.ring ? [a, b] : [b, a];
  const key = `${a.id}-${b.id}`;
  const at = (radius: number, degrees: number, turn: number): Door => {
    const angle = (degrees * Math.PI) / 180;
    return {
      key,
      x: layout.hub.x + radius * Math.sin(angle),
      y: layout.hub.y - radius * Math.cos(angle),
      turn,
    };
  };
  if (one.ring === 0) return at(T / 2, (other.start + other.end) / 2, (other.start + other.end) / 2);
  if (other.ring === one.ring + 1) {
    const from = Math.max(one.start, other.start), to = Math.min(one.end, other.end);
    if (to - from > 6) return at((one.ring + 0.5) * T, (from + to) / 2, (from + to) / 2);
  }
  if (one.ring === other.ring) {
    if (Math.abs(one.end - other.start) < 1) return at(one.ring * T, one.end, one.end + 90);
    if (Math.abs(other.end - one.start) < 1) return at(one.ring * T, one.start, one.start + 90);
  }
  const from = middleOf(layout, one), to = middleOf(layout, other);
  return { key, x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, turn: 0, far: [from, to] };
}

/** Where pieces that share a sector stand: side by side, smaller and in two rows when there are many. */
export function placesFor(n: number): { x: number; y: number; scale: number }[] {
  if (n <= 1) return [{ x: 0, y: 0, scale: 1 }];
  if (n === 2) return [-17, 17].map((x) => ({ x, y: 0, scale: 0.95 }));
  if (n === 3) return [-27, 0, 27].map((x, at) => ({ x, y: at === 1 ? -5 : 3, scale: 0.85 }));
  const upper = Math.floor(n / 2);
  const row = (count: number, y: number) =>
    Array.from({ length: count }, (_, at) => ({ x: (at - (count - 1) / 2) * 23, y, scale: 0.68 }));
  return [...row(upper, -15), ...row(n - upper, 9)];
}

/** A small number that is always the same for the same text: so art varies from hex to hex, but not from one visit to the next. */
export function hash(text: string): number {
  let h = 7;
  for (const letter of text) h = (h * 31 + letter.charCodeAt(0)) % 9973;
  return h;
}
