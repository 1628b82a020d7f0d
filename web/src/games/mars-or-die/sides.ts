// Colours and patterns of the sides: by race; two sides of one race are told apart by tone, pattern and the shape of the letter.

import type { Board } from "./types";

export interface Livery {
  /** CSS colours: the stands, their dark edge, and text on them. */
  tone: string;
  deep: string;
  ink: string;
  /** The second side has a hatched rim and round letters. */
  second: boolean;
}

const TONES: Record<string, [string, string]> = {
  murk: ["var(--mod-murk)", "var(--mod-murk-2)"],
  roujeen: ["var(--mod-roujeen)", "var(--mod-roujeen-2)"],
  earthan: ["var(--mod-earthan)", "var(--mod-earthan-2)"],
};

export function liveries(board: Board): Livery[] {
  const isMirror = board.sides[0]!.race === board.sides[1]!.race;
  return board.sides.map(({ race }, side) => {
    const tone = TONES[race]![side === 1 && isMirror ? 1 : 0];
    return { tone, deep: `color-mix(in srgb, ${tone}, #000 38%)`, ink: "var(--mod-on-side)", second: side === 1 };
  });
}
