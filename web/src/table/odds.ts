// Odds in one language: percentages, "certain" where nothing is thrown, and only what differs between the options.

import type { OddsLine, OddsReply } from "../lib/board";

/** A chance as people say it. */
export function percent(p: number): string {
  const value = p * 100;
  if (value > 0 && value < 0.1) return `${value.toFixed(2)}%`;
  if (value > 99.9 && value < 100) return ">99.9%"; // nearly certain is not certain
  return `${value.toFixed(1).replace(/\.0$/, "")}%`;
}

export interface Compared {
  /** What is the same for every option that throws something, and whether every option does. */
  same: OddsLine[];
  always: boolean;
  /** For each option, what differs from the others. */
  by: Map<string, OddsLine[]>;
}

const CLOSE = 1e-9;

/** Which rows differ between options. With one option, all do. */
export function compare(odds: Record<string, OddsReply>): Compared {
  const all = Object.entries(odds);
  const thrown = all.filter(([, { lines }]) => lines.length > 0);
  const first = thrown[0]?.[1].lines ?? [];
  const same = thrown.length < 2 ? [] : first.filter(({ text, p }) => thrown.every(([, { lines }]) => lines.some((line) => line.text === text && Math.abs(line.p - p) < CLOSE)));
  const texts = new Set(same.map(({ text }) => text));
  return { same, always: thrown.length === all.length, by: new Map(all.map(([key, { lines }]) => [key, lines.filter(({ text }) => !texts.has(text))])) };
}
