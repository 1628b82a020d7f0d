// The boards: one chunk per game, loaded when a table of that game is opened.

import type { GameFront } from "./board";

const found = import.meta.glob<{ default: GameFront }>("../games/*/index.ts");

/** The front of a game; a game without one is drawn from the parts it describes. */
export async function frontOf(key: string): Promise<GameFront> {
  const load = found[`../games/${key}/index.ts`];
  return load ? (await load()).default : (await import("../parts")).default;
}
