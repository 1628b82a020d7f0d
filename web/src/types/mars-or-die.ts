// Made by `python -m sandtable.server.typescript`. Do not edit.

/** A view with what players measure and count on the table. */
export interface PageView {
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
  general_helped: number[];
  locks: ([number, number])[];
  wall: boolean[];
  dust: boolean;
  drums: number[];
  hands: ((number | null)[])[];
  discards: number[];
  reaches: (Reach | null)[] | null;
  strength: number[];
  progress: Progress[][];
  scores: Score[];
}

/** Where a unit stands: centre, facing, shape, how many places the shape has, and which of them hold a stand. */
export type Pose = [x: number, y: number, facing: number, shape: number, slots: number, mask: number, side: number];

/** The actions open to a unit now if nobody played a card. Angles are measured from where it faces, to each side. */
export interface Reach {
  move: number;
  charge: number;
  turn: number;
  range: number;
  arc: number;
  targets: Target[];
  assaults: Assault[];
}

/** The stand of an enemy unit that is hit most easily, the stand of one's own that hits it, and the chance. */
export interface Target {
  unit: number;
  slot: number;
  shooter: number;
  chance: number;
}

/** An enemy unit within a charge: where the charge ends, and the hits of the first round on average. */
export interface Assault {
  unit: number;
  end: [number, number];
  given: number;
  taken: number;
}

/** How near a side is to one of its conditions: what it has, and what that is measured against. */
export interface Progress {
  has: number;
  against: number;
}

/** S5 Where points decide: the points of a side, and its stands at the objective. */
export interface Score {
  points: number;
  stands: number;
}

export type View = PageView;

/** The whole board of a battle. Lengths are thousandths of an inch, from the south-west corner of the table. */
export interface Board {
  scenario: string;
  title: string;
  about: string;
  width: number;
  height: number;
  turns: number;
  firing: number[];
  fear: number;
  phases: string[];
  fates: string[];
  shapes: string[];
  sides: BoardSide[];
  kinds: Kind[];
  units: BoardUnit[];
  generals: BoardGeneral[];
  grounds: BoardGround[];
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
  breaks_under: number | null;
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
  place: string;
}

/** The abilities of a unit; lengths in thousandths of an inch. */
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
  title: string;
  side: number;
  kind: number;
  enters: number;
  guard_of: number | null;
  stands: string[];
}

/** A general. */
export interface BoardGeneral {
  id: string;
  label: string;
  side: number;
}

/** A feature: an upright rectangle (west, south, east, north) and what it does. */
export interface BoardGround {
  id: string;
  label: string;
  name: string;
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

/** A card. */
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
  place: string;
}
