// The dice of a log line: one group, or two for dice thrown against each other.

import type { LogLine } from "../lib/board";

export type Face = number | string;

/** Dice that one side threw. */
export interface Thrown {
  faces: Face[];
  /** Of each die, whether it counts; empty if these dice are not read that way. */
  hits: boolean[];
  /** Thrown against those of the other side: what counts are the highest dice, and nothing is hit yet. */
  isOpposed: boolean;
  /** The seat that threw them, and whose they are in words; null and empty if nobody's. */
  by: string | null;
  side: string;
  mods: string[];
  /** What a die that counts is called, if the game has a word for it. */
  counts: string;
}

/** A line that drew things (cards, counters) has no dice: its text names them. */
export const hasDice = (line: LogLine): boolean =>
  line.kind === "roll" && line.faces.length > 0 && !line.things.length && (line.by.length > 0 || !line.text.includes(": "));

export function throwsIn(line: LogLine): Thrown[] {
  if (!hasDice(line)) return [];
  const isOpposed = line.faces.length === 2 && line.faces.every(Array.isArray);
  const groups = (isOpposed ? line.faces : [line.faces]) as unknown[][];
  const hits = (isOpposed ? line.hits : [line.hits]) as (boolean[] | undefined)[];
  return groups.map((faces, i) => ({
    faces: faces.map(shown),
    hits: hits[i] ?? [],
    isOpposed,
    by: line.by[i] ?? null,
    side: line.sides[i] ?? "",
    mods: line.mods[i] ?? [],
    counts: line.counts,
  }));
}

function shown(face: unknown): Face {
  return typeof face === "number" || typeof face === "string" ? face : JSON.stringify(face);
}

/** A die of a throw, and whether it counts; undefined if these dice are not read that way. */
export interface OneDie {
  face: Face;
  hit: boolean | undefined;
}

/** From this many dice on, equal faces lie together. */
const MANY = 6;

/** The dice as they lie: a few as they fell; many by face, those that count first. */
export function laidOut({ faces, hits }: Thrown): OneDie[] {
  const dice = faces.map((face, i) => ({ face, hit: hits[i] }));
  if (dice.length < MANY) return dice;
  const rank = ({ face, hit }: OneDie) => (hit ? 1000 : 0) + (typeof face === "number" ? face : 0);
  return dice.sort((a, b) => rank(b) - rank(a) || String(a.face).localeCompare(String(b.face)));
}

/** How many of the dice count, in words; empty for a few dice, which can be seen. */
export function countedHits({ faces, hits, isOpposed, counts }: Thrown): string {
  if (!hits.length || faces.length < 3) return "";
  const counting = faces.filter((_, i) => hits[i]);
  // Not every throw is a shot: dice of tests and checks are counted the same way, and a game may have its own word.
  if (!isOpposed) return `${counting.length} of ${faces.length} ${counts || (counting.length === 1 ? "succeeds" : "succeed")}`;
  if (!counting.length) return "";
  const times = counting.length === 1 ? "" : counting.length === 2 ? ", twice" : `, ${counting.length} times`;
  return `highest ${counting[0]}${times}`;
}
