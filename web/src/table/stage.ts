// The stage: who faces whom, and where the panel may stand so that it does not cover what it tells about.

import type { LogLine, StageSide, StageView, Thing } from "../lib/board";
import type { StateFrame } from "../lib/frames";
import { thingKey } from "../lib/things";
import { hasDice, throwsIn, type Thrown } from "./dice";
import type { TableModel } from "./model.svelte";

/** How many lines back a chapter may have begun. */
const FAR = 60;

/** The lines of the chapter to which the last of these lines belongs. */
export function chapterOf(lines: readonly LogLine[]): LogLine[] {
  const near = lines.slice(-FAR);
  // The line that ends the game is told after the turn, and belongs to what led to it.
  const turn = (near.findLast((line) => line.kind !== "end") ?? near.at(-1))?.turn;
  const first = near.findLastIndex((line) => line.opens);
  return near.slice(Math.max(first, 0)).filter((line) => line.turn === turn || line.kind === "end");
}

/** A side on the stage with its latest throw. */
export interface Cast extends StageSide {
  thrown: Thrown | null;
  /** What the throw was for. */
  topic: string;
  /** The throw belongs to the act on show. */
  isNow: boolean;
}

export interface Drama {
  title: string;
  place: Thing | null;
  sides: Cast[];
}

/** Who faces whom in a chapter; null if nobody has thrown dice in the act. */
export function dramaOf(model: TableModel, before: StateFrame | null, chapter: readonly LogLine[], act: readonly LogLine[]): Drama | null {
  if (!act.some(hasDice)) return null;
  const position = before ?? model.position;
  const given: StageView | null = model.front?.stage?.(chapter, model.board, position?.drawing ?? position?.view) ?? null;
  const sides: Cast[] = (given?.sides ?? []).map((side) => ({ ...side, thrown: null, topic: "", isNow: false }));
  // Without sides of the game's own, dice thrown earlier in the chapter were not thrown against these.
  for (const line of given ? chapter : act) {
    const thrown = throwsIn(line);
    thrown.forEach((it, i) => {
      const side = sideOf(sides, it, thrown.length > 1 ? i : 0, given !== null);
      if (side) Object.assign(side, { thrown: it, topic: line.text, isNow: act.includes(line) });
    });
  }
  const mine = model.position?.mine ?? [];
  // Your own side stands on the left.
  if (sides.length === 2 && sides[1]!.seat !== null && mine.includes(sides[1]!.seat) && !mine.includes(sides[0]!.seat ?? "")) sides.reverse();
  return { title: given?.title ?? "", place: given?.place ?? null, sides };
}

/** The side on the stage that threw these dice; a new one while there is room. Dice that are nobody's lie in the order they were thrown. */
function sideOf(sides: Cast[], { by, side }: Thrown, place: number, isGiven: boolean): Cast | undefined {
  const isNobodys = by === null && !side;
  const known = isNobodys ? sides[place] : sides.find((it) => (by !== null ? it.seat === by : it.title === side || (isGiven && it.seat === null)));
  if (known || sides.length > 1) return known;
  const found = { seat: by, title: side, lines: [], thrown: null, topic: "", isNow: false };
  sides.push(found);
  return found;
}

/** The elements of the board that show things. */
export function elementsOf(things: readonly Thing[]): Element[] {
  return things.flatMap((it) => document.querySelector(`.board .stage [data-thing="${CSS.escape(thingKey(it))}"]`) ?? []);
}

/** What is told about weighs this much more than what can be chosen, and what is decided about as much again and more. */
const TOLD = 5;
const ASKED = 12;
const MOST_LOOKED_AT = 80;

/** How much of the stretch from `from` to `to` another one covers, from 0 to 1. */
const part = (from: number, to: number, first: number, last: number): number =>
  Math.max(0, Math.min(to, last) - Math.max(from, first)) / Math.max(1, to - from);

export interface Spot {
  isTop: boolean;
  side: "left" | "middle" | "right";
}

/** How far the panel stands from the edge of the board. */
const EDGE = 12;
/** In the middle if that covers nothing; over the foot of the board rather than its top. */
const SPOTS: readonly Spot[] = (["middle", "left", "right"] as const).flatMap((side) => [false, true].map((isTop) => ({ isTop, side })));

/** Where a panel covers least of the board: of what is told about, what the question is about, and what can be chosen. It stands in `frame`
    and needs this much room. */
export function spotOf(told: readonly Thing[], asked: readonly Thing[], lit: readonly Thing[], frame: DOMRect, width: number, height: number): Spot {
  const element = document.querySelector(".board");
  if (!element) return SPOTS[0]!;
  // A board that shows a fight at large knows where it has left room.
  const room = element.querySelector("[data-told]")?.getAttribute("data-told");
  if (room) return { isTop: room === "above", side: "middle" };
  const weighed = ([[told, TOLD], [asked, ASKED], [lit, 1]] as const).flatMap(([things, weight]) =>
    elementsOf(things.slice(0, MOST_LOOKED_AT)).map((it) => ({ rect: it.getBoundingClientRect(), weight })),
  );
  const covered = ({ isTop, side }: Spot): number => {
    const top = isTop ? frame.top + EDGE : frame.bottom - EDGE - height;
    const left = side === "left" ? frame.left + EDGE : side === "right" ? frame.right - EDGE - width : (frame.left + frame.right - width) / 2;
    // A cell that the panel only touches is still in sight.
    return weighed.reduce((sum, { rect, weight }) => sum + weight * part(rect.top, rect.bottom, top, top + height) * part(rect.left, rect.right, left, left + width), 0);
  };
  return SPOTS.reduce((best, spot) => (covered(spot) < covered(best) ? spot : best));
}

/** The first of these things that the board shows. */
export const placeOf = (things: readonly Thing[]): Thing | null => things.find((it) => elementsOf([it]).length > 0) ?? null;

/** The place shakes once. */
export function shake(place: Thing): void {
  for (const it of elementsOf([place])) {
    it.animate([{ translate: "0" }, { translate: "3px -1px" }, { translate: "-3px 1px" }, { translate: "2px" }, { translate: "0" }], { duration: 240 });
  }
}
