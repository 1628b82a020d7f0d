// What the open question means on the table: a fan to move in, a preview to turn, a zone to set up in, stands to aim at.
// The options' own data says where a unit would stand, how far it goes and what it would hit.

import type { OptionView, QuestionView, Thing } from "../../lib/board";
import { ThingMap } from "../../lib/things";
import { NOBODY, type Field } from "./field";
import { shifted, turned } from "./geometry";
import { placingsOf, type Placing, type PlacingData, type Room } from "./setup";
import type { Point, Pose } from "./types";

/** A place a unit could go to, and the answers that send it there. */
export interface Stop {
  /** Its pose at the end, also after a change of formation or an about face. */
  pose: Pose;
  keys: string[];
  text: string;
  /** The thing on the table that is the answer, if the distance is a question of its own. */
  thing?: Thing;
}

export interface Way {
  heading: number;
  stops: Stop[];
  /** The thing on the table that is the answer, if the heading is asked for. */
  thing?: Thing;
}

/** The moves and charges a unit could make right away, from the rules, with the answers for each. */
interface Journey {
  pose: Pose;
  ways: { angle: number; keys: string[]; stops: number[] }[];
  distances: Record<number, string>;
  charges: Attack[];
}

/** An enemy that a unit could charge, and the answers that do it. */
export interface Attack {
  unit: number;
  keys: string[];
}

/** One option of a question that has a body or a place of its own. */
export interface Choice {
  pose: Pose;
  key: string;
  text: string;
}

/** An enemy to charge, or a heading for the charge, with the average hits of the first round. */
export interface Charge {
  target: number;
  key: string;
  thing: Thing;
  /** Headings, and where the unit would stand at contact. */
  ways: { angle: number; pose: Pose }[];
  given: number;
  taken: number;
}

/** A stand to shoot at, and the chance of hitting it. */
export interface Shot {
  unit: number;
  slot: number;
  chance: number;
}

export type Task =
  | { sort: "none" }
  /** Which unit acts: units can be dragged. */
  | { sort: "units"; options: Map<number, OptionView> }
  /** What the unit does: its orders, and the moves it could make right away. */
  | { sort: "orders"; unit: number; ways: Way[]; charges: Attack[] }
  | { sort: "move"; unit: number; ways: Way[] }
  | { sort: "turn"; unit: number; poses: Choice[] }
  | { sort: "charge"; unit: number; charges: Charge[] }
  | { sort: "charge-heading"; unit: number; charges: Charge[] }
  | { sort: "fire"; unit: number; slot: number | null; shots: ThingMap<Shot> }
  | { sort: "guard"; unit: number; keys: Map<number, string> }
  | { sort: "set-up"; side: number; options: Map<number, OptionView>; room: Room }
  | { sort: "place"; unit: number; choices: Placing[] }
  | { sort: "row"; unit: number; rows: { length: number; key: string }[] }
  | { sort: "fly"; unit: number; step: "x" | "y" | "facing"; columns: Map<number, string>; rows: Map<number, string>; facings: Map<number, string> }
  | { sort: "spots"; unit: number; spots: Choice[] };

const NONE: Task = { sort: "none" };

/** What to do on the table now. */
export function taskOf(field: Field, question: QuestionView | null): Task {
  if (!question) return NONE;
  if (question.topic === "unit") return { sort: "units", options: byUnit(field, question) };
  if (question.topic === "set_up") {
    const options = byUnit(field, question);
    const [unit] = options.keys();
    return unit === undefined ? NONE : { sort: "set-up", side: field.side(unit), options, room: question.facts.room };
  }
  const unit: number = question.about.unit ? field.unitNumber(question.about.unit.id) : NOBODY;
  if (unit < 0) return NONE;
  if (question.kind === "heading") return { sort: "move", unit, ways: movesOf(question) };
  if (question.kind === "distance") return { sort: "move", unit, ways: [distancesOf(question)] };
  switch (question.topic) {
    case "action": {
      const journey: Journey = question.facts.journey;
      return { sort: "orders", unit, ways: waysOf(journey), charges: journey.charges };
    }
    case "wheel":
    case "facing":
      return { sort: "turn", unit, poses: bodiesOf(question) };
    case "charge":
      return { sort: "charge", unit, charges: chargesOf(field, question) };
    case "charge_heading":
      return { sort: "charge-heading", unit, charges: chargeHeadings(field, question) };
    case "fire":
    case "fire_instead":
    case "second":
      return { sort: "fire", unit, slot: question.about.place ?? null, shots: shotsOf(question) };
    case "guard":
      return { sort: "guard", unit, keys: new Map(question.options.map((one) => [one.data!.slot, one.key])) };
    case "set_up_formation":
    case "set_up_facing":
    case "set_up_x":
      return { sort: "place", unit, choices: placingsOf(question.facts.placings, question.facts.room) };
    case "set_up_y":
      return { sort: "row", unit, rows: question.options.map((one) => ({ length: one.data!.length, key: one.key })) };
    case "flyer_x":
    case "flyer_y":
    case "flyer_facing":
      return flightOf(question, unit);
    case "keep_up_place":
      return { sort: "spots", unit, spots: besides(question) };
    default:
      return NONE;
  }
}

function byUnit(field: Field, question: QuestionView): Map<number, OptionView> {
  const found = new Map<number, OptionView>();
  for (const option of question.options) {
    if (option.things?.[0]) found.set(field.unitNumber(option.things[0].id), option);
  }
  return found;
}

/** The thing that an option stands for. */
const thingOf = (option: OptionView): Thing => option.things[0]!;

