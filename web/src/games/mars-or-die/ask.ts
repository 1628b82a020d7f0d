// What the open question means on the table: a fan to move in, a ghost to turn, a zone to set up in, stands to aim at.

import type { OptionView, QuestionView, Thing } from "../../lib/board";
import { COLUMN, Field, LINE, NOBODY, aboutFaced, closedUp, formed, moved, type ChargeWay } from "./field";
import { bits, full, wheeled } from "./geometry";
import { FORMATIONS, coordinate, facings, placeKeys, places, setUpKeys, whole } from "./setup";
import type { Point, Pose } from "./types";

/** A place a unit could go to, and the answers that send it there. */
export interface Stop {
  pose: Pose;
  /** Where the body ends up after what follows the move: another formation, or turned about. */
  after: Pose | null;
  keys: string[];
  text: string;
  /** What the answer is on the table, where the distance is asked for by itself. */
  thing?: Thing;
}

export interface Way {
  heading: number;
  stops: Stop[];
}

export type Task =
  | { sort: "none" }
  /** Which unit acts: units can be dragged. */
  | { sort: "units" }
  /** What does it do: the orders, and the ways it could go at once. */
  | { sort: "orders"; unit: number; ways: Way[]; charges: ChargeWay[] }
  | { sort: "move"; unit: number; ways: Way[] }
  | { sort: "turn"; unit: number; poses: { pose: Pose; key: string; text: string }[] }
  | { sort: "charge"; unit: number; charges: ChargeWay[]; keys: Map<number, string> }
  | { sort: "charge-heading"; unit: number; charges: (ChargeWay & { key: string })[] }
  | { sort: "fire"; unit: number; slot: number | null }
  | { sort: "guard"; unit: number; keys: Map<number, string> }
  | { sort: "set-up"; side: number }
  | { sort: "place"; unit: number; choices: Placing[] }
  | { sort: "row"; unit: number; rows: Map<number, string> }
  | { sort: "fly"; unit: number; step: "x" | "y" | "facing" }
  | { sort: "spots"; unit: number; spots: { pose: Pose; key: string; text: string }[] };

/** A formation and facing in which a unit can be set up, and where. */
export interface Placing {
  shape: number;
  facing: number;
  free: Map<number, number[]>;
  keys: (pose: Pose) => string[];
}

const NONE: Task = { sort: "none" };

/** What to do on the table now. */
export function taskOf(field: Field, question: QuestionView | null): Task {
  if (!question) return NONE;
  const unit = unitOf(field, question);
  switch (question.topic) {
    case "unit":
      return { sort: "units" };
    case "set_up": {
      const id = question.options[0]?.touches[0]?.id;
      return id ? { sort: "set-up", side: field.side(field.unitNumber(id)) } : NONE;
    }
  }
  if (unit < 0) return NONE;
  switch (question.kind) {
    case "heading":
      return { sort: "move", unit, ways: movesOf(field, question, unit) };
    case "distance":
      return { sort: "move", unit, ways: [distancesOf(field, question, unit)] };
  }
  switch (question.topic) {
    case "action":
      return orders(field, question, unit);
    case "wheel":
      return { sort: "turn", unit, poses: wheelsOf(field, question, unit) };
    case "facing":
      return { sort: "turn", unit, poses: facingsOf(field, question, unit) };
    case "charge":
      return chargeOf(field, question, unit);
    case "charge_heading":
      return chargeHeadings(field, question, unit);
    case "fire":
    case "fire_instead":
    case "second":
      return { sort: "fire", unit, slot: question.about.place ?? null };
    case "guard":
      return { sort: "guard", unit, keys: new Map(question.options.map((one) => [one.data!.slot, one.key])) };
    case "set_up_formation":
    case "set_up_facing":
    case "set_up_x":
      return { sort: "place", unit, choices: placingsOf(field, question, unit) };
    case "set_up_y":
      return { sort: "row", unit, rows: new Map(question.options.map((one) => [one.data!.length, one.key])) };
    case "flyer_x":
      return { sort: "fly", unit, step: "x" };
    case "flyer_y":
      return { sort: "fly", unit, step: "y" };
    case "flyer_facing":
      return { sort: "fly", unit, step: "facing" };
    case "keep_up_place":
      return { sort: "spots", unit, spots: besides(question) };
    default:
      return NONE;
  }
}

