import type { GameFront } from "../../lib/board";
import Board from "./Board.svelte";
import { guide } from "./guide";
import Hand from "./Hand.svelte";
import { describe, summary } from "./mars";
import Strip from "./Strip.svelte";
import type { Board as BoardData, View } from "../../types/red-dust";

const front: GameFront<View, BoardData> = { Board, Strip, Hand, describe, summary, guide };
export default front;
