// Made by `python -m sandtable.server.typescript`. Do not edit.

/** Everything that is shown. Things are named by the ids that `Board` lists, cards by their titles. */
export interface View {
  planet: string;
  phase: string;
  net: number;
  net_max: number;
  points: number;
  ops: (string | null)[];
  reserve: number;
  discards: (string | null)[];
  in_play: string | null;
  last: string | null;
  card: string;
  mission: MissionView | null;
  won: string[];
  losses: number;
  missions: number;
  difficulty: string;
  fought: DebriefView[];
  is_campaign: boolean;
  cleared: number;
  markers: number;
  ships: ShipView[];
  loose: Held[];
  opfor: OpforView[];
  map: PointView[];
  ways: ([number, number])[];
  point: string | null;
  at: string;
}

/** The Mission card as far as it is known, and what is done of it. */
export interface MissionView {
  id: string;
  title: string;
  asks: string;
  is_revealed: boolean;
  is_returning: boolean;
  done: string[];
}

/** A Mission of the campaign that is over: how it ended, and what it cost and brought. */
export interface DebriefView {
  title: string;
  won: boolean;
  why: string;
  ops: number;
  lost: string[];
  kept: string[];
  gained: number;
  points: number;
  net: number;
  is_last: boolean;
  brings: string;
}

/** A friendly ship: where it is, what it shows with its cargo, and what it carries. */
export interface ShipView {
  id: string;
  label: string;
  type: string;
  point: string | null;
  is_lost: boolean;
  at: string;
  is_disrupted: boolean;
  values: Record<string, number>;
  cargo: Held[];
  room: number;
  cost: number;
  in_task_force: boolean;
  has_broken_off: boolean;
}

/** A Pod or marker that a ship carries, or that is out. */
export interface Held {
  id: string;
  label: string;
}

/** OPFOR units that show the same side. */
export interface OpforView {
  id: string;
  label: string;
  count: number;
  weapons: number;
  energy: number;
}

/** A Point of the map and what lies there; x and y from the planet at (0, 0). */
export interface PointView {
  id: string;
  label: string;
  x: number;
  y: number;
  orbit: string;
  is_node: boolean;
  marker: string;
  unit: string | null;
  has_base: boolean;
}

/** Everything that is printed. Lists are in the order of the game's numbers. */
export interface Board {
  title: string;
  planet: string;
  points: Point[];
  rings: Ring[];
  tracks: string[][];
  launch: string;
  units: Unit[];
  opfor: OpforKind[];
  sides: OpforSide[];
  cards: Card[];
  missions: MissionCard[];
  net_max: number;
  ops: number;
  repair_cost: number;
}

/** A Point of the map; x and y from the planet at (0, 0), the outermost ring at 1. */
export interface Point {
  id: string;
  label: string;
  x: number;
  y: number;
  orbit: string;
  is_node: boolean;
  near: string[];
}

/** An Orbital: its Points clockwise, and how far out it lies. */
export interface Ring {
  id: string;
  label: string;
  radius: number;
  points: string[];
}

/** A friendly counter: a ship, a side of a Pod, an Intercept marker or the Orbital Base. `front` is what it shows, or gives to the ship that carries it; only ships have a `back`. */
export interface Unit {
  id: string;
  label: string;
  kind: string;
  name: string;
  cost: number | null;
  front: Sheet;
  back: Sheet | null;
  type: string;
  pods: number;
  pod: string;
  swarm: number;
}

/** The six values that a side of a counter shows. */
export interface Sheet {
  weapons: number;
  energy: number;
  cyber: number;
  assembly: number;
  bombardment: number;
  troopers: number;
}

/** A kind of OPFOR counter and how many there are; the ids of its sides. */
export interface OpforKind {
  id: string;
  label: string;
  count: number;
  is_swarm: boolean;
  sides: [string, string];
}

/** One side of an OPFOR counter. `after` is the side a hit turns it to; None: the hit removes it. */
export interface OpforSide {
  id: string;
  label: string;
  kind: string;
  weapons: number;
  energy: number;
  edge: number;
  after: string | null;
}

/** An Ops card. */
export interface Card {
  id: string;
  title: string;
  text: string;
}

/** A Mission card in words: where, against how many (NET + `opfor`), at which NET Level, and what it asks for. `net` is 0 if any level will do; `win_lose` is what the mission battle is worth. */
export interface MissionCard {
  id: string;
  title: string;
  orbit: string;
  opfor: number;
  net: number;
  win_lose: number;
  asks: string;
  battle: string;
  deed: string;
  assault: boolean;
  clear: number;
}
