// The ground, generated: volcanoes, craters, canyons, dunes and broken land as thin lines, lit from the upper left.

import { pathOf, smooth, stream, type P } from "./layout";

export interface Relief {
  /** Contours, as fine lines. */
  lines: string;
  /** The side away from the light, as hachures. */
  shade: string;
}

const ring = (cx: number, cy: number, r: number, wobble: number, random: () => number, squash = 1): P[] => {
  const points: P[] = Array.from({ length: 11 }, (_, i) => {
    const angle = (i / 11) * Math.PI * 2;
    const radius = r * (1 + (random() - 0.5) * wobble);
    return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle) * squash];
  });
  const first = points[0]!;
  return smooth([points.at(-1)!, ...points, first, points[1]!], 7).slice(2, -2);
};

/** Short strokes away from a centre, on the side away from the light. */
function hachures(cx: number, cy: number, from: number, to: number, random: () => number, squash = 1): string {
  let path = "";
  for (let angle = -35; angle < 125; angle += 7) {
    const a = ((angle + random() * 5) * Math.PI) / 180;
    const [r1, r2] = [from + random() * 4, to - random() * (to - from) * 0.45];
    path += `M${(cx + r1 * Math.cos(a)).toFixed(1)} ${(cy + r1 * Math.sin(a) * squash).toFixed(1)}`;
    path += `L${(cx + r2 * Math.cos(a)).toFixed(1)} ${(cy + r2 * Math.sin(a) * squash).toFixed(1)}`;
  }
  return path;
}

function volcano(cx: number, cy: number, r: number, seed: number): Relief {
  const random = stream(seed);
  const radii = [1, 0.8, 0.61, 0.44, 0.26].map((part) => part * r);
  return {
    lines: radii.map((radius) => pathOf(ring(cx, cy, radius, 0.1, random, 0.86), true)).join(""),
    shade: hachures(cx, cy, r * 0.3, r * 0.44, random, 0.86) + hachures(cx, cy, r * 0.62, r * 0.82, random, 0.86),
  };
}

function crater(cx: number, cy: number, r: number, seed: number): Relief {
  const random = stream(seed);
  return {
    lines: [1, 0.82].map((part) => pathOf(ring(cx, cy, part * r, 0.07, random, 0.9), true)).join(""),
    shade: hachures(cx, cy, r, r * 1.16, random, 0.9),
  };
}

/** Branching cracks. */
function canyon(points: P[], seed: number): Relief {
  const random = stream(seed);
  const main = smooth(points, 9).map(([x, y]): P => [x + (random() - 0.5) * 7, y + (random() - 0.5) * 7]);
  let lines = pathOf(main);
  let shade = "";
  main.forEach(([x, y], i) => {
    if (i % 3 === 1) {
      const a = random() * Math.PI * 2;
      const length = 12 + random() * 24;
      const mid: P = [x + Math.cos(a) * length * 0.5 + random() * 6, y + Math.sin(a) * length * 0.5];
      lines += pathOf([[x, y], mid, [x + Math.cos(a + 0.4) * length, y + Math.sin(a + 0.4) * length]]);
    }
    shade += `M${x.toFixed(1)} ${y.toFixed(1)}l3 5`;
  });
  return { lines, shade };
}

/** Rows of small crescents. */
function dunes(cx: number, cy: number, w: number, h: number, seed: number): Relief {
  const random = stream(seed);
  let lines = "";
  for (let y = -h / 2; y < h / 2; y += 17) {
    for (let x = -w / 2; x < w / 2; x += 34) {
      const [px, py] = [cx + x + random() * 16, cy + y + random() * 8];
      if (((px - cx) / (w / 2)) ** 2 + ((py - cy) / (h / 2)) ** 2 > 1) continue;
      const size = 9 + random() * 6;
      lines += `M${px.toFixed(1)} ${py.toFixed(1)}q${size.toFixed(1)} -7 ${(size * 2).toFixed(1)} 0`;
    }
  }
  return { lines, shade: "" };
}

/** Peaks. */
function hills(cx: number, cy: number, w: number, h: number, n: number, seed: number): Relief {
  const random = stream(seed);
  let [lines, shade] = ["", ""];
  for (let i = 0; i < n; i++) {
    const [x, y] = [cx + (random() - 0.5) * w, cy + (random() - 0.5) * h];
    const size = 7 + random() * 8;
    lines += `M${(x - size).toFixed(1)} ${y.toFixed(1)}l${size.toFixed(1)} ${(-size * 1.1).toFixed(1)}l${(size * 0.9).toFixed(1)} ${size.toFixed(1)}`;
    for (let k = 1; k < 4; k++) {
      shade += `M${(x + (size * k) / 4.5).toFixed(1)} ${(y - size * 1.1 + (size * k) / 3.6).toFixed(1)}l2 ${(size * 0.55).toFixed(1)}`;
    }
  }
  return { lines, shade };
}

/** Broken blocks. */
function chaos(cx: number, cy: number, w: number, h: number, n: number, seed: number): Relief {
  const random = stream(seed);
  let [lines, shade] = ["", ""];
  for (let i = 0; i < n; i++) {
    const [x, y] = [cx + (random() - 0.5) * w, cy + (random() - 0.5) * h];
    const corners: P[] = [0, 1, 2, 3, 4].map((k) => {
      const a = (k / 5) * Math.PI * 2 + random() * 0.7;
      return [x + Math.cos(a) * (6 + random() * 6), y + Math.sin(a) * (4 + random() * 5)];
    });
    lines += pathOf(corners, true);
    shade += `M${(x + 3).toFixed(1)} ${(y + 8).toFixed(1)}l8 -3m-7 6l7 -3`;
  }
  return { lines, shade };
}

/** By space, in the frame of its Sector. */
export const RELIEF: Record<string, Relief> = {
  ascraeus_mons: volcano(150, 150, 100, 3),
  pavonis_mons: volcano(318, 345, 78, 5),
  arsia_mons: volcano(96, 560, 80, 9),
  tharsis_tholus: volcano(606, 212, 72, 12),
  noctis_labyrinthus: canyon([[446, 140], [505, 225], [556, 310], [584, 397], [556, 490], [505, 590], [450, 660]], 4),
  sinai_planum: dunes(606, 560, 150, 240, 21),
  daedalia_planum: dunes(290, 726, 300, 120, 22),
  syria_planum: dunes(318, 465, 240, 110, 23),
  rutherford: crater(166, 66, 60, 31),
  radau: crater(372, 108, 66, 32),
  trouvelot: crater(112, 330, 62, 33),
  marth: crater(398, 284, 54, 34),
  alpheus_colles: hills(84, 120, 120, 150, 11, 41),
  coronae_montes: hills(310, 96, 270, 130, 18, 42),
  hellas_chaos: chaos(150, 334, 210, 110, 20, 43),
};

/** The Wilderness: craters strewn over the planet, clear of the Sectors. */
export function wasteland(w: number, h: number, from: number): Relief[] {
  const random = stream(77);
  return Array.from({ length: Math.round((w * h) / 26000) }, (_, i) =>
    crater(random() * w, from + random() * (h - from), 8 + random() ** 3 * 60, 100 + i),
  );
}
