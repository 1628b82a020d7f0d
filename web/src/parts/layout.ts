// Where the parts of a plan are drawn. A unit of the plan is 100 units of the drawing.

import { MediaQuery } from "svelte/reactivity";
import type { Point, Thing } from "../lib/board";
import { ThingMap } from "../lib/things";
import type { Area, Card, Counter, Hex, Pieces, Plan, Square, Zone } from "../types/parts";
import type { Drawing } from "../types/wire";

export type Place = Square | Hex | Area;
export type Part = Place | Zone | Card | Counter;

export const UNIT = 100;
const MARGIN = 34;
/** The height of a row of hexes that are 1 wide. */
const ROW = Math.sqrt(3) / 2;
const RADIUS = UNIT / Math.sqrt(3);
/** The size of a counter that has a place to itself, and of the smallest one. */
const LARGE = 70;
/** The same where a mark is printed above it. */
const MARKED = 58;
const SMALL = 44;
/** The smallest texts: the number on a small counter, and what is printed on a place. */
export const NUMBER = 24;
export const PRINTED = 24;
const READABLE = 12;

export interface Laid {
  place: Place;
  /** Its centre, in units of the drawing. */
  at: Point;
  w: number;
  h: number;
}

export interface Layout {
  width: number;
  height: number;
  places: Laid[];
  by: ThingMap<Laid>;
  lines: { from: Point; to: Point }[];
}

const centre = (place: Place): Point =>
  place.type === "hex"
    ? { x: (place.column + (Math.abs(place.row) % 2) / 2) * UNIT, y: place.row * ROW * UNIT }
    : { x: place.x * UNIT, y: place.y * UNIT };

const sizeOf = (place: Place): [number, number] =>
  place.type === "area"
    ? [(place.width ?? 2) * UNIT, (place.height ?? 1.5) * UNIT]
    : place.type === "hex"
      ? [UNIT, RADIUS * 2]
      : [UNIT, UNIT];

/** The whole plan, moved so that it begins at 0, 0. */
export function layOut(plan: Plan): Layout {
  const found = (plan.places ?? []).map((place) => {
    const [w, h] = sizeOf(place);
    return { place, at: centre(place), w, h };
  });
  const least = (of: (it: Laid) => number) => Math.min(...found.map(of));
  const left = least(({ at, w }) => at.x - w / 2) - MARGIN;
  const top = least(({ at, h }) => at.y - h / 2) - MARGIN;
  const places = found.map((it) => ({ ...it, at: { x: it.at.x - left, y: it.at.y - top } }));
  const by = new ThingMap(places.map((it) => [it.place, it] as const));
  return {
    width: -least(({ at, w }) => -(at.x + w / 2)) - left + MARGIN,
    height: -least(({ at, h }) => -(at.y + h / 2)) - top + MARGIN,
    places,
    by,
    lines: linesOf(places, by),
  };
}

/** The lines between areas, each once. */
function linesOf(places: Laid[], by: ThingMap<Laid>): { from: Point; to: Point }[] {
  const lines: { from: Point; to: Point }[] = [];
  const drawn = new Set<string>();
  for (const { place, at } of places) {
    if (place.type !== "area") continue;
    for (const id of place.joined ?? []) {
      const other = by.get({ kind: place.kind, id });
      if (!other || drawn.has(JSON.stringify([place.kind, id, place.id]))) continue;
      drawn.add(JSON.stringify([place.kind, place.id, id]));
      lines.push({ from: at, to: other.at });
    }
  }
  return lines;
}

/** The outline of a place, a little smaller than its share of the board. */
export function outline({ place, at, w, h }: Laid, shrink = 0): string {
  const [x, y] = [w / 2 - shrink, h / 2 - shrink];
  if (place.type === "hex") {
    const corners = [0, 1, 2, 3, 4, 5].map((n) => (n * Math.PI) / 3);
    return `M${corners.map((a) => `${(at.x + Math.sin(a) * y).toFixed(1)} ${(at.y - Math.cos(a) * y).toFixed(1)}`).join("L")}Z`;
  }
  if (place.type === "square") return `M${at.x - x} ${at.y - y}h${2 * x}v${2 * y}h${-2 * x}Z`;
  const r = 22;
  return (
    `M${at.x - x + r} ${at.y - y}h${2 * (x - r)}a${r} ${r} 0 0 1 ${r} ${r}v${2 * (y - r)}a${r} ${r} 0 0 1 ${-r} ${r}` +
    `h${-2 * (x - r)}a${r} ${r} 0 0 1 ${-r} ${-r}v${-2 * (y - r)}a${r} ${r} 0 0 1 ${r} ${-r}Z`
  );
}

