// Several answers that belong together are gathered on the page and sent as one: cards to discard, an order, hits to assign.

import type { OptionView, QuestionView, Thing } from "../lib/board";
import { isEnding } from "./shortcuts";

export type Gathered = "several" | "order" | "assign";

const isGathered = (kind: string): kind is Gathered => kind === "several" || kind === "order" || kind === "assign";

export class Gathering {
  readonly kind: Gathered;
  readonly question: QuestionView;
  /** What can be gathered; Done and the like are not among them. */
  readonly options: readonly OptionView[];
  /** The answers so far, in order. Hits may name the same option more than once. An order begins with these. */
  keys = $state.raw<readonly string[]>([]);

  constructor(question: QuestionView, kind: Gathered) {
    this.kind = kind;
    this.question = question;
    const rest = question.options.filter((option) => !isEnding(option, question.decline));
    const isAnyThing = rest.some((option) => option.things.length > 0);
    this.options = isAnyThing ? rest.filter((option) => option.things.length > 0) : rest;
  }

  /** How many may be gathered. */
  get most(): number {
    return this.kind === "order" ? this.options.length : this.question.remaining;
  }

  /** How many must be gathered before they can be sent. */
  get least(): number {
    return this.kind === "several" ? Math.max(1, Math.min(this.question.needed, this.most)) : this.kind === "order" ? 0 : 1;
  }

  /** What was gathered can be sent. */
  get isEnough(): boolean {
    return this.keys.length >= this.least;
  }

  has(key: string): boolean {
    return this.options.some((option) => option.key === key);
  }

  /** What hits in a row on one option answer: a unit that was hit may have another key then. Empty if the rules do not say. */
  private rowOf(key: string): readonly string[] {
    const row: unknown = this.options.find((option) => option.key === key)?.data.row;
    return Array.isArray(row) ? (row as string[]) : [];
  }

  /** Whether an option can be named once more. */
  private hasRoom(key: string): boolean {
    const row = this.rowOf(key);
    return this.keys.length < this.most && (row.length === 0 || this.count(key) < row.length);
  }

  count(key: string): number {
    return this.keys.filter((it) => it === key).length;
  }

  /** In an order, everything: what was put in its place, then the rest as it was offered. */
  get ordered(): string[] {
    return [...this.keys, ...this.options.map(({ key }) => key).filter((key) => !this.keys.includes(key))];
  }

  /** What the answers so far touch on the board. */
  get things(): Thing[] {
    return this.options.filter(({ key }) => this.keys.includes(key)).flatMap((option) => option.touches);
  }

  /** A click, a tap or a key on an option: take it, or put it back. */
  tap(key: string): void {
    if (!this.has(key)) return;
    if (this.keys.includes(key) && (this.kind !== "assign" || !this.hasRoom(key))) this.drop(key);
    else if (this.hasRoom(key)) this.keys = [...this.keys, key];
    else if (this.most === 1) this.keys = [key];
  }

  /** Take one back. */
  drop(key: string): void {
    const at = this.keys.lastIndexOf(key);
    if (at >= 0) this.keys = this.keys.filter((_, n) => n !== at);
  }

  /** Move an option to another place in the order; everything before that place is then settled. */
  place(key: string, to: number): void {
    const order = this.ordered.filter((it) => it !== key);
    const at = Math.max(0, Math.min(order.length, to));
    order.splice(at, 0, key);
    this.keys = order.slice(0, Math.max(this.keys.length, at + 1));
  }

  /** What to send. With fewer than possible, the answer that stops asking comes last. */
  answer(): string[] {
    if (this.kind === "order") return [...this.ordered];
    const stop = this.question.options.find(({ word }) => word === "done")?.key ?? this.question.decline;
    // Where something else could still be chosen, such as a Special Activity, the question comes again.
    const isAllThereIs = this.question.options.every((option) => this.has(option.key) || isEnding(option, this.question.decline));
    const isShort = this.kind === "several" && isAllThereIs && this.keys.length < this.question.remaining;
    const seen = new Map<string, number>();
    const named = this.keys.map((key) => {
      const n = seen.get(key) ?? 0;
      seen.set(key, n + 1);
      return this.rowOf(key)[n] ?? key;
    });
    return isShort && stop !== null ? [...named, stop] : named;
  }
}

/** How the answers to a question are gathered; null if it takes one. */
export function gatheringOf(question: QuestionView | null): Gathering | null {
  if (!question || !isGathered(question.kind) || question.remaining < 2) return null;
  const gathering = new Gathering(question, question.kind);
  // Of two things in order, one answer says it all.
  return gathering.options.length > (question.kind === "order" ? 2 : 1) ? gathering : null;
}
