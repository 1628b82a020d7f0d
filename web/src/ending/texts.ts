// Words for the figures of an ending.

import type { ThrowSum } from "../types/wire";

/** What was thrown: hits of so many dice, or pips. */
export function thrown(it: ThrowSum): string {
  const n = Math.round(it.thrown * 10) / 10;
  if (it.unit === "hits") return `${n} of ${it.dice} ${it.dice === 1 ? "die" : "dice"}`;
  return it.unit === "best" ? `${n} (sum of the highest dice)` : `${n} with ${it.dice} ${it.dice === 1 ? "die" : "dice"}`;
}

/** When a game ended and how long it took, both in seconds since 1970. */
export function lasted(began: number, ended: number): string {
  const minutes = Math.round((ended - began) / 60);
  const day = new Date(ended * 1000).toLocaleDateString(undefined, { day: "numeric", month: "long", year: "numeric" });
  if (minutes < 1) return `${day}, less than a minute`;
  if (minutes < 100) return `${day}, ${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
  const hours = Math.round(minutes / 6) / 10;
  return hours < 48 ? `${day}, ${hours} hours` : `${day}, over ${Math.round(hours / 24)} days`;
}
