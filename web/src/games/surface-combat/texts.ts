// The board in words: tips for the open question, tooltips, the position for screen readers.

import type { Description, LogLine, QuestionView, StageView, Thing } from "../../lib/board";
import { counted } from "../../lib/words";
import type { Board, Face, View } from "../../types/surface-combat";

export const STEPS = [
  { id: "move", label: "Move" },
  { id: "card", label: "Ops card" },
  { id: "fight", label: "Fight" },
  { id: "action", label: "Action" },
  { id: "mission", label: "Mission" },
];

/** The step of the turn that a phase of the rules belongs to. */
export const stepOf = (phase: string): string =>
  ({ move: "move", card: "card", edge: "fight", round: "fight", action: "action", mission: "mission", objective: "mission" })[phase] ?? "";

/** What each icon is for, in a few words. */
export const USES: Record<string, string> = {
  cyber: "for NET Runs: find out the Mission, turn Installations",
  leader: "recruits, and gives an edge in battle",
  nano: "repairs",
  pilot: "moves again, gets away",
  sniper: "for some cards and Missions",
};

const TIPS: Record<string, string> = {
  recruit_unit:
    "Choose the units you want, or take the balanced Team: somebody for every skill, and some firepower.",
  reinforce: "This one costs you nothing. Pick one.",
  start: "Pick a Settlement to start in. An Installation next door can be turned to your side, but calls in more enemies until then.",
  gather: "Pick where the Team gathers for the next Mission.",
  move: "Move to a glowing cell or stay. Then an Ops card is drawn, which may bring enemies. An octagon marks a cell that stops you.",
  extra_move: "Move once more, or stay. You can attempt the Mission where you end up.",
  hop: "You hold a Spaceport: fly to any glowing cell.",
  may: "The card lets you decide.",
  choose: "The card gives you a choice. A lost Op is lost time, and you have only a few.",
  crash: "One of your units crashes. Pick the one you need least; it can be repaired.",
  hit: "You hit! Pick the enemy to hit. The first hit cripples a unit, the second removes it. Hit the strongest one first.",
  loss: "You are hit. Gear is lost with one hit; others crash and can be repaired. Keep the skills your Mission needs.",
  breakoff: "Fight on, or run: a roll no higher than the movement of the unit you pick gets the Team away, but the battle counts as lost.",
  gain: "You won. Ops cards are time; NET gives dice for the Mission but brings more enemies.",
  lose: "You lost the battle. Give up time or NET.",
  recruit: "Each Positive buys one thing.",
  repair_unit: "Pick a crashed unit to bring back.",
  burnout: "A die showed 1: one unit with that icon burns out. It crashes; Gear is lost.",
  attempt: "You stand on the Nexus. Say yes to attempt the Mission now; you must reach every number on its card. If it fails, the Nexus moves.",
  bonus: "NET gives you extra dice, one at a time. Use them where you need more Positives.",
};

/** What to say where the position changes the advice; where it does not, the tip of the topic stands. */
const NOW: Record<string, (view: View) => string> = {
  recruit_unit: (view) => (view.cell || view.team.length ? "Spend points on what you need most. You keep what you do not spend." : ""),
  move: (view) =>
    !view.nexus
      ? ""
      : view.cell === view.nexus
        ? "You stand on the Nexus. Stay, and you can attempt the Mission at the end of this turn."
        : "The Nexus is on the map: go there. Each turn an Ops card is drawn, which may bring enemies.",
  action: (view) => {
    if (!view.nexus) return "One special action this turn. You do not know the Mission yet: a NET Run can reveal it.";
    if (view.team.some((unit) => unit.is_crashed)) return "One special action this turn. Somebody is crashed and can be repaired; a NET Run changes the NET Level.";
    return "One special action this turn. A NET Run can raise NET for the Mission, or turn an Installation you stand on.";
  },
  netrun: (view) => {
    if (!view.nexus) return "Each Positive buys one thing. Reveal the Mission first: that shows where the Nexus is.";
    if (view.cell === view.nexus) return "Each Positive buys one thing. You stand on the Nexus: a higher NET Level gives more dice for the Mission, and more guards.";
    return "Each Positive buys one thing. A higher NET Level brings more enemies on the way to the Nexus.";
  },
};

