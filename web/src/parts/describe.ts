// The parts in words: for tooltips and screen readers.

import type { Description, Thing } from "../lib/board";
import { sameThing } from "../lib/things";
import { counted } from "../lib/words";
import type { Counter, Plan } from "../types/parts";
import type { Drawing } from "../types/wire";
import { isOwn, piecesOf, pilesOf, planOf, type Part, type Pile } from "./layout";

/** A counter in a few words: its name, and what else is on it. */
export const counterName = (counter: Counter): string =>
  [counter.label, ...(counter.number == null ? [] : [String(counter.number)]), ...(counter.hidden ? ["face down"] : [])].join(", ");

export function pileName({ zone, cards }: Pile): string {
  return `${zone.label}: ${counted(cards.length, "card", "cards")}`;
}

const textOf = (part: Part): string[] => (part.text ? part.text.split("\n") : []);

/** What lies in a zone: the cards whose faces are seen, then how many lie face down. */
function contents({ zone, cards }: Pile): string[] {
  const seen = (zone.pile ? cards.slice(-1) : cards).flatMap((card) => (card ? [card.label ?? ""] : []));
  const hidden = cards.filter((card) => card === null).length;
  if (zone.pile && seen.length) seen[0] = `On top: ${seen[0]}`;
  return [...seen, ...(hidden ? [`${hidden} face down`] : [])];
}

export function describe(thing: Thing, board: unknown, view: unknown): Description | null {
  const plan = planOf(board);
  if (!plan) return null;
  const pieces = piecesOf(view as Drawing);
  const counter = pieces.counters?.find((it) => sameThing(it, thing));
  if (counter) {
    const place = plan.places?.find((it) => sameThing(it, counter.at));
    return { title: counterName(counter), lines: [...textOf(counter), ...(place ? [`At ${place.label}`] : [])] };
  }
  const place = plan.places?.find((it) => sameThing(it, thing));
  if (place) {
    const here = (pieces.counters ?? []).filter((it) => sameThing(it.at, thing)).map(counterName);
    return { title: place.label ?? "", lines: [...textOf(place), ...here] };
  }
  const card = plan.cards?.find((it) => sameThing(it, thing));
  if (card) return { title: [card.label, ...(card.number == null ? [] : [card.number])].join(", "), lines: textOf(card) };
  const pile = pilesOf(plan, pieces).find(({ zone }) => sameThing(zone, thing));
  return pile ? { title: pileName(pile), lines: [...textOf(pile.zone), ...contents(pile)] } : null;
}

export function summary(board: unknown, view: unknown, seat: string | null): string {
  const plan = planOf(board);
  const drawing = view as Drawing;
  if (!plan || !drawing.pieces) return "The board is shown as text. The options are in the list.";
  return [...places(plan, drawing), ...zones(plan, drawing, seat)].join(" ");
}

/** What stands where; empty places are only counted. */
function places(plan: Plan, drawing: Drawing): string[] {
  const all = plan.places ?? [];
  const counters = piecesOf(drawing).counters ?? [];
  const told = all.flatMap((place) => {
    const here = counters.filter((it) => sameThing(it.at, place)).map(counterName);
    return here.length ? [`${place.label}: ${here.join("; ")}.`] : [];
  });
  const empty = all.length - told.length;
  return [...told, ...(empty ? [`${counted(empty, "place is", "places are")} empty.`] : [])];
}

const zones = (plan: Plan, drawing: Drawing, seat: string | null): string[] =>
  pilesOf(plan, piecesOf(drawing)).map((pile) => {
    const inside = contents(pile);
    return `${isOwn(pile, seat) ? "Yours, " : ""}${pileName(pile)}${inside.length ? ` (${inside.join(", ")})` : ""}.`;
  });
