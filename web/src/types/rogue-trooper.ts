// Made by `python -m sandtable.server.typescript`. Do not edit.

/** The table as one seat sees it. A number that stands for a thing is a place in one of the lists of `Board`. */
export interface View {
  pack: string;
  seat: number | null;
  round: number;
  most_rounds: number;
  phase: Phase;
  mover: number;
  gis: GiView[];
  passes: number;
  declares: boolean;
  rogue_order: number[];
  traitor: number;
  traitor_lives: number;
  stack: (number | null)[];
  board: ([number, number])[];
  played: number[];
  force: number;
  declared: number;
  confronts: boolean;
  no_evading: boolean;
  no_chips: boolean;
  extra_cards: number;
  first_salvo: number;
  decks: number[];
  discards: number[][];
  removed: number[];
}

/** The phase that comes next. Each is one turn of the engine, so that a position is copied cheaply. */
export type Phase = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13;
export const Phases = { SHUFFLE: 0, SET_UP: 1, MOVEMENT: 2, MOVING: 3, ENCOUNTER: 4, MEETING: 5, DRAWING: 6, FACING: 7, END: 8, CONFRONTATION: 9, REST: 10, CARDS: 11, CLUES: 12, NEXT: 13 } as const;

/** One GI and his sheet. None stands for the back of a card. */
export interface GiView {
  sector: number;
  lives: number;
  prison: number;
  ammunition: number[];
  slots: number[];
  items: number[];
  companions: number[];
  hand: (number | null)[];
  missions: (number | null)[];
  clues: (number | null)[];
  open_set: number[];
  chip: number;
  team: number;
  taken: number;
  missing: number;
  rogue_rule: number;
}

/** The whole table as it is printed. Every number of the view is a place in one of these lists. */
export interface Board {
  pack: string;
  gis: BoardThing[];
  width: number;
  earth: number;
  sectors: BoardSector[];
  terrains: Record<string, BoardThing>;
  sides: Record<string, BoardThing>;
  designs: BoardDesign[];
  cards: BoardCard[];
  decks: BoardThing[];
  weapons: BoardThing[];
  ammunition: BoardAmmunition[];
  slots: BoardThing[];
  rogues: BoardThing[];
  faces: BoardThing[];
  parts: BoardThing[];
  clues: BoardThing[];
  faces_used: number;
  literal_evasion: boolean;
  phases: BoardPhase[];
  lives: number;
  traitor_lives: number;
  traitor_dice: number;
}

/** A thing with the id it has in questions and log lines, what people read for it, and what it does. */
export interface BoardThing {
  id: string;
  label: string;
  text: string;
}

/** A hex of Nu-Earth or a space of Milli-com. */
export interface BoardSector {
  id: string;
  label: string;
  name: string;
  on_milli_com: boolean;
  x: number;
  y: number;
  terrain: string;
  side: string;
  rating: number;
  place: string;
  drop_zone: number;
  evade: number;
  adjacent: number[];
  text: string;
  ring: number;
  start: number;
  end: number;
}

/** A kind of card. Numbers that a kind does not have are -1. */
export interface BoardDesign {
  label: string;
  deck: number;
  kind: string;
  glyph: string;
  lines: string[];
  side: string;
  categories: string[];
  flags: string[];
  initiative: number;
  firepower: number;
  number: number;
  destination: number;
  phase: string;
  target: string;
  clue: number;
  weapon: number;
  evade: number;
}

/** One card: the view's numbers count these. */
export interface BoardCard {
  id: string;
  design: number;
}

/** A track of the character sheet. */
export interface BoardAmmunition {
  id: string;
  label: string;
  most: number;
  text: string;
}

/** A step of the turn, and the phase it belongs to: "set_up", "movement", "encounter" or "end". */
export interface BoardPhase {
  id: string;
  label: string;
  text: string;
  part: string;
}
