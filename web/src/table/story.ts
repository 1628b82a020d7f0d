// The story of others' turns. Frames from the server become beats: a beat is one meaning, with what caused it, what changed and
// as long a rest as it takes to read.

import type { LogLine, Thing } from "../lib/board";
import type { StateFrame } from "../lib/frames";
import type { Speed } from "../lib/settings.svelte";
import { ThingMap } from "../lib/things";
import { hasDice } from "./dice";

/** How long everything lasts, compared with the normal speed. */
export const PACE: Record<Speed, number> = { slow: 2, normal: 1, fast: 0.35, instant: 0 };
export const SPEEDS: [Speed, string][] = [
  ["slow", "Slow"],
  ["normal", "Normal"],
  ["fast", "Fast"],
  ["instant", "Instant"],
];

/** The least a beat lasts, and what every letter and a throw of dice add, in milliseconds. */
const LEAST = 420;
const A_LETTER = 15;
const MOST_LETTERS = 150;
const A_THROW = 700;
/** How much longer a card, or the end of a fight, rests. */
const A_TURN = 900;
/** How long the cause is shown before the change. */
const CAUSE = 260;
/** With more beats than this waiting, each lasts a shorter time. */
const UNHURRIED = 6;
const SHORTEST = 0.4;
/** With more beats than this waiting, each tells a whole chapter. */
const LONG = 24;
/** A chapter that begins after this many lines has an act of its own. */
const MANY = 3;
/** A beat counts lines of at most this many kinds. */
const MOST_KINDS = 3;

export interface Beat {
  /** What it shows; the last frame is the position. */
  frames: StateFrame[];
  /** What it tells. Answers are left out: what comes of them is told. */
  lines: LogLine[];
  /** The lines in the order in which they are shown: each throw of dice begins a new act, and so does the turn of somebody else. */
  acts: LogLine[][];
  /** Whose turn each act tells, if the log says so. */
  seats: (string | null)[];
  /** The position is shown at once, and the story does not hold it up. */
  isOwn: boolean;
}

const isTold = (line: LogLine): boolean => line.kind !== "answer";
const tells = (frame: StateFrame): boolean => frame.log.lines.some(isTold);
/** Our own answers, and a log that is sent anew: nothing to wait for. */
export const isAtOnce = (frame: StateFrame): boolean => frame.ack != null || frame.log.keep === 0;
const opens = (frame: StateFrame): boolean => frame.log.lines.some((line) => line.opens);
export const moverOf = (lines: readonly LogLine[]): string | null => {
  const line = lines.findLast((it) => it.mover !== null) ?? lines.findLast((it) => it.seat !== null);
  return line?.mover ?? line?.seat ?? null;
};

/** How lines of one kind are called; empty if they are not counted. */
const kindOf = (line: LogLine): string => line.sums?.[1] ?? "";

/** What a frame tells, by kinds; null if some of it is not counted. */
function kindsOf(frame: StateFrame): string[] | null {
  const kinds = frame.log.lines.filter(isTold).map(kindOf);
  return kinds.length && kinds.every(Boolean) ? kinds : null;
}

/**
 * The first frame of a game that has played on before anybody was asked, as a story: what stood there when it began, then a frame
 * for each turn of others. Only the last picture is known, so the board shows it throughout.
 */
export function opening(frame: StateFrame): StateFrame[] {
  const { lines, keep } = frame.log;
  const isOthers = ({ mover }: LogLine) => mover !== null && !frame.mine.includes(mover);
  const first = lines.findIndex(isOthers);
  if (keep !== 0 || !frame.mine.length || first < 0 || lines.some(({ kind }) => kind === "answer" || kind === "opened")) return [frame];
  const cuts = [first, ...lines.flatMap((line, i) => (i > first && line.turn !== lines[i - 1]!.turn ? [i] : [])), lines.length];
  const told = (from: number) => lines[from - 1]?.n ?? 0;
  const parts = cuts.slice(0, -1).map((from, i) => ({ ...frame, question: null, log: { keep: told(from), lines: lines.slice(from, cuts[i + 1]) } }));
  return [{ ...frame, question: null, log: { keep: 0, lines: lines.slice(0, first) } }, ...parts.slice(0, -1), { ...parts.at(-1)!, question: frame.question }];
}

