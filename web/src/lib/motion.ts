// Animation: 200 ms, easing out, and none at all when `quiet` is set. CSS does the work (see .moves and .appears in theme.css).

import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";

export const DURATION = 200;

/** True when animation is off, by our own setting or the system's. */
export const isQuiet = (): boolean => document.documentElement.dataset.quiet !== undefined;

/**
 * The position of a piece as a style for an element of class "moves", which animates when the numbers change. In SVG a px
 * is a unit of the drawing.
 */
export function at(x: number, y: number, turn = 0, scale = 1): string {
  const rest = (turn ? ` rotate(${turn}deg)` : "") + (scale === 1 ? "" : ` scale(${scale})`);
  return `transform: translate(${x}px, ${y}px)${rest}`;
}

/** `transition:appear`: fades in and out in place. Works on SVG and HTML. */
export function appear(_node: Element, { duration = DURATION, delay = 0 } = {}): TransitionConfig {
  if (isQuiet()) return { duration: 0 };
  return { duration, delay, easing: cubicOut, css: (t) => `opacity: ${t}` };
}

/** `in:arrive`: moves in from a place x to the right and y below; without x and y it fades in. */
export function arrive(_node: Element, { x = 0, y = 0, duration = DURATION } = {}): TransitionConfig {
  if (isQuiet()) return { duration: 0 };
  if (!x && !y) return appear(_node, { duration });
  return { duration, easing: cubicOut, css: (_, u) => `transform: translate(${x * u}px, ${y * u}px)` };
}

/** `in:flip`: a card turns over about its upright axis. */
export function flip(_node: Element, { duration = 250, delay = 0 } = {}): TransitionConfig {
  if (isQuiet()) return { duration: 0 };
  return { duration, delay, easing: cubicOut, css: (t) => `transform: perspective(600px) rotateY(${(1 - t) * 90}deg)` };
}

/**
 * `use:glides={order}`: the children of a list glide to their new places when its order changes. Places are read once, in the frame
 * that draws them: `animate:` reads them in the middle of an update, and each reading lays out the whole page anew.
 */
export function glides(list: HTMLElement, order: string): { update: (next: string) => void; destroy: () => void } {
  let places = new Map<HTMLElement, { x: number; y: number }>();
  const move = () => {
    const now: typeof places = new Map();
    // A list that is not in sight, such as a closed shelf on a phone, has no places.
    for (const child of list.offsetParent ? (list.children as HTMLCollectionOf<HTMLElement>) : []) {
      const from = child.offsetParent === list ? { x: 0, y: 0 } : { x: list.offsetLeft, y: list.offsetTop };
      now.set(child, { x: child.offsetLeft - from.x, y: child.offsetTop - from.y });
    }
    for (const [child, to] of now) {
      const from = places.get(child);
      if (!from || isQuiet() || (from.x === to.x && from.y === to.y)) continue;
      child.animate([{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: "none" }], { duration: DURATION, easing: "ease-out" });
    }
    places = now;
  };
  let frame = requestAnimationFrame(move);
  return {
    update: (next) => {
      if (next === order) return;
      order = next;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(move);
    },
    destroy: () => cancelAnimationFrame(frame),
  };
}