export function tipFor(question: QuestionView | null, view: View): string {
  if (!question) return "";
  return NOW[question.topic]?.(view) || (TIPS[question.topic] ?? "");
}

export const labelOfIcon = (board: Board, icon: string): string => board.icons.find((one) => one.id === icon)?.label ?? icon;

const plus = (n: number): string => (n >= 0 ? `+${n}` : String(n));

/** Icons as words: "Leader 2, Cyber". */
export function iconWords(board: Board, icons: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const icon of icons) counts.set(icon, (counts.get(icon) ?? 0) + 1);
  return [...counts].map(([icon, n]) => labelOfIcon(board, icon) + (n > 1 ? ` ${n}` : "")).join(", ");
}

/** What a Mission card asks for, in words. */
export function missionText(board: Board, mission: { needs: Record<string, number>; total: number; text: string }): string {
  const needs = Object.entries(mission.needs).map(([icon, n]) => `${n} ${labelOfIcon(board, icon)}`);
  // What the card says is mostly about the enemies, so it comes before the objective.
  return `${mission.text} Objective: ${needs.join(", ")}, ${mission.total} Positives in all.`;
}

function faceLines(board: Board, face: Face, kind: string): string[] {
  const lines = [`Fires with ${counted(face.combat, "die", "dice")}${face.siege ? `, ${face.siege} more at an OPFOR Installation` : ""}`];
  if (kind !== "gear") lines.push(`Moves ${face.move}`);
  if (face.icons.length) lines.push(iconWords(board, face.icons));
  return lines;
}

export function describe({ kind, id }: Thing, board: Board, view: View): Description | null {
  const teller = TELLERS[kind];
  return teller ? teller(id, board, view) : null;
}

const TELLERS: Record<string, (id: string, board: Board, view: View) => Description | null> = {
  cell: aboutCell,
  installation: (id, board, view) => {
    const site = board.installations.find((one) => one.id === id);
    return site ? aboutCell(site.cell, board, view) : null;
  },
  unit: aboutUnit,
  item: aboutUnit,
  offer: (id, board) => {
    const offer = board.offers.find((one) => one.id === id);
    const unit = board.units.find((one) => one.id === offer?.unit);
    if (!offer || !unit) return null;
    const face = unit.sides[offer.side]!;
    const lines = [`${offer.cost} TP`, ...faceLines(board, face, unit.kind)];
    if (unit.kind === "gear") lines.push(`The other side of this counter is ${unit.sides[1 - offer.side]!.label}: you get one of the two`);
    return { title: offer.label, lines };
  },
  side: (id, board) => {
    const side = board.sides.find((one) => one.id === id);
    if (!side) return null;
    const after = board.sides.find((one) => one.id === side.after);
    return {
      title: side.label,
      lines: [
        `Fires with ${counted(side.combat, "die", "dice")}, edge ${side.edge}`,
        after ? `A hit leaves it with ${after.combat}; a second hit removes it` : "A hit removes it",
      ],
    };
  },
  opfor: (id, board) => {
    const unit = board.opfor.find((one) => one.id === id);
    return unit ? { title: unit.label, lines: [`${unit.count} in the set`] } : null;
  },
  icon: (id, board, view) => ({
    title: labelOfIcon(board, id),
    lines: [`You roll ${counted(view.values[id] ?? 0, "die", "dice")}`, USES[id] ?? ""].filter(Boolean),
  }),
  card: (id, board) => {
    const card = board.cards.find((one) => one.id === id);
    if (card) return { title: card.title, lines: [card.text] };
    const mission = board.missions.find((one) => one.id === id);
    return mission ? { title: mission.title, lines: [missionText(board, mission)] } : null;
  },
};

