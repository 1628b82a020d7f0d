// Where the name plates go: beside each unit, where they cover the least.

import type { Layout } from "./draw";
import type { Field } from "./field";
import { hulls } from "./geometry";
import type { Point } from "./types";

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Plate extends Rect {
  unit: number;
}

/** The upright rectangle a unit takes up in the drawing. */
export function extentOf(field: Field, layout: Layout, u: number): Rect {
  if (field.kind(u).is_flyer) {
    const [x, y] = field.pose(u);
    return { x: layout.x(x) - 26, y: layout.y(y) - 28, w: 52, h: 56 };
  }
  const corners = hulls(field.pose(u)).flat();
  const xs = corners.map(([x]) => layout.x(x));
  const ys = corners.map(([, y]) => layout.y(y));
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}

export const shared = (a: Rect, b: Rect): number =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

/** A plate for each unit; widths and height are given in units of the drawing. */
export function platesFor(field: Field, layout: Layout, units: number[], width: (u: number) => number, height: number): Plate[] {
  const bodies = new Map(units.map((u) => [u, extentOf(field, layout, u)]));
  const done: Plate[] = [];
  const gap = 5;
  const edge: Rect = { x: layout.left - 60, y: layout.top - 24, w: layout.wide + 120, h: layout.deep + 48 };
  for (const u of units) {
    const { x, y, w, h } = bodies.get(u)!;
    const wide = width(u);
    const [cx, cy] = [x + w / 2 - wide / 2, y + h / 2 - height / 2];
    const facing = field.pose(u)[2];
    const isUp = Math.sin((facing * Math.PI) / 180) > -0.1;
    const [below, above] = [y + h + gap + 2, y - height - gap];
    const spots: [number, number][] = [
      [cx, isUp ? below : above],
      [cx, isUp ? above : below],
      [x - wide - gap, cy],
      [x + w + gap, cy],
      [x, isUp ? below : above],
      [x + w - wide, isUp ? below : above],
      [x, isUp ? above : below],
      [x + w - wide, isUp ? above : below],
      [cx, isUp ? below + height : above - height],
    ];
    let best: Plate | null = null;
    let least = Infinity;
    spots.forEach(([px, py], n) => {
      const plate: Plate = { unit: u, x: px, y: py, w: wide, h: height };
      let cost = n * 12;
      for (const [v, body] of bodies) cost += shared(plate, body) * (v === u ? 3 : 1.6);
      for (const other of done) cost += shared(plate, other) * 4;
      cost += (wide * height - shared(plate, edge)) * 6;
      if (cost < least) [least, best] = [cost, plate];
    });
    done.push(best!);
  }
  return done;
}


/** How far down each of some labels of the same size is moved so that none covers another. They are given by their middles. */
export function apart(middles: readonly Point[], wide: number, high: number): number[] {
  const order = middles.map((_, n) => n).sort((a, b) => middles[a]![1] - middles[b]![1]);
  const down = middles.map(() => 0);
  order.forEach((n, i) => {
    const [x, y] = middles[n]!;
    // From the top down: each has to clear only those above it, the highest first.
    for (const other of order.slice(0, i)) {
      const [ox, oy] = [middles[other]![0], middles[other]![1] + down[other]!];
      if (Math.abs(ox - x) < wide && Math.abs(oy - (y + down[n]!)) < high) down[n] = oy + high - y;
    }
  });
  return down;
}
