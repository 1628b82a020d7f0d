// What a thing is, what it contains and why it matters; and the whole position in a few sentences.

import type { Description, Thing } from "../../lib/board";
import { counted, listed } from "../../lib/words";
import { designOf, isDead, isPrisoner, labelOf, meritOf, numberOf, phaseLabel } from "./lookup";
import type { Board, View } from "../../types/rogue-trooper";

export function describe({ kind, id }: Thing, board: Board, view: View): Description | null {
  // A traded good is a card or rounds.
  if (kind === "good") return describe({ kind: "card", id }, board, view) ?? describe({ kind: "ammunition", id }, board, view);
  const n = numberOf(board, { kind, id });
  if (n < 0) return null;
  switch (kind) {
    case "sector":
      return sector(n, board, view);
    case "card":
      return card(n, board);
    case "seat":
      return gi(n, board, view);
    case "weapon":
      return { title: board.weapons[n]!.label, lines: [board.weapons[n]!.text] };
    case "ammunition":
      return { title: board.ammunition[n]!.label, lines: [board.ammunition[n]!.text, `A sheet holds at most ${board.ammunition[n]!.most}.`] };
    case "slot":
      return { title: `Slot: ${board.slots[n]!.label}`, lines: [board.slots[n]!.text] };
    case "clue":
      return clue(n, board, view);
    case "rogue":
      return { title: board.rogues[n]!.label, lines: [board.rogues[n]!.text], rule: "9" };
  }
  return null;
}

function sector(n: number, board: Board, view: View): Description {
  const it = board.sectors[n]!;
  const lines: string[] = [];
  if (!it.on_milli_com) {
    const evade = it.terrain === "G" ? "no evasion" : it.evade ? `${it.evade > 0 ? "+" : "−"}${Math.abs(it.evade)} to evade` : "no modifier to evade";
    lines.push(`${board.terrains[it.terrain]!.label}, ${board.sides[it.side]!.label}: ${evade}.`);
    lines.push(it.rating ? `A GI who enters meets ${counted(it.rating, "Encounter card", "Encounter cards")}.` : "No encounters here.");
    if (it.terrain === "S") lines.push(board.terrains.S!.text);
  }
  if (it.text) lines.push(it.text);
  if (it.drop_zone) lines.push(`Drop Zone ${it.drop_zone}.`);
  const here = view.gis.flatMap((one, seat) => (!isDead(one) && one.sector === n ? [board.gis[seat]!.label + (isPrisoner(one) ? " (prisoner)" : "")] : []));
  if (here.length > 0) lines.push(`Here: ${listed(here)}.`);
  if (view.traitor === n) lines.push(`The Traitor is here, with ${counted(view.traitor_lives, "life", "lives")}.`);
  const cards = view.board.filter(([, where]) => where === n).map(([left]) => left);
  for (const left of cards) lines.push(`Left behind: ${brief(left, board)}.`);
  view.gis.forEach((one, seat) => one.chip === n && lines.push(`The chip of ${board.gis[seat]!.label} lies here.`));
  const me = view.seat === null ? null : view.gis[view.seat]!;
  for (const own of me?.missions ?? []) {
    if (own !== null && designOf(board, own).destination === n) lines.push(`Your Mission: ${labelOf(board, own)}.`);
  }
  for (const friend of me?.companions ?? []) {
    if (designOf(board, friend).destination === n) lines.push(`${labelOf(board, friend)} wants to come here.`);
  }
  return { title: it.label, lines };
}

function brief(n: number, board: Board): string {
  const it = designOf(board, n);
  return it.kind === "foe" ? `${it.label} (Initiative ${it.initiative}, Firepower ${it.firepower})` : it.label;
}

/** Where the rules tell about a card, by what it is. */
const CARD_RULES: Record<string, string> = { foe: "4.3", rogue: "9", mission: "8", clue: "10" };

function card(n: number, board: Board): Description {
  const it = designOf(board, n);
  const lines: string[] = [];
  if (it.kind === "foe") {
    const side = it.side[0]!.toUpperCase() + it.side.slice(1);
    lines.push(`${side}${it.categories.length ? `: ${it.categories.join(", ")}` : ""}. Initiative ${it.initiative}, Firepower ${it.firepower}.`);
  }
  if (it.kind === "companion") lines.push(`Companion. Initiative ${it.initiative}, Firepower ${it.firepower}.`);
  lines.push(...it.lines);
  if (it.kind === "rogue") {
    const on = { self: "on yourself in your own turn", other: "on another GI whose turn it is", traitor: "on the Traitor" }[it.target];
    lines.push(`Played ${on}, as the ${phaseLabel(board, it.phase)} phase begins. Only the last card counts.`);
  }
  return { title: it.label, lines, rule: CARD_RULES[it.kind] ?? "7" };
}

