// What the options of our games mean, for the form; a game of somebody else's explains its own.

const TEXTS: Record<string, Record<string, string>> = {
  "rogue-trooper": {
    short: "Two faces of the Traitor are enough instead of three.",
    rounds: "After so many rounds whoever came nearest wins.",
    literal_evasion: "Evasion word for word as the rules have it, not as they are usually played.",
    first: "Who begins, counted from 1.",
  },
  "surface-combat": { mission: "The id of a Mission card. Empty: one is picked by chance." },
  "mars-or-die": { own: "For the scenario “own”: the id of a scenario in the pack. Empty: its first." },
};

export const explained = (game: string, option: string): string => TEXTS[game]?.[option] ?? "";
