// What goes over the socket, with the few defaults that the wire leaves out.

import type { LogLine, QuestionKind, QuestionView, SeatInfo } from "../lib/board";
import type * as wire from "../types/wire";

export type { Outcome as OutcomeView, ServerFrame, StateFrame } from "../types/wire";
export type ChatLine = Omit<wire.ChatFrame, "t">;

/** A position as one pair of eyes may see it. */
export interface Position extends Omit<wire.StateFrame, "t" | "n" | "ack" | "log" | "question" | "seats"> {
  question: QuestionView | null;
  seats: SeatInfo[];
}

/** A state frame, or as much of one as a replay or a moment of the gallery has. */
export type PartOfFrame = Partial<Omit<wire.StateFrame, "log">> & { log?: Partial<wire.LogPart> };

export function fullQuestion(q: wire.QuestionView | null | undefined): QuestionView | null {
  if (!q) return null;
  return {
    seat: q.seat,
    prompt: q.prompt,
    kind: (q.kind ?? "pick") as QuestionKind,
    topic: q.topic ?? "",
    window: q.window ?? "",
    decline: q.decline ?? null,
    remaining: q.remaining ?? 1,
    rule: q.rule ?? "",
    things: q.things ?? [],
    about: q.about ?? {},
    facts: q.facts ?? {},
    options: q.options ?? [],
    hidden: q.hidden ?? false,
  };
}

export function fullLine(line: wire.LogLine): LogLine {
  return {
    ...line,
    things: line.things ?? [],
    seat: line.seat ?? null,
    key: line.key ?? "",
    faces: line.faces ?? [],
  };
}

export function fullSeat({ id, label, who, kind, present, thinking }: wire.SeatInfo): SeatInfo {
  return { id, label, who: who ?? "", kind, present, thinking };
}

export function fullPosition(frame: PartOfFrame): Position {
  return {
    seat: frame.seat ?? null,
    mine: frame.mine ?? [],
    waiting: frame.waiting ?? null,
    view: frame.view,
    question: fullQuestion(frame.question),
    undo: frame.undo ?? null,
    redo: frame.redo ?? null,
    standing_orders: frame.standing_orders ?? [],
    outcome: frame.outcome ?? null,
    turn: frame.turn ?? 0,
    seats: (frame.seats ?? []).map(fullSeat),
    clock: frame.clock ?? null,
  };
}
