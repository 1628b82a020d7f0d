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
  /** The answer that comes before the heading. */
  order: string;
  ways: { angle: number; key: string; stops: number[] }[];
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
  /** Which unit acts: a unit that is dragged is picked first, and then asked where to. */
  | { sort: "units"; options: Map<number, OptionView> }
  /** What the unit does: its orders, and the moves it could make right away. */
  | { sort: "orders"; unit: number; ways: Way[]; charges: Attack[] }
  | { sort: "move"; unit: number; ways: Way[] }
  | { sort: "turn"; unit: number; poses: Choice[] }
  | { sort: "charge-heading"; unit: number; charges: Charge[] }
  /** The unit is at work, and what it is asked has no shape of its own on the table. */
  | { sort: "picked"; unit: number }
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
  if (question.kind === "distance") return { sort: "picked", unit };
  switch (question.topic) {
    case "action": {
      const journey: Journey = question.facts.journey;
      return { sort: "orders", unit, ways: waysOf(journey), charges: journey.charges };
    }
    case "wheel":
    case "facing":
      return { sort: "turn", unit, poses: bodiesOf(question) };
    case "charge_heading":
      return { sort: "charge-heading", unit, charges: chargeHeadings(field, question) };
    case "fire_at":
      return { sort: "picked", unit };
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

/** The word for stopping short of the furthest place on a heading. */
const SHORT = "short";

interface Course {
  key: string;
  stops: number[];
}

/** How to send a unit to the stops of some ways: the answers for each, and its words. What holds for all ways is worked out once. */
function routes(ways: Course[], distances: Record<number, string>) {
  const most = Math.max(...ways.map((way) => way.stops.at(-1) ?? 0));
  /** How many ways stop short of their end at each distance. */
  const short = new Map<number, number>();
  for (const { stops } of ways) for (const far of stops.slice(0, -1)) short.set(far, (short.get(far) ?? 0) + 1);
  return {
    /** As far as it goes is one answer; a question with only one answer is not asked. */
    keys: ({ key, stops }: Course, far: number): string[] =>
      far === stops.at(-1) ? [key] : [SHORT, ...(short.size > 1 ? [distances[far]!] : []), ...(short.get(far)! > 1 ? [key] : [])],
    /** How far it goes of how far it could go: "5″ of 14″". */
    text: (far: number): string => (far === most ? `${far / 1000}″` : `${far / 1000}″ of ${most / 1000}″`),
  };
}

function movesOf(question: QuestionView): Way[] {
  const ways = things(question).map((option) => ({ key: option.key, stops: option.data!.stops as number[], option }));
  const { keys, text } = routes(ways, question.facts.distances);
  return ways.map((way) => {
    const { angle, pose } = way.option.data!;
    const stops = way.stops.map((far) => ({ pose: shifted(pose, angle, far), keys: keys(way, far), text: text(far) }));
    return { heading: angle, stops, thing: thingOf(way.option) };
  });
}

/** The ways of a plain move, with the answer that comes before it. */
function waysOf({ pose, order, ways, distances }: Journey): Way[] {
  const isAsked = ways.length > 1 || ways.some((way) => way.stops.length > 1);
  const { keys, text } = routes(ways, distances);
  return ways.map((way) => ({
    heading: way.angle,
    stops: way.stops.map((far) => ({
      pose: shifted(turned(pose, way.angle), way.angle, far),
      keys: isAsked ? [order, ...keys(way, far)] : [order],
      text: text(far),
    })),
  }));
}

/** The enemies a unit can be dragged onto. */
export const attacksOf = (task: Task): Attack[] => (task.sort === "orders" ? task.charges : []);

function bodiesOf(question: QuestionView): Choice[] {
  return things(question).map(({ key, label, data }) => ({ pose: data!.pose, key, text: label }));
}

// Charging and firing

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