export interface Stood {
  counter: Counter;
  at: Point;
  size: number;
}

/** Where the counters stand: one in the middle, several in rows; many overlap, because smaller ones could not be read. */
export function stand(layout: Layout, pieces: Pieces): Stood[] {
  const stacks = new ThingMap<Counter[]>();
  for (const counter of pieces.counters ?? []) {
    const stack = stacks.get(counter.at);
    if (stack) stack.push(counter);
    else stacks.set(counter.at, [counter]);
  }
  const stood: Stood[] = [];
  for (const at of stacks.keys()) {
    const laid = layout.by.get(at);
    if (laid) stood.push(...rows(laid, stacks.get(at)!));
  }
  // In the order of the game, so that a counter that moves keeps its element in the page.
  const order = new Map((pieces.counters ?? []).map((counter, n) => [counter, n]));
  return stood.sort((a, b) => order.get(a.counter)! - order.get(b.counter)!);
}

/** The room for counters in a place: below the name of an area, inside the corners of a hex. */
function roomIn({ place, w, h }: Laid): { w: number; h: number; down: number; most: number } {
  if (place.type === "area") return { w: w - 20, h: h - 54, down: 18, most: LARGE };
  const marked = place.mark ? { down: 14, most: MARKED } : { down: 0, most: LARGE };
  return place.type === "hex" ? { w: w - 10, h: h - 34, ...marked } : { w: w - 10, h: h - 10 - marked.down, ...marked };
}

function rows(laid: Laid, stack: Counter[]): Stood[] {
  const room = roomIn(laid);
  const n = stack.length;
  const perRow = Math.min(n, Math.max(1, Math.ceil(Math.sqrt((n * room.w) / room.h))));
  const lines = Math.ceil(n / perRow);
  const size = Math.min(room.most, Math.max(SMALL, Math.min(room.w / perRow, room.h / lines) - 4));
  const along = (count: number, length: number) => (count < 2 ? 0 : Math.min(size + 6, (length - size) / (count - 1)));
  return stack.map((counter, i) => {
    const row = Math.floor(i / perRow);
    const inRow = row === lines - 1 ? n - row * perRow : perRow;
    return {
      counter,
      at: {
        x: laid.at.x + ((i % perRow) - (inRow - 1) / 2) * along(perRow, room.w),
        y: laid.at.y + room.down + (row - (lines - 1) / 2) * along(lines, room.h),
      },
      size,
    };
  });
}

/** Pixels per unit of the drawing below which something printed on it cannot be read, or a place not be hit with a finger. */
export function leastScale(plan: Plan, pieces: Pieces): number {
  if (pieces.counters?.some((it) => it.number != null || it.symbol)) return READABLE / NUMBER;
  if (plan.places?.some((it) => it.type === "area" || it.mark)) return READABLE / PRINTED;
  return 0.34;
}

// Cards

export interface Pile {
  zone: Zone;
  /** What lies there from the bottom up; null is face down. */
  cards: (Card | null)[];
}

/** All zones with their cards. */
export function pilesOf(plan: Plan, pieces: Pieces): Pile[] {
  const faces = new ThingMap((plan.cards ?? []).map((card) => [card, card] as const));
  return (plan.zones ?? []).map((zone) => {
    const lying = pieces.cards?.[zone.id] ?? 0;
    const things: (Thing | null)[] = typeof lying === "number" ? Array<null>(lying).fill(null) : lying;
    return { zone, cards: things.map((thing) => thing && (faces.get(thing) ?? null)) };
  });
}

// What the front is given: a plan, or nothing; and a drawing for it

export const planOf = (board: unknown): Plan | null =>
  typeof board === "object" && board !== null && "type" in board && board.type === "plan" ? (board as Plan) : null;

const NO_PIECES: Pieces = {};
export const piecesOf = (drawing: Drawing): Pieces => drawing.pieces ?? NO_PIECES;

/** A zone that belongs to the seat that looks is its hand; everybody else's lies on the table. */
export const isOwn = ({ zone }: Pile, seat: string | null): boolean => seat !== null && zone.seat === seat;

const phone = new MediaQuery("max-width: 640px");
export const isPhone = (): boolean => phone.current;

/** The zones in the hand, the player's own first. A phone has no room for zones beside a board, so all are in the hand there. */
export function inHand(plan: Plan, pieces: Pieces, seat: string | null): Pile[] {
  const all = pilesOf(plan, pieces);
  const own = all.filter((pile) => isOwn(pile, seat));
  return isPhone() && plan.places?.length ? [...own, ...all.filter((pile) => !own.includes(pile))] : own;
}
