// What a board can ask of the Stage it stands in.

import { getContext, setContext, untrack } from "svelte";
import type { Point, ThingId } from "./board";

export interface StageApi {
  /** Screen pixels per unit of the drawing, now. */
  scale: () => number;
  /** Where in the drawing a pointer is. */
  point: (event: { clientX: number; clientY: number }) => Point;
}

const KEY = Symbol("stage");

export const useStage = (): StageApi => getContext<StageApi>(KEY);
export const giveStage = (stage: StageApi): void => {
  setContext(KEY, stage);
};

/** Ask the Stage on the page to bring a thing into view. */
export function bringIntoView(thing: ThingId): void {
  // The Stage listens at once; what it reads must not become a reason to run the caller's effect again.
  untrack(() => window.dispatchEvent(new CustomEvent("sandtable:show", { detail: thing })));
}
