// Lessons: begin one, or a game of one's own after it.

import type { Onward } from "../types/wire";
import { api, ensureMe } from "./api";

const go = (id: string) => location.assign(`/t/${encodeURIComponent(id)}`);

/** Begin a lesson of a game at a table of its own. */
export async function learn(game: string, lesson: string): Promise<void> {
  await ensureMe();
  go((await api.open({ game, lesson, public: false })).id);
}

/** Begin the game that a lesson leads to: me in the same seat, the best bots in the others. */
export async function begin(key: string, seat: string, { scenario, options }: Onward): Promise<void> {
  await ensureMe();
  const game = (await api.games()).find((it) => it.key === key);
  const bot = game?.bots[0]?.spec ?? "bot:random";
  const { seats } = await api.form(key, options ?? {});
  const who = Object.fromEntries(seats.map(({ id }) => [id, id === seat ? "me" : bot]));
  go((await api.open({ game: key, seats: who, public: false, ...(scenario ? { scenario } : {}), options: options ?? {} })).id);
}