/** Options that are words and have no place on the table: they are shown beside the unit. */
export const words = (question: QuestionView): OptionView[] => question.options.filter((one) => one.word);
const things = (question: QuestionView): OptionView[] => question.options.filter((one) => !one.word);

// Moving

/** The stops on a heading. A question with only one answer is not asked: then the heading alone is enough. */
function stopsOf(start: Pose, heading: number, lengths: number[], keys: string[], distances: Record<number, string>): Stop[] {
  return lengths.map((far) => ({
    pose: shifted(start, heading, far),
    keys: lengths.length > 1 ? [...keys, distances[far]!] : keys,
    text: `${far / 1000}″`,
  }));
}

function movesOf(question: QuestionView): Way[] {
  return things(question).map((option) => {
    const { angle, pose, stops } = option.data!;
    return { heading: angle, stops: stopsOf(pose, angle, stops, [option.key], question.facts.distances), thing: thingOf(option) };
  });
}

function distancesOf(question: QuestionView): Way {
  const stops = question.options.map((option) => ({
    pose: option.data!.pose,
    keys: [option.key],
    text: `${option.data!.length / 1000}″`,
    thing: thingOf(option),
  }));
  return { heading: stops[0]!.pose[2], stops };
}

/** The ways of a plain move, with the answers that come before it. */
function waysOf({ pose, ways, distances }: Journey, before: string[] = []): Way[] {
  return ways.map(({ angle, keys, stops }) => ({
    heading: angle,
    stops: stopsOf(turned(pose, angle), angle, stops, [...before, ...keys], distances),
  }));
}

/** Where a unit can be dragged while the question is still which unit acts. */
export const waysFrom = (option: OptionView | undefined): Way[] =>
  option ? waysOf(option.data as unknown as Journey, [option.key]) : [];

/** The enemies a unit can be dragged onto. */
export function attacksOf(task: Task, u: number): Attack[] {
  if (task.sort === "orders") return task.charges;
  const option = task.sort === "units" ? task.options.get(u) : undefined;
  const charges: Attack[] = option?.data?.charges ?? [];
  return charges.map(({ unit, keys }) => ({ unit, keys: [option!.key, ...keys] }));
}

function bodiesOf(question: QuestionView): Choice[] {
  return things(question).map(({ key, label, data }) => ({ pose: data!.pose, key, text: label }));
}

// Charging and firing

function chargesOf(field: Field, question: QuestionView): Charge[] {
  return question.options.map((option) => {
    const { ways, given, taken } = option.data!;
    return { target: field.unitNumber(option.things![0]!.id), key: option.key, thing: thingOf(option), ways, given, taken };
  });
}

function chargeHeadings(field: Field, question: QuestionView): Charge[] {
  const target = field.unitNumber(question.about.target.id);
  return question.options.map((option) => {
    const { angle, pose, given, taken } = option.data!;
    return { target, key: option.key, thing: thingOf(option), ways: [{ angle, pose }], given, taken };
  });
}

/** The shot of a single stand at each target; combined shots come after it in the list. */
function shotsOf(question: QuestionView): ThingMap<Shot> {
  const found = new ThingMap<Shot>();
  for (const { touches, data } of things(question)) {
    if (!found.has(touches[0]!)) found.set(touches[0]!, data as unknown as Shot);
  }
  return found;
}

// Setting up

/** How a unit that is dragged from behind the table could be set up. */
export function placingsFrom(task: Task, u: number): Placing[] {
  const option = task.sort === "set-up" ? task.options.get(u) : undefined;
  if (task.sort !== "set-up" || !option) return [];
  return placingsOf(option.data!.placings as PlacingData[], task.room, [option.key]);
}

// Flyers and machineguns

const numbered = (keys: Record<string, string> = {}): Map<number, string> =>
  new Map(Object.entries(keys).map(([n, key]) => [Number(n), key]));

function flightOf(question: QuestionView, unit: number): Task {
  const { topic, facts, options } = question;
  const columns = new Map(options.map(({ data, key }): [number, string] => [data!.length ?? data!.angle, key]));
  const step = topic === "flyer_x" ? "x" : topic === "flyer_y" ? "y" : "facing";
  return { sort: "fly", unit, step, columns, rows: numbered(facts.rows), facings: numbered(facts.facings) };
}

function besides(question: QuestionView): Choice[] {
  return question.options.map(({ key, label, word }) => ({ pose: question.facts.poses[word!], key, text: label }));
}

// Pointing

/** The key nearest to a value, with its entry; `round` is where the numbers wrap, as degrees do at 360. */
export function nearestOf<T>(choices: Map<number, T>, value: number, round = Infinity): [number, T] | null {
  let best: [number, T] | null = null;
  let least = Infinity;
  for (const [n, it] of choices) {
    const apart = Math.abs(n - value);
    const far = Math.min(apart, Math.abs(round - apart));
    if (far < least) [least, best] = [far, [n, it]];
  }
  return best;
}

/** The stop nearest to the pointer, measured from the middle of the unit. */
export function nearestStop(ways: Way[], at: Point, start: Pose, slack = 2600): Stop | null {
  let best: Stop | null = null;
  let least = Infinity;
  for (const { stops } of ways) {
    for (const one of stops) {
      const far = (one.pose[0] - at[0]) ** 2 + (one.pose[1] - at[1]) ** 2;
      if (far < least) [least, best] = [far, one];
    }
  }
  // A pointer at the unit itself, or far beyond its reach, means something else.
  const home = (start[0] - at[0]) ** 2 + (start[1] - at[1]) ** 2;
  return best && Math.sqrt(least) < slack && least < home ? best : null;
}
