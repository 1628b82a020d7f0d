// Lessons: begin one, or a game of one's own after it.

import type { LessonInfo, Onward } from "../types/wire";
import { api, ensureMe } from "./api";

const go = (id: string) => location.assign(`/t/${encodeURIComponent(id)}`);

/** A table that waits for somebody who learns first: an invitation or a waiting room. It is forgotten with the tab. */
export interface Waiting {
  game: string;
  /** The address to come back to. */
  path: string;
  host: string;
}

const WAITING = "sandtable.waiting";

/** The table of this game that waits for me, if I came to learn from there. */
export function waitsFor(game: string): Waiting | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(WAITING) ?? "null") as Waiting | null;
    return kept?.game === game ? kept : null;
  } catch {
    return null; // a browser that keeps nothing
  }
}

function keep(waiting: Waiting): void {
  try {
    sessionStorage.setItem(WAITING, JSON.stringify(waiting));
  } catch {
    // the way back is the browser's own, then
  }
}

/** Begin a lesson of a game at a table of its own. */
export async function learn(game: string, lesson: string, waiting?: Waiting): Promise<void> {
  if (waiting) keep(waiting);
  await ensureMe();
  go((await api.open({ game, lesson, public: false })).id);
}

/** The first lesson of a game, for those who are invited to it. */
export const firstLesson = async (key: string): Promise<LessonInfo | null> =>
  (await api.games()).find((game) => game.key === key)?.lessons[0] ?? null;

/** Begin the game that a lesson leads to: me in the same seat, the best bots in the others. */
export async function begin(key: string, seat: string, { scenario, options }: Onward): Promise<void> {
  await ensureMe();
  const game = (await api.games()).find((it) => it.key === key);
  const bot = game?.bots[0]?.spec ?? "bot:random";
  const { seats } = await api.form(key, options ?? {});
  const who = Object.fromEntries(seats.map(({ id }) => [id, id === seat ? "me" : bot]));
  go((await api.open({ game: key, seats: who, public: false, ...(scenario ? { scenario } : {}), options: options ?? {} })).id);
}
