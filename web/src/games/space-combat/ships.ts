// Silhouettes, seen from above with the bow up, in a box of 48 around (0, 0): the hull first, then what is on it.

import type { ShipView } from "../../types/space-combat";

export interface Silhouette {
  hull: string;
  trim: string;
  glow: string;
}

const DART: Silhouette = {
  hull: "M0-22 5-8 8 4 20 14v5L7 15l-2 6h-10l-2-6-13 4v-5L-8 4-5-8Z",
  trim: "M0-16v26 M-5 4h10 M-14 15l7-6 M14 15l-7-6",
  glow: "M-4 21h8l-2 4h-4Z",
};

const TYPES: Record<string, Silhouette> = {
  AC: DART,
  AS: {
    hull: "M-5-20H5l3 6v6h8v5H8v8h10v6H8v8l-4 3h-8l-4-3v-8h-10v-6H-8v-8h-8v-5h8v-6Z",
    trim: "M-8-2H8 M-8 8H8 M0-16v7 M-16-6v-3 M16-6v-3 M-18 8v5 M18 8v5",
    glow: "M-6 22h4l-1 4h-2Z M2 22h4l-1 4h-2Z",
  },
  CB: {
    hull: "M0-23 4-10 5 0 12 10v9L5 15v6h-10v-6l-7 4v-9L-5 0-4-10Z",
    trim: "M0-19v16 M-9-8a11 11 0 0 1 18 0 M0-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z M-4 9h8",
    glow: "M-3 21h6l-2 4h-2Z",
  },
  ESC: {
    hull: "M0-20 7-6v9l8 10v6l-8-3-3 5h-8l-3-5-8 3v-6l8-10v-9Z",
    trim: "M0-13v12 M-7 3H7 M-3 8h6",
    glow: "M-5 21h10l-3 4h-4Z",
  },
  Siege: {
    hull: "M-3-22H3v9h7l4 7v14l5 5v6H8l-2 3h-12l-2-3h-11v-6l5-5V-6l4-7h7Z",
    trim: "M0-22V2 M-8-6H8 M-8 2H8 M-14 12h28 M-8 8v6 M8 8v6",
    glow: "M-9 19h5l-1 5h-3Z M4 19h5l-1 5h-3Z",
  },
};

/** A friendly ship by its type; an unknown one is a dart. */
export const silhouetteOf = (type: string): Silhouette => TYPES[type] ?? DART;

const ENEMIES: Record<string, Silhouette> = {
  escort: {
    hull: "M0-20 9-2l-1 8 10 4-3 6-9-1-2 6h-8l-2-6-9 1-3-6 10-4-1-8Z",
    trim: "M0-14v14 M-6 6H6",
    glow: "M-3 21h6l-2 4h-2Z",
  },
  attack_craft: {
    hull: "M-3-22H3l3 14 14-8v10L8 6l-2 15H-6L-8 6-20-6v-10l14 8Z",
    trim: "M0-18v22 M-13-6l6 6 M13-6l-6 6 M-5 12H5",
    glow: "M-4 21h8l-2 4h-4Z",
  },
  picket: {
    hull: "M0-18 6-6h6v5H6v10l5 5v5H-11v-5l5-5V-1h-6v-5h6Z",
    trim: "M0-12V8 M-6 9H6",
    glow: "M-3 19h6l-2 4h-2Z",
  },
  tender: {
    hull: "M-6-18H6l6 8v20l-6 8H-6l-6-8v-20Z",
    trim: "M-12-6h24 M-12 8h24 M0-18v36",
    glow: "M-4 18h8l-2 4h-4Z",
  },
  cyborg: {
    hull: "M0-23 6-12 18-14 12-4 19 8 8 8 4 21h-8L-8 8-19 8l7-12-6-10 12 2Z",
    trim: "M-5-2h10 M0-6a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z M-10 2l-5 3 M10 2l5 3",
    glow: "M-3 21h6l-2 4h-2Z",
  },
  monitor: {
    hull: "M-12-16H12l7 10v14l-7 12H-12l-7-12V-6Z",
    trim: "M-6-16v10 M6-16v10 M-13 0h26 M0-6a6 6 0 1 0 0 12 6 6 0 0 0 0-12Z",
    glow: "M-8 20h5l-1 4h-3Z M3 20h5l-1 4h-3Z",
  },
  swarm: {
    hull: "M-10-14l4 9h-8Z M8-18l4 9h-8Z M0-3l4 9h-8Z M-13 6l4 9h-8Z M12 4l4 9h-8Z",
    trim: "M0 12h.01",
    glow: "M0 8h1v3h-1Z",
  },
};

export const enemyOf = (kind: string): Silhouette => ENEMIES[kind] ?? ENEMIES.escort!;

/** It has not been assembled. */
export const isAshore = (ship: ShipView): boolean => ship.point === null && !ship.is_lost;

/** The highest value of a counter, for its icon. */
export function signOf(sheet: object, swarm = 0): string {
  if (swarm) return "swarm";
  const best = Object.entries(sheet as Record<string, number>).sort((a, b) => b[1] - a[1])[0];
  return best && best[1] > 0 ? best[0] : "base";
}

/** The values that are not 0, in the order counters show them. */
export const valuesOf = (sheet: object): [string, number][] =>
  Object.entries(sheet as Record<string, number>).filter(([, n]) => n > 0);
