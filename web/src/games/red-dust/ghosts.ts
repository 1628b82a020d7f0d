/** What an option would change on Mars: pieces that come and go, and what happens to spaces, tracks and purses. */
import { COIN, NOBODY, RAGING, alignmentName, cargoAt, placeOf, purseOf, signed, type Stack } from "./mars";
import type { Board, View } from "../../types/red-dust";

/** A kind of piece of which there would be more or fewer in a place. */
export interface PieceChange {
  place: string;
  kind: number;
  /** How many more; fewer if negative. */
  n: number;
}

/** The pieces that differ between what is and what would be, in these places. */
export function pieceChanges(board: Board, view: View, preview: View, places: readonly string[]): PieceChange[] {
  return places.flatMap((place) => {
    const [now, then] = [countsOf(cargoAt(board, view, place)), countsOf(cargoAt(board, preview, place))];
    const kinds = [...new Set([...now.keys(), ...then.keys()])];
    return kinds
      .map((kind) => ({ place, kind, n: (then.get(kind) ?? 0) - (now.get(kind) ?? 0) }))
      .filter(({ n }) => n !== 0);
  });
}

const countsOf = (stacks: readonly Stack[]): Map<number, number> => {
  const found = new Map<number, number>();
  for (const { kind, n } of stacks) found.set(kind, (found.get(kind) ?? 0) + n);
  return found;
};

/** What would be different about a space itself, in a few words each. */
export function spaceChanges(board: Board, view: View, preview: View, id: string): string[] {
  const place = placeOf(board, id);
  const was = (list: keyof View) => (view[list] as number[])[place] ?? 0;
  const will = (list: keyof View) => (preview[list] as number[])[place] ?? 0;
  const texts: string[] = [];
  if (was("alignment") !== will("alignment")) texts.push(alignmentName(will("alignment")));
  if (was("control") !== will("control")) texts.push(controlName(board, will("control")));
  if (was("damage") !== will("damage")) texts.push(`Damage ${signed(will("damage") - was("damage"))}`);
  if (was("population") !== will("population")) texts.push(`Population ${signed(will("population") - was("population"))}`);
  if (was("storm") !== will("storm")) texts.push(will("storm") === RAGING ? "Raging Storm" : will("storm") ? "Storm near" : "Storm over");
  return texts;
}

const controlName = (board: Board, side: number): string =>
  side === NOBODY ? "No Control" : `${side === COIN ? "COIN" : (board.factions[side]?.label ?? "")} Control`;

/** What would be different beside the map: purses, totals, EarthGov. */
export function tableChanges(board: Board, view: View, preview: View): string[] {
  const texts: string[] = [];
  for (const who of [0, 1, 2]) {
    const change = purseOf(preview, who) - purseOf(view, who);
    if (change) texts.push(`${board.factions[who]!.label} ${signed(change)} ${who === 1 ? "Profits" : "Resources"}`);
  }
  const owed = preview.cost - view.cost;
  if (preview.acting === view.acting && owed > 0) texts.push(`${signed(owed)} to pay`);
  if (view.level !== preview.level) texts.push(`Confidence ${preview.confidence}`);
  if (view.is_eg_up !== preview.is_eg_up) texts.push(preview.is_eg_up ? "EG+" : "EG−");
  if (view.displaced !== preview.displaced) texts.push(`Displaced ${signed(preview.displaced - view.displaced)}`);
  for (const who of [0, 1, 2, 3]) {
    const change = (preview.totals[who] ?? 0) - (view.totals[who] ?? 0);
    if (change && who !== 1) texts.push(`${board.factions[who]!.label}'s total ${signed(change)}`);
  }
  return texts;
}

