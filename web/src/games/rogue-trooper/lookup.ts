// Conversions between numbers and names, and the few lookups that every part of the board needs.

import { idsAbout, type BoardProps, type Thing } from "../../lib/board";
import { ThingMap } from "../../lib/things";
import { counted } from "../../lib/words";
import type { Board, BoardDesign, GiView, View } from "../../types/rogue-trooper";

export type Props = BoardProps<View, Board>;

export const DECKS = ["encounter", "supply", "mission", "rogue", "clue"];
export const GUNNAR = 0;
export const DEAD_CHIP = 2;
const COLOURS = ["red", "blue", "green", "yellow", "white", "black"];

export const colourOf = (gi: number): string => `var(--gi-${COLOURS[gi] ?? "black"})`;
/** Ink that can be read on a GI's colour. */
export const inkOn = (gi: number): string => `var(--on-gi-${COLOURS[gi] ?? "black"})`;

export const cardThing = (board: Board, n: number): Thing => ({ kind: "card", id: board.cards[n]!.id });
export const seatThing = (board: Board, n: number): Thing => ({ kind: "seat", id: board.gis[n]!.id });
export const phaseLabel = (board: Board, id: string): string => board.phases.find((phase) => phase.part === id)?.label ?? "";
export const designOf = (board: Board, card: number): BoardDesign => board.designs[board.cards[card]!.design]!;
export const labelOf = (board: Board, card: number): string => designOf(board, card).label;

const numbers = new WeakMap<Board, ThingMap<number>>();

/** The index of a thing in the board's list of its kind, or -1. */
export function numberOf(board: Board, thing: Thing): number {
  let found = numbers.get(board);
  if (!found) {
    found = new ThingMap();
    const lists: [string, { id: string }[]][] = [
      ["sector", board.sectors],
      ["card", board.cards],
      ["seat", board.gis],
      ["weapon", board.weapons],
      ["ammunition", board.ammunition],
      ["slot", board.slots],
      ["clue", board.clues],
      ["rogue", board.rogues],
    ];
    for (const [kind, list] of lists) list.forEach(({ id }, n) => found!.set({ kind, id }, n));
    numbers.set(board, found);
  }
  return found.get(thing) ?? -1;
}

/** One picture may stand for several things (a card, a good in a trade, a weapon): the one that matters now. */
export function nowOf(props: Props, things: Thing[]): Thing {
  return things.find((it) => props.lit.has(it)) ?? things.find((it) => props.shown.has(it)) ?? things[0]!;
}

/** Whether goods on this GI's sheet are what the open question of a trade is about. */
export function tradesFrom(props: Props, gi: number): boolean {
  const { question, view, board } = props;
  if (question?.topic === "trade_give") return gi === view.seat;
  if (question?.topic !== "trade_take") return false;
  return gi !== view.seat && idsAbout(question, "seat").includes(board.gis[gi]!.id);
}

/** A Special Item or Companion on a sheet. */
export function itemThings(props: Props, gi: number, card: number): Thing[] {
  const { board, view } = props;
  const things = [cardThing(board, card)];
  if (tradesFrom(props, gi)) things.push({ kind: "good", id: board.cards[card]!.id });
  const weapon = designOf(board, card).weapon;
  if (gi === view.seat && weapon >= 0) {
    const first = view.gis[gi]!.items.find((item) => designOf(board, item).weapon === weapon);
    if (first === card) things.push({ kind: "weapon", id: board.weapons[weapon]!.id });
  }
  return things;
}

/** A track of ammunition on a sheet. */
export function trackThings(props: Props, gi: number, n: number): Thing[] {
  const { board, view } = props;
  const id = board.ammunition[n]!.id;
  const kinds = [...(gi === view.seat ? ["weapon"] : []), ...(tradesFrom(props, gi) ? ["good"] : []), "ammunition"];
  return kinds.map((kind) => ({ kind, id }));
}

export const livesOf = (n: number): string => counted(n, "life", "lives");
export const isDead = (gi: GiView): boolean => gi.lives <= 0;
export const isPrisoner = (gi: GiView): boolean => gi.prison >= 0;

/** How many different parts of each face these Clue cards hold. */
export function facesIn(board: Board, clues: (number | null)[]): number[][] {
  const held = board.faces.map(() => board.parts.map(() => 0));
  for (const card of clues) {
    if (card === null) continue;
    const kind = designOf(board, card).clue;
    held[Math.floor(kind / board.parts.length)]![kind % board.parts.length]! += 1;
  }
  return held;
}

/** Sectors the viewer wants to reach: Missions, and Companions to deliver. */
export function goalsOf(board: Board, view: View): { missions: Set<number>; companions: Set<number> } {
  const me = view.seat === null ? null : view.gis[view.seat]!;
  const to = (cards: (number | null)[]) =>
    new Set(
      cards.filter((card): card is number => card !== null)
        .map((card) => designOf(board, card).destination)
        .filter((sector) => sector >= 0),
    );
  return { missions: to(me?.missions ?? []), companions: to(me?.companions ?? []) };
}

/** Text in lines of at most `letters` characters; if it does not fit, the last line ends in an ellipsis. */
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

/** The shortest path on foot between two sectors, both included; empty if there is none. */
export function wayOf(board: Board, from: number, to: number, crossesSea: boolean): number[] {
  const before = new Map<number, number>([[from, from]]);
  let edge = [from];
  while (edge.length > 0 && !before.has(to)) {
    const next: number[] = [];
    for (const n of edge) {
      for (const other of board.sectors[n]!.adjacent) {
        if (before.has(other) || (board.sectors[other]!.terrain === "S" && !crossesSea && other !== to)) continue;
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

/** What a GI must roll to evade this Initiative, and how likely that is; null where nobody can evade. */
export function evasionOf(board: Board, view: View, gi: number, initiative: number): { needs: string; chance: number } | null {
  const it = view.gis[gi]!;
  const sector = board.sectors[it.sector];
  if (!sector || sector.terrain === "G" || (view.no_evading && gi === view.mover)) return null;
  const modifier = [...it.items, ...it.companions].reduce((sum, card) => sum + designOf(board, card).evade, sector.evade);
  const faces = [1, 2, 3, 4, 5, 6].filter((face) =>
    board.literal_evasion ? face + modifier <= initiative : face + modifier > initiative,
  );
  if (faces.length === 0) return { needs: "impossible", chance: 0 };
  if (faces.length === 6) return { needs: "certain", chance: 1 };
  return { needs: board.literal_evasion ? `${faces[faces.length - 1]} or less` : `${faces[0]} or more`, chance: faces.length / 6 };
}

/** A GI's progress in the hunt: lives taken, an open set, then Clue cards. */
export const meritOf = (gi: GiView): number =>
  isDead(gi) ? -1 : gi.taken * 100 + (gi.open_set.length > 0 ? 50 : 0) + gi.clues.length;
