import type { GameFront, SideLook } from "../../lib/board";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import { describe, summary } from "./mars";
import Strip from "./Strip.svelte";
import type { Board as BoardData, View } from "../../types/red-dust";

const LOOKS: Record<string, SideLook> = {
  marsgov: { colour: "var(--marsgov)", ink: "var(--on-marsgov)" },
  corporations: { colour: "var(--corporations)", ink: "var(--on-corporations)" },
  red_dust: { colour: "var(--red-dust)", ink: "var(--on-red-dust)" },
  reclaimers: { colour: "var(--reclaimers)", ink: "var(--on-reclaimers)" },
};
const side = (seat: string | null): SideLook | null => (seat && LOOKS[seat]) || null;

/** Where the rules tell about each kind of thing. */
const rules = { event: "18", asset: "19", campaign: "20", space: "3.1", maglev: "3.4", piece: "2", unit: "2", cargo: "13", faction: "15" };

const front: GameFront<View, BoardData> = { Board, Strip, Hand, describe, summary, side, rules };
export default front;
