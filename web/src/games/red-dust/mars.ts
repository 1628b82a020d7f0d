// What the numbers in a view mean: places, pieces, Factions, phases, and their names.

import { idsAbout, type BoardProps, type Description, type OptionView, type Thing } from "../../lib/board";
import { counted } from "../../lib/words";
import { Phases, type Board, type View } from "../../types/red-dust";

export type Props = BoardProps<View, Board>;

export const MARS_GOV = 0;
export const CORPORATIONS = 1;
export const RED_DUST = 2;
export const RECLAIMERS = 3;
export const EARTH_GOV = 4;
export const COIN = 5;
export const NOBODY = -1;

export const FORTIFIED = 1;
export const ACTIVE_SPECOPS = 5;
export const SATELLITE = 17;
/** Markers that move along with the pieces; they are numbered after the last kind of piece. */
export const SUPPLY = 100;
export const POPULATION = 101;

export const APPROACHING = 1;
export const RAGING = 2;

/** The colour of a Faction, and the colour of text on it, as CSS. */
export const TONE = ["--marsgov", "--corporations", "--red-dust", "--reclaimers", "--earthgov", "--marsgov"] as const;
export const tone = (who: number): string => `var(${TONE[who] ?? "--relief"})`;
export const onTone = (who: number): string => `var(${(TONE[who] ?? "--relief").replace("--", "--on-")})`;

export const ALIGNMENTS = ["Active Opposition", "Passive Opposition", "Neutral", "Passive Support", "Active Support"];
export const alignmentName = (level: number): string => ALIGNMENTS[level + 2] ?? "";

// Places and pieces

const places = new WeakMap<Board, Map<string, number>>();

/** The number of a place by its id. */
export function placeOf(board: Board, id: string): number {
  let found = places.get(board);
  if (!found) {
    found = new Map(board.spaces.map((space, number) => [space.id, number]));
    places.set(board, found);
  }
  return found.get(id) ?? -1;
}

export const countOf = (board: Board, view: View, place: number, kind: number): number =>
  view.pieces[place * board.pieces.length + kind] ?? 0;

export interface Stack {
  kind: number;
  n: number;
}

/** The order of the pieces in a space: Bases first, then by side. */
const ORDER = [2, 6, 7, 11, 12, 15, 16, 0, 1, 3, 4, 5, 8, 17, 9, 10, 13, 14];

/** What stands in a place. */
export function stacksAt(board: Board, view: View, place: number): Stack[] {
  return ORDER.map((kind) => ({ kind, n: countOf(board, view, place, kind) })).filter((stack) => stack.n > 0);
}

/** Earth and Transit hold markers too. */
export function cargoAt(board: Board, view: View, id: string): Stack[] {
  const found = stacksAt(board, view, placeOf(board, id));
  const onEarth = id === "earth";
  const supply = onEarth ? view.supply_on_earth : id === "transit" ? view.supply_in_transit : 0;
  const people = onEarth ? view.population_on_earth : id === "transit" ? view.population_in_transit : 0;
  if (supply) found.push({ kind: SUPPLY, n: supply });
  if (people) found.push({ kind: POPULATION, n: people });
  return found;
}

export const kindLabel = (board: Board, kind: number): string =>
  kind === SUPPLY ? "Supply" : kind === POPULATION ? "Population" : (board.pieces[kind]?.label ?? "");

const spell = (board: Board, stacks: Stack[]): string =>
  stacks.map(({ kind, n }) => (n > 1 ? `${kindLabel(board, kind)} ×${n}` : kindLabel(board, kind))).join(", ");

// Questions: which pieces can be clicked, and what that means

const touched = (option: OptionView, kind: string): string[] =>
  option.touches.filter((thing) => thing.kind === kind).map((thing) => thing.id);

/** The spaces a question is about. */
export const askedAbout = (props: Props): string[] => idsAbout(props.question, "space");

/** As which thing a stack can be chosen now: a piece, or cargo of the Cycler. */
export function stackThing(props: Props, place: string, kind: number): Thing {
  const id = kind === SUPPLY ? "supply" : (props.board.pieces[kind]?.id ?? "population");
  if (kind === SUPPLY || kind === POPULATION) return { kind: "cargo", id };
  const isCargo = place === "earth" && props.lit.of("cargo").has(id);
  return { kind: isCargo ? "cargo" : "piece", id };
}

/**
 * The options that a click on these pieces in this place can mean. An option that touches a space too means the pieces
 * there; one that does not means those in the space the question names, or, where it names none, those Available.
 */
