// What a board can ask of the Stage around it.

import { getContext, setContext, untrack } from "svelte";
import type { Point, Thing } from "./board";

export interface StageApi {
  /** Screen pixels per unit of the drawing, now. */
  scale: () => number;
  /** Where in the drawing a pointer is. */
  point: (event: { clientX: number; clientY: number }) => Point;
  /** The part of the drawing that is in view. */
  view: () => Box;
}

const KEY = Symbol("stage");

export const useStage = (): StageApi => getContext<StageApi>(KEY);
export const giveStage = (stage: StageApi): void => {
  setContext(KEY, stage);
};

/** Ask the Stage on the page to bring a thing into view. */
export function bringIntoView(thing: Thing): void {
  // The Stage reacts synchronously; untrack, so that what it reads does not become a dependency of the caller's effect.
  untrack(() => window.dispatchEvent(new CustomEvent("sandtable:show", { detail: thing })));
}

/** Ask the Stage to bring what can be chosen back into view: the story has led the eye elsewhere. */
export function bringChoicesIntoView(): void {
  untrack(() => window.dispatchEvent(new Event("sandtable:choices")));
}

/** A part of the drawing, by its upper left corner. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

const middle = (box: Box): Point => ({ x: box.x + box.w / 2, y: box.y + box.h / 2 });

/** How far inside the edge of the view a thing must be to count as visible. */
const MARGIN = 0.05;

const isSeen = (box: Box, view: Box): boolean => {
  const { x, y } = middle(box);
  const [dx, dy] = [view.w * MARGIN, view.h * MARGIN];
  return x > view.x + dx && x < view.x + view.w - dx && y > view.y + dy && y < view.y + view.h - dy;
};

const around = (boxes: Box[]): Box => {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    w: Math.max(...boxes.map((box) => box.x + box.w)) - x,
    h: Math.max(...boxes.map((box) => box.y + box.h)) - y,
  };
};

/**
 * Where to centre so that these boxes are visible: all of them if they fit; otherwise, if none is visible now, as many as
 * possible. Null: stay.
 */
export function bestView(boxes: Box[], view: Box): Point | null {
  if (boxes.length === 0 || boxes.every((box) => isSeen(box, view))) return null;
  const all = around(boxes);
  if (all.w <= view.w * (1 - 2 * MARGIN) && all.h <= view.h * (1 - 2 * MARGIN)) return middle(all);
  if (boxes.some((box) => isSeen(box, view))) return null;
  const here = middle(view);
  const groups = boxes.map((box) => {
    const { x, y } = middle(box);
    const found = boxes.filter((other) => isSeen(other, { ...view, x: x - view.w / 2, y: y - view.h / 2 }));
    const at = middle(around(found));
    return { n: found.length, at, far: Math.hypot(at.x - here.x, at.y - here.y) };
  });
  return groups.sort((a, b) => b.n - a.n || a.far - b.far)[0]!.at;
}

/** The boxes out of view, by the side on which they lie. */
export function sides(boxes: Box[], view: Box): { side: string; boxes: Box[] }[] {
  const by = new Map<string, Box[]>();
  const here = middle(view);
  for (const box of boxes) {
    const at = middle(box);
    const [dx, dy] = [(at.x - here.x) / view.w, (at.y - here.y) / view.h];
    if (Math.max(Math.abs(dx), Math.abs(dy)) <= 0.5) continue;
    const side = Math.abs(dx) > Math.abs(dy) ? (dx < 0 ? "left" : "right") : dy < 0 ? "up" : "down";
    by.set(side, [...(by.get(side) ?? []), box]);
  }
  return [...by].map(([side, found]) => ({ side, boxes: found }));
}
