// The board in words: tips for the open question, tooltips, the position for screen readers.

import type { Description, LogLine, QuestionView, StageView, Thing } from "../../lib/board";
import { counted } from "../../lib/words";
import { valuesOf } from "./ships";
import type { Board, ShipView, Unit, View } from "../../types/space-combat";

export const STEPS = [
  { id: "declare", label: "Task Force" },
  { id: "move", label: "Move" },
  { id: "ops card", label: "Ops card" },
  { id: "fight", label: "Fight" },
  { id: "special", label: "Action" },
  { id: "mission", label: "Mission" },
];

export const stepOf = (phase: string): string =>
  ({
    declare: "declare",
    move: "move",
    "ops card": "ops card",
    combat: "fight",
    round: "fight",
    special: "special",
    resolution: "mission",
    objective: "mission",
  })[phase] ?? "";

export const NAMES: Record<string, string> = {
  weapons: "Weapons",
  energy: "Energy",
  cyber: "Cyber",
  assembly: "Assembly",
  bombardment: "Bombardment",
  troopers: "Troopers",
};

export const USES: Record<string, string> = {
  weapons: "how many dice it fires with",
  energy: "how far it moves, and its edge in battle",
  cyber: "for NET Runs: find out the Mission, change NET, take markers",
  assembly: "builds Pods and bases, repairs ships",
  bombardment: "breaks the defences from Close Orbit",
  troopers: "land and take the planet",
};

const TIPS: Record<string, string> = {
  assemble:
    "Choose ships and Pods, or take the balanced squadron: Cyber to find out the Mission, Assembly to repair, and Weapons.",
  stow: "Pick the ship that carries it.",
  declare: "Pick the group of ships that acts in this turn.",
  leave: "Pick the ships that stay behind. They do nothing in this turn, and together you are stronger.",
  shift: "Pick the Pods that change ships; then you say where each of them goes.",
  move: "The numbers show how much Energy it costs. Move or stay; then an Ops card is drawn. A marker ends your movement.",
  capture: "Pick the ship that takes the marker aboard. It brings 1 AP and helps that ship.",
  discard: "No ship has room. Give up a Pod for the marker, or remove the marker.",
  may: "The card lets you decide.",
  choose: "The card gives you a choice. A lost Op is lost time.",
  flip: "Pick the ship that is Disrupted. It goes on with its weaker side and can be repaired.",
  repair: "Pick the ship to repair.",
  reinforce: "You get a free Pod. Pick one.",
  fight: "You fire with a die for each Weapon; 5 and 6 hit. Open fire goes on until one of your ships is hit.",
  break_off: "Pick the ships that try to get away: they escape with a roll no higher than their Energy. The others fire.",
  hit: "You hit! Pick the enemy. A ship is Disrupted by the first hit and removed by the second; a Swarm is removed at once.",
  loss: "You are hit. Swarms are cheap; a ship is Disrupted by the first hit and lost with the second.",
  gain: "You won. Ops cards are time; NET gives dice but brings more enemies.",
  lose: "You lost the battle. Give up time or NET.",
  runner: "Pick the ship that makes the NET Run. All Cyber in the Task Force rolls; a 1 would hurt this ship.",
  extra_runner: "An extra NET Run: pick the ship that makes it, or pass. A 1 would hurt this ship.",
  reveal_intercept: "Pick a hidden marker to reveal.",
  job: "Each Positive is one job: repair a ship, build a Pod, or build the Orbital Base. You pay its AP cost.",
  burnout: "A die showed 1: one unit with that ability burns out. A ship is Disrupted, a Pod is lost.",
  resolve: "You are where the Mission takes place. Say yes to attempt it now. If it fails you can try again.",
  recover: "Swarms and Troopers come back aboard. They remember the ships that carried them.",
  abandon: "There is not enough room for all of them. Pick what to give up.",
};

/** What to say where the position changes the advice; where it does not, the tip of the topic stands. */
const NOW: Record<string, (view: View, question: QuestionView) => string> = {
  special: (view, question) => {
    if (!view.mission?.is_revealed) return "One special action in a turn. You do not know the Mission yet: a NET Run can reveal it.";
    if (question.likely === "assembly") return "One special action in a turn. Assembly can build the Orbital Base that the Mission asks for.";
    if (question.likely) return "One special action in a turn. The Mission asks for this one.";
    if (view.ships.some((ship) => ship.is_disrupted && !ship.is_lost)) return "One special action in a turn. A ship is Disrupted: Assembly can repair it. A NET Run changes the NET Level.";
    return "One special action in a turn. A NET Run can raise NET to what the Mission asks for.";
  },
  net_run: (view) =>
    view.mission?.is_revealed
      ? "Each Positive buys one thing. The Mission asks for a NET Level; each one also brings an enemy more."
      : "Each Positive buys one thing. Reveal the Mission first: it tells which orbit and which NET Level you need.",
};

export const tipFor = (question: QuestionView | null, view: View): string => (question ? (NOW[question.topic]?.(view, question) ?? TIPS[question.topic] ?? "") : "");

export const sheetWords = (sheet: object): string =>
  valuesOf(sheet)
    .map(([name, n]) => `${NAMES[name] ?? name} ${n}`)
    .join(", ") || "nothing";

const cargoOf = (ship: ShipView): string => ship.cargo.map((held) => held.label).join(", ");

export function describe({ kind, id }: Thing, board: Board, view: View): Description | null {
  const teller = TELLERS[kind];
  return teller ? teller(id, board, view) : null;
}

