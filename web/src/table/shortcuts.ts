// Which key answers which option. A key never has two meanings: letters for Done, Pass, Yes, No and the end of a turn are used for
// nothing else, in no question; numbers count the options or are amounts.

import type { OptionView } from "../lib/board";

/** The letter of a word that ends or answers something. */
const BY_WORD: Record<string, string> = { done: "d", pass: "p", yes: "y", accept: "y", no: "n", refuse: "n", change: "a" };
/** What ends the player's turn. */
const END_TURN = "e";
/** Any other way to say no. */
const DECLINE = "n";
const ENDING = new Set(["done", "pass", "accept", "change", "refuse"]);

/** Things in a list: numbers first, then letters that neither a word nor the table page uses (u r o h l c w and 0). */
const IN_A_LIST = [..."123456789bfgijkmqstvxz"];

/** Done, Pass and the like: options that end or answer something and do not name a thing. */
export const isEnding = (option: OptionView, decline: string | null): boolean =>
  option.key === decline || ENDING.has(option.word) || option.ends !== "";

function letterOf(option: OptionView, decline: string | null): string | undefined {
  // Pass is p, also where it ends the turn; Done is not d where it does.
  if (option.word === "done" && option.ends === "turn") return END_TURN;
  return BY_WORD[option.word] ?? (option.ends === "turn" ? END_TURN : undefined) ?? (option.key === decline ? DECLINE : undefined);
}

export function shortcuts(options: readonly OptionView[], decline: string | null): Map<string, string> {
  const byKey = new Map<string, string>();
  const taken = new Set<string>();
  const give = (option: OptionView, letter: string) => {
    byKey.set(option.key, letter);
    taken.add(letter);
  };
  for (const option of options) {
    const letter = letterOf(option, decline);
    if (letter !== undefined && !taken.has(letter)) give(option, letter);
  }
  const rest = options.filter(({ key }) => !byKey.has(key));
  // An amount is its own key, also beside "All" and the like, which get letters: 2 never means 1.
  const isAmount = ({ data }: OptionView) => Number.isInteger(data.amount);
  const amounts = rest.filter(isAmount);
  const areOwn = amounts.length > 1 && new Set(amounts.map(({ data }) => data.amount)).size === amounts.length;
  if (areOwn) for (const option of amounts) if (option.data.amount >= 1 && option.data.amount <= 9) give(option, String(option.data.amount));
  const letters = IN_A_LIST.filter((letter) => !taken.has(letter) && !(areOwn && letter >= "1" && letter <= "9"));
  rest.filter(({ key }) => !byKey.has(key)).slice(0, letters.length).forEach((option, n) => give(option, letters[n]!));
  return byKey;
}
