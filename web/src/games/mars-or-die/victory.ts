// How a side wins, in words, with the counts of the view.

import type { Field } from "./field";
import type { BoardWin } from "./types";

export interface Goal {
  /** A few words for the strip; empty for what the bars show. */
  short: string;
  /** A sentence. */
  text: string;
}

/** How a side can win, and how far it has got. */
export function goals(field: Field, side: number): Goal[] {
  return field.board.sides[side]!.wins.map((win, n) => goal(field, side, win, n));
}

function goal({ board, view }: Field, side: number, win: BoardWin, n: number): Goal {
  const enemy = board.sides[1 - side]!;
  const type = board.kinds.find((kind) => kind.id === win.type)?.label ?? win.type;
  const { has, against } = view.progress[side]![n]!;
  switch (win.when) {
    case "break":
      return { short: "", text: `the strength of ${enemy.label} falls below ${enemy.breaks_under}` };
    case "champion":
      return { short: "enemy champion falls", text: "the enemy's champion falls and its own survives" };
    case "left":
      return { short: `${type} off the table ${has}/${against}`, text: `${win.count} of its units (${type}) ${win.count === 1 ? "leaves" : "leave"} the table` };
    case "destroyed":
      return { short: `${type} destroyed ${has}/${against}`, text: `${win.count} of the enemy's units (${type}) ${win.count === 1 ? "is" : "are"} destroyed` };
    case "hold": {
      const there = `${win.at ? "at" : "in"} the ${win.place}`;
      return { short: `hold the ${win.place} ${has}:${against}`, text: `it has more stands ${there} after the last turn` };
    }
    default:
      return { short: "", text: "nobody has won after the last turn" };
  }
}
