// Which key answers which option: numbers for numbers, first letters for words like Done, then 1-9 and letters.

import type { OptionView } from "../lib/board";

/** Keys that the table page uses itself. */
const RESERVED = "urohlc0";
const LETTERS = "abdefgijkmnpqstvwxyz";

const ENDING = new Set(["done", "pass", "accept", "change", "refuse"]);

/** Done, Pass and the like: options that end or answer something and do not name a thing. */
export const isEnding = (option: OptionView, decline: string | null): boolean =>
  option.key === decline || ENDING.has(option.word);

export function shortcuts(options: readonly OptionView[], decline: string | null): Map<string, string> {
  const byKey = new Map<string, string>();
  const taken = new Set<string>(RESERVED);
  const give = (option: OptionView, letter: string) => {
    byKey.set(option.key, letter);
    taken.add(letter);
  };
  const things = options.filter((option) => !isEnding(option, decline));
  const ownNumbers = things.length > 0 && things.every(({ data }) => data.amount >= 1 && data.amount <= 9);
  for (const option of options) {
    const first = option.label[0]?.toLowerCase() ?? "";
    if (isEnding(option, decline) && LETTERS.includes(first) && !taken.has(first)) give(option, first);
  }
  if (ownNumbers) {
    for (const option of things) give(option, String(option.data.amount));
  }
  const free = [..."123456789", ...LETTERS].filter((letter) => !taken.has(letter));
  for (const option of options) {
    if (byKey.has(option.key)) continue;
    const letter = free.shift();
    if (letter === undefined) break;
    byKey.set(option.key, letter);
  }
  return byKey;
}
