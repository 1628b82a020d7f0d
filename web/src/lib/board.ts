// The interface between the table page (the shell) and a game's board.

import type { Component } from "svelte";
import type { OddsFrame, OptionView, QuestionView, SeatInfo, Thing } from "../types/wire";
import { ThingMap, type ThingSet } from "./things";

export type { LogLine, OddsLine, OptionView, QuestionView, SeatInfo, Thing } from "../types/wire";

/** The odds that the server calculates for an answer. */
export type OddsReply = Pick<OddsFrame, "key" | "exact" | "lines">;

export interface Point {
  x: number;
  y: number;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface BoardProps<V = any, C = any> {
  board: C;
  view: V;
  /** The seat whose view is shown, or null for a spectator. */
  seat: string | null;
  seats: SeatInfo[];
  /** The open question when it is yours, else null. */
  question: QuestionView | null;
  /** What can be clicked now, with the options a click could choose. */
  lit: ThingMap<OptionView[]>;
  /** Outlined: named by the option or log line under the pointer, or just changed. */
  shown: ThingSet;
  /** A click on a thing, lit or not. The shell answers, or opens a small menu when several options touch it. */
  pick: (thing: Thing, at?: Point) => void;
  /** The pointer is over a thing (null: over none); the shell shows describe(thing). */
  hover: (thing: Thing | null) => void;
  /** Answer directly, with one key or several in a row. */
  choose: (...keys: string[]) => void;
  /** Choose these things one after another while the same question offers them; stop at the first that is not offered. */
  chooseEach: (things: readonly Thing[]) => void;
  odds: (key: string) => Promise<OddsReply>;
  /** Animation is off. */
  quiet: boolean;
}

export interface Description {
  title: string;
  lines: string[];
}

export interface GuideStep {
  title: string;
  text: string;
  thing?: Thing;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface GameFront<V = any, C = any> {
  /** Draws inside <Stage width height>. */
  Board: Component<BoardProps<V, C>>;
  /** One line at the top: round, tracks, victory with margins. */
  Strip: Component<BoardProps<V, C>>;
  /** Bottom: hand, sheet, team, decks. */
  Hand?: Component<BoardProps<V, C>>;
  /** Whether this seat has a hand to show now; without this function it always has. */
  hasHand?: (board: C, view: V, seat: string | null) => boolean;
  describe: (thing: Thing, board: C, view: V) => Description | null;
  /** The position in a few sentences, for screen readers. */
  summary: (board: C, view: V, seat: string | null) => string;
  /** Shown on the first visit: 4 to 7 short steps. */
  guide: GuideStep[];
}

/** Which options touch each thing. */
export function litBy(question: QuestionView | null): ThingMap<OptionView[]> {
  const lit = new ThingMap<OptionView[]>();
  for (const option of question?.options ?? []) {
    for (const thing of option.touches) {
      const options = lit.get(thing);
      if (options) options.push(option);
      else lit.set(thing, [option]);
    }
  }
  return lit;
}

const isThing = (value: unknown): value is Thing => typeof value === "object" && value !== null && "kind" in value;

/** The ids of the things of one kind that a question is about. */
export function idsAbout(question: QuestionView | null, kind: string): string[] {
  const named = Object.values(question?.about ?? {}).flat();
  return [...new Set(named.filter(isThing).filter((it) => it.kind === kind).map((it) => it.id))];
}
