// Curves as SVG paths, shared by the page and by the picture that is made of an ending.

import type { Curve, Graph, Mark } from "../types/wire";

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Dashes and end marks, so that nobody needs colour to tell curves apart. */
export const DASHES = ["", "7 4", "2 4", "10 3 2 3", "5 2", "1 3"] as const;
export const SHAPES = ["●", "■", "▲", "◆", "✚", "★"] as const;

export interface Scale {
  low: number;
  high: number;
  /** Round values for grid lines. */
  steps: number[];
}

/** A scale that holds all values, with zero on it, and three to six grid lines. */
export function scaleOf(graph: Graph): Scale {
  if (graph.is_share) return { low: 0, high: 1, steps: [0, 0.25, 0.5, 0.75, 1] };
  const values = graph.curves.flatMap((curve) => curve.values);
  const least = Math.min(0, ...values);
  const most = Math.max(0, ...values);
  const rough = (most - least || 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? rough);
  const low = Math.floor(least / step) * step;
  const high = Math.max(low + step, Math.ceil(most / step) * step);
  const steps = [];
  for (let at = low; at <= high + step / 2; at += step) steps.push(Math.round(at * 1000) / 1000);
  return { low, high, steps };
}

export const count = (graph: Graph): number => graph.curves[0]?.values.length ?? 0;
export const x = (at: number, points: number, box: Box): number => box.left + (points > 1 ? at / (points - 1) : 0.5) * box.width;
export const y = (value: number, scale: Scale, box: Box): number => box.top + (1 - (value - scale.low) / (scale.high - scale.low)) * box.height;

/** A curve as an SVG path. */
export function path(curve: Curve, scale: Scale, box: Box): string {
  const points = curve.values.length;
  let line = "";
  curve.values.forEach((value, at) => {
    const here = `${x(at, points, box).toFixed(1)} ${y(value, scale, box).toFixed(1)}`;
    line += at === 0 ? `M${here}` : ` L${here}`;
  });
  return line;
}

export const shown = (value: number, graph: Graph): string =>
  graph.is_share ? `${Math.round(value * 100)}%` : `${Math.round(value * 10) / 10}`.replace("-", "−");

/** Labels of curves at their ends, moved apart where they would touch. */
export function labelPlaces(graph: Graph, scale: Scale, box: Box, apart: number): number[] {
  const wanted = graph.curves.map((curve, i) => ({ i, at: y(curve.values.at(-1) ?? 0, scale, box) }));
  wanted.sort((a, b) => a.at - b.at);
  for (let n = 1; n < wanted.length; n++) wanted[n]!.at = Math.max(wanted[n]!.at, wanted[n - 1]!.at + apart);
  const over = (wanted.at(-1)?.at ?? 0) - (box.top + box.height);
  if (over > 0) {
    wanted.at(-1)!.at -= over;
    for (let n = wanted.length - 2; n >= 0; n--) wanted[n]!.at = Math.min(wanted[n]!.at, wanted[n + 1]!.at - apart);
  }
  const places: number[] = [];
  for (const { i, at } of wanted) places[i] = at;
  return places;
}

/** The rows of the table that stands for a graph: the beginning of each part, and the end. */
export function rows(graph: Graph, marks: readonly Mark[]): { when: string; values: number[] }[] {
  const last = count(graph) - 1;
  const at = [...marks.map((mark) => ({ when: mark.text, n: mark.at })), { when: "End", n: last }];
  return at.map(({ when, n }) => ({ when, values: graph.curves.map((curve) => curve.values[n] ?? 0) }));
}

/** A graph in a sentence. */
export const spoken = (graph: Graph): string =>
  `${graph.title}. ${graph.curves.map((it) => `${it.label}: from ${shown(it.values[0] ?? 0, graph)} to ${shown(it.values.at(-1) ?? 0, graph)}`).join("; ")}.`;
