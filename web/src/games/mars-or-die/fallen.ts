// Who fell between two positions, and where.

import { isNowhere } from "./draw";
import { Field } from "./field";
import { bits, full, stands } from "./geometry";
import type { Board, View } from "./types";

/** A stand that fell, and where. */
export interface Fallen {
  unit: number;
  x: number;
  y: number;
  /** How the drawing is turned. */
  turn: number;
  /** The turn of the battle. */
  at: number;
}

/** Who was there before and is not any more. */
export function fallenBetween(board: Board, last: View, view: View): Fallen[] {
  const [then, now] = [new Field(board, last), new Field(board, view)];
  return board.units.flatMap((_, u): Fallen[] => {
    if (!then.isLive(u) || isNowhere(then.pose(u))) return [];
    const fate = now.fate(u);
    if (fate !== "in_play" && fate !== "destroyed") return [];
    // A stand that stays behind as a guard has not fallen.
    const guard = board.units.findIndex((one) => one.guard_of === u);
    if (guard >= 0 && now.isLive(guard) && !then.isLive(guard)) return [];
    const [before, after] = [then.pose(u), now.pose(u)];
    const kept = fate === "in_play" ? after[5] : 0;
    if (bits(kept) === bits(before[5])) return [];
    // A unit that has closed up counts its places anew: only those that are empty since then are of the fallen.
    const isClosed = kept !== 0 && after[4] !== before[4];
    const [x, y, facing, shape, slots, , side] = after;
    return stands(isClosed ? [x, y, facing, shape, slots, full(slots), side] : before)
      .filter(({ slot }) => !((kept >> slot) & 1))
      .map(({ slot, centre }) => ({ unit: u, x: centre[0], y: centre[1], turn: (slot * 97 + u * 53) % 360, at: view.turn }));
  });
}
