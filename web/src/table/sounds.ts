// Which sounds go with what has happened. The synthesiser is loaded only when somebody wants to hear it.

import type { LogLine } from "../lib/board";
import type { StateFrame } from "../lib/frames";
import { settings } from "../lib/settings.svelte";
import type { Sound } from "../lib/synthesiser";

/** Kinds of things that are cards in one of the games. */
const CARDS = /card|event|asset|mission/;

/** What is heard of new log lines: dice if any were thrown, else a card if one was named; and a bell once others have acted and I am asked. */
export function soundsOf(lines: readonly LogLine[], now: Pick<StateFrame, "mine" | "waiting">): Sound[] {
  const sounds: Sound[] = [];
  if (lines.some((line) => line.faces.length > 0)) sounds.push("dice");
  else if (lines.some((line) => line.things.some((thing) => CARDS.test(thing.kind)))) sounds.push("card");
  const others = lines.some((line) => line.kind === "answer" && line.seat !== null && !now.mine.includes(line.seat));
  if (now.waiting !== null && others) sounds.push("turn");
  return sounds;
}

export function tellBySound(lines: readonly LogLine[], now: StateFrame | null): void {
  if (!settings.hasSound || !now) return;
  const sounds = soundsOf(lines, now);
  if (sounds.length) void import("../lib/synthesiser").then(({ play }) => sounds.forEach(play));
}
