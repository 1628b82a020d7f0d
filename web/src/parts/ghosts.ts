// What would change: counters that come, move or turn, and counters that go.

import type { Point } from "../lib/board";
import { ThingMap } from "../lib/things";
import type { Counter, Pieces } from "../types/parts";
import { stand, type Layout, type Stood } from "./layout";

export interface Ghosts {
  /** Where a counter would stand, and where it stands now if it moves. */
  come: (Stood & { from: Point | null })[];
  go: Stood[];
}

export const NO_GHOSTS: Ghosts = { come: [], go: [] };

const isAt = (one: Counter, other: Counter) => one.at.kind === other.at.kind && one.at.id === other.at.id;
const looks = ({ symbol, colour, number, hidden }: Counter) => JSON.stringify([symbol ?? "", colour ?? "", number ?? null, hidden ?? false]);

/** The difference between what stands on the board and what would stand there. */
export function ghostsOf(layout: Layout, now: Pieces, then: Pieces): Ghosts {
  const standing = stand(layout, now);
  const before = new ThingMap(standing.map((it) => [it.counter, it] as const));
  const after = stand(layout, then);
  const stays = new ThingMap(after.map((it) => [it.counter, it] as const));
  const come = after.flatMap((it): Ghosts["come"] => {
    const was = before.get(it.counter);
    if (!was) return [{ ...it, from: null }];
    if (!isAt(was.counter, it.counter)) return [{ ...it, from: was.at }];
    return looks(was.counter) === looks(it.counter) ? [] : [{ ...it, at: was.at, from: null }];
  });
  return { come, go: standing.filter(({ counter }) => !stays.has(counter)) };
}
