// A first squadron for players who want to start at once.

import type { Thing } from "../../lib/board";
import { isAshore, signOf } from "./ships";
import type { Board, Sheet, Unit, View } from "../../types/space-combat";

/** A ship for each task, Pods for the first of them, then Weapons; empty once something has been bought. */
export function balanced(board: Board, view: View): Thing[] {
  if (view.ships.some((ship) => !isAshore(ship))) return [];
  return wish(board, view).map(({ id }) => ({ kind: "unit", id }));
}

/** The carrier comes first and is the only ship, so that the Pods after it go aboard without a question. */
function wish(board: Board, view: View): Unit[] {
  const ships = board.units.filter((unit) => unit.kind === "ship");
  const pods = board.units.filter((unit) => unit.kind === "pod");
  let left = view.points;
  const taken: Unit[] = [];
  const take = (unit: Unit | undefined): void => {
    if (!unit || (unit.cost ?? 0) > left || taken.includes(unit)) return;
    taken.push(unit);
    left -= unit.cost ?? 0;
  };
  const best = (task: keyof Sheet) =>
    ships
      .filter((unit) => unit.front[task] > 0 && !taken.includes(unit))
      .toSorted((a, b) => worth(b, task) - worth(a, task) || (a.cost ?? 0) - (b.cost ?? 0))[0];
  take(best("assembly"));
  const carrier = taken[0];
  take(best("cyber"));
  take(best("bombardment"));
  const aboard: Unit[] = [];
  const needsTroops = board.missions.some((card) => card.id === view.mission?.id && card.assault);
  const signs = needsTroops ? ["troopers", "swarm", "troopers"] : ["swarm", "cyber"];
  for (const sign of signs) {
    if (!carrier || aboard.length >= carrier.pods) break;
    const pod = pods
      .filter((unit) => signOf(unit.front, unit.swarm) === sign && !aboard.some((one) => one.pod === unit.pod))
      .toSorted((a, b) => strength(b) - strength(a))[0];
    if (pod && (pod.cost ?? 0) <= left) {
      aboard.push(pod);
      left -= pod.cost ?? 0;
    }
  }
  for (const ship of ships.toSorted((a, b) => worth(b, "weapons") - worth(a, "weapons"))) take(ship);
  return carrier ? [carrier, ...aboard, ...taken.slice(1)] : taken;
}

const strength = (unit: Unit): number => unit.swarm + Object.values(unit.front).reduce((sum, n) => sum + n, 0);
const worth = (unit: Unit, task: keyof Sheet): number =>
  (unit.front[task] + (task === "weapons" ? 0 : unit.front.weapons * 0.5) + unit.front.energy * 0.2) / (unit.cost || 1);
