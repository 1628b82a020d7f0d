// The interface between the table page (the shell) and a game's board.

import type { Component } from "svelte";
import type { OddsFrame, OptionView, QuestionView, SeatInfo, Thing } from "../types/wire";
import type { LogLine, PreviewFrame } from "./frames";
import { ThingMap, type ThingSet } from "./things";

export type { OddsLine, OptionView, QuestionView, SeatInfo, Thing } from "../types/wire";
export type { LogLine } from "./frames";

/** The odds that the server calculates for an answer. */
export type OddsReply = Pick<OddsFrame, "key" | "exact" | "lines">;

/** What an answer would lead to, as far as the server can tell us. */
export type PreviewReply = Omit<PreviewFrame, "t" | "id">;

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
  /** Changed since your last answer, with the colour of the side that changed it: keeps a dotted outline, drawn by `Thing`. */
  marks: ThingMap<string>;
  /** The view as it would be after the option pointed at, as far as that can be known; null without one. Draw what differs as ghosts. */
  preview: V | null;
  /** What the choice after the option pointed at would offer: lit faintly. */
  soon: ThingSet;
  /** A click on a thing, lit or not. The shell answers, or opens a small menu when several options touch it. */
  pick: (thing: Thing, at?: Point) => void;
  /** The pointer is over a thing (null: over none); the shell shows describe(thing). */
  hover: (thing: Thing | null) => void;
  /** Answer directly, with one key or several in a row. */
  choose: (...keys: string[]) => void;
  /** Choose these things one after another while the same question offers them; stop at the first that is not offered. */
  chooseEach: (things: readonly Thing[]) => void;
  odds: (key: string) => Promise<OddsReply>;
  /** Ask for what can be measured in this position (`GameFront.isMeasured`); it is added to the view. */
  measure: () => void;
  /** The game is over: nobody acts and no phase is on. */
  over: boolean;
  /** Animation is off. */
  quiet: boolean;
  /** What is being told now, for boards that stage it; null if nothing is. */
  scene?: Scene<V> | null;
}

/** A moment of the story: the lines of its chapter told so far, and the position before and after all of it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface Scene<V = any> {
  lines: readonly LogLine[];
  before: V;
  after: V;
  /** The lines on show now, and those that are still to come. */
  act: readonly LogLine[];
  rest: readonly LogLine[];
  /** Nothing more of it is to come. */
  isLast: boolean;
}

export interface Description {
  title: string;
  lines: string[];
  /** The section of the rules about it, if that differs from what the front says of its kind. */
  rule?: string;
}

/** How a side looks on its dice, in the story and around what it changed: two CSS colours. */
export interface SideLook {
  colour: string;
  /** Of text and pips on that colour. */
  ink: string;
}

/** One of those who face each other on the stage. */
export interface StageSide {
  /** Its seat; null for a side that nobody plays. */
  seat: string | null;
  title: string;
  /** What stands there, in a few words each: "3rd Legion Rifles, 4 stands". */
  lines: string[];
}

/** A fight, an encounter: two sides face each other. The page puts dice under the side that threw them, and the result below. */
export interface StageView {
  title: string;
  /** Where it happens; the stage does not cover it. */
  place: Thing | null;
  sides: [StageSide, StageSide];
}

/** What a scene of the story is drawn from. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface SceneProps<V = any, C = any> {
  board: C;
  /** The view before what is told, and the one on show. For our own answers the second is already the view after them. */
  before: V | null;
  view: V;
  /** What has been told of this beat so far, and the part of it that is on show. */
  lines: readonly LogLine[];
  act: readonly LogLine[];
  quiet: boolean;
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
  /** Part of the view is sent only when somebody points at a thing, or the board asks for it. */
  isMeasured?: boolean;
  /** The position in a few sentences, for screen readers. */
  summary: (board: C, view: V, seat: string | null, over: boolean) => string;
  /** Where the rules tell about each kind of thing: a section number by kind. */
  rules?: Readonly<Record<string, string>>;
  /** How a seat's side looks; null is the side that nobody plays. Without it the page chooses colours. */
  side?: (seat: string | null, board: C, view: V) => SideLook | null;
  /** Draws pictures for the story, above the dice: a card that is turned up, units that face each other. Lines that turn up a card, or draw something, are then not told in words. */
  Scene?: Component<SceneProps<V, C>>;
  /**
   * Who faces whom in the lines of a chapter, with the view before them; null if nobody does. It is asked for each chapter with dice. Without
   * it, or where it returns null, the page shows the sides that threw.
   */
  stage?: (lines: readonly LogLine[], board: C, view: V) => StageView | null;
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
