// How the sides of a table look: as the game says, else in colours of the page.

import { untrack } from "svelte";
import type { SideLook } from "../lib/board";
import type { TableModel } from "./model.svelte";

// Dark enough for cream text in both themes.
const NOBODY: SideLook = { colour: "color-mix(in srgb, var(--rust) 80%, #000)", ink: "#fff8ea" };
const LOOKS: SideLook[] = ["marsgov", "red-dust", "murk", "reclaimers", "corporations", "earthan"].map((name) => ({
  colour: `var(--${name})`,
  ink: `var(--on-${name})`,
}));

/** How the side of a seat looks; null is the side that nobody plays. It never changes, so nothing is drawn again because of it. */
export const lookOf = (model: TableModel, seat: string | null): SideLook => untrack(() => lookNow(model, seat));

function lookNow(model: TableModel, seat: string | null): SideLook {
  const view = model.position?.drawing ?? model.position?.view;
  const own = model.front?.side?.(seat, model.board, view);
  if (own) return own;
  const n = model.position?.seats.findIndex((it) => it.id === seat) ?? -1;
  return n < 0 ? NOBODY : LOOKS[n % LOOKS.length]!;
}
