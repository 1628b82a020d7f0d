// The ground of the map, worked out from the cells of the pack: a height for every place, its light and shade as an
// image, and its contour lines. Nothing here depends on a particular map.

import type { Cell, Board, Terrain } from "../../types/surface-combat";

/** Units of the drawing between two neighbouring cells. */
export const HEX = 100;
/** Room around the outermost cells. */
const MARGIN = 74;
/** Units of the drawing per sample of the ground. */
const GRAIN = 4;
/** Samples along the side of a tile: features far from a tile are left out of its calculation. */
const TILE = 20;
/** How far a feature of the ground reaches, in units. */
const REACH = 135;

export interface Placed extends Cell {
  px: number;
  py: number;
  /** How its terrain is drawn. */
  look: string;
}

export interface Ground {
  width: number;
  height: number;
  cells: Placed[];
  /** The corners of a cell around (0, 0). */
  corners: string;
}

export interface Relief {
  /** Contour lines, from low to high. */
  contours: { level: number; d: string }[];
  /** Light and shade, as the URL of an image, and its size in the drawing. */
  shade: string;
  width: number;
  height: number;
}

interface Spot {
  x: number;
  y: number;
}

/** A number from 0 to 1 that depends only on its place. */
function hash(x: number, y: number): number {
  let h = Math.imul(x | 0, 374761393) + Math.imul(y | 0, 668265263);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

function noise(x: number, y: number): number {
  const i = Math.floor(x);
  const j = Math.floor(y);
  const u = x - i;
  const v = y - j;
  const a = u * u * (3 - 2 * u);
  const b = v * v * (3 - 2 * v);
  const top = hash(i, j) * (1 - a) + hash(i + 1, j) * a;
  const low = hash(i, j + 1) * (1 - a) + hash(i + 1, j + 1) * a;
  return top * (1 - b) + low * b;
}

const rolling = (x: number, y: number): number =>
  noise(x / 95, y / 95) * 0.6 + noise(x / 41 + 7, y / 41 + 3) * 0.3 + noise(x / 17 + 40, y / 17) * 0.1;

/** How far a place is from the line between two others. */
function away(x: number, y: number, a: Spot, b: Spot): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const long = dx * dx + dy * dy;
  const t = long ? Math.max(0, Math.min(1, ((x - a.x) * dx + (y - a.y) * dy) / long)) : 0;
  return Math.hypot(x - a.x - t * dx, y - a.y - t * dy);
}

const LOOKS = ["plain", "rough", "volcano", "canyon", "dunes", "settlement"];

/** How a terrain is drawn: the six we have pictures for, and what comes closest for those of other packs. */
export function lookOf(terrain: Terrain | undefined): string {
  if (!terrain) return "plain";
  if (LOOKS.includes(terrain.id)) return terrain.id;
  return terrain.recruit ? "settlement" : terrain.stop ? "rough" : "plain";
}

/** Lines between neighbouring cells of a terrain; a cell on its own is a line from itself to itself. */
function lines(cells: Placed[], terrain: string, joins: (a: Placed, b: Placed) => boolean): [Spot, Spot][] {
  const mine = cells.filter((cell) => cell.look === terrain);
  const found: [Spot, Spot][] = [];
  for (const cell of mine) {
    const spot = { x: cell.px, y: cell.py };
    const others = mine.filter((other) => cell.near.includes(other.id) && joins(cell, other));
    if (others.length === 0) found.push([spot, spot]);
    for (const other of others) {
      if (other.id > cell.id) found.push([spot, { x: other.px, y: other.py }]);
    }
  }
  return found;
}

interface Features {
  peaks: [Spot, Spot][];
  tops: Spot[];
  canyons: [Spot, Spot][];
  dunes: Spot[];
  rough: Spot[];
  built: Spot[];
  craters: (Spot & { r: number })[];
}

function features(board: Board, cells: Placed[]): Features {
  const spots = (terrain: string) =>
    cells.filter((cell) => cell.look === terrain).map((cell) => ({ x: cell.px, y: cell.py }));
  const sites = new Set(board.installations.map((site) => site.cell));
  const plain = cells.filter((cell) => cell.look === "plain" && !sites.has(cell.id));
  const craters = plain.flatMap((cell, n) => {
    const seed = hash(n * 7 + 3, cell.id.charCodeAt(0));
    if (seed < 0.3) return [];
    const turn = seed * 40;
    const r = 5 + hash(n, 11) * 13;
    return [{ x: cell.px + Math.cos(turn) * 26, y: cell.py + 6 + Math.sin(turn) * 20, r }];
  });
  return {
    peaks: lines(cells, "volcano", (a, b) => a.name === b.name && a.name !== ""),
    tops: spots("volcano"),
    canyons: lines(cells, "canyon", () => true),
    dunes: spots("dunes"),
    rough: spots("rough"),
    built: cells.filter((c) => c.look === "settlement" || sites.has(c.id)).map((c) => ({ x: c.px, y: c.py })),
    craters,
  };
}

