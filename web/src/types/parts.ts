// Made by `python -m sandtable.server.typescript`. Do not edit.

export type Colour = "black" | "blue" | "green" | "orange" | "purple" | "red" | "sand" | "white" | "yellow";

export type Symbol = "bell" | "bolt" | "book" | "boot" | "bot" | "chip" | "city" | "clock" | "crate" | "eye" | "flag" | "fuel" | "gear" | "gun" | "hammer" | "heart" | "home" | "leaf" | "lock" | "money" | "moon" | "mountain" | "people" | "person" | "radio" | "rank" | "ring" | "shield" | "ship" | "skull" | "star" | "storm" | "sun" | "sword" | "target";

/** The part of a board that never changes: the places of the board, the zones for cards, and the faces of all cards. */
export interface Plan {
  type: "plan";
  places?: (Square | Hex | Area)[];
  zones?: Zone[];
  cards?: Card[];
}

/** A square of side 1 with its centre at x, y. `mark` is a short text printed in its corner. */
export interface Square {
  type: "square";
  kind: string;
  id: string;
  x: number;
  y: number;
  mark?: string;
  label?: string;
  colour?: "black" | "blue" | "green" | "orange" | "purple" | "red" | "sand" | "white" | "yellow";
  symbol?: string;
  text?: string;
}

/** A pointy-topped hex, 1 wide. Odd rows (1, 3, 5 ...) are shifted half a hex to the right. */
export interface Hex {
  type: "hex";
  kind: string;
  id: string;
  column: number;
  row: number;
  mark?: string;
  label?: string;
  colour?: "black" | "blue" | "green" | "orange" | "purple" | "red" | "sand" | "white" | "yellow";
  symbol?: string;
  text?: string;
}

/** A named area with its centre at x, y. A line joins it to each area of the same kind whose id is in `joined`. */
export interface Area {
  type: "area";
  kind: string;
  id: string;
  x: number;
  y: number;
  width?: number;
  height?: number;
  joined?: string[];
  label?: string;
  colour?: "black" | "blue" | "green" | "orange" | "purple" | "red" | "sand" | "white" | "yellow";
  symbol?: string;
  text?: string;
}

/** A zone for cards: a hand, a row on the table or, with `pile`, a stack of which only the top card, its last, is seen. `seat` is the id of the seat it belongs to. A player's own zones are drawn at the bottom of the page, as a hand. */
export interface Zone {
  kind: string;
  id: string;
  seat?: string;
  pile?: boolean;
  label?: string;
  colour?: "black" | "blue" | "green" | "orange" | "purple" | "red" | "sand" | "white" | "yellow";
  symbol?: string;
  text?: string;
}

/** The face of a card, for those who may see it. `Pieces` says where the card lies. */
export interface Card {
  kind: string;
  id: string;
  number?: number | null;
  label?: string;
  colour?: "black" | "blue" | "green" | "orange" | "purple" | "red" | "sand" | "white" | "yellow";
  symbol?: string;
  text?: string;
}

/** The part of a board that changes: the counters on the board, and the cards of each zone by the zone's id. A card is a `Thing`, or None if it lies face down; a number stands for that many cards face down. */
export interface Pieces {
  counters?: Counter[];
  cards?: Record<string, (Thing | null)[] | number>;
}

/** A counter at a place. It moves across the board when the same counter comes back at another place. Without a symbol and a number it is drawn as a disc, otherwise as a square counter. A counter that is `hidden` shows only its back; give it an id that tells no secret, because ids are sent to the page. */
export interface Counter {
  kind: string;
  id: string;
  at: Thing;
  symbol?: string;
  colour?: "black" | "blue" | "green" | "orange" | "purple" | "red" | "sand" | "white" | "yellow";
  number?: number | null;
  label?: string;
  text?: string;
  hidden?: boolean;
}

/** A thing on the board in structured form: its kind and its stable id. */
export interface Thing {
  kind: string;
  id: string;
}