export function optionsOf(props: Props, place: string, kind: number): OptionView[] {
  const thing = stackThing(props, place, kind);
  const options = props.lit.get(thing) ?? [];
  if (thing.kind === "cargo") return place === "earth" ? options : [];
  const asked = askedAbout(props);
  return options.filter((option) => {
    const spaces = touched(option, "space");
    if (spaces.length) return spaces.includes(place);
    return asked.length ? asked.includes(place) : place === "available";
  });
}

/** Kinds of pieces that can be chosen, but not by a click on any stack. */
export function homeless(props: Props): number[] {
  const { board, view } = props;
  const lit = props.lit.of("piece");
  const offered = board.pieces.map((_, kind) => kind).filter((kind) => lit.has(board.pieces[kind]!.id));
  return offered.filter(
    (kind) =>
      !board.spaces.some((space, place) => countOf(board, view, place, kind) > 0 && optionsOf(props, space.id, kind).length),
  );
}

// Rounds and Factions

export const isActing = (view: View, who: number): boolean =>
  view.acting === who && view.phase >= Phases.ACTION && view.phase <= Phases.ASSET;

export function roundName(board: Board, view: View): string {
  if (view.phase === Phases.DUST_STORM) return `Dust Storm Round ${Math.min(view.rounds + 1, board.rounds)}`;
  if (view.phase === Phases.FLASHPOINT) return "Flashpoint Round";
  if (view.phase === Phases.SET_UP) return "Set-up";
  return "Event Round";
}

/** 12 What a Faction does on the Current Event. */
export function standing(view: View, who: number): string {
  if (isActing(view, who)) return "acts now";
  if (view.barred.includes(who)) return "Ineligible, also for the next Event";
  if (view.acted.includes(who)) return view.staying.includes(who) ? "acted, stays Eligible" : "has acted";
  if (view.passed.includes(who)) return "has passed";
  return view.eligible[who] ? "Eligible" : "Ineligible";
}

const ORDINALS = ["1st", "2nd", "3rd", "4th"];

/** The same in a word or two, for a mat. */
export function standingBriefly(view: View, who: number): string {
  if (!view.order.includes(who)) return "";
  // 12.2 Whoever sits out or has passed does not count: the next one takes that place.
  const counts = (it: number) => view.acted.includes(it) || (view.eligible[it] && !view.passed.includes(it) && !view.barred.includes(it));
  const place = ORDINALS[view.order.filter(counts).indexOf(who)] ?? "";
  if (isActing(view, who)) return `${place} acts`.trim();
  if (view.barred.includes(who)) return "Ineligible";
  if (view.acted.includes(who)) return `${place} acted`;
  if (view.passed.includes(who)) return "passed";
  return view.eligible[who] ? place : "Ineligible";
}

export const purseOf = (view: View, who: number): number =>
  who === RECLAIMERS ? view.hand.length : (view.resources[who] ?? 0);

/** 8.2 What a non-player has instead of money, or null. */
export function totalOf(view: View, who: number): [string, number] | null {
  const house = view.nonplayers;
  if (!house?.seats.includes(who)) return null;
  const totals: Record<number, [string, number | null]> = {
    [MARS_GOV]: ["Supply Total", house.supply_total],
    [RED_DUST]: ["Agitate Total", house.agitate_total],
    [RECLAIMERS]: ["Asset Total", house.asset_total],
  };
  const found = totals[who];
  return found ? [found[0], found[1] ?? 0] : null;
}

/** What a Faction pays with, in words: "3 Resources", "Agitate Total 2". */
export function means(board: Board, view: View, who: number): string {
  const total = totalOf(view, who);
  return total ? `${total[0]} ${total[1]}` : `${purseOf(view, who)} ${board.factions[who]!.money}`;
}

/** 10 What the Operation under way is going to cost. */
export const owed = (view: View, who: number): number =>
  isActing(view, who) ? Math.max(0, view.cost - view.given) : 0;

export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

/** Factions by margin, the best first; ties as in chapter 15. */
export function ranking(view: View): number[] {
  const ties = [RECLAIMERS, MARS_GOV, RED_DUST, CORPORATIONS];
  return [...ties].sort((a, b) => view.margins[b]! - view.margins[a]!);
}

/** 13.3 The box that Confidence will be in after the next Flashpoint Round. */
export const nextLevel = (board: Board, view: View): number =>
  Math.min(board.confidence.length - 1, Math.max(0, view.level + (view.is_eg_up ? 1 : -1)));

// Words

