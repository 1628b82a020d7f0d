// Where everything is drawn. Each Sector has its own frame, a slimmer one on a phone; arrangements say where the frames,
// the boxes of the sky and the tracks go. Borders are lines that two spaces share, so that they always fit.

export type P = readonly [number, number];

/** A box: (x, y) is its corner in arrangements, and its middle for the pieces of a space. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

// Lines

/** A small seeded random stream: the map looks the same every time. */
export function stream(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const seedOf = (name: string): number => [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);

/** A point of the curve through b and c, with a and d beyond them. */
function between(a: P, b: P, c: P, d: P, t: number): P {
  const part = (i: 0 | 1) =>
    0.5 *
    (2 * b[i] +
      (c[i] - a[i]) * t +
      (2 * a[i] - 5 * b[i] + 4 * c[i] - d[i]) * t * t +
      (3 * b[i] - a[i] - 3 * c[i] + d[i]) * t * t * t);
  return [part(0), part(1)];
}

/** A smooth curve through points, in steps of about `step`. */
export function smooth(points: readonly P[], step = 8): P[] {
  const found: P[] = [points[0]!];
  for (let i = 0; i + 1 < points.length; i++) {
    const [b, c] = [points[i]!, points[i + 1]!];
    const [a, d] = [points[i - 1] ?? b, points[i + 2] ?? c];
    const n = Math.max(1, Math.round(Math.hypot(c[0] - b[0], c[1] - b[1]) / step));
    for (let k = 1; k <= n; k++) found.push(between(a, b, c, d, k / n));
  }
  return found;
}

/** A curve with a natural edge: it wanders sideways, with both ends fixed. */
function rough(points: readonly P[], name: string, size: number): P[] {
  const line = smooth(points);
  const random = stream(seedOf(name));
  const knots = Array.from({ length: Math.ceil(line.length / 3) + 2 }, () => random() * 2 - 1);
  return line.map((point, i) => {
    const before = line[Math.max(0, i - 1)]!;
    const after = line[Math.min(line.length - 1, i + 1)]!;
    const length = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1;
    const near = Math.min(1, Math.min(i, line.length - 1 - i) / 4);
    const at = i / 3;
    const [low, part] = [Math.floor(at), at - Math.floor(at)];
    const ease = part * part * (3 - 2 * part);
    const off = size * near * (knots[low]! * (1 - ease) + knots[low + 1]! * ease);
    return [point[0] - ((after[1] - before[1]) / length) * off, point[1] + ((after[0] - before[0]) / length) * off];
  });
}

export const pathOf = (points: readonly P[], isClosed = false): string =>
  points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("") + (isClosed ? "Z" : "");

/** Points of a rounded outline by angle: 0 is right, 90 up. */
function outline(cx: number, cy: number, rx: number, ry: number, n: number) {
  const at = (angle: number): P => {
    const [c, s] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    return [
      cx + rx * Math.sign(c) * Math.abs(c) ** (2 / n),
      cy - ry * Math.sign(s) * Math.abs(s) ** (2 / n),
    ];
  };
  const arc = (from: number, to: number): P[] => {
    const steps = Math.max(2, Math.round((to - from) / 12));
    return Array.from({ length: steps + 1 }, (_, i) => at(from + ((to - from) * i) / steps));
  };
  return { at, arc };
}

// Sectors

export interface Area {
  id: string;
  /** The outline of a Desert. */
  path: string;
  /** Where its name and its pieces are. */
  name: P;
  pieces: Box;
}
export interface City {
  id: string;
  x: number;
  y: number;
}
export interface Sector {
  id: string;
  title: string;
  /** What it is called on a button. */
  name: string;
  w: number;
  h: number;
  /** How much wider and higher than on the large board. */
  stretch: P;
  /** Spaces whose names take two lines. */
  split: readonly string[];
  /** Where along its line the Sector's name is written. */
  along: string;
  edge: string;
  /** A line for the Sector's name to run along. */
  banner: string;
  areas: Area[];
  cities: City[];
  maglevs: { id: string; path: string; middle: P }[];
}

/** How large a Labyrinth is drawn. */
export const CITY = 74;

type Lines = Record<string, readonly P[]>;

type Shape = Pick<Sector, "stretch" | "split" | "along">;
const LARGE: Shape = { stretch: [1, 1], split: ["noctis_labyrinthus"], along: "50%" };

function sector(
  head: { id: string; title: string; name: string; w: number; h: number },
  shape: Shape,
  lines: Lines,
  rim: string[],
  faces: Record<string, { round: string; name: P; pieces: Box }>,
  cities: City[],
  maglevs: Record<string, readonly P[]>,
  banner: readonly P[],
): Sector {
  const [sx, sy] = shape.stretch;
  const put = ([x, y]: P): P => [x * sx, y * sy];
  const drawn = Object.fromEntries(
    Object.entries(lines).map(([name, points]) => [name, rough(points.map(put), name, rim.includes(name) ? 5 : 4)]),
  );
  const chain = (names: string[]): P[] =>
    names.flatMap((name) => (name.startsWith("-") ? [...drawn[name.slice(1)]!].reverse() : drawn[name]!));
  return {
    ...head,
    ...shape,
    w: head.w * sx,
    h: head.h * sy,
    edge: pathOf(chain(rim), true),
    banner: pathOf(smooth(banner.map(put))),
    areas: Object.entries(faces).map(([id, face]) => ({
      id,
      path: pathOf(chain(face.round.split(" ")), true),
      name: put(face.name),
      pieces: { x: face.pieces.x * sx, y: face.pieces.y * sy, w: face.pieces.w * sx, h: face.pieces.h * sy },
    })),
    cities: cities.map((city) => ({ ...city, x: city.x * sx, y: city.y * sy })),
    maglevs: Object.entries(maglevs).map(([id, points]) => {
      const line = smooth(points.map(put), 6);
      return { id, path: pathOf(line), middle: line[Math.floor(line.length * 0.47)]! };
    }),
  };
}

function tharsis(shape = LARGE): Sector {
  const out = outline(347, 397, 343, 405, 2.3);
  const inner = outline(318, 397, 190, 190, 2);
  const [north, south, east]: [P, P, P] = [
    [452, 100],
    [452, 702],
    [606, 397],
  ];
  const lines: Lines = {
    out_tho: out.arc(2, 66),
    out_asc: out.arc(66, 166),
    out_ars: out.arc(166, 221),
    out_dae: out.arc(221, 296),
    out_sin: out.arc(296, 362),
    asc_ars: [inner.at(150), [90, 290], out.at(166)],
    ars_dae: [inner.at(228), [140, 600], out.at(221)],
    asc_noc: [inner.at(74), [425, 176], north],
    dae_noc: [inner.at(286), [425, 622], south],
    asc_tho: [north, out.at(66)],
    dae_sin: [south, out.at(296)],
    tho_sin: [east, out.at(2)],
    noc_tho: [north, [562, 220], east],
    noc_sin: [east, [562, 575], south],
    noc_pav: inner.arc(0, 74),
    asc_pav: inner.arc(74, 150),
    ars_pav: inner.arc(150, 180),
    ars_syr: inner.arc(180, 228),
    dae_syr: inner.arc(228, 286),
    noc_syr: inner.arc(286, 360),
    pav_syr: [inner.at(180), [260, 402], [375, 392], inner.at(0)],
  };
  const rail = (from: number, to: number) => inner.arc(from, to);
  return sector(
    { id: "tharsis", title: "Tharsis Montes", name: "Tharsis", w: 690, h: 800 },
    shape,
    lines,
    ["out_tho", "out_asc", "out_ars", "out_dae", "out_sin"],
    {
      ascraeus_mons: {
        round: "out_asc -asc_ars -asc_pav asc_noc asc_tho",
        name: [172, 84],
        pieces: { x: 146, y: 176, w: 190, h: 100 },
      },
      tharsis_tholus: {
        round: "out_tho -asc_tho noc_tho tho_sin",
        name: [592, 122],
        pieces: { x: 614, y: 228, w: 100, h: 124 },
      },
      noctis_labyrinthus: {
        round: "-asc_noc -noc_pav -noc_syr dae_noc -noc_sin -noc_tho",
        name: [492, 190],
        pieces: { x: 522, y: 274, w: 112, h: 62 },
      },
      sinai_planum: {
        round: "out_sin -tho_sin noc_sin dae_sin",
        name: [628, 488],
        pieces: { x: 622, y: 578, w: 118, h: 124 },
      },
      daedalia_planum: {
        round: "out_dae -dae_sin -dae_noc -dae_syr ars_dae",
        name: [285, 694],
        pieces: { x: 290, y: 750, w: 240, h: 46 },
      },
      arsia_mons: {
        round: "out_ars -ars_dae -ars_syr -ars_pav asc_ars",
        name: [92, 502],
        pieces: { x: 98, y: 578, w: 130, h: 96 },
      },
      pavonis_mons: {
        round: "noc_pav asc_pav ars_pav pav_syr",
        name: [318, 304],
        pieces: { x: 318, y: 360, w: 210, h: 58 },
      },
      syria_planum: {
        round: "ars_syr dae_syr noc_syr -pav_syr",
        name: [318, 424],
        pieces: { x: 318, y: 474, w: 210, h: 52 },
      },
    },
    [
      { id: "europa", x: 318, y: 207 },
      { id: "tenzing", x: 128, y: 397 },
      { id: "tereshkova", x: 508, y: 397 },
      { id: "shepard", x: 318, y: 587 },
    ],
    {
      europa_tenzing: rail(90, 180),
      tenzing_shepard: rail(180, 270),
      shepard_tereshkova: rail(270, 360),
      rodgers_line: rail(0, 90),
    },
    outline(347, 397, 343 + 12, 405 + 12, 2.3).arc(-172, -104).map(([x, y]): P => [x, 794 - y]),
  );
}

function arabia(shape = LARGE): Sector {
  const out = outline(235, 206, 230, 200, 2.5);
  const [left, right]: [P, P] = [
    [222, 240],
    [292, 156],
  ];
  const lines: Lines = {
    out_rad: out.arc(0, 78),
    out_rut: out.arc(78, 178),
    out_tro: out.arc(178, 286),
    out_mar: out.arc(286, 360),
    rut_tro: [out.at(178), [72, 202], [148, 188], left],
    tro_mar: [left, [272, 304], [302, 372], out.at(286)],
    rut_mar: [left, right],
    rut_rad: [right, [276, 84], out.at(78)],
    rad_mar: [right, [380, 182], out.at(0)],
  };
  return sector(
    { id: "arabia", title: "Arabia Terra", name: "Arabia", w: 470, h: 412 },
    shape,
    lines,
    ["out_rad", "out_rut", "out_tro", "out_mar"],
    {
      rutherford: { round: "out_rut rut_tro rut_mar rut_rad", name: [166, 34], pieces: { x: 166, y: 80, w: 200, h: 44 } },
      radau: { round: "out_rad -rut_rad rad_mar", name: [372, 58], pieces: { x: 372, y: 126, w: 150, h: 80 } },
      trouvelot: { round: "out_tro -tro_mar -rut_tro", name: [106, 290], pieces: { x: 122, y: 352, w: 132, h: 76 } },
      marth: { round: "out_mar -rad_mar -rut_mar tro_mar", name: [398, 218], pieces: { x: 397, y: 302, w: 100, h: 124 } },
    },
    [
      { id: "new_cordoba", x: 148, y: 188 },
      { id: "shenzhou", x: 272, y: 304 },
    ],
    { new_cordoba_shenzhou: [[148, 188], [222, 239], [272, 304]] },
    outline(235, 206, 230 + 12, 200 + 12, 2.5).arc(-80, -20).map(([x, y]): P => [x, 412 - y]),
  );
}

function hellas(shape = LARGE): Sector {
  const out = outline(235, 206, 230, 200, 2.5);
  const mid: P = [96, 214];
  const lines: Lines = {
    out_cor: out.arc(290, 462),
    out_alp: out.arc(102, 184),
    out_hel: out.arc(184, 290),
    alp_hel: [out.at(184), mid],
    alp_cor: [mid, [168, 112], out.at(102)],
    hel_cor: [mid, [215, 238], [276, 332], out.at(290)],
  };
  return sector(
    { id: "hellas", title: "Hellas Planitia", name: "Hellas", w: 470, h: 412 },
    shape,
    lines,
    ["out_cor", "out_alp", "out_hel"],
    {
      alpheus_colles: { round: "out_alp alp_hel alp_cor", name: [98, 74], pieces: { x: 84, y: 146, w: 128, h: 80 } },
      coronae_montes: { round: "out_cor -alp_cor hel_cor", name: [320, 42], pieces: { x: 318, y: 112, w: 230, h: 80 } },
      hellas_chaos: { round: "out_hel -hel_cor -alp_hel", name: [104, 296], pieces: { x: 156, y: 358, w: 176, h: 48 } },
    },
    [
      { id: "sharma", x: 215, y: 238 },
      { id: "gandhi", x: 364, y: 276 },
    ],
    {},
    outline(235, 206, 230 + 12, 200 + 12, 2.5).arc(-80, -20).map(([x, y]): P => [x, 412 - y]),
  );
}

const SECTORS: readonly Sector[] = [tharsis(), arabia(), hellas()];
/** Each as wide as a phone, with text as large as on the large board. */
const SLIM: readonly Sector[] = [
  tharsis({ stretch: [0.8, 1], split: ["noctis_labyrinthus", "tharsis_tholus", "sinai_planum"], along: "60%" }),
  arabia({ ...LARGE, stretch: [1.17, 1.08] }),
  hellas({ ...LARGE, stretch: [1.17, 1.08] }),
];

// Arrangements

export interface Arrangement {
  name: "wide" | "small" | "tall" | "phone";
  w: number;
  h: number;
  /** Its smallest text, in units of the drawing. */
  type: number;
  maps: readonly Sector[];
  sectors: Record<string, P>;
  /** The planet: centre and radius of the limb. */
  limb: { x: number; y: number; r: number };
  wilderness: { name: P; pieces: Box };
  /** The boxes of the sky; pieces are in the right part of each. */
  sky: Record<"earth" | "transit" | "phobos" | "orbit" | "displaced" | "casualties", Box>;
  /** Where there is no room for these on the board, they are shown with the hand. */
  ruler: Box | null;
  confidence: Box | null;
  flashpoint: Box | null;
  cards: { current: Box; next: Box } | null;
}

export const WIDE: Arrangement = {
  name: "wide",
  w: 1480,
  h: 1056,
  type: 17.2,
  maps: SECTORS,
  sectors: { tharsis: [266, 232], arabia: [998, 214], hellas: [998, 632] },
  limb: { x: 760, y: 3210, r: 3022 },
  wilderness: { name: [240, 946], pieces: { x: 240, y: 1000, w: 190, h: 46 } },
  sky: {
    earth: { x: 12, y: 74, w: 300, h: 104 },
    transit: { x: 330, y: 64, w: 300, h: 104 },
    phobos: { x: 648, y: 58, w: 260, h: 104 },
    orbit: { x: 926, y: 62, w: 150, h: 104 },
    displaced: { x: 1094, y: 70, w: 140, h: 104 },
    casualties: { x: 1252, y: 80, w: 216, h: 104 },
  },
  ruler: { x: 20, y: 6, w: 1440, h: 44 },
  confidence: { x: 12, y: 188, w: 252, h: 110 },
  flashpoint: { x: 12, y: 306, w: 252, h: 52 },
  cards: { current: { x: 12, y: 364, w: 252, h: 430 }, next: { x: 12, y: 801, w: 252, h: 114 } },
};

/** For a small screen: only the map and the sky; tracks and cards are shown with the hand. */
export const SMALL: Arrangement = {
  name: "small",
  w: 1340,
  h: 966,
  type: 20.6,
  maps: SECTORS,
  sectors: { tharsis: [70, 146], arabia: [802, 122], hellas: [802, 540] },
  limb: { x: 670, y: 3110, r: 3000 },
  wilderness: { name: [770, 886], pieces: { x: 770, y: 932, w: 150, h: 40 } },
  sky: {
    earth: { x: 8, y: 6, w: 302, h: 100 },
    transit: { x: 318, y: 4, w: 302, h: 100 },
    phobos: { x: 628, y: 2, w: 250, h: 100 },
    orbit: { x: 886, y: 4, w: 132, h: 100 },
    displaced: { x: 1026, y: 6, w: 124, h: 100 },
    casualties: { x: 1158, y: 8, w: 174, h: 100 },
  },
  ruler: null,
  confidence: null,
  flashpoint: null,
  cards: null,
};

export const TALL: Arrangement = {
  name: "tall",
  w: 960,
  h: 1530,
  type: 17.2,
  maps: SECTORS,
  sectors: { tharsis: [140, 274], arabia: [6, 1090], hellas: [484, 1090] },
  limb: { x: 480, y: 2240, r: 2000 },
  wilderness: { name: [110, 1022], pieces: { x: 110, y: 1068, w: 180, h: 40 } },
  sky: {
    earth: { x: 10, y: 66, w: 310, h: 100 },
    transit: { x: 330, y: 60, w: 300, h: 100 },
    phobos: { x: 640, y: 66, w: 310, h: 100 },
    orbit: { x: 10, y: 176, w: 150, h: 100 },
    displaced: { x: 170, y: 172, w: 140, h: 100 },
    casualties: { x: 710, y: 176, w: 240, h: 100 },
  },
  ruler: { x: 14, y: 6, w: 932, h: 44 },
  confidence: null,
  flashpoint: null,
  cards: null,
};

/** For a phone: one tall picture as wide as the screen, to be scrolled: sky, tracks, then one Sector below the other. */
export const PHONE: Arrangement = {
  name: "phone",
  w: 560,
  h: 2270,
  type: 19,
  maps: SLIM,
  sectors: { tharsis: [4, 378], arabia: [5, 1336], hellas: [5, 1816] },
  limb: { x: 280, y: 2562, r: 2200 },
  wilderness: { name: [280, 1224], pieces: { x: 280, y: 1272, w: 420, h: 44 } },
  sky: {
    earth: { x: 5, y: 5, w: 180, h: 108 },
    transit: { x: 190, y: 5, w: 180, h: 108 },
    phobos: { x: 375, y: 5, w: 180, h: 108 },
    orbit: { x: 5, y: 118, w: 180, h: 108 },
    displaced: { x: 190, y: 118, w: 180, h: 108 },
    casualties: { x: 375, y: 118, w: 180, h: 108 },
  },
  ruler: null,
  confidence: { x: 5, y: 231, w: 335, h: 112 },
  flashpoint: { x: 345, y: 231, w: 210, h: 112 },
  cards: null,
};

/** The Confidence track and the fuse on their own, where the board leaves them out. */
export const TRACKS = {
  w: 510,
  h: 116,
  confidence: { x: 2, y: 2, w: 250, h: 112 },
  flashpoint: { x: 258, y: 2, w: 250, h: 112 },
};

// Pieces in a box

export interface Spot<T> {
  item: T;
  x: number;
  y: number;
}

/** As `arrange`, but far enough apart for fingers where there is room. */
export function spread<T>(items: readonly T[], widths: readonly number[], box: Box): { spots: Spot<T>[]; scale: number } {
  const apart = arrange(items, widths.map((width) => Math.max(width, 45)), box, 45);
  return apart.scale >= 0.92 ? apart : arrange(items, widths, box);
}

/** Items in rows around the middle of a box, as large as fits. */
export function arrange<T>(items: readonly T[], widths: readonly number[], box: Box, row = 38): { spots: Spot<T>[]; scale: number } {
  for (const scale of [1.25, 1.16, 1.08, 1, 0.92, 0.84, 0.76, 0.68, 0.6]) {
    const rows = broken(widths, box.w / scale);
    if (rows.length * row * scale <= box.h + row * 0.25 || scale === 0.6) {
      return { spots: placed(items, widths, rows, box, row, scale), scale };
    }
  }
  return { spots: [], scale: 1 };
}

/** The rows, each a list of indices. */
function broken(widths: readonly number[], most: number): number[][] {
  const total = widths.reduce((sum, width) => sum + width, 0);
  const even = total / Math.max(1, Math.ceil(total / most));
  const rows: number[][] = [];
  let used = Infinity;
  widths.forEach((width, i) => {
    const last = rows.at(-1);
    if (!last || used + width > most || used + width / 2 > even + 4) {
      rows.push([i]);
      used = width;
    } else {
      last.push(i);
      used += width;
    }
  });
  return rows;
}

function placed<T>(items: readonly T[], widths: readonly number[], rows: number[][], box: Box, row: number, scale: number): Spot<T>[] {
  return rows.flatMap((line, r) => {
    const width = line.reduce((sum, i) => sum + widths[i]!, 0) * scale;
    let x = box.x - width / 2;
    const y = box.y + (r - (rows.length - 1) / 2) * row * scale;
    return line.map((i) => {
      const at = x + (widths[i]! * scale) / 2;
      x += widths[i]! * scale;
      return { item: items[i]!, x: at, y };
    });
  });
}