const near = (spots: Spot[], x: number, y: number, r: number): number => {
  let most = 0;
  for (const spot of spots) {
    const d = (spot.x - x) ** 2 + (spot.y - y) ** 2;
    if (d < r * r * 6) most = Math.max(most, Math.exp(-(d * d) / r ** 4));
  }
  return most;
};

/** The large shapes that contour lines follow. */
function broad(f: Features, x: number, y: number): number {
  let h = rolling(x, y) * 0.34;
  let cone = 0;
  for (const [a, b] of f.peaks) {
    const d = away(x, y, a, b);
    if (d < 130) cone = Math.max(cone, Math.exp(-((d / 44) ** 1.7)));
  }
  h += cone * 1.25;
  for (const top of f.tops) {
    const d = Math.hypot(x - top.x, y - top.y);
    if (d < 40) h -= 0.62 * Math.exp(-((d / 13) ** 4));
  }
  let cut = 0;
  const bend = f.canyons.length ? (noise(x / 26 + 90, y / 26) - 0.5) * 22 : 0;
  for (const [a, b] of f.canyons) {
    const d = away(x + bend, y - bend, a, b);
    if (d < 90) cut = Math.max(cut, Math.exp(-((d / 25) ** 4)));
  }
  h -= cut * 0.75;
  return h * (1 - 0.55 * near(f.built, x, y, 34));
}

/** What is too small for contour lines: ripples of sand, rubble, craters. */
function fine(f: Features, x: number, y: number): number {
  let h = (noise(x / 6, y / 6) - 0.5) * 0.02;
  const sand = near(f.dunes, x, y, 52);
  if (sand > 0.02) h += sand * 0.06 * Math.sin((x * 0.45 + y * 0.9) / 4.2 + noise(x / 30, y / 30) * 9);
  const rubble = near(f.rough, x, y, 46);
  if (rubble > 0.02) h += rubble * (Math.abs(noise(x / 11, y / 11) - 0.5) * 0.55 + noise(x / 5, y / 5) * 0.1);
  for (const crater of f.craters) {
    const d = Math.hypot(x - crater.x, y - crater.y) / crater.r;
    if (d < 2.4) h += crater.r * 0.012 * (Math.exp(-(((d - 1) / 0.32) ** 2)) - 0.9 * Math.exp(-((d / 0.8) ** 4)));
  }
  return h;
}

interface Field {
  wide: number;
  high: number;
  broad: Float32Array;
  whole: Float32Array;
}

/** The features that reach into a tile. */
function within(f: Features, left: number, top: number): Features {
  const side = TILE * GRAIN;
  const spot = (s: Spot) =>
    s.x > left - REACH && s.x < left + side + REACH && s.y > top - REACH && s.y < top + side + REACH;
  const line = (pair: [Spot, Spot]) => spot(pair[0]) || spot(pair[1]);
  return {
    peaks: f.peaks.filter(line),
    tops: f.tops.filter(spot),
    canyons: f.canyons.filter(line),
    dunes: f.dunes.filter(spot),
    rough: f.rough.filter(spot),
    built: f.built.filter(spot),
    craters: f.craters.filter(spot),
  };
}

function sampled(f: Features, width: number, height: number): Field {
  const wide = Math.ceil(width / GRAIN) + 1;
  const high = Math.ceil(height / GRAIN) + 1;
  const large = new Float32Array(wide * high);
  const whole = new Float32Array(wide * high);
  for (let top = 0; top < high; top += TILE) {
    for (let left = 0; left < wide; left += TILE) {
      const here = within(f, left * GRAIN, top * GRAIN);
      for (let j = top; j < Math.min(high, top + TILE); j++) {
        for (let i = left; i < Math.min(wide, left + TILE); i++) {
          const at = j * wide + i;
          large[at] = broad(here, i * GRAIN, j * GRAIN);
          whole[at] = large[at]! + fine(here, i * GRAIN, j * GRAIN);
        }
      }
    }
  }
  return { wide, high, broad: large, whole };
}

/** Light from the north-west on the ground; transparent where it is flat, so that the colour of the land shows. */
function shaded({ wide, high, whole, broad: large }: Field): string {
  const canvas = document.createElement("canvas");
  canvas.width = wide;
  canvas.height = high;
  const pen = canvas.getContext("2d");
  if (!pen) return "";
  const picture = pen.createImageData(wide, high);
  const data = picture.data;
  for (let j = 1; j < high - 1; j++) {
    for (let i = 1; i < wide - 1; i++) {
      const at = j * wide + i;
      const dx = whole[at + 1]! - whole[at - 1]!;
      const dy = whole[at + wide]! - whole[at - wide]!;
      const light = (dx * 0.75 + dy * 0.66) * (15.6 / GRAIN);
      const h = large[at]!;
      const to = at * 4;
      if (light < 0) {
        data[to] = 255;
        data[to + 1] = 238;
        data[to + 2] = 205;
        data[to + 3] = Math.min(150, -light * 210);
      } else {
        data[to] = 66;
        data[to + 1] = 24;
        data[to + 2] = 8;
        data[to + 3] = Math.min(190, light * 260 + (h < -0.1 ? Math.min(70, (-0.1 - h) * 190) : 0));
      }
      if (light < 0 && h < -0.1) data[to + 3] = Math.max(0, data[to + 3]! - 60);
    }
  }
  pen.putImageData(picture, 0, 0);
  return canvas.toDataURL("image/png");
}

