// The clocks a table can be set up with, in words.

import type { Clock } from "../types/wire";

export const CLOCKS: readonly (Clock | null)[] = [
  null,
  { each: 60, bank: 600 },
  { each: 86_400, bank: 0 },
  { each: 259_200, bank: 0 },
];

function span(seconds: number): string {
  for (const [unit, name] of [[86_400, "day"], [3600, "hour"], [60, "minute"]] as const) {
    if (seconds >= unit && seconds % unit === 0) return `${seconds / unit} ${name}${seconds === unit ? "" : "s"}`;
  }
  return `${seconds} second${seconds === 1 ? "" : "s"}`;
}

export function clockText(clock: Clock | null): string {
  if (clock === null) return "No clock";
  const parts = [clock.each ? `${span(clock.each)} for each answer` : "", clock.bank ? `${span(clock.bank)} extra for the whole game` : ""];
  return `${parts.filter(Boolean).join(", ")}; then the house bot answers`;
}