const PIECE_LINES: Record<string, string> = {
  mg_troop: "Always Active. Counts for COIN Control and removes an enemy in an Assault.",
  fortified_troop: "Absorbs the next Damage to its space. When it moves, it is an ordinary Troop again.",
  mg_base: "Trains Troops even in a Desert, and is a stop for Transport.",
  security: "Always Active. Each Repair costs one; every two in Casualties cost a Profit.",
  specops: "Hidden: it cannot be attacked, and it can Raid.",
  active_specops: "Active: it fights and can be attacked like a cube.",
  corp_base: "Security is bought here, and Exploit needs one. In a Desert it can turn to Terraforming.",
  terraforming_base: "Pays in each Flashpoint Round: 2 Profits for the first in a Desert, 1 for each other one there.",
  eg_troop: "Moves with the EarthGov Controller, who counts it as its own.",
  rd_rebel: "Hidden: it cannot be removed in an Assault until it is Activated.",
  active_rd_rebel: "Active: an Assault can remove it.",
  rd_base: "Rallies more Rebels, and counts 1 for Red Dust. In a Desert it can dig in.",
  dug_in_base: "Lets Red Dust answer an Assault here with a free Attack.",
  cr_rebel: "Hidden: it cannot be removed in an Assault until it is Activated.",
  active_cr_rebel: "Active: an Assault can remove it.",
  cr_base: "Counts 1 for the Reclaimers, and travels with them.",
  conversion_center: "Brings a Rebel in each Flashpoint Round where people live; costs the Corporations a Profit in a Desert.",
  satellite: "From Orbit it helps one Operation of the Controller: Drop Pods, Beacons or Bombard.",
  supply: "Worth 3 Resources to MarsGov when it reaches Phobos.",
  population: "Joins the Displaced Population when it reaches Phobos.",
};

const listed = (names: string[]): string => names.join(", ");

function spaceLines(board: Board, view: View, place: number): string[] {
  const space = board.spaces[place]!;
  const lines: string[] = [];
  if (place < board.mars) {
    const kind = space.terrain === "labyrinth" ? "Labyrinth" : "Desert";
    lines.push(space.sector ? `${kind} in ${space.sector}` : kind);
    const people = view.population[place]!;
    const marks = [
      view.damage[place] ? `${view.damage[place]} Damage` : "",
      view.housed[place] ? `${view.housed[place]} housed` : "",
    ].filter(Boolean);
    lines.push(
      `Population ${people}${marks.length ? ` (${marks.join(", ")})` : ""}` +
        (people ? ` · ${alignmentName(view.alignment[place]!)}` : ""),
    );
    const side = view.control[place]!;
    lines.push(side === NOBODY ? "Nobody has Control" : `${board.factions[side]!.label} Control`);
  }
  const standing = cargoAt(board, view, space.id);
  lines.push(standing.length ? spell(board, standing) : "Empty");
  if (view.storm[place] === APPROACHING) lines.push("A Storm approaches: it will rage after the next Flashpoint Round.");
  if (view.storm[place] === RAGING)
    lines.push(
      space.terrain === "labyrinth"
        ? "Storm rages: nothing moves in or out."
        : "Storm rages: no Operation here, nothing moves in or out.",
    );
  const more: Record<string, string> = {
    earth: `In each Flashpoint Round the Cycler takes ${board.cycler_load} pieces and one Population to Transit.`,
    transit: "In the next Flashpoint Round all of this reaches Phobos.",
    phobos: "Always under COIN Control. Units drop to open Spaceports.",
    orbit: "Satellites that the EarthGov Controller may use.",
    casualties: "Corporate pieces come back in the next Flashpoint Round, EarthGov's in the next Dust Storm Round.",
    available: "Pieces that can be placed.",
  };
  if (more[space.id]) lines.push(more[space.id]!);
  if (space.base_limit) lines.push(`Room for ${counted(space.base_limit, "Base", "Bases")} in all`);
  if (space.adjacent.length) lines.push(`Adjacent to ${listed(space.adjacent.map((other) => board.spaces[other]!.label))}`);
  if (space.storm) lines.push(`Storm dice ${space.storm}`);
  return lines;
}

function factionLines(board: Board, view: View, who: number): string[] {
  if (who === EARTH_GOV)
    return [
      `Confidence ${view.confidence}, going ${view.is_eg_up ? "up" : "down"}`,
      view.controller === NOBODY ? "No Controller" : `Controller: ${board.factions[view.controller]!.label}`,
    ];
  if (who === COIN) return ["MarsGov, Corporations and EarthGov Control spaces together."];
  const due = owed(view, who);
  return [
    `Counts: ${board.factions[who]!.aim}`,
    `Has ${view.totals[who]}, must exceed ${view.thresholds[who]}: margin ${signed(view.margins[who]!)}`,
    `${means(board, view, who)}${due ? `, ${due} to pay` : ""}`,
    ...(who === RED_DUST ? [`Campaign deck: ${counted(view.campaigns_left, "card", "cards")}, out of the game: ${view.campaigns_gone.length}`] : []),
    ...(who === RECLAIMERS
      ? [`Hand limit ${board.hand_limit}. Asset deck: ${counted(view.assets_left, "card", "cards")}, discards: ${view.discards.length}`]
      : []),
    ...(view.order.length ? [`${ORDINALS[view.order.indexOf(who)]} in the order: ${standing(view, who)}`] : []),
  ];
}