/** Which sides of a square (top, right, bottom, left) a contour line joins, by which of its corners are higher. */
const JOINS: [number, number][][] = [
  [],
  [[3, 2]],
  [[2, 1]],
  [[3, 1]],
  [[1, 0]],
  [[3, 0], [1, 2]],
  [[2, 0]],
  [[3, 0]],
  [[0, 3]],
  [[0, 2]],
  [[0, 1], [2, 3]],
  [[0, 1]],
  [[1, 3]],
  [[1, 2]],
  [[2, 3]],
  [],
];

/** Marching squares: the line at one height, its strokes joined into runs. */
function contour({ wide, high, broad: field }: Field, level: number): string {
  /** Where strokes begin -> where they end; places as numbers. */
  const strokes = new Map<number, number[]>();
  const cut = (a: number, b: number) => (level - a) / (b - a || 1e-6);
  const place = (x: number, y: number) => Math.round(y * 10) * 65536 + Math.round(x * 10);
  const sides = [0, 0, 0, 0];
  for (let j = 0; j + 1 < high; j++) {
    for (let i = 0; i + 1 < wide; i++) {
      const at = j * wide + i;
      const a = field[at]!;
      const b = field[at + 1]!;
      const c = field[at + wide + 1]!;
      const d = field[at + wide]!;
      const code = (a > level ? 8 : 0) | (b > level ? 4 : 0) | (c > level ? 2 : 0) | (d > level ? 1 : 0);
      if (code === 0 || code === 15) continue;
      sides[0] = place(i + cut(a, b), j);
      sides[1] = place(i + 1, j + cut(b, c));
      sides[2] = place(i + cut(d, c), j + 1);
      sides[3] = place(i, j + cut(a, d));
      for (const [from, to] of JOINS[code]!) {
        const ends = strokes.get(sides[from]!);
        if (ends) ends.push(sides[to]!);
        else strokes.set(sides[from]!, [sides[to]!]);
      }
    }
  }
  return runs(strokes);
}

function runs(strokes: Map<number, number[]>): string {
  const text = (at: number) => `${Math.round((at % 65536) * GRAIN) / 10} ${Math.round(Math.floor(at / 65536) * GRAIN) / 10}`;
  let d = "";
  for (const [first, ends] of strokes) {
    while (ends.length) {
      const run = [first];
      for (let next = ends.pop(); next !== undefined; next = strokes.get(next)?.pop()) run.push(next);
      if (run.length > 6) d += "M" + run.map(text).join("L");
    }
  }
  return d;
}

const laid = new WeakMap<Board, Ground>();
const formed = new WeakMap<Board, Relief>();

/** Where the cells of a board lie, worked out once. */
export function groundOf(board: Board): Ground {
  const before = laid.get(board);
  if (before) return before;
  const left = Math.min(...board.cells.map((c) => c.x));
  const top = Math.min(...board.cells.map((c) => c.y));
  const terrains = new Map(board.terrains.map((terrain) => [terrain.id, terrain]));
  const cells = board.cells.map((cell) => ({
    ...cell,
    look: lookOf(terrains.get(cell.terrain)),
    px: (cell.x - left) * HEX + MARGIN,
    py: (cell.y - top) * HEX + MARGIN,
  }));
  const width = Math.max(...cells.map((c) => c.px)) + MARGIN;
  const height = Math.max(...cells.map((c) => c.py)) + MARGIN;
  const ground = { width, height, cells, corners: cornersOf(board.is_pointed) };
  laid.set(board, ground);
  return ground;
}

/** The relief of a board if it has been worked out already. */
export const knownRelief = (board: Board): Relief | null => formed.get(board) ?? null;

/** The relief of a board, worked out once. It takes a moment, so the board does not wait for it. */
export function reliefOf(board: Board): Relief {
  const before = formed.get(board);
  if (before) return before;
  const { width, height, cells } = groundOf(board);
  const field = sampled(features(board, cells), width, height);
  const levels = [-0.35, -0.15, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0, 1.2];
  const relief: Relief = {
    contours: levels.map((level) => ({ level, d: contour(field, level) })),
    shade: shaded(field),
    width: field.wide * GRAIN,
    height: field.high * GRAIN,
  };
  formed.set(board, relief);
  return relief;
}

function cornersOf(isPointed: boolean): string {
  const r = HEX / Math.sqrt(3);
  return Array.from({ length: 6 }, (_, n) => {
    const turn = (Math.PI / 3) * n + (isPointed ? Math.PI / 6 : 0);
    return `${(r * Math.cos(turn)).toFixed(2)},${(r * Math.sin(turn)).toFixed(2)}`;
  }).join(" ");
}
