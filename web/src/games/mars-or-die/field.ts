// A battle as it is drawn: where each unit is and in which state, from board and view alone. What can be done from there
// comes from the rules, in the view and in the data of questions.

import type { Thing } from "../../lib/board";
import { ThingMap } from "../../lib/things";
import { bits, isIn, stands, type Stand } from "./geometry";
import type { Box, Board, Kind, Pose, Reach, View } from "./types";

export const NOBODY = -1;

export class Field {
  readonly table: Box;

  constructor(
    readonly board: Board,
    readonly view: View,
  ) {
    this.table = [0, 0, board.width, board.height];
  }

  kind = (u: number): Kind => this.board.kinds[this.board.units[u]!.kind]!;
  side = (u: number): number => this.board.units[u]!.side;
  pose = (u: number): Pose => this.view.poses[u]!;
  fate = (u: number): string => this.board.fates[this.view.fates[u]!]!;
  left = (u: number): number => bits(this.pose(u)[5]);
  reach = (u: number): Reach | null => this.view.reaches?.[u] ?? null;
  isLive = (u: number): boolean => this.fate(u) === "in_play";
  /** Flyers count only while they are over the field. */
  isSeen = (u: number): boolean =>
    this.isLive(u) && (!this.kind(u).is_flyer || isIn(this.table, [this.pose(u)[0], this.pose(u)[1]]));
  isLocked = (u: number): boolean => this.view.locks.some((pair) => pair.includes(u));
  live = (): number[] => this.view.live.flat();
  enemies = (u: number): number[] => this.view.live[1 - this.side(u)]!;
  generalWith(u: number): number | null {
    const general = this.view.generals.indexOf(u);
    return general < 0 ? null : general;
  }
  stand = (u: number, slot: number): Stand | null => stands(this.pose(u)).find((one) => one.slot === slot) ?? null;
  /** The stands that would fire in this formation. */
  firingStands = (pose: Pose): Stand[] => stands(pose).slice(0, this.board.firing[pose[3]]);
  unitNumber = (id: string): number => this.board.units.findIndex((unit) => unit.id === id);
  thing = (u: number): Thing => ({ kind: "unit", id: this.board.units[u]!.id });
}

/** A thing as indices into board and view. */
export type Known =
  | { kind: "unit"; unit: number }
  | { kind: "stand"; unit: number; slot: number }
  | { kind: "general" | "card" | "ground" | "seat"; n: number };

const known = new WeakMap<Board, ThingMap<Known>>();

/** Everything on the table that has a name. */
export function thingsOf(board: Board): ThingMap<Known> {
  const before = known.get(board);
  if (before) return before;
  const found = new ThingMap<Known>();
  board.units.forEach(({ id, stands }, unit) => {
    found.set({ kind: "unit", id }, { kind: "unit", unit });
    stands.forEach((stand, slot) => found.set({ kind: "stand", id: stand }, { kind: "stand", unit, slot }));
  });
  const lists = { general: board.generals, card: board.cards, ground: board.grounds, seat: board.sides } as const;
  for (const kind of ["general", "card", "ground", "seat"] as const) {
    lists[kind].forEach(({ id }, n) => found.set({ kind, id }, { kind, n }));
  }
  known.set(board, found);
  return found;
}

export const percent = (p: number): string => `${Math.round(p * 100)}%`;
/** A length as people write it. */
export const inches = (length: number, digits = 1): string => String(Number((length / 1000).toFixed(digits)));
