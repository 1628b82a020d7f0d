// The front of every game that the client has no board of its own for: it draws the parts that the game describes or, without
// a description, the terminal's board.

import type { GameFront } from "../lib/board";
import type { Plan } from "../types/parts";
import type { Drawing } from "../types/wire";
import Board from "./Board.svelte";
import { describe, summary } from "./describe";
import Hand from "./Hand.svelte";
import { inHand, planOf } from "./layout";
import Strip from "./Strip.svelte";
import "./palette.css";

const front: GameFront<Drawing, Plan | null> = {
  Board,
  Strip,
  Hand,
  hasHand: (board, view, seat) => {
    const plan = planOf(board);
    return plan !== null && view.pieces != null && inHand(plan, view.pieces, seat).length > 0;
  },
  describe,
  summary,
};

export default front;
