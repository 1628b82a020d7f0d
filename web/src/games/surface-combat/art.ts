// Small drawings on the map, around (0, 0): buildings of Installations and the marks of terrain.

/** An Installation by what it gives: shapes from back to front, each a path with a part of the palette. */
export const BUILDINGS: Record<string, [string, "wall" | "dark" | "light" | "line"][]> = {
  cyber: [
    ["M-17 12V-2h12v14Z", "wall"],
    ["M-5 12V-8H7v20Z", "dark"],
    ["M7 12V1h11v11Z", "wall"],
    ["M-14 2h6v3h-6Z M-2-4h6v3h-6Z M-2 1h6v3h-6Z", "light"],
    ["M-9-2v-9 M-15-15a7 7 0 0 0 12 0Z M-9-13v-4", "line"],
    ["M13 1v-7 M10-6h6 M11-10h4", "line"],
  ],
  pilot: [
    ["M-20 12h40l-5-6h-30Z", "dark"],
    ["M-3 6V-8c0-6 3-10 3-10s3 4 3 10V6Z", "light"],
    ["M-3 0l-6 6h6Z M3 0l6 6H3Z", "wall"],
    ["M-15 6V-7h3V6Z", "wall"],
    ["M-13-7v-6 M-12-3l9 0", "line"],
  ],
  nano: [
    ["M-18 12V1a7 7 0 0 1 14 0v11Z", "wall"],
    ["M-4 12V-1a8 8 0 0 1 16 0v13Z", "dark"],
    ["M12 12V-6h6v18Z", "wall"],
    ["M-14 5h6 M1 4h7 M1 8h7", "line"],
    ["M15-8c-3-3 3-5 0-8", "line"],
  ],
  leader: [
    ["M-7 12-2-18h4L7 12Z", "wall"],
    ["M0-18v30H7L2-18Z", "dark"],
    ["M-4-2h8 M-5 5h10", "line"],
    ["M0-18v-5 M-9-12a9 9 0 0 1 0-12 M9-12a9 9 0 0 0 0-12", "line"],
    ["M-16 12V6h9v6Z M7 12V4h9v8Z", "wall"],
  ],
  sniper: [
    ["M-20 12c0-12 8-18 20-18s20 6 20 18Z", "wall"],
    ["M0-6c12 0 20 6 20 18H4c0-8-1-14-4-18Z", "dark"],
    ["M-10 4H6v3h-16Z", "light"],
    ["M6 5.5h17 M-4-6v-7l7 2-7 3", "line"],
  ],
};

export const buildingOf = (icons: readonly string[]) => BUILDINGS[icons[0] ?? "cyber"] ?? BUILDINGS.cyber!;

/** Domes of a Settlement. */
export const DOMES: [number, number, number][] = [
  [-20, 12, 11],
  [17, 14, 9],
  [-2, 8, 17],
];

/** Crests of sand. */
export const DUNES = [
  "M-38 -8c8-8 16-8 24 0 6 6 12 6 18 0",
  "M-6 -24c8-7 15-7 22 0 5 5 10 5 15 0",
  "M-28 14c9-8 17-8 26 0 7 6 13 6 20 0",
  "M4 30c7-6 13-6 20 0",
  "M8 2c7-6 14-6 20 0 4 4 8 4 11 1",
];

/** Rocks. */
export const ROCKS = [
  "M-30 4l6-12 5 5 4-8 7 15Z",
  "M6-10l5-10 4 4 4-6 6 12Z",
  "M2 24l6-11 5 4 5-7 7 14Z",
  "M-22 30l4-7 3 3 3-4 5 8Z",
];
