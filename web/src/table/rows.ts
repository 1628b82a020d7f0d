// Options that are a thing and an amount of it, such as a weapon and its rounds: one row for each thing, with its amounts side by side.

import type { OptionView, Thing } from "../lib/board";
import { sameThing } from "../lib/things";

export interface Row {
  thing: Thing;
  options: OptionView[];
}

/** The rows among options, and the options that belong to none. Without a thing in two amounts there are no rows. */
export function rowsOf(options: readonly OptionView[]): { rows: Row[]; rest: OptionView[] } {
  const rows: Row[] = [];
  const rest: OptionView[] = [];
  for (const option of options) {
    const thing = option.things[0];
    if (thing === undefined || option.things.length > 1 || typeof option.data.amount !== "number") {
      rest.push(option);
      continue;
    }
    const row = rows.find((it) => sameThing(it.thing, thing));
    if (row) row.options.push(option);
    else rows.push({ thing, options: [option] });
  }
  return rows.some((row) => row.options.length > 1) ? { rows, rest } : { rows: [], rest: [...options] };
}