/** How many of the waiting frames make up the next beat. */
function lengthOf(frames: readonly StateFrame[]): number {
  const own = frames.findLastIndex(isAtOnce);
  if (own >= 0) return own + 1;
  const first = frames.findIndex(tells);
  if (first < 0) return frames.length;
  const isLong = frames.filter(tells).length > LONG;
  const kinds = new Set(kindsOf(frames[first]!));
  const seat = moverOf(frames[first]!.log.lines);
  let end = first + 1;
  for (let i = first + 1; i < frames.length; i++) {
    const frame = frames[i]!;
    if (!tells(frame)) continue;
    if (opens(frame) || moverOf(frame.log.lines) !== seat) break;
    const more = kindsOf(frame);
    const all = new Set([...kinds, ...(more ?? [])]);
    if (!isLong && !(kinds.size && more && all.size <= MOST_KINDS)) break;
    for (const kind of all) kinds.add(kind);
    end = i + 1;
  }
  // What tells nothing and is followed by nothing comes along: the question that is open now.
  return frames.slice(end).some(tells) ? end : frames.length;
}

/** The next beat of the waiting frames. */
export function nextBeat(frames: readonly StateFrame[]): Beat {
  const taken = frames.slice(0, lengthOf(frames));
  const isOwn = taken.some(isAtOnce);
  const all = taken.flatMap((frame) => (frame.log.keep === 0 ? [] : frame.log.lines));
  const lines = all.filter(isTold);
  const acts = actsOf(lines);
  // Where nobody has the turn, it is told of the seat that answered; but after somebody's turn, such as at the end of a round, nobody is.
  const isTurns = all.some((line) => line.mover !== null);
  const seats = acts.map((act) => act.findLast((line) => line.mover !== null)?.mover ?? (isTurns ? null : moverOf(all)));
  return { frames: taken, lines, acts, seats, isOwn };
}

/** A line that turns up a card. */
const isCard = (line: LogLine): boolean => line.opens && line.things.some(({ kind }) => kind === "card");

/** Lines cut before each throw of dice, where the next fight begins, and where the turn passes on; a card is read before the dice are thrown for it. */
export function actsOf(lines: readonly LogLine[]): LogLine[][] {
  const acts: LogLine[][] = [];
  for (const line of lines) {
    const now = acts.at(-1);
    const passes = now !== undefined && line.kind !== "end" && line.mover !== now.at(-1)!.mover;
    const isNew = now && (passes || (hasDice(line) && now.some((it) => hasDice(it) || isCard(it))) || (line.opens && (now.length >= MANY || now.some(hasDice))));
    if (!now || isNew) acts.push(now && !passes && hasDice(line) && isAnnounced(now) ? [now.pop()!, line] : [line]);
    else now.push(line);
  }
  return acts;
}

/** Whether the last line of an act announces the next throw: a line of its kind has led to the throw before. */
function isAnnounced(act: readonly LogLine[]): boolean {
  const [thrown, last] = [act.findIndex(hasDice), act.at(-1)!];
  return kindOf(last) !== "" && act.slice(0, Math.max(thrown, 0)).some((line) => kindOf(line) === kindOf(last));
}

/** A line that tells how something ended, or that turns up a card. */
const isTurn = (line: LogLine): boolean => line.tone !== "" || isCard(line);

/** How long an act rests, with this many beats waiting behind it. */
export function restOf(act: readonly LogLine[], speed: Speed, waiting: number): number {
  const letters = tellings(act).reduce((sum, it) => sum + it.text.length, 0);
  const size = LEAST + A_LETTER * Math.min(MOST_LETTERS, letters) + (act.some(hasDice) ? A_THROW : 0) + (act.some(isTurn) ? A_TURN : 0);
  const hurry = waiting > UNHURRIED ? Math.max(SHORTEST, UNHURRIED / waiting) : 1;
  return size * PACE[speed] * hurry;
}

export const causeOf = (speed: Speed): number => (speed === "fast" ? 0 : CAUSE * PACE[speed]);

/** How many beats are in these frames, at least. */
export const beatsIn = (frames: readonly StateFrame[]): number => frames.filter(tells).length;

/** Whether something happens in a player's own frame that deserves the stage: dice, a card that is drawn, a fight that begins, how one ended, the end. */
export const isScene = (lines: readonly LogLine[]): boolean =>
  lines.some((line, i) => line.kind === "roll" || line.kind === "end" || line.tone !== "" || (line.opens && i > 0));