/** The unit that a question is about; -1 if it is about none. */
function unitOf(field: Field, question: QuestionView): number {
  const unit: Thing | undefined = question.about.unit;
  return unit ? field.unitNumber(unit.id) : NOBODY;
}

const has = (question: QuestionView, word: string): boolean => question.options.some((one) => one.word === word);

// Moving

/** What comes after a half move. */
function follows(field: Field, question: QuestionView, unit: number): (pose: Pose) => Pose | null {
  if (question.facts.then === "turn_about") return aboutFaced;
  if (question.facts.then === "change_formation") {
    const shape = field.pose(unit)[3] === LINE ? COLUMN : LINE;
    return (pose) => formed(pose, shape);
  }
  return () => null;
}

/**
 * Where a unit can go. What a card lends it is not known here: a heading without stops sends the heading alone, and
 * the distance is asked for by itself.
 */
function movesOf(field: Field, question: QuestionView, unit: number): Way[] {
  const offered = question.options.filter((one) => !one.word);
  const isStraight: boolean = question.facts.straight ?? false;
  const half: boolean = question.facts.half ?? false;
  const most = isStraight ? 3000 : field.allowance(unit, { half });
  const sure = isStraight ? 3000 : surely(field, unit, half);
  const after = follows(field, question, unit);
  const ways = field.moves(unit, most, (pose) => {
    const then = question.facts.then === "change_formation" ? after(pose) : null;
    return then ? field.hasPlace(unit, then) : field.makesWay(unit, pose);
  });
  return offered.map(({ key, data }) => {
    const heading: number = data!.angle;
    const stops = ways.get(heading) ?? [];
    const start = closedUp(field.pose(unit));
    return {
      heading,
      stops: stops.map((far) => stop(start, heading, far, after, [key, ...farKey(question.topic!, stops, far, sure)])),
    };
  });
}

function stop(start: Pose, heading: number, far: number, after: (pose: Pose) => Pose | null, keys: string[]): Stop {
  const pose = moved(start, heading, far);
  return { pose, after: after(pose), keys, text: `${far / 1000}″` };
}

/**
 * The answer that says how far: none if there is only one (it is not asked), and none where it is not sure that it will
 * be offered; then it is asked for by itself.
 */
function farKey(topic: string, stops: number[], far: number, sure: number): string[] {
  const known = stops.filter((one) => one <= sure);
  return known.length > 1 && far <= sure ? [`${topic}_distance:${coordinate(far)}`] : [];
}

/** How far a unit can surely go. */
const surely = (field: Field, unit: number, half: boolean): number =>
  field.allowance(unit, { half, alone: !field.isInchSure(unit) });

function distancesOf(field: Field, question: QuestionView, unit: number): Way {
  const start = closedUp(field.pose(unit));
  const heading = Number((question.about.heading as Thing).id);
  const after = follows(field, question, unit);
  return {
    heading,
    stops: question.options.map(({ key, data, things }) => ({
      ...stop(start, heading, data!.length, after, [key]),
      thing: things![0]!,
    })),
  };
}

/** The ways of a plain move, with the answers that begin before it. */
export function plainMoves(field: Field, unit: number, before: string[]): Way[] {
  const ways = field.moves(unit, field.allowance(unit));
  const start = closedUp(field.pose(unit));
  const sure = surely(field, unit, false);
  return [...ways].map(([heading, stops]) => ({
    heading,
    stops: stops.map((far) => {
      const keys = [...before, "move", ...(ways.size > 1 ? [`move:${heading}`] : []), ...farKey("move", stops, far, sure)];
      return stop(start, heading, far, () => null, keys);
    }),
  }));
}

function orders(field: Field, question: QuestionView, unit: number): Task {
  return {
    sort: "orders",
    unit,
    ways: has(question, "move") ? plainMoves(field, unit, []) : [],
    charges: has(question, "charge") ? field.charges(unit) : [],
  };
}

/** The answers that charge a unit, after those that begin before it. */
export function chargeKeys(field: Field, charges: ChargeWay[], target: number, before: string[]): string[] {
  const many = new Set(charges.map((way) => way.target)).size;
  return [...before, ...(many > 1 ? [`charge:${field.board.units[target]!.id}`] : [])];
}

// Turning

function wheelsOf(field: Field, question: QuestionView, unit: number) {
  const start = closedUp(field.pose(unit));
  const turns = question.options.filter((one) => !one.word);
  return turns.map(({ key, label, data }) => ({ pose: wheeled(start, data!.turn), key, text: label }));
}

