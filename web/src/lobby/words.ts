// Words that the lobby, invitations and waiting rooms share.

import type { Scenario, SeatInfo, TableInfo } from "../types/wire";

const HALVES = ["", "½"];

/** About how long a scenario takes; empty if nobody knows. */
export function lengthText(minutes: number): string {
  if (!minutes) return "";
  if (minutes < 58) return `about ${minutes < 10 ? minutes : Math.round(minutes / 5) * 5} minutes`;
  const halves = Math.round(minutes / 30);
  return `about ${Math.floor(halves / 2)}${HALVES[halves % 2]} ${halves === 2 ? "hour" : "hours"}`;
}

const DIFFICULTY: Record<Scenario["difficulty"], string> = {
  "": "",
  easy: "easy to learn",
  medium: "some experience helps",
  hard: "for experienced players",
};

export const difficultyText = (scenario: Scenario): string => DIFFICULTY[scenario.difficulty];

/** Length and difficulty in one line. */
export const demands = (scenario: Scenario): string =>
  [lengthText(scenario.minutes), difficultyText(scenario)].filter(Boolean).join(", ").replace(/^./, (first) => first.toUpperCase());

/** How long ago something happened. */
export function ago(seconds: number, now = Date.now() / 1000): string {
  const past = Math.max(0, now - seconds);
  if (past < 60) return "just now";
  for (const [size, name] of [[86_400, "day"], [3600, "hour"], [60, "minute"]] as const) {
    const n = Math.floor(past / size);
    if (n) return `${n} ${name}${n === 1 ? "" : "s"} ago`;
  }
  return "just now";
}

/** Who sits in a seat, in words. */
export function sitter(seat: SeatInfo): string {
  if (seat.mine) return `${seat.who ?? ""} (you)`;
  if (seat.who) return seat.who;
  return seat.kind === "link" ? "invited by link" : seat.kind === "open" ? "open" : "";
}

export const isFree = (seat: SeatInfo): boolean => seat.kind === "open" || seat.kind === "link";

/** Everybody at a table who is not me. */
export function others(table: TableInfo): string {
  const names = table.seats.filter((seat) => !seat.mine && !isFree(seat)).map((seat) => `${seat.who ?? "a bot"} (${seat.label})`);
  const free = table.seats.filter((seat) => seat.kind === "open").length;
  if (free) names.push(free === 1 ? "1 free seat" : `${free} free seats`);
  const kept = table.seats.filter((seat) => seat.kind === "link").length;
  if (kept) names.push(kept === 1 ? "1 seat by invitation" : `${kept} seats by invitation`);
  return names.join(", ");
}

export const where = (table: Pick<TableInfo, "id">): string => `/t/${encodeURIComponent(table.id)}`;

export const problemText = (problem: unknown): string => (problem instanceof Error ? problem.message : String(problem));