function aboutCell(id: string, board: Board, view: View): Description | null {
  const cell = board.cells.find((one) => one.id === id);
  if (!cell) return null;
  const terrain = board.terrains.find((one) => one.id === cell.terrain);
  const lines: string[] = [];
  if (terrain) {
    const facts = [terrain.label];
    if (terrain.stop) facts.push("stops movement on foot");
    if (terrain.team_edge) facts.push(`your edge ${plus(terrain.team_edge)}`);
    if (terrain.opfor_edge) facts.push(`OPFOR edge ${plus(terrain.opfor_edge)}`);
    if (terrain.recruit) facts.push("you can recruit here");
    lines.push(facts.join(", "));
  }
  const site = view.installations.find((one) => one.cell === id);
  if (site) {
    const gift = iconWords(board, site.icons);
    if (site.is_friendly) {
      lines.push(`Yours: it gives you ${gift} and edge +1`);
      if (site.hop) lines.push("You can hop from here");
    } else {
      lines.push(`OPFOR: it stops you, and adds ${counted(site.extra, "enemy", "enemies")} to a battle here`);
      lines.push(`Once a NET Run turns it, it gives ${gift}`);
      if (site.hop) lines.push("Once it is yours, you can hop from it");
    }
  }
  if (view.taz.includes(id)) lines.push("TAZ: one enemy fewer, and you can recruit here");
  if (view.nexus === id) lines.push("The Nexus: the Mission is carried out here");
  if (view.cell === id) lines.push("Your Team is here");
  return { title: cell.label, lines };
}

function aboutUnit(id: string, board: Board, _view: View): Description | null {
  for (const unit of board.units) {
    const face = unit.sides.find((side) => side.id === id);
    if (!face) continue;
    const lines = faceLines(board, face, unit.kind);
    if (unit.kind === "gear") lines.push("A hit sends it back to the Recruit Box");
    else if (face === unit.sides[0]) {
      const back = unit.sides[1];
      lines.push(`If crashed: ${counted(back.combat, "die", "dice")}, moves ${back.move}${back.icons.length ? `, ${iconWords(board, back.icons)}` : ", no icons"}`);
    } else lines.push("Crashed: another hit removes it; a repair turns it back over");
    return { title: face.label, lines };
  }
  return null;
}

export function summary(board: Board, view: View): string {
  const said = [`NET Level ${view.net} of ${view.net_max}, ${counted(view.ops.length, "Ops card", "Ops cards")} left, ${view.points} TP.`];
  said.push(view.mission ? `Mission ${view.mission.title}. ${missionText(board, view.mission)}` : "The Mission is face down.");
  const name = (id: string | null) => board.cells.find((one) => one.id === id)?.label ?? "nowhere";
  if (view.cell) said.push(`The Team is in ${name(view.cell)}, strength ${view.strength}, moves ${view.move}.`);
  if (view.team.length) said.push(`It has ${view.team.map((unit) => unit.label).join(", ")}.`);
  if (view.nexus) said.push(`The Nexus is in ${name(view.nexus)}.`);
  const ours = view.installations.filter((site) => site.is_friendly).map((site) => site.label);
  if (ours.length) said.push(`Friendly Installations: ${ours.join(", ")}.`);
  if (view.opfor.length) said.push(`Against you: ${view.opfor.map((side) => `${side.n} ${side.label}`).join(", ")}.`);
  if (view.card) said.push(`Ops card: ${view.card}.`);
  if (view.is_campaign) said.push(`Campaign: ${counted(view.won.length, "Mission", "Missions")} won.`);
  return said.join(" ");
}

/** 15.0 Who faces whom while OPFOR units are on the map: the Team, and what has come. */
export function stage(_lines: readonly LogLine[], board: Board, view: View): StageView | null {
  if (!view.opfor.length || !view.cell) return null;
  return {
    title: `Battle in ${board.cells.find((cell) => cell.id === view.cell)?.label ?? ""}`,
    place: { kind: "cell", id: view.cell },
    sides: [
      { seat: "commander", title: "Your Team", lines: [] },
      { seat: null, title: "OPFOR", lines: [] },
    ],
  };
}