function eventLines(board: Board, card: number): string[] {
  const event = board.events[card]!;
  if (!event.order.length) return ["A Dust Storm Round: victory, earnings, Support, Redeploy, Reset."];
  const mood = (symbol?: string) => (symbol === "+" ? "EG+. " : symbol === "-" ? "EG−. " : "");
  return [
    `Order: ${listed(event.order.map((who) => board.factions[who]!.label))} · Flashpoint ${event.flashpoint}`,
    `${event.shaded ? "Unshaded: " : ""}${mood(event.symbols[0])}${event.unshaded}`,
    ...(event.shaded ? [`Shaded: ${mood(event.symbols[1])}${event.shaded}`] : []),
  ];
}

const find = (entries: { id: string }[], id: string): number => entries.findIndex((entry) => entry.id === id);

/** What the pointer is over, in a few lines. */
export function describe({ kind, id }: Thing, board: Board, view: View): Description | null {
  const from = (entries: { id: string; label: string }[], lines: (n: number) => string[]): Description | null => {
    const n = find(entries, id);
    return n < 0 ? null : { title: entries[n]!.label, lines: lines(n) };
  };
  switch (kind) {
    case "space":
      return from(board.spaces, (n) => spaceLines(board, view, n));
    case "faction":
      return from(board.factions, (n) => factionLines(board, view, n));
    case "event":
      return from(board.events, (n) => eventLines(board, n));
    case "asset":
      return from(board.assets, (n) => [board.assets[n]!.text]);
    case "campaign":
      return from(board.campaigns, (n) => [board.campaigns[n]!.text]);
    case "maglev":
      return from(board.maglevs, (n) => [
        `Maglev line from ${board.maglevs[n]!.ends.map((place) => board.spaces[place]!.label).join(" to ")}. It touches ${listed(board.maglevs[n]!.touches.map((place) => board.spaces[place]!.label))}.`,
        ...(id === "rodgers_line" && !view.has_rodgers_line ? ["Not built."] : []),
      ]);
    case "piece":
    case "cargo": {
      const piece = board.pieces[find(board.pieces, id)];
      const title = piece?.label ?? (id === "supply" ? "Supply" : id === "population" ? "Population" : "");
      const lines = PIECE_LINES[id] ? [PIECE_LINES[id]!] : [];
      if (piece) lines.push(`There ${piece.pool === 1 ? "is" : "are"} ${piece.pool} of these in the game.`);
      return title ? { title, lines } : null;
    }
    default:
      return null;
  }
}

/** The position in a few sentences. */
export function summary(board: Board, view: View, seat: string | null): string {
  const name = (who: number) => board.factions[who]!.label;
  const parts = [
    `${roundName(board, view)}. ${view.rounds} of ${board.rounds} Dust Storms are over. Flashpoint ${view.flashpoint} of ${board.flashpoint}.`,
  ];
  if (view.current !== null) parts.push(`Current Event: ${board.events[view.current]!.label}.`);
  if (view.acting >= 0 && isActing(view, view.acting)) parts.push(`${name(view.acting)} acts.`);
  parts.push(
    `${ranking(view)
      .map((who) => `${name(who)} has ${view.totals[who]} and must exceed ${view.thresholds[who]}`)
      .join("; ")}.`,
  );
  const mine = find(board.factions, seat ?? "");
  if (mine >= 0) parts.push(`You are ${name(mine)}, with ${purseOf(view, mine)} ${board.factions[mine]!.money}.`);
  const held = (side: number) =>
    board.spaces.slice(0, board.mars).filter((_, place) => view.control[place] === side).map((space) => space.label);
  for (const side of [COIN, RED_DUST, RECLAIMERS]) {
    const spaces = held(side);
    if (spaces.length) parts.push(`${name(side)} Control: ${listed(spaces)}.`);
  }
  const storms = board.spaces.filter((_, place) => view.storm[place] === RAGING).map((space) => space.label);
  if (storms.length) parts.push(`Storms rage in ${listed(storms)}.`);
  return parts.join(" ");
}
