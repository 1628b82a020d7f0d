// Pointing at a thing: the board moves to it, and a row of cards under the board scrolls to it.

import { bringIntoView } from "../lib/stage";

export function pointAt(thing: string): void {
  bringIntoView(thing);
  // The next picture has it for certain; this one may not.
  requestAnimationFrame(() =>
    document.querySelector(`.under [data-thing="${CSS.escape(thing)}"]`)?.scrollIntoView({ block: "nearest", inline: "nearest" }),
  );
}