const TELLERS: Record<string, (id: string, board: Board, view: View) => Description | null> = {
  point: aboutPoint,
  unit: aboutUnit,
  side: (id, board) => {
    const side = board.sides.find((one) => one.id === id);
    if (!side) return null;
    const after = board.sides.find((one) => one.id === side.after);
    const lines = [`Weapons ${side.weapons}, Energy ${side.energy}${side.edge ? `, edge +${side.edge}` : ""}`];
    lines.push(after ? `A hit leaves it with ${after.weapons}; a second hit removes it` : "A hit removes it");
    return { title: side.label, lines };
  },
  opfor: (id, board) => {
    const unit = board.opfor.find((one) => one.id === id);
    return unit ? { title: unit.label, lines: [`${unit.count} in the set`] } : null;
  },
  card: (id, board) => {
    const card = board.cards.find((one) => one.id === id);
    if (card) return { title: card.title, lines: [card.text] };
    const mission = board.missions.find((one) => one.id === id);
    return mission ? { title: mission.title, lines: [mission.asks] } : null;
  },
};

function aboutPoint(id: string, board: Board, view: View): Description | null {
  const point = board.points.find((one) => one.id === id);
  const now = view.map.find((one) => one.id === id);
  if (!point || !now) return null;
  const ring = board.rings.find((one) => one.id === point.orbit);
  const lines: string[] = [];
  if (id === board.launch) lines.push("Launch Point: ships start here, and some Missions end here");
  else lines.push(`${ring?.label ?? "On a Track"}${point.is_node ? ", a Node: a Track leads to the next ring" : ""}`);
  if (now.marker && now.unit === null) lines.push("Hidden Intercept marker: it stops you and adds 1 enemy to a battle; a NET Run takes it");
  else if (now.marker) {
    const unit = board.units.find((one) => one.id === now.unit);
    lines.push(`Intercept marker ${now.marker}: ${unit ? sheetWords(unit.front) : ""}; you take it aboard when you enter`);
  }
  if (now.has_base) lines.push("The Orbital Base");
  const ships = view.ships.filter((ship) => ship.point === point.id);
  if (ships.length) lines.push(`Your ships: ${ships.map((ship) => ship.label).join(", ")}`);
  return { title: point.label, lines };
}

function aboutUnit(id: string, board: Board, view: View): Description | null {
  const unit = board.units.find((one) => one.id === id);
  if (!unit) return null;
  const ship = view.ships.find((one) => one.id === id);
  if (ship && unit.back) {
    const lines = [`${unit.type}, ${unit.cost} AP, room for ${counted(unit.pods, "Pod", "Pods")}`];
    if (ship.point === null) {
      lines.push(sheetWords(unit.front), `Disrupted: ${sheetWords(unit.back)}`);
    } else {
      lines.push(`At ${ship.at}: ${sheetWords(ship.values)}`);
      lines.push(ship.is_disrupted ? "Disrupted: its Pods do not work; another hit removes it" : `If Disrupted: ${sheetWords(unit.back)}`);
      if (ship.cargo.length) lines.push(`Carries ${cargoOf(ship)}`);
    }
    return { title: unit.label, lines };
  }
  return { title: unit.label, lines: podLines(unit, board) };
}

function podLines(unit: Unit, board: Board): string[] {
  if (unit.kind === "base") return [`${unit.cost} AP`, "Some Missions ask for it; ships can return here"];
  const lines: string[] = [];
  if (unit.cost !== null) lines.push(`${unit.cost} AP`);
  if (unit.swarm) lines.push(`A Swarm: fires with ${counted(unit.swarm, "die", "dice")} when launched, and can take a hit instead of a ship`);
  if (valuesOf(unit.front).length) lines.push(`Gives its ship ${sheetWords(unit.front)}`);
  const other = board.units.find((one) => one.pod === unit.pod && unit.pod && one.id !== unit.id);
  if (other) lines.push(`The other side of this Pod is ${other.name}: you use one of the two`);
  return lines;
}

export function summary(board: Board, view: View): string {
  const said = [`NET Level ${view.net} of ${view.net_max}, ${counted(view.ops.length, "Ops card", "Ops cards")} left, ${view.points} AP.`];
  said.push(view.mission ? `Mission ${view.mission.title}: ${view.mission.asks}.` : "The Mission is face down.");
  const ships = view.ships.filter((ship) => ship.point !== null);
  for (const ship of ships) {
    said.push(`${ship.label} at ${ship.at}${ship.is_disrupted ? ", Disrupted" : ""}, ${sheetWords(ship.values)}${ship.cargo.length ? `, carries ${cargoOf(ship)}` : ""}.`);
  }
  const markers = view.map.filter((point) => point.marker);
  if (markers.length) said.push(`Intercept markers at ${markers.map((point) => point.label + (point.unit === null ? "" : ` (${point.marker})`)).join(", ")}.`);
  if (view.opfor.length) said.push(`Against you: ${view.opfor.map((side) => `${side.count} ${side.label}`).join(", ")}.`);
  if (view.card) said.push(`Ops card: ${view.card}`);
  if (view.is_campaign) said.push(`Campaign: ${view.won.length} of ${board.missions.length} Missions won.`);
  return said.join(" ");
}

/** 16.0 Who faces whom while OPFOR units are on the map: the ships in the Point with their Swarms, and what has come. */
export function stage(_lines: readonly LogLine[], board: Board, view: View): StageView | null {
  if (!view.opfor.length || !view.point) return null;
  return {
    title: `Battle at ${board.points.find((point) => point.id === view.point)?.label ?? ""}`,
    place: { kind: "point", id: view.point },
    sides: [
      {
        seat: "rebels",
        title: "Your squadron",
        lines: [],
      },
      { seat: null, title: "OPFOR", lines: [] },
    ],
  };
}
