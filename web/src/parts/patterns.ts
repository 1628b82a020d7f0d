// The pattern of each colour, so that nobody needs colour to tell counters apart; and the icon of each symbol.

import type { IconName } from "../lib/icons";
import type { Colour, Symbol } from "../types/parts";

/** Strokes on a tile of 12. */
export const PATTERNS: Record<Colour, string> = {
  sand: "",
  red: "M-3 3L3 -3M0 12L12 0M9 15L15 9",
  blue: "M0 3H12M0 9H12",
  green: "M-3 9L3 15M0 0L12 12M9 -3L15 3",
  yellow: "M6 4.5V7.5M4.5 6H7.5",
  purple: "M0 0L12 12M0 12L12 0",
  orange: "M3 0V12M9 0V12",
  white: "",
  black: "M1 6H5M7 0H11M7 12H11",
};

/** Every symbol is one of our icons; a symbol without an icon does not compile. */
const DRAWN: Record<Symbol, IconName> = {
  bell: "bell",
  bolt: "bolt",
  book: "book",
  boot: "boot",
  bot: "bot",
  chip: "chip",
  city: "city",
  clock: "clock",
  crate: "crate",
  eye: "eye",
  flag: "flag",
  fuel: "fuel",
  gear: "gear",
  gun: "gun",
  hammer: "hammer",
  heart: "heart",
  home: "home",
  leaf: "leaf",
  lock: "lock",
  money: "money",
  moon: "moon",
  mountain: "mountain",
  people: "people",
  person: "person",
  radio: "radio",
  rank: "rank",
  ring: "ring",
  shield: "shield",
  ship: "ship",
  skull: "skull",
  star: "star",
  storm: "storm",
  sun: "sun",
  sword: "sword",
  target: "target",
};

/** The icon of a symbol, or null if it is a letter or a number. */
export const iconOf = (symbol: string | undefined): IconName | null => (symbol && symbol in DRAWN ? DRAWN[symbol as Symbol] : null);


export const tone = (colour: Colour | undefined): string => `var(--part-${colour ?? "sand"})`;
export const inkOn = (colour: Colour | undefined): string => `var(--on-part-${colour ?? "sand"})`;
