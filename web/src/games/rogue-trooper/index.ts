// Rogue Trooper in the browser.

import type { GameFront, SideLook } from "../../lib/board";
import Board from "./Board.svelte";
import { describe, summary } from "./describe";
import Hand from "./Hand.svelte";
import { colourOf, inkOn } from "./lookup";
import { stage } from "./stage";
import Strip from "./Strip.svelte";
import type { Board as BoardData, View } from "../../types/rogue-trooper";

const side = (seat: string | null, board: BoardData): SideLook | null => {
  const gi = board.gis.findIndex((it) => it.id === seat);
  return gi < 0 ? null : { colour: colourOf(gi), ink: inkOn(gi) };
};

/** Where the rules tell about each kind of thing. */
const rules = { sector: "15", weapon: "5", ammunition: "16", slot: "17", clue: "10" };

const front: GameFront<View, BoardData> = { Board, Strip, Hand, describe, summary, side, stage, rules };

export default front;
