// Everything on the table in words: tooltips, the position for screen readers.

import type { Description, Thing } from "../../lib/board";
import { counted } from "../../lib/words";
import { Field, inches, percent, thingsOf } from "./field";
import type { Board, BoardGround, View } from "./types";
import { goals } from "./victory";

const COMPASS = ["east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"];
export const facingWords = (facing: number): string => COMPASS[Math.round(facing / 45) % 8]!;

/** The phase in a few words. */
export function phaseWords(field: Field): string {
  const { board, view } = field;
  const who = (side: number) => board.sides[side]?.label ?? "";
  switch (board.phases[view.phase]) {
    case "dealing":
      return "dealing cards";
    case "deploying":
      return "both sides are setting up";
    case "initiative":
      return "rolling for initiative";
    case "starting":
      return "start of the turn";
    case "locked":
      return "locked melees";
    case "first":
      return `${who(view.winner)} acts first`;
    case "second":
      return `${who(1 - view.winner)} acts`;
    case "third":
      return `${who(view.winner)} acts with the rest`;
    default:
      return "end of the turn";
  }
}

export function describe(thing: Thing, board: Board, view: View): Description | null {
  const field = new Field(board, view);
  const it = thingsOf(board).get(thing);
  switch (it?.kind) {
    case "unit":
      return unit(field, it.unit);
    case "stand": {
      const whole = unit(field, it.unit);
      return field.kind(it.unit).stands > 1 ? { ...whole, title: `${whole.title}, stand ${it.slot + 1}` } : whole;
    }
    case "general":
      return ofGeneral(field, it.n);
    case "card": {
      const card = board.cards[it.n]!;
      return { title: `${card.number} ${card.title}`, lines: [card.text] };
    }
    case "ground":
      return { title: board.grounds[it.n]!.name, lines: groundWords(board.grounds[it.n]!) };
    case "seat":
      return { title: board.sides[it.n]!.label, lines: sideWords(field, it.n) };
    default: // headings, distances and places need no explanation
      return null;
  }
}

function unit(field: Field, u: number): Description {
  const lines = [`${field.kind(u).label}. ${condition(field, u)}`, ...numbers(field, u), ...marks(field, u)];
  const { targets = [], assaults = [] } = field.reach(u) ?? {};
  const name = (v: number): string => field.board.units[v]!.name;
  if (targets.length) lines.push(`One stand could hit: ${targets.map((one) => `${name(one.unit)} ${percent(one.chance)}`).join(", ")}.`);
  if (assaults.length) lines.push(`Could charge: ${assaults.map((one) => name(one.unit)).join(", ")}.`);
  return { title: field.board.units[u]!.label, lines };
}

function condition(field: Field, u: number): string {
  const { view, board } = field;
  const kind = field.kind(u);
  switch (field.fate(u)) {
    case "waiting":
      return "Not yet set up.";
    case "destroyed":
      return "Destroyed.";
    case "left":
      return "Has left the table.";
    case "driven_off":
      return "Driven off.";
  }
  if (kind.is_flyer) return field.isSeen(u) ? `Over the field, facing ${facingWords(field.pose(u)[2])}.` : `Waiting; may enter from turn ${board.units[u]!.enters} on.`;
  const facing = `facing ${facingWords(field.pose(u)[2])}`;
  if (kind.stands === 1) {
    const labels = view.labels[u]!;
    return `${labels ? counted(labels, "label", "labels") : "No labels"} left, ${facing}.`;
  }
  const shape = view.disordered[u] ? "disorder" : board.shapes[field.pose(u)[3]]!;
  return `${field.left(u)} of ${kind.stands} stands, ${shape}, ${facing}.`;
}

function numbers(field: Field, u: number): string[] {
  const kind = field.kind(u);
  const lines: string[] = [];
  if (!kind.is_flyer) {
    const rate = kind.is_artillery ? `Moves ${inches(kind.move)}″, limbered ${inches(kind.limbered_move)}″` : `Moves ${inches(kind.move)}″`;
    const column = kind.stands > 1 ? " (2″ more in column)" : "";
    lines.push(`${rate}${kind.charge ? `, charges ${inches(kind.charge)}″` : ", never charges"}${column}.`);
  }
  const shots = kind.second ? `${kind.attack}, then ${kind.second}` : `${kind.attack}`;
  const fire = kind.attack ? `Fires with ${shots} ${shots === "1" ? "die" : "dice"} up to ${inches(kind.range)}″` : "Does not fire";
  lines.push(kind.is_flyer ? `${fire}.` : `${fire}, defends with ${kind.defend}, fights with ${kind.melee}${kind.has_spear ? " (4 against units without spears or bayonets)" : ""}.`);
  return lines;
}

