// Numbers to names and back, and the few questions every part of the board asks of the view.

import type { BoardProps, ThingId } from "../../lib/board";
import type { Chart, DesignChart, GiView, View } from "../../types/rogue-trooper";

export type Props = BoardProps<View, Chart>;

export const DECKS = ["encounter", "supply", "mission", "rogue", "clue"];
export const GUNNAR = 0;
export const DEAD_CHIP = 2;
const COLOURS = ["red", "blue", "green", "yellow", "white", "black"];

export const colourOf = (gi: number): string => `var(--gi-${COLOURS[gi] ?? "black"})`;
/** Ink that can be read on a GI's colour. */
export const inkOn = (gi: number): string => `var(--on-gi-${COLOURS[gi] ?? "black"})`;

export const sectorId = (chart: Chart, n: number): ThingId => `sector:${chart.sectors[n]!.id}`;
export const cardId = (chart: Chart, n: number): ThingId => `card:${chart.cards[n]!.id}`;
export const seatId = (chart: Chart, n: number): ThingId => `seat:${chart.gis[n]!.id}`;
export const designOf = (chart: Chart, card: number): DesignChart => chart.designs[chart.cards[card]!.design]!;
export const labelOf = (chart: Chart, card: number): string => designOf(chart, card).label;

const numbers = new WeakMap<Chart, Map<ThingId, number>>();

/** The number of a thing in its list of the chart, or -1. */
export function numberOf(chart: Chart, thing: ThingId): number {
  let found = numbers.get(chart);
  if (!found) {
    found = new Map();
    const lists: [string, { id: string }[]][] = [
      ["sector", chart.sectors],
      ["card", chart.cards],
      ["seat", chart.gis],
      ["weapon", chart.weapons],
      ["ammunition", chart.ammunition],
      ["slot", chart.slots],
      ["clue", chart.clues],
    ];
    for (const [kind, list] of lists) list.forEach((thing, n) => found!.set(`${kind}:${thing.id}`, n));
    numbers.set(chart, found);
  }
  return found.get(thing) ?? -1;
}

/** One picture may be several things (a card, a good in a trade, a weapon): the one that matters now. */
export function nowOf(props: Props, ids: ThingId[]): ThingId {
  return ids.find((id) => props.lit.has(id)) ?? ids.find((id) => props.shown.has(id)) ?? ids[0]!;
}

/** Whether goods on this GI's sheet are what the open question of a trade is about. */
export function tradesFrom(props: Props, gi: number): boolean {
  const { question, view, chart } = props;
  if (question?.topic === "trade_give") return gi === view.seat;
  if (question?.topic !== "trade_take") return false;
  return gi !== view.seat && question.things.some((thing) => thing.kind === "seat" && thing.id === chart.gis[gi]!.id);
}

/** A Special Item or Companion by a sheet. */
export function itemIds(props: Props, gi: number, card: number): ThingId[] {
  const { chart, view } = props;
  const ids = [cardId(chart, card)];
  if (tradesFrom(props, gi)) ids.push(`good:${chart.cards[card]!.id}`);
  const weapon = designOf(chart, card).weapon;
  if (gi === view.seat && weapon >= 0) {
    const first = view.gis[gi]!.items.find((item) => designOf(chart, item).weapon === weapon);
    if (first === card) ids.push(`weapon:${chart.weapons[weapon]!.id}`);
  }
  return ids;
}

/** A track of ammunition on a sheet. */
export function trackIds(props: Props, gi: number, n: number): ThingId[] {
  const { chart, view } = props;
  const id = chart.ammunition[n]!.id;
  const ids = [];
  if (gi === view.seat) ids.push(`weapon:${id}`);
  if (tradesFrom(props, gi)) ids.push(`good:${id}`);
  ids.push(`ammunition:${id}`);
  return ids;
}

export const isDead = (gi: GiView): boolean => gi.lives <= 0;
export const isPrisoner = (gi: GiView): boolean => gi.prison >= 0;

/** How many different parts of each face these Clue cards hold. */
export function facesIn(chart: Chart, clues: (number | null)[]): number[][] {
  const held = chart.faces.map(() => chart.parts.map(() => 0));
  for (const card of clues) {
    if (card === null) continue;
    const kind = designOf(chart, card).clue;
    held[Math.floor(kind / chart.parts.length)]![kind % chart.parts.length]! += 1;
  }
  return held;
}

/** Sectors the viewer wants to reach: Missions, and Companions to deliver. */
export function goalsOf(chart: Chart, view: View): { missions: Set<number>; companions: Set<number> } {
  const me = view.seat === null ? null : view.gis[view.seat]!;
  const to = (cards: (number | null)[]) =>
    new Set(
      cards.filter((card): card is number => card !== null)
        .map((card) => designOf(chart, card).destination)
        .filter((sector) => sector >= 0),
    );
  return { missions: to(me?.missions ?? []), companions: to(me?.companions ?? []) };
}

/** Words in lines of at most so many letters; what is too long for the last line ends in dots. */
export function wrap(text: string, letters: number, most = 99): string[] {
  const lines: string[] = [];
  for (const word of text.split(/(?<=-)|\s+/)) {
    const last = lines[lines.length - 1];
    const glue = last?.endsWith("-") ? "" : " ";
    if (last !== undefined && (last + glue + word).length <= letters) lines[lines.length - 1] = last + glue + word;
    else lines.push(word);
  }
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), `${lines[most - 1]!.slice(0, letters - 1)}…`];
}

/** The shortest way on foot between two sectors, both included; empty when there is none. */
export function wayOf(chart: Chart, from: number, to: number, crossesSea: boolean): number[] {
  const before = new Map<number, number>([[from, from]]);
  let edge = [from];
  while (edge.length > 0 && !before.has(to)) {
    const next: number[] = [];
    for (const n of edge) {
      for (const other of chart.sectors[n]!.adjacent) {
        if (before.has(other) || (chart.sectors[other]!.terrain === "S" && !crossesSea && other !== to)) continue;
        before.set(other, n);
        next.push(other);
      }
    }
    edge = next;
  }
  if (!before.has(to)) return [];
  const way = [to];
  while (way[0] !== from) way.unshift(before.get(way[0]!)!);
  return way;
}

/** What a GI's evasion of this Initiative needs on the die, and how likely that is; null where nobody can evade. */
export function evasionOf(chart: Chart, view: View, gi: number, initiative: number): { needs: string; chance: number } | null {
  const it = view.gis[gi]!;
  const sector = chart.sectors[it.sector];
  if (!sector || sector.terrain === "G" || (view.no_evading && gi === view.mover)) return null;
  const modifier = [...it.items, ...it.companions].reduce((sum, card) => sum + designOf(chart, card).evade, sector.evade);
  const faces = [1, 2, 3, 4, 5, 6].filter((face) =>
    chart.literal_evasion ? face + modifier <= initiative : face + modifier > initiative,
  );
  if (faces.length === 0) return { needs: "hopeless", chance: 0 };
  if (faces.length === 6) return { needs: "sure", chance: 1 };
  return { needs: chart.literal_evasion ? `${faces[faces.length - 1]} or less` : `${faces[0]} or more`, chance: faces.length / 6 };
}

/** Who is ahead in the hunt: lives taken, an open set, then Clue cards. */
export const meritOf = (gi: GiView): number =>
  isDead(gi) ? -1 : gi.taken * 100 + (gi.open_set.length > 0 ? 50 : 0) + gi.clues.length;
