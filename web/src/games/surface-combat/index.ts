import type { GameFront } from "../../lib/board";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Strip from "./Strip.svelte";
import { describe, guide, summary } from "./texts";
import type { Board as BoardData, View } from "../../types/surface-combat";

const front: GameFront<View, BoardData> = { Board, Strip, Hand, describe, summary, guide };
export default front;
