// Which lines of the log to show.

import type { LogLine } from "../lib/board";

/** How many lines after an answer the game's own line about it may come. */
const NEAR = 4;

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The log without answers that come again: in the game's own words, or when sealed answers are opened. */
export function withoutRepeats(lines: LogLine[], seatLabel: (id: string | null) => string): LogLine[] {
  const opened = new Set(lines.filter((line) => line.kind === "opened").map(answered));
  return lines.filter(
    (line, i) => line.kind !== "answer" || !(opened.has(answered(line)) || isTold(line, lines, i, seatLabel(line.seat))),
  );
}

/** Who answered what, and when: the same for an answer and for the line that opens it. */
const answered = (line: LogLine): string => JSON.stringify([line.turn, line.seat, line.text]);

/** Whether the next line that is not an answer is a note that names the seat and contains every word of the answer. */
function isTold(answer: LogLine, lines: LogLine[], at: number, who: string): boolean {
  const next = lines.slice(at + 1, at + 1 + NEAR).find((line) => line.kind !== "answer");
  if (next?.kind !== "note" || next.turn !== answer.turn) return false;
  const told = new Set(words(next.text));
  return [...words(who), ...words(answer.text)].every((word) => told.has(word));
}