function marks(field: Field, u: number): string[] {
  const { view, board } = field;
  const found: string[] = [];
  const general = field.generalWith(u);
  if (general !== null) found.push(`${board.generals[general]!.label}: one more die and one more inch.`);
  if (field.isLocked(u)) found.push("Locked in melee: it fights again at the start of the turn.");
  if (view.fears[u]! >= 0) found.push("Must scatter in its next action.");
  if (view.disordered[u]) found.push("In disorder: no fire and no charge until it forms up.");
  if (view.guarding[u]) found.push("On guard: it stays, and faces all round.");
  if (view.limbered[u] && field.kind(u).is_artillery) found.push("Limbered: it cannot fire.");
  if (view.dug_in[u]! > 0) found.push("Dug in: in cover until it moves.");
  if (view.skirmishing[u]) found.push("In skirmish order: in cover this turn.");
  if (view.cartridges[u]) found.push("Last cartridges: two more dice in defence this turn.");
  if (view.lore[u]) found.push("Canals and groves do not hinder it this turn.");
  if (view.rests[u]! > 0 && view.rests[u] === view.turn) found.push("Does nothing this turn.");
  else if (view.acted[u]) found.push("Has acted this turn.");
  return found;
}

function ofGeneral(field: Field, general: number): Description {
  const u = field.view.generals[general]!;
  const where = u < 0 ? "Lost, or not yet with a unit." : `With ${field.board.units[u]!.label}.`;
  return {
    title: field.board.generals[general]!.label,
    lines: [where, "His unit has one more die and one more inch. He may ride 9″ to another unit just before it acts."],
  };
}

function groundWords(ground: BoardGround): string[] {
  const lines: string[] = [`A ${ground.label}.`];
  if (ground.cover) lines.push("Cover: one more die against shots and in the first round of a melee.");
  if (ground.is_hill) lines.push("Units firing from it reach 2″ further; units firing up at it reach 2″ less.");
  if (ground.blocks_sight) lines.push("It blocks line of sight.");
  if (ground.stops) lines.push("Units coming from outside must stop at the wall.");
  if (ground.climb) lines.push("Climbing out ends the move.");
  if (ground.impassable) lines.push("It can be crossed only at a bridge or lock.");
  if (ground.crossing) lines.push("A way across.");
  if (ground.slows_cavalry) lines.push("Cavalry moves half as far inside.");
  return lines;
}

function sideWords(field: Field, side: number): string[] {
  const { board, view } = field;
  const lines = [`Strength ${view.strength[side]} of ${board.sides[side]!.strength}.`];
  const wins = goals(field, side).map((goal) => goal.text);
  if (wins.length) lines.push(`Wins if ${wins.join(", or if ")}.`);
  if (board.points) {
    const { stand, unit, objective, place } = board.points;
    const { points, stands } = view.scores[side]!;
    lines.push(`Points: ${stand} for each enemy stand destroyed, ${unit} for each unit, ${objective} for the ${place}.`);
    lines.push(`It has ${counted(points, "point", "points")} and ${counted(stands, "stand", "stands")} at the ${place}.`);
  }
  if (view.winner === side && view.turn) lines.push("It has the initiative.");
  return lines;
}

/** The position in a few sentences. */
export function summary(board: Board, view: View, seat: string | null): string {
  const field = new Field(board, view);
  const said = [`${board.title}. ${view.turn ? `Turn ${view.turn} of ${board.turns}` : "Set-up"}, ${phaseWords(field)}.`];
  board.sides.forEach((side, n) => {
    const mine = side.id === seat ? "Your side, " : "";
    said.push(`${mine}${side.label}: strength ${view.strength[n]} of ${side.strength}, ${counted(view.hands[n]!.length, "card", "cards")}.`);
    const units = view.live[n]!.map((u) => `${board.units[u]!.name}, ${where(field, u)}`);
    if (units.length) said.push(`${units.join("; ")}.`);
  });
  return said.join(" ");
}

function where(field: Field, u: number): string {
  if (!field.isSeen(u)) return "waiting";
  const [x, y, facing] = field.pose(u);
  const hits = field.kind(u).stands > 1 ? `${counted(field.left(u), "stand", "stands")}, ` : "";
  const from = (length: number) => counted(Math.round(length / 1000), "inch", "inches");
  return `${hits}${from(x)} from the west and ${from(y)} from the south, facing ${facingWords(facing)}`;
}
