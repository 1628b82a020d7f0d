// What goes over the socket, and the few defaults that the wire leaves out.

import type { LogLine, OddsReply, QuestionView, SeatInfo } from "../lib/board";

export interface StandingOrder {
  window: string;
  until: string;
}

export interface OutcomeView {
  winners: string[];
  reason: string;
}

/** A position as one pair of eyes may see it. */
export interface Position {
  seat: string | null;
  mine: string[];
  /** Which of `mine` is asked now. */
  waiting: string | null;
  view: unknown;
  question: QuestionView | null;
  undo: string | null;
  redo: string | null;
  orders: StandingOrder[];
  outcome: OutcomeView | null;
  turn: number;
  seats: SeatInfo[];
  clock: Record<string, number> | null;
}

export interface StateFrame extends Position {
  t: "state";
  n: number;
  ack?: number | null;
  log: { keep: number; lines: LogLine[] };
}

export interface ChatLine {
  from: string;
  text: string;
  at: number;
}

export type ServerFrame =
  | StateFrame
  | { t: "seats"; seats: SeatInfo[]; state?: string }
  | ({ t: "chat" } & ChatLine)
  | { t: "refused"; id: number | null; why: string }
  | ({ t: "odds"; id: number } & OddsReply)
  | { t: "hint"; id: number; key: string; label: string; by: string }
  | { t: "thinking"; seat: string; since: string | number }
  | { t: "pong" }
  | { t: "bye"; why: string };

type Loose<T> = Partial<T> | null | undefined;

export function fullQuestion(q: Loose<QuestionView>): QuestionView | null {
  if (!q) return null;
  return {
    seat: q.seat ?? null,
    prompt: q.prompt ?? "",
    kind: q.kind ?? "pick",
    topic: q.topic ?? "",
    window: q.window ?? "",
    decline: q.decline ?? null,
    left: q.left ?? 1,
    rule: q.rule ?? "",
    things: q.things ?? [],
    options: q.options ?? [],
    hidden: q.hidden ?? false,
  };
}

export function fullLine(line: Partial<LogLine>): LogLine {
  return {
    n: line.n ?? 0,
    turn: line.turn ?? 0,
    kind: line.kind ?? "note",
    text: line.text ?? "",
    things: line.things ?? [],
    seat: line.seat ?? null,
    key: line.key ?? "",
    faces: line.faces ?? [],
  };
}

export function fullSeat(seat: Partial<SeatInfo>): SeatInfo {
  return {
    id: seat.id ?? "",
    label: seat.label ?? seat.id ?? "",
    who: seat.who ?? "",
    kind: seat.kind ?? "person",
    present: seat.present ?? false,
    thinking: seat.thinking ?? false,
  };
}

export function fullPosition(frame: Partial<Position>): Position {
  return {
    seat: frame.seat ?? null,
    mine: frame.mine ?? [],
    waiting: frame.waiting ?? null,
    view: frame.view,
    question: fullQuestion(frame.question),
    undo: frame.undo ?? null,
    redo: frame.redo ?? null,
    orders: frame.orders ?? [],
    outcome: frame.outcome ?? null,
    turn: frame.turn ?? 0,
    seats: (frame.seats ?? []).map(fullSeat),
    clock: frame.clock ?? null,
  };
}
