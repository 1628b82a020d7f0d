import type { GameFront, SideLook } from "../../lib/board";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Scene from "./Scene.svelte";
import Strip from "./Strip.svelte";
import { describe, stage, summary } from "./texts";
import type { Board as BoardData, View } from "../../types/space-combat";

const side = (seat: string | null): SideLook => ({ colour: seat ? "var(--fm-ours)" : "var(--fm-theirs)", ink: "#fff8ea" });

/** Where the rules tell about each kind of thing. */
const rules = { card: "5.0", point: "3.0", opfor: "16.2", unit: "4.0" };

const front: GameFront<View, BoardData> = { Board, Strip, Hand, Scene, describe, summary, side, stage, rules };
export default front;
