// Mars or Die: a table measured in inches.

import type { GameFront } from "../../lib/board";
import Board from "./Board.svelte";
import { describe, guide, summary } from "./describe";
import Hand from "./Hand.svelte";
import Strip from "./Strip.svelte";
import type { Board as BoardData, View } from "./types";

const front: GameFront<View, BoardData> = { Board, Strip, Hand, describe, summary, guide };

export default front;
