// Who faces whom in a chapter of the story: a GI and a card, two GIs, or a GI and the Traitor.

import type { LogLine, StageSide, StageView } from "../../lib/board";
import { listed } from "../../lib/words";
import { designOf, livesOf, numberOf } from "./lookup";
import type { Board, View } from "../../types/rogue-trooper";

export function stage(lines: readonly LogLine[], board: Board, view: View): StageView | null {
  const opening = lines[0];
  if (!opening?.opens) return null;
  const seats = opening.things.filter((it) => it.kind === "seat").map((it) => numberOf(board, it));
  const [first, second] = seats;
  if (first === undefined || first < 0) return null;
  const sector = view.gis[first]?.sector ?? -1;
  const place = sector < 0 ? null : { kind: "sector", id: board.sectors[sector]!.id };
  const gi = side(first, board, view);
  if (second !== undefined && second >= 0) {
    return { title: `${gi.title} and ${board.gis[second]!.label}`, place, sides: [gi, side(second, board, view)] };
  }
  const card = opening.things.find((it) => it.kind === "card");
  if (card) {
    const design = designOf(board, numberOf(board, card));
    if (design.kind !== "foe") return null;
    return {
      title: `${gi.title} faces ${design.label}`,
      place,
      sides: [gi, { seat: null, title: design.label, lines: [`Initiative ${design.initiative}, Firepower ${design.firepower}`, listed(design.categories)] }],
    };
  }
  // Of the other chapters only a fight with the Traitor has dice that are nobody's.
  if (view.traitor !== sector || !lines.some((line) => line.kind === "roll" && line.by.includes(null))) return null;
  return {
    title: `${gi.title} fights the Traitor`,
    place,
    sides: [gi, { seat: null, title: "The Traitor", lines: [`${livesOf(view.traitor_lives)} left`] }],
  };
}

function side(gi: number, board: Board, view: View): StageSide {
  const it = view.gis[gi]!;
  const chips = board.slots.filter((_, slot) => it.slots[slot]).map((slot) => slot.label);
  const friends = it.companions.map((card) => designOf(board, card).label);
  const lines = [livesOf(it.lives), ...(chips.length ? [`Chips: ${listed(chips)}`] : []), ...(friends.length ? [`With ${listed(friends)}`] : [])];
  return { seat: board.gis[gi]!.id, title: board.gis[gi]!.label, lines };
}
