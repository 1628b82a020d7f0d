// Animation: 200 ms, easing out, and none at all when `quiet` is set. CSS does the work (see .moves and .appears in theme.css).

import { flip as glide, type AnimationConfig } from "svelte/animate";
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

/** `animate:reorder`: glides to its new place in a list. What is not in sight, such as a closed shelf on a phone, has no size and does not move. */
export function reorder(node: Element, places: { from: DOMRect; to: DOMRect }, { duration = DURATION } = {}): AnimationConfig {
  const isSeen = [places.from, places.to].every(({ width, height }) => width > 0 && height > 0);
  return isSeen ? glide(node, places, { duration }) : { duration: 0 };
}
