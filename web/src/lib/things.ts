// Things on the table are (kind, id) pairs, here as on the wire.

import type { Thing } from "./board";

export const sameThing = (one: Thing | null | undefined, other: Thing | null | undefined): boolean =>
  one?.kind === other?.kind && one?.id === other?.id;

/** A thing's name in the page, for attributes, selectors and list keys. Never parse it. */
export const thingKey = ({ kind, id }: Thing): string => `${kind}:${id}`;

/** Like a Map with things for keys, but two things with the same kind and id are the same key. */
export class ThingMap<T> {
  private readonly kinds = new Map<string, Map<string, T>>();

  constructor(entries: Iterable<readonly [Thing, T]> = []) {
    for (const [key, value] of entries) this.set(key, value);
  }

  set({ kind, id }: Thing, value: T): void {
    const known = this.kinds.get(kind);
    if (known) known.set(id, value);
    else this.kinds.set(kind, new Map([[id, value]]));
  }

  get({ kind, id }: Thing): T | undefined {
    return this.kinds.get(kind)?.get(id);
  }

  has({ kind, id }: Thing): boolean {
    return this.kinds.get(kind)?.has(id) ?? false;
  }

  /** The things of one kind by their ids. */
  of(kind: string): ReadonlyMap<string, T> {
    return this.kinds.get(kind) ?? new Map<string, T>();
  }

  get size(): number {
    let n = 0;
    for (const ids of this.kinds.values()) n += ids.size;
    return n;
  }

  *keys(): Generator<Thing> {
    for (const [kind, ids] of this.kinds) for (const id of ids.keys()) yield { kind, id };
  }
}

/** A set of things. */
export class ThingSet {
  private readonly known = new ThingMap<true>();

  constructor(things: Iterable<Thing> = []) {
    for (const it of things) this.known.set(it, true);
  }

  has(it: Thing): boolean {
    return this.known.has(it);
  }

  /** The ids of the things of one kind. */
  of(kind: string): string[] {
    return [...this.known.of(kind).keys()];
  }

  get size(): number {
    return this.known.size;
  }

  [Symbol.iterator](): Iterator<Thing> {
    return this.known.keys();
  }
}

// Which thing a part of the page shows

const shows = new WeakMap<Element, Thing>();

/** Record that an element shows a thing; used as an attachment: {@attach showing(it)}. */
export const showing = (it: Thing) => (element: Element) => {
  shows.set(element, it);
};

/** The thing shown by an element or by an element around it. */
export function thingAt(element: Element | null): Thing | null {
  const found = element?.closest("[data-thing]");
  return (found && shows.get(found)) ?? null;
}
