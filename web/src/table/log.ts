// How the log is told: answers folded into what came of them, lines of one kind counted, lines gathered into chapters.

import type { LogLine, Thing } from "../lib/board";
import { sameThing } from "../lib/things";
import { counted } from "./story";

/** How many lines after an answer the game's own line about it may come. */
const NEAR = 4;

/** A line of the log as it is shown. */
export interface Entry {
  /** The number of its line: it stays the same while lines are added. */
  n: number;
  line: LogLine;
  /** The answers that led to it, if it tells what came of them. */
  choices: LogLine[];
  /** All lines that are told as one, if there are several. */
  parts: LogLine[];
  /** The seat that did it, as far as the log says. */
  seat: string | null;
}

/** Entries that belong together: an Operation, a card, a fight. The first chapter of all may have no title. */
export interface Chapter {
  n: number;
  title: Entry | null;
  entries: Entry[];
}

type SeatLabel = (id: string | null) => string;

const isAnswer = (line: LogLine): boolean => line.kind === "answer";

/** The log, entry by entry. */
export function entriesOf(lines: readonly LogLine[], seatLabel: SeatLabel): Entry[] {
  const opened = new Set(lines.filter((line) => line.kind === "opened").map(answered));
  const entries: Entry[] = [];
  let choices: LogLine[] = [];
  let last: LogLine | null = null;
  /** The entries in a row that count lines: those of one kind may have others between them. */
  let run: Entry[] = [];
  const keepChoices = () => {
    for (const line of choices) entries.push(entry(line, line.seat));
    choices = [];
  };
  for (const line of lines) {
    if (isAnswer(line)) {
      if (choices.length && (choices[0]!.seat !== line.seat || choices[0]!.turn !== line.turn)) keepChoices();
      if (!opened.has(answered(line))) choices.push(line);
      last = line;
      continue;
    }
    const found = entry(line, line.seat ?? line.mover ?? (last?.turn === line.turn ? last.seat : null));
    const told = choices.filter((choice, i) => choices.length - i <= NEAR && isAbout(line, choice, seatLabel(choice.seat)));
    // Answers before one that the line tells of led to it too.
    const first = told.length ? 0 : choices.length;
    found.choices = choices.slice(first);
    choices = choices.slice(0, first);
    keepChoices();
    const before = line.opens || !line.sums ? undefined : run.find((it) => isSameKind(it.line, line));
    if (!line.sums || line.opens || run[0]?.line.mover !== line.mover) run = [];
    if (before) {
      if (!before.parts.length) before.parts.push(before.line);
      before.parts.push(line);
      before.choices.push(...found.choices);
    } else {
      if (line.sums) run.push(found);
      entries.push(found);
    }
  }
  keepChoices();
  return entries;
}

/** Whether two lines are told as one. */
const isSameKind = (one: LogLine, other: LogLine): boolean => one.sums?.[1] === other.sums?.[1] && one.mover === other.mover;

/** What an entry says. */
export const textOf = (it: Entry): string => (it.parts.length ? counted(it.parts) : it.line.text);

const entry = (line: LogLine, seat: string | null): Entry => ({ n: line.n, line, choices: [], parts: [], seat });

/** Who answered what, and when: the same for an answer and for the line that opens it. */
const answered = (line: LogLine): string => JSON.stringify([line.turn, line.seat, line.text]);

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether a line tells what came of an answer: it names what was chosen, or says in its own words who chose what. */
function isAbout(line: LogLine, answer: LogLine, who: string): boolean {
  if (line.kind === "end" || line.turn !== answer.turn) return false;
  if (line.things.some((it) => answer.things.some((other) => sameThing(it, other)))) return true;
  const told = new Set(words(line.text));
  return words(who).every((word) => told.has(word)) || words(answer.text).every((word) => told.has(word));
}

/** The entries in chapters: one ends where the next begins, or when it is somebody else's turn. What belongs to none is gathered by turns. */
export function chaptersOf(entries: readonly Entry[]): Chapter[] {
  const chapters: Chapter[] = [];
  for (const it of entries) {
    const now = chapters.at(-1);
    const last = now?.entries.at(-1) ?? now?.title;
    if (it.line.opens) chapters.push({ n: it.n, title: it, entries: [] });
    else if (now && (last?.line.turn === it.line.turn || (now.title && now.title.line.mover === it.line.mover))) now.entries.push(it);
    else chapters.push({ n: it.n, title: null, entries: [it] });
  }
  return chapters;
}

/** The number of the first entry after my last answer before the others' latest moves; null if nobody else has done anything. */
export function sinceMine(entries: readonly Entry[], mine: readonly string[]): number | null {
  const isMine = (it: Entry | undefined) => it !== undefined && it.seat !== null && mine.includes(it.seat);
  let i = entries.length - 1;
  while (i >= 0 && (entries[i]!.seat === null || isMine(entries[i]))) i--;
  while (i >= 0 && !isMine(entries[i])) i--;
  return i < 0 ? null : (entries[i + 1]?.n ?? null);
}

/** A stretch of a line's text, and the thing it names, if any. */
export interface Run {
  text: string;
  thing: Thing | null;
}

/** A text cut where it names things. What it names without their titles comes last. */
export function runsOf(text: string, named: readonly { thing: Thing; title: string }[]): Run[] {
  let runs: Run[] = [{ text, thing: null }];
  const longestFirst = [...named].sort((a, b) => b.title.length - a.title.length);
  for (const { thing, title } of longestFirst) {
    const at = runs.findIndex((run) => run.thing === null && run.text.includes(title));
    if (at < 0 || !title) continue;
    const [before, ...after] = runs[at]!.text.split(title);
    const cut = [
      { text: before!, thing: null },
      { text: title, thing },
      { text: after.join(title), thing: null },
    ];
    runs = [...runs.slice(0, at), ...cut.filter((run) => run.text), ...runs.slice(at + 1)];
  }
  return runs;
}
