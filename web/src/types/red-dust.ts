// Made by `python -m sandtable.server.typescript`. Do not edit.

/** The table as one seat sees it. A number that stands for a thing is a place in one of the lists of `Board`. */
export interface View {
  pack: string;
  pieces: number[];
  control: number[];
  alignment: number[];
  damage: number[];
  housed: number[];
  population: number[];
  storm: number[];
  resources: number[];
  acting: number;
  cost: number;
  given: number;
  supply_on_earth: number;
  supply_in_transit: number;
  population_on_earth: number;
  population_in_transit: number;
  displaced: number;
  level: number;
  confidence: number;
  controller: number;
  is_eg_up: boolean;
  flashpoint: number;
  has_rodgers_line: boolean;
  is_haboob: boolean;
  phase: Phase;
  rounds: number;
  current: number | null;
  next: number | null;
  order: number[];
  eligible: boolean[];
  acted: number[];
  passed: number[];
  barred: number[];
  staying: number[];
  events_left: number;
  played: number[];
  hand: (number | null)[];
  assets_left: number;
  discards: number[];
  capabilities: number[];
  campaigns: number[];
  campaigns_left: number;
  campaigns_gone: number[];
  drawn: (number | null)[];
  totals: number[];
  thresholds: number[];
  margins: number[];
  nonplayers: NonPlayersView | null;
}

/** The phase that comes next. Each is one turn or more, so that a position can be copied cheaply. */
export type Phase = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
export const Phases = { SET_UP: 0, BIDS: 1, ACTION: 2, OPERATION: 3, EVENT: 4, ASSET: 5, END_OF_ROUND: 6, FLASHPOINT: 7, DUST_STORM: 8 } as const;

/** Factions that play themselves: their Totals, and the Curiosity card in play. */
export interface NonPlayersView {
  seats: number[];
  supply_total: number | null;
  agitate_total: number | null;
  asset_total: number | null;
  card: string;
  card_of: number;
  activation: number;
  lines: CardLine[];
}

/** A line of a Curiosity card: what a box tests, an instruction, or a Special Activity. */
export interface CardLine {
  text: string;
  kind: "activity" | "instruction" | "test";
  is_now: boolean;
}

/** Everything that does not change during a game. */
export interface Board {
  spaces: BoardSpace[];
  mars: number;
  maglevs: BoardMaglev[];
  pieces: BoardPiece[];
  factions: BoardFaction[];
  events: BoardEvent[];
  assets: BoardAsset[];
  campaigns: BoardCampaign[];
  confidence: BoardLevel[];
  flashpoint: number;
  rounds: number;
  edge_track: number;
  hand_limit: number;
  cycler_load: number;
}

/** A place: a space of Mars, a place off Mars, or a box beside the map. */
export interface BoardSpace {
  id: string;
  label: string;
  terrain: string;
  sector: string;
  green: number;
  gray: number;
  base_limit: number;
  adjacent: number[];
  storm: string;
}

/** 3.4 A Maglev line: the Labyrinths at its ends, and every space it touches. */
export interface BoardMaglev {
  id: string;
  label: string;
  ends: number[];
  touches: number[];
}

/** A kind of piece as it stands on the map; `basic` is what it is in a box, `pool` how many there are of that. */
export interface BoardPiece {
  id: string;
  label: string;
  owner: number;
  is_base: boolean;
  basic: number;
  pool: number;
}

/** A seat, EarthGov, or the COIN side. A seat has an aim and something it pays with. */
export interface BoardFaction {
  id: string;
  label: string;
  aim: string;
  money: string;
}

/** An Event card. A card with one option has no symbols and no shaded text; a Dust Storm has no text at all. */
export interface BoardEvent {
  id: string;
  label: string;
  number: number;
  title: string;
  flashpoint: number;
  order: number[];
  symbols: string;
  unshaded: string;
  shaded: string;
}

/** 19 An Asset card; `bonus` is the Operation it is worth 5 for. */
export interface BoardAsset {
  id: string;
  label: string;
  number: number;
  title: string;
  value: number;
  kind: string;
  bonus: string;
  text: string;
}

/** 20 A Campaign card. */
export interface BoardCampaign {
  id: string;
  label: string;
  number: number;
  title: string;
  text: string;
}

/** 8.1 A box of the confidence track, and what it sends to Earth in each Flashpoint Round. */
export interface BoardLevel {
  value: number;
  controller: number;
  troops: number;
  supply: number;
  population: number;
}
