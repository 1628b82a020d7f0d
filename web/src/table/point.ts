// Pointing at a thing: the board moves to it, and a row of cards under the board scrolls to it.

import type { Thing } from "../lib/board";
import { bringIntoView } from "../lib/stage";
import { thingKey } from "../lib/things";

export function pointAt(thing: Thing): void {
  bringIntoView(thing);
  // It may not be in the page before the next animation frame.
  requestAnimationFrame(() =>
    document.querySelector(`.under [data-thing="${CSS.escape(thingKey(thing))}"]`)?.scrollIntoView({ block: "nearest", inline: "nearest" }),
  );
}
