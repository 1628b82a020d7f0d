// Made by `python -m sandtable.server.typescript`. Do not edit.

/** The whole table as its one player sees it. Things are named by the ids that `Board` lists, cards by their titles. */
export interface View {
  board: BoardView;
  phase: string;
  net: number;
  net_max: number;
  points: number;
  ops: (string | null)[];
  reserve: number;
  discards: (string | null)[];
  in_play: string | null;
  last: string | null;
  card: string | null;
  mission: MissionView | null;
  cell: string | null;
  nexus: string | null;
  taz: string[];
  installations: SiteView[];
  team: UnitView[];
  recruits: string[];
  eliminated: string[];
  values: Record<string, number>;
  strength: number;
  move: number;
  opfor: OpforView[];
  has_edge: boolean | null;
  is_campaign: boolean;
  won: string[];
  lost_in_a_row: number;
  missions: number;
  difficulty: string;
  fought: DebriefView[];
}

/** The map as it is printed. */
export interface BoardView {
  title: string;
  shifted: string;
  cells: CellView[];
  terrains: ([string, string])[];
}

/** A cell of the map. Shifted cells lie half a cell further along. */
export interface CellView {
  id: string;
  column: number;
  row: number;
  terrain: string;
  symbol: string;
  name: string;
}

/** A Mission card that the player may read. */
export interface MissionView {
  id: string;
  title: string;
  plus: number;
  needs: Record<string, number>;
  total: number;
  icons: string[];
  text: string;
  is_revealed: boolean;
}

/** An Installation. */
export interface SiteView {
  id: string;
  label: string;
  cell: string;
  icons: string[];
  extra: number;
  is_friendly: boolean;
  hop: boolean;
}

/** One side of a Friendly counter. */
export interface UnitView {
  id: string;
  label: string;
  kind: string;
  combat: number;
  move: number;
  icons: string[];
  is_crashed: boolean;
}

/** OPFOR units on the map that show the same side. */
export interface OpforView {
  id: string;
  label: string;
  combat: number;
  edge: number;
  n: number;
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

/** Everything that is printed. Lists are in the order of the game's numbers. */
export interface Board {
  title: string;
  is_pointed: boolean;
  cells: Cell[];
  terrains: Terrain[];
  installations: Installation[];
  icons: Named[];
  units: Unit[];
  offers: Offer[];
  opfor: OpforKind[];
  sides: OpforSide[];
  cards: Card[];
  missions: MissionCard[];
  throws: Record<string, number>;
  cost: Cost;
  net_max: number;
  ops: number;
  points: number;
  taz: number;
}

/** A cell of the map; x and y are its middle, neighbours are 1 apart. */
export interface Cell {
  id: string;
  label: string;
  x: number;
  y: number;
  terrain: string;
  name: string;
  near: string[];
}

/** `terrains`: a line of the Terrain Effects Chart. */
export interface Terrain {
  id: string;
  letter: string;
  label: string;
  symbol?: string;
  stop?: boolean;
  team_edge?: number;
  opfor_edge?: number;
  recruit?: boolean;
}

/** `installations`: a line of the Installation Chart. */
export interface Installation {
  id: string;
  label: string;
  cell: string;
  extra: number;
  icons?: ("cyber" | "leader" | "nano" | "pilot" | "sniper")[];
  hop?: boolean;
}

/** An id and what people read for it. */
export interface Named {
  id: string;
  label: string;
}

/** A Friendly counter: effective and crashed, or the two items of Gear. Special Units cannot be bought. */
export interface Unit {
  id: string;
  kind: string;
  cost: number | null;
  sides: [Face, Face];
}

/** One side of a Friendly counter. Gear does not move by itself. `siege` counts at an OPFOR Installation. */
export interface Face {
  id: string;
  label: string;
  combat: number;
  siege: number;
  move: number;
  icons: string[];
}

/** Something that can be recruited: a side of a counter. */
export interface Offer {
  id: string;
  label: string;
  unit: string;
  side: number;
  cost: number;
}

/** A kind of OPFOR counter and how many there are; the ids of its sides. */
export interface OpforKind {
  id: string;
  label: string;
  count: number;
  sides: [string, string];
}

/** One side of an OPFOR counter. `after` is the side a hit turns it to; None: the hit removes it. */
export interface OpforSide {
  id: string;
  label: string;
  combat: number;
  edge: number;
  after: string | null;
}

/** An Ops card. */
export interface Card {
  id: string;
  title: string;
  text: string;
}

/** A Mission card; `text` is what it says besides its Objective. */
export interface MissionCard {
  id: string;
  title: string;
  plus: number;
  needs: Record<string, number>;
  total: number;
  icons: string[];
  win_lose: number;
  text: string;
}

/** 7.5 The cost of units in Team Points. */
export interface Cost {
  gear: number;
  cadre: number;
  vehicle: number;
}
