// Made by `python -m sandtable.server.typescript`. Do not edit.

/** Everything on the table lies open; lists are by unit, as in the state. */
export interface View {
  pack: string;
  scenario: string;
  turn: number;
  turns: number;
  phase: number;
  winner: number;
  poses: Pose[];
  labels: number[];
  fates: number[];
  sizes: number[];
  acted: boolean[];
  disordered: boolean[];
  limbered: boolean[];
  guarding: boolean[];
  fears: number[];
  dug_in: number[];
  rests: number[];
  skirmishing: boolean[];
  cartridges: boolean[];
  lore: boolean[];
  live: number[][];
  generals: number[];
  locks: ([number, number])[];
  wall: boolean[];
  dust: boolean;
  drums: number[];
  hands: ((number | null)[])[];
  discards: number[];
}

/** Where a unit stands: centre, facing, shape, how many places the shape has, and which of them hold a stand. */
export type Pose = [x: number, y: number, facing: number, shape: number, slots: number, mask: number, side: number];

/** The whole board of a battle. */
export interface Board {
  scenario: string;
  title: string;
  about: string;
  width: number;
  height: number;
  turns: number;
  stands: number;
  phases: string[];
  fates: string[];
  shapes: string[];
  sides: BoardSide[];
  kinds: Kind[];
  units: BoardUnit[];
  generals: BoardGeneral[];
  grounds: BoardGround[];
  blocks: ([number, number, number, number])[];
  cards: BoardCard[];
  points: BoardPoints | null;
}

/** One side: its seat, where it sets up, where it comes and goes, and how it wins. */
export interface BoardSide {
  id: string;
  label: string;
  race: string;
  facing: number;
  zones: ([number, number, number, number])[];
  enters: string | null;
  leaves: string | null;
  cards: string;
  strength: number;
  wins: BoardWin[];
}

/** One way to win; which fields count depends on `when`. */
export interface BoardWin {
  when: string;
  under: number;
  type: string;
  count: number;
  feature: string;
  at: [number, number] | null;
  within: number;
}

/** What a unit can do, in the engine's measures. */
export interface Kind {
  id: string;
  label: string;
  race: string;
  arm: string;
  stands: number;
  side: number;
  move: number;
  charge: number;
  limbered_move: number;
  attack: number;
  second: number;
  range: number;
  defend: number;
  labels: number;
  melee: number;
  is_infantry: boolean;
  is_cavalry: boolean;
  is_champion: boolean;
  is_machinegun: boolean;
  is_artillery: boolean;
  is_scout: boolean;
  is_flyer: boolean;
  has_spear: boolean;
  has_bayonet: boolean;
  is_archer: boolean;
  shoots_over: boolean;
  squares: boolean;
}

/** A unit, or the stand it may leave behind as a guard. */
export interface BoardUnit {
  id: string;
  label: string;
  name: string;
  letter: string;
  side: number;
  kind: number;
  enters: number;
  guard_of: number | null;
}

export interface BoardGeneral {
  id: string;
  label: string;
  side: number;
}

/** A feature: an upright rectangle (west, south, east, north) and what it does. */
export interface BoardGround {
  id: string;
  label: string;
  kind: string;
  box: [number, number, number, number];
  cover: boolean;
  is_hill: boolean;
  blocks_sight: boolean;
  stops: boolean;
  climb: boolean;
  impassable: boolean;
  crossing: boolean;
  slows_cavalry: boolean;
}

export interface BoardCard {
  id: string;
  label: string;
  number: string;
  colour: string;
  title: string;
  text: string;
}

/** Victory by points. */
export interface BoardPoints {
  stand: number;
  unit: number;
  objective: number;
  at: [number, number];
  within: number;
}
