// What the shell and a board say to each other. The shell owns this file; boards code against it.

import type { Component } from "svelte";

/** A thing on the table, written "kind:id", e.g. "space:sharma". */
export type ThingId = string;

/** A thing as it goes over the wire. */
export interface Thing {
  kind: string;
  id: string;
}

export interface OptionView {
  key: string;
  label: string;
  rule: string;
  touches: Thing[];
  /** What it is: things, or a word. */
  things?: Thing[];
  word?: string;
  /** What else a program needs to know of it: an angle, a length, a price. */
  data?: Record<string, any>;
}

export type QuestionKind =
  | "pick"
  | "several"
  | "amount"
  | "order"
  | "assign"
  | "spend"
  | "heading"
  | "distance"
  | "yes_no"
  | "offer";

export interface QuestionView {
  seat: string | null;
  prompt: string;
  kind: QuestionKind;
  topic: string;
  window: string;
  decline: string | null;
  remaining: number;
  rule: string;
  things: Thing[];
  /** What it is about, by name: things, numbers and words. */
  about: Record<string, any>;
  /** What else a program needs to know. */
  facts: Record<string, any>;
  options: OptionView[];
  hidden: boolean;
}

export interface LogLine {
  n: number;
  turn: number;
  kind: "note" | "roll" | "answer" | "opened" | "end" | (string & {});
  text: string;
  things: Thing[];
  seat: string | null;
  key: string;
  faces: unknown[];
}

export interface SeatInfo {
  id: string;
  label: string;
  who: string;
  kind: "person" | "bot" | "open" | "link" | (string & {});
  present: boolean;
  thinking: boolean;
}

export interface OddsLine {
  text: string;
  p: number;
  shown: string;
}

export interface OddsReply {
  key: string;
  exact: boolean;
  lines: OddsLine[];
}

export interface Point {
  x: number;
  y: number;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface BoardProps<V = any, C = any> {
  board: C;
  view: V;
  /** Whose eyes: a seat id, or null for a spectator. */
  seat: string | null;
  seats: SeatInfo[];
  /** The open question when it is yours, else null. */
  question: QuestionView | null;
  /** What can be clicked now, and what each click could mean. */
  lit: Map<ThingId, OptionView[]>;
  /** Outlined: named by the option or log line under the pointer, or just changed. */
  shown: Set<ThingId>;
  /** A click on a thing, lit or not. The shell answers, or opens a small menu when several options touch it. */
  pick: (thing: ThingId, at?: Point) => void;
  /** The pointer is over a thing (null: over none); the shell shows describe(thing). */
  hover: (thing: ThingId | null) => void;
  /** Answer directly, with one key or several in a row. */
  choose: (...keys: string[]) => void;
  odds: (key: string) => Promise<OddsReply>;
  /** Nothing moves. */
  quiet: boolean;
}

export interface Description {
  title: string;
  lines: string[];
}

export interface GuideStep {
  title: string;
  text: string;
  thing?: ThingId;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface GameFront<V = any, C = any> {
  /** Draws inside <Stage width height>. */
  Board: Component<BoardProps<V, C>>;
  /** One line at the top: round, tracks, victory with margins. */
  Strip: Component<BoardProps<V, C>>;
  /** Bottom: hand, sheet, team, decks. */
  Hand?: Component<BoardProps<V, C>>;
  describe: (thing: ThingId, board: C, view: V) => Description | null;
  /** The position in a few sentences, for screen readers. */
  summary: (board: C, view: V, seat: string | null) => string;
  /** First visit: 4 to 7 short steps. */
  guide: GuideStep[];
}

export const thingId = (thing: Thing): ThingId => `${thing.kind}:${thing.id}`;

/** Several things as ids. */
export const thingIds = (things: readonly Thing[]): ThingId[] => things.map(thingId);

/** Which options touch each thing. */
export function litBy(question: QuestionView | null): Map<ThingId, OptionView[]> {
  const lit = new Map<ThingId, OptionView[]>();
  for (const option of question?.options ?? []) {
    for (const thing of option.touches) {
      const id = thingId(thing);
      const options = lit.get(id);
      if (options) options.push(option);
      else lit.set(id, [option]);
    }
  }
  return lit;
}