function facingsOf(field: Field, question: QuestionView, unit: number) {
  const [x, y, , , , mask, side] = field.pose(unit);
  const many = bits(mask);
  return question.options.map(({ key, label, data }) => {
    const pose: Pose = [x, y, data!.angle, LINE, many, full(many), side];
    return { pose, key, text: label };
  });
}

// Charging

function chargeOf(field: Field, question: QuestionView, unit: number): Task {
  const keys = new Map<number, string>();
  for (const { key, touches } of question.options) {
    if (touches[0]) keys.set(field.unitNumber(touches[0].id), key);
  }
  return { sort: "charge", unit, charges: field.charges(unit).filter((way) => keys.has(way.target)), keys };
}

function chargeHeadings(field: Field, question: QuestionView, unit: number): Task {
  const units = question.things.filter((one) => one.kind === "unit").map((one) => field.unitNumber(one.id));
  const target = units.find((one) => one !== unit) ?? NOBODY;
  const charges = question.options.map(({ key, data }) => ({ target, heading: data!.angle, far: data!.length, key }));
  return { sort: "charge-heading", unit, charges };
}

// Setting up

/**
 * The formations and facings a unit can still be set up in. Once x is asked for, both are chosen but not told: those
 * that fit the places offered are left, and they take up the same ground.
 */
function placingsOf(field: Field, question: QuestionView, unit: number): Placing[] {
  const found: Placing[] = [];
  const asked = question.topic;
  const offered: number[] = question.options.map((one) => one.data?.angle ?? one.data?.length);
  for (const shape of Object.values(FORMATIONS)) {
    for (const facing of facings(field, unit, shape)) {
      if (asked === "set_up_facing" && !offered.includes(facing)) continue;
      const free = places(field, unit, whole(field, unit, shape, facing));
      if (asked === "set_up_x" && !sameNumbers([...free.keys()], offered)) continue;
      found.push({ shape, facing, free, keys: keysFor(field, unit, asked, free, facing) });
    }
  }
  // The formation is chosen but not told. Where it could be either, only the facing is asked for, by arrows.
  const isSure = asked !== "set_up_facing" || new Set(found.map((one) => one.shape)).size === 1;
  return isSure ? found : [];
}

function keysFor(field: Field, unit: number, asked: string, free: Map<number, number[]>, facing: number) {
  if (asked === "set_up_x") return (pose: Pose) => placeKeys(free, pose);
  if (asked === "set_up_facing") return (pose: Pose) => [`set_up_facing:${facing}`, ...placeKeys(free, pose)];
  return (pose: Pose) => setUpKeys(field, unit, pose);
}

const sameNumbers = (a: number[], b: number[]): boolean => a.length === b.length && a.every((one, i) => one === b[i]);

/** What a unit that is dragged from behind the table could be set up as. */
export function placingsFor(field: Field, unit: number): Placing[] {
  const found: Placing[] = [];
  for (const shape of Object.values(FORMATIONS)) {
    for (const facing of facings(field, unit, shape)) {
      const free = places(field, unit, whole(field, unit, shape, facing));
      const id = field.board.units[unit]!.id;
      found.push({ shape, facing, free, keys: (pose) => [`set_up:${id}`, ...setUpKeys(field, unit, pose)] });
    }
  }
  return found;
}

// Machineguns that keep up

function besides(question: QuestionView) {
  return question.options.map(({ key, label, word }) => ({ pose: question.facts.poses[word!] as Pose, key, text: label }));
}

// Pointing

/** The stop nearest to where somebody points, by the middle of the unit. */
export function nearestStop(ways: Way[], at: Point, start: Pose, slack = 2600): Stop | null {
  let best: Stop | null = null;
  let least = Infinity;
  for (const { stops } of ways) {
    for (const one of stops) {
      const far = (one.pose[0] - at[0]) ** 2 + (one.pose[1] - at[1]) ** 2;
      if (far < least) [least, best] = [far, one];
    }
  }
  // Who points at the unit itself, or far beyond its reach, means something else.
  const home = (start[0] - at[0]) ** 2 + (start[1] - at[1]) ** 2;
  return best && Math.sqrt(least) < slack && least < home ? best : null;
}

/** Options that are words, and so have no place on the table: they are offered beside the unit. */
export const words = (question: QuestionView): OptionView[] => question.options.filter((one) => one.word);
