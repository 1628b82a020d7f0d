// What our games call their throws and their optional questions, in plain words. A game of somebody else's is shown as it speaks.

import type { LogLine } from "../lib/board";

type Words = Record<string, string>;

const MARTIAN: Words = {
  opfor: "OPFOR units drawn",
  edge: "Tactical Edge, you against the OPFOR",
  fire: "You fire",
  "opfor fire": "The OPFOR fires",
  breakoff: "Breaking off",
  "break off": "Breaking off",
  netrun: "NET Run",
  "net run": "NET Run",
  "net dice": "NET dice",
  "net check": "NET check",
  combined: "Combined action",
  bonus: "Bonus die",
  escape: "Where the team escapes to",
  gather: "Where the team gathers",
  nexus: "Where the Nexus lies",
  revert: "An Installation turns back",
  "random location": "A place by chance",
  "swarm side": "Which side of each Swarm is up",
};

const THROWS: Record<string, Words> = {
  "surface-combat": MARTIAN,
  "space-combat": MARTIAN,
  "mars-or-die": {
    shot: "Shots, attacker against target",
    melee: "Melee, both sides",
    general: "Does the general get away?",
    "flyer check": "Does the unit stand under the flyer?",
  },
  "rogue-trooper": {
    enemy: "The enemy attacks",
    evade: "Evading",
    escape: "Escaping from prison",
    companion: "Is a Companion hit instead?",
    traitor: "The Traitor fights",
    "borrowed data": "Is the data there?",
  },
  "red-dust": { "event discard": "Asset cards discarded" },
};

const WINDOWS: Record<string, Words> = {
  "rogue-trooper": {
    "rogue.movement": "Rogue cards before a move",
    "rogue.encounter": "Rogue cards before Encounters",
    "rogue.end": "Rogue cards in the End phase",
    "rogue.discard": "discarding Rogue cards",
  },
  "red-dust": {
    bid: "bids for the order",
    transfer: "requests for Resources",
    cycler_extra: "sending one more on the Cycler",
    redeploy: "redeploying",
    strike_back: "striking back",
  },
  "surface-combat": { breakoff: "breaking off", action: "special actions" },
  "mars-or-die": {
    start: "cards at the start of a turn",
    cancel: "cards against cards",
    fired_on: "cards when fired on",
    after_hit: "cards after a hit",
    after_miss: "cards after a miss",
    shaken: "cards when shaken",
    step_back: "cards when stepping back",
  },
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A line that may begin with what was thrown for: "netrun", or "opfor: two Wasps". */
export function thrown(game: string, text: string): string {
  const at = text.indexOf(": ");
  const [head, rest] = at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at)];
  const words = THROWS[game]?.[head];
  return words === undefined ? text : words + rest;
}

export function worded(game: string, line: LogLine): LogLine {
  return line.kind === "roll" ? { ...line, text: capital(thrown(game, line.text)) } : line;
}

/** A kind of optional question, for standing orders. */
export const windowName = (game: string, window: string): string =>
  window === "*" ? "everything" : (WINDOWS[game]?.[window] ?? window.replace(/[._]/g, " "));

/** How long a standing order lasts. */
export const orderEnds = (until: string): string =>
  ({ "this turn": "for this turn", "my turn": "until it is my turn", withdrawn: "until I withdraw it" })[until] ?? `until ${until}`;
