// The dice of a log line: one group, or two for an opposed roll.

import type { LogLine } from "../lib/board";

export type Face = number | string;

/** A line that drew things (cards, counters) has no dice: its text names them. */
export function dice(line: LogLine): Face[][] {
  if (line.kind !== "roll" || line.things.length || line.text.includes(": ")) return [];
  const faces = line.faces;
  if (faces.length === 2 && faces.every(Array.isArray)) return faces.map((group) => (group as unknown[]).map(shown));
  return faces.length ? [faces.map(shown)] : [];
}

function shown(face: unknown): Face {
  return typeof face === "number" || typeof face === "string" ? face : JSON.stringify(face);
}
