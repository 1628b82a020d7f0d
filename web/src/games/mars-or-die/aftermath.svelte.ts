// What a fight leaves on the table. Neither the rules nor the log keep where a stand fell, so the page remembers what it has seen,
// in its tab: a reload finds it again.

import { isNowhere } from "./draw";
import { fallenBetween, type Fallen } from "./fallen";
import type { Field } from "./field";
import type { Fight } from "./fights";
import type { Board, Point, View } from "./types";

/** A unit that fired in this turn: middle and radius of each puff. */
export interface Smoke {
  unit: number;
  at: number;
  puffs: [number, number, number][];
  isFresh: boolean;
}

const MOST = 60;
const kept = () => `sandtable.aftermath:${location.pathname}${location.search}`;

export class Aftermath {
  fallen = $state.raw<Fallen[]>([]);
  smoke = $state.raw<Smoke[]>([]);
  private last: View | null = null;

  /** A new position: who was there and is not any more has fallen. After an undo, later marks go. */
  see(board: Board, view: View): void {
    const last = this.last;
    this.last = view;
    if (!last) return this.recall(view);
    if (last === view) return;
    if (view.turn !== last.turn) this.smoke = this.smoke.filter((one) => one.at === view.turn);
    let found = view.turn < last.turn ? this.fallen.filter((one) => one.at <= view.turn) : this.fallen;
    const fallen = fallenBetween(board, last, view);
    if (fallen.length) found = [...found, ...fallen];
    if (found !== this.fallen) {
      this.fallen = found.slice(-MOST);
      this.keep();
    }
  }

  private recall(view: View): void {
    try {
      const { fallen, smoke } = JSON.parse(sessionStorage.getItem(kept()) ?? "{}") as { fallen?: Fallen[]; smoke?: Smoke[] };
      this.fallen = (fallen ?? []).filter((one) => one.at <= view.turn);
      this.smoke = (smoke ?? []).filter((one) => one.at === view.turn).map((one) => ({ ...one, isFresh: false }));
    } catch {
      // Somebody else's text, or a browser that keeps nothing: then nothing is remembered.
    }
  }

  private keep(): void {
    try {
      sessionStorage.setItem(kept(), JSON.stringify({ fallen: this.fallen, smoke: this.smoke }));
    } catch {
      // A browser that keeps nothing.
    }
  }

  /** A volley is told: smoke hangs before the unit until the turn is over. */
  fire(field: Field, fight: Fight | null): void {
    const pose = fight && !fight.isMelee ? field.pose(fight.unit) : null;
    const isFired = fight && pose && !isNowhere(pose) && !field.kind(fight.unit).is_archer && field.kind(fight.unit).race !== "murk";
    const before = this.smoke.map((one) => (one.isFresh ? { ...one, isFresh: false } : one));
    if (!isFired) {
      if (this.smoke.some((one) => one.isFresh)) this.smoke = before;
      return;
    }
    if (this.smoke.some((one) => one.unit === fight.unit && one.isFresh)) return;
    const ahead = ([x, y]: Point, far: number): Point => [x + far * Math.cos((pose[2] * Math.PI) / 180), y + far * Math.sin((pose[2] * Math.PI) / 180)];
    const puffs = field.firingStands(pose).flatMap(({ centre, slot }): [number, number, number][] => [
      [...ahead([centre[0] - 220, centre[1]], 1050 + (slot % 2) * 200), 820],
      [...ahead([centre[0] + 300, centre[1] + 160], 1500), 980],
      [...ahead(centre, 2150 + (slot % 3) * 160), 640],
    ]);
    this.smoke = [...before.filter((one) => one.unit !== fight.unit), { unit: fight.unit, at: field.view.turn, puffs, isFresh: true }];
    this.keep();
  }
}
