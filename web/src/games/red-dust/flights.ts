// Which pieces moved where between two views, so that the board can animate them.

import type { Board, View } from "../../types/red-dust";

export interface Flight {
  /** As it is now, and as it was. */
  kind: number;
  was: number;
  n: number;
  from: number;
  to: number;
}

/** With more moves than this the animation would only be a flicker. */
const MOST = 16;

/** Match the losses and gains of each kind of piece; turning over in place is not a move. */
export function flights(board: Board, before: View, after: View): Flight[] {
  const kinds = board.pieces.length;
  const found: Flight[] = [];
  for (const basic of new Set(board.pieces.map((piece) => piece.basic))) {
    const same = board.pieces.map((_, kind) => kind).filter((kind) => board.pieces[kind]!.basic === basic);
    const sum = (view: View, place: number) => same.reduce((n, kind) => n + view.pieces[place * kinds + kind]!, 0);
    const change = board.spaces.map((_, place) => sum(after, place) - sum(before, place));
    const shownAs = (place: number) =>
      same.find((kind) => after.pieces[place * kinds + kind]! > before.pieces[place * kinds + kind]!) ?? basic;
    const leftAs = (place: number) =>
      same.find((kind) => after.pieces[place * kinds + kind]! < before.pieces[place * kinds + kind]!) ?? basic;
    let from = 0;
    change.forEach((gain, to) => {
      while (gain > 0) {
        while (from < change.length && change[from]! >= 0) from++;
        if (from >= change.length) return;
        const n = Math.min(gain, -change[from]!);
        found.push({ kind: shownAs(to), was: leftAs(from), n, from, to });
        change[from]! += n;
        gain -= n;
      }
    });
  }
  return found.length > MOST ? [] : found;
}