// What is told

/** One thing to tell: a line, or several of one kind that are counted. */
export interface Telling {
  n: number;
  text: string;
  lines: LogLine[];
}

/** Lines of one kind are told as one, where the first of them stood. */
export function tellings(lines: readonly LogLine[]): Telling[] {
  const found: Telling[] = [];
  const kinds = new Map<string, Telling>();
  for (const line of lines) {
    const known = line.sums && kinds.get(kindOf(line));
    if (known) {
      known.lines.push(line);
      known.text = counted(known.lines);
      continue;
    }
    const it = { n: line.n, text: line.text, lines: [line] };
    found.push(it);
    if (line.sums) kinds.set(kindOf(line), it);
  }
  return found;
}

const isEnd = ({ lines: [line] }: Telling): boolean => line!.tone !== "";
/** Of two that weigh the same, the last end of something counts more than the first; otherwise the first comes first. */
const inWeight = (a: Telling, b: Telling): number => (isEnd(a) && isEnd(b) ? b.n - a.n : a.n - b.n);

/** So many of them, in their order: how something ended before anything else. */
export function fewOf(all: readonly Telling[], most: number): Telling[] {
  if (all.length <= most) return [...all];
  return [...all].sort((a, b) => Number(isEnd(b)) - Number(isEnd(a)) || inWeight(a, b)).slice(0, most).sort((a, b) => a.n - b.n);
}

/** How lines of one kind are told together. */
export const counted = (lines: readonly LogLine[]): string =>
  lines.length === 1 ? lines[0]!.text : kindOf(lines[0]!).replaceAll("{n}", String(lines.length));

/** What one seat did, in a few words each. */
export interface Deeds {
  seat: string | null;
  texts: string[];
  /** How much more there was. */
  more: number;
}

/** The most that is told of one seat. */
const MOST_DEEDS = 3;

/** What each seat did in these lines: what it did and is counted, and how things ended, first; then what came of it, the last of it first; then chapters, then whatever else there is. */
export function deedsOf(lines: readonly LogLine[], label: (seat: string | null) => string): Deeds[] {
  const bySeat = new Map<string | null, LogLine[]>();
  for (const line of lines.filter(isTold)) {
    const seat = line.mover ?? line.seat;
    bySeat.set(seat, [...(bySeat.get(seat) ?? []), line]);
  }
  return [...bySeat].map(([seat, theirs]) => {
    const all = tellings(theirs.filter((line) => line.kind !== "roll"));
    const isDeed = ({ text }: LogLine) => text.startsWith(label(seat));
    const weight = ({ lines: [line] }: Telling) => (line!.kind === "end" ? 0 : line!.tone || (line!.sums && isDeed(line!)) ? 1 : line!.sums ? 2 : line!.opens ? 3 : 4);
    const least = Math.min(...all.map(weight));
    const best = all.filter((it) => weight(it) <= Math.max(3, least));
    const byWeight = (a: Telling, b: Telling) => weight(a) - weight(b) || (weight(a) === 2 ? b.n - a.n : inWeight(a, b));
    const told = (least === 4 ? best.slice(-MOST_DEEDS) : [...best].sort(byWeight).slice(0, MOST_DEEDS)).sort((a, b) => a.n - b.n);
    return { seat, texts: told.map((it) => it.text), more: best.length - told.length };
  });
}

/** What others did since the last answer of one of these seats. */
export function sinceMyAnswer(lines: readonly LogLine[], mine: readonly string[]): LogLine[] {
  const isMine = (seat: string | null) => seat !== null && mine.includes(seat);
  const last = lines.findLastIndex((line) => (line.kind === "answer" || line.kind === "opened") && isMine(line.seat));
  return lines.slice(last + 1).filter((line) => line.mover !== null && !isMine(line.mover) && !isMine(line.seat));
}

/** What these lines changed, with the seat that changed it last. */
export function changedBy(lines: readonly LogLine[]): ThingMap<string> {
  const changed = new ThingMap<string>();
  for (const line of lines) if (isTold(line) && line.mover !== null) for (const thing of line.things) changed.set(thing, line.mover);
  return changed;
}

/** What a beat is about: where to look. */
export const thingsIn = (lines: readonly LogLine[]): Thing[] => lines.flatMap((line) => line.things);
