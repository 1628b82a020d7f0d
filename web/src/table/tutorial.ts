// A tutorial is a stretch of play with its answers: the coach explains each step and offers the answer to click.

import type { Thing } from "../lib/board";

export interface TutorialStep {
  title: string;
  /** What happens and why, in a few sentences. */
  text: string;
  /** The answers of this step, in order; none for a step that only explains. */
  keys: string[];
  /** What to look at. */
  things?: Thing[];
}

const found = import.meta.glob<{ default: TutorialStep[] }>("../games/*/tutorial.ts");

export async function tutorialOf(game: string): Promise<TutorialStep[] | null> {
  const load = found[`../games/${game}/tutorial.ts`];
  return load ? (await load()).default : null;
}

/** The place reached after this many answers: the step, and which of its answers comes next. */
export function placeOf(steps: readonly TutorialStep[], given: number): { step: number; answer: number } | null {
  let before = 0;
  for (const [step, { keys }] of steps.entries()) {
    if (given < before + keys.length) return { step, answer: given - before };
    before += keys.length;
  }
  return null;
}
