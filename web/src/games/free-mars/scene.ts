// What a scene of the story shows: a card that was turned up, who faces whom, who fires and who is hit.

import type { LogLine, Thing } from "../../lib/board";

/** A counter on the stage. */
export interface Fighter {
  id: string;
  label: string;
  count: number;
  /** How many hits it takes in this act. */
  hits: number;
  /** It is gone now. */
  isGone: boolean;
}

export interface Volley {
  isOurs: boolean;
  dice: number;
  hits: number;
}

/** The sides of enemy counters, by id: what a hit turns each into, or null. */
export type Afters = ReadonlyMap<string, string | null>;

const isRoll = (line: LogLine): boolean => line.kind === "roll";
const idsOf = (line: LogLine, kind: string): string[] => line.things.filter((it: Thing) => it.kind === kind).map((it) => it.id);
/** Dice, and not counters that were drawn. */
const hasFaces = (line: LogLine): boolean => isRoll(line) && line.hits.length > 0;

/** The card that an act turns up: an Ops card, or the Mission that is attempted. */
export const cardIn = (act: readonly LogLine[]): string | null => act.flatMap((line) => (line.opens ? idsOf(line, "card") : [])).at(0) ?? null;

/**
 * The enemies on the stage: those of the position before, or those that have come since, with the hits of the lines told so far. A hit names
 * the side it struck. `front` is the side that a kind of counter comes with.
 */
export function enemiesIn(before: readonly { id: string; n: number }[], lines: readonly LogLine[], act: readonly LogLine[], afters: Afters, front: (kind: string) => string, isOver: boolean): Fighter[] {
  const counts = new Map(before.map(({ id, n }) => [id, n]));
  const struck = new Map<string, number>();
  const add = (id: string, n: number) => counts.set(id, (counts.get(id) ?? 0) + n);
  // The line that tells who comes names each kind once; the draw before it names every counter, but not those that a card calls by name.
  let drawn: string[] = [];
  for (const line of lines) {
    if (isRoll(line)) {
      drawn = idsOf(line, "opfor");
      continue;
    }
    for (const kind of idsOf(line, "opfor")) add(front(kind), Math.max(1, drawn.filter((it) => it === kind).length));
    drawn = [];
    for (const side of idsOf(line, "side")) {
      const isNow = act.includes(line);
      if (isNow) struck.set(side, (struck.get(side) ?? 0) + 1);
      else {
        add(side, -1);
        const after = afters.get(side);
        if (after) add(after, 1);
      }
    }
  }
  return [...counts].filter(([, n]) => n > 0).map(([id, count]) => ({ id, label: "", count, hits: struck.get(id) ?? 0, isGone: isOver || (struck.get(id) ?? 0) >= count && !afters.get(id) }));
}

/** Our units that are hit in an act. */
export const struckIn = (act: readonly LogLine[]): Set<string> => new Set(act.filter((line) => !isRoll(line)).flatMap((line) => idsOf(line, "unit")));

/** The volley of an act; null if nobody fires. Those it is fired at stood there before. */
export function volleyIn(lines: readonly LogLine[], act: readonly LogLine[], wasFight: boolean): Volley | null {
  const roll = act.find(hasFaces);
  if (!roll || roll.by.length !== 1) return null;
  const stood = wasFight || lines.some((line) => line.n < roll.n && !isRoll(line) && idsOf(line, "opfor").length > 0);
  if (!stood) return null;
  return { isOurs: roll.by[0] !== null, dice: roll.faces.length, hits: roll.hits.filter(Boolean).length };
}