function gi(n: number, board: Board, view: View): Description {
  const it = view.gis[n]!;
  if (isDead(it)) {
    const team = it.team >= 0 ? `In ${board.gis[it.team]!.label}'s team: second if ${board.gis[it.team]!.label} wins.` : "The nearest GI must fetch the chip.";
    return { title: `${board.gis[n]!.label} is dead`, lines: [team] };
  }
  const lines = [`${counted(it.lives, "life", "lives")} of ${board.lives}.`];
  if (it.sector >= 0) lines.push(`${isPrisoner(it) ? "Prisoner at" : "At"} ${board.sectors[it.sector]!.label}.`);
  const chips = board.slots.filter((_, slot) => it.slots[slot]).map((slot) => slot.label);
  lines.push(chips.length ? `Chips: ${listed(chips)}.` : "No bio-chips.");
  lines.push(board.ammunition.map((kind, at) => `${kind.label} ${it.ammunition[at]}`).join(", ") + ".");
  const carried = [...it.items, ...it.companions].map((held) => labelOf(board, held));
  if (carried.length) lines.push(`Carries ${listed(carried)}.`);
  lines.push(`${counted(it.hand.length, "Rogue card", "Rogue cards")}, ${it.open_set.length ? "a whole face" : counted(it.clues.length, "Clue card", "Clue cards")}.`);
  const known = [...it.missions, ...it.clues, ...it.hand].filter((held): held is number => held !== null);
  if (known.length && n !== view.seat) lines.push(`You have seen: ${listed(known.map((held) => labelOf(board, held)))}.`);
  if (it.taken) lines.push(`Took ${counted(it.taken, "life", "lives")} from the Traitor.`);
  if (it.missing) lines.push("Misses the next turn.");
  return { title: board.gis[n]!.label, lines };
}

function clue(n: number, board: Board, view: View): Description {
  const me = view.seat === null ? null : view.gis[view.seat]!;
  const held = [...(me?.clues ?? []), ...(me?.open_set ?? [])].filter((own) => own !== null && designOf(board, own).clue === n).length;
  const parts = board.parts.length;
  return {
    title: board.clues[n]!.label,
    lines: [`Part ${(n % parts) + 1} of ${parts}. All ${parts} parts of one face reveal the Traitor.`, ...(me ? [held ? `You hold ${held}.` : "You do not hold it."] : [])],
  };
}

export function summary(board: Board, view: View, seat: string | null, over: boolean): string {
  const mover = board.gis[view.mover]?.label ?? "";
  const round = `Round ${Math.min(view.round, view.most_rounds)}`;
  const parts = [over ? `${round}. The game is over.` : `${round}, ${board.phases[view.phase]!.label} phase. ${mover}'s turn.`];
  parts.push(
    view.traitor >= 0
      ? `The Traitor is at ${board.sectors[view.traitor]!.label} with ${counted(view.traitor_lives, "life", "lives")}.`
      : "No face is whole yet: the Traitor is unknown.",
  );
  view.gis.forEach((one, n) => {
    const name = board.gis[n]!.id === seat ? "You" : board.gis[n]!.label;
    if (isDead(one)) parts.push(`${board.gis[n]!.label}: dead.`);
    else {
      const where = one.sector < 0 ? "not dropped yet" : `at ${board.sectors[one.sector]!.label}`;
      const clues = one.open_set.length ? "a whole face" : counted(one.clues.length, "Clue", "Clues");
      parts.push(`${name}: ${where}${isPrisoner(one) ? ", prisoner" : ""}, ${counted(one.lives, "life", "lives")}, ${clues}.`);
    }
  });
  const ahead = Math.max(...view.gis.map(meritOf));
  if (ahead > 0) {
    const names = view.gis.flatMap((one, n) => (meritOf(one) === ahead ? [board.gis[n]!.label] : []));
    // Where all are level, nobody is ahead.
    if (names.length < view.gis.length) parts.push(`Ahead in the hunt: ${listed(names)}.`);
  }
  const top = view.stack[view.stack.length - 1];
  if (top !== undefined && top !== null && !over) parts.push(`${mover} faces ${brief(top, board)}; ${counted(view.stack.length - 1, "card", "cards")} below it.`);
  const me = view.seat === null ? null : view.gis[view.seat]!;
  if (me && !isDead(me)) {
    const own = (cards: (number | null)[]) => listed(cards.filter((held): held is number => held !== null).map((held) => labelOf(board, held))) || "none";
    parts.push(`Your Mission: ${own(me.missions)}. Your Rogue cards: ${own(me.hand)}. Your Clues: ${own([...me.clues, ...me.open_set])}.`);
  }
  return parts.join(" ");
}
