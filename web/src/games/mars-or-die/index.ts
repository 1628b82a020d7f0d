// Mars or Die: a table measured in inches.

import type { GameFront, SideLook } from "../../lib/board";
import Board from "./Board.svelte";
import { describe, summary } from "./describe";
import { stage } from "./fights";
import Hand from "./Hand.svelte";
import { liveries } from "./sides";
import Strip from "./Strip.svelte";
import type { Board as BoardData, View } from "./types";

const side = (seat: string | null, board: BoardData): SideLook | null => {
  const livery = liveries(board)[board.sides.findIndex((it) => it.id === seat)];
  return livery ? { colour: livery.tone, ink: livery.ink } : null;
};

/** Where the rules tell about each kind of thing. */
const rules = { card: "MD 11", general: "MD 9", unit: "MD 1", stand: "MD 1" };

const front: GameFront<View, BoardData> = { Board, Strip, Hand, describe, summary, side, stage, rules, isMeasured: true };

export default front;
