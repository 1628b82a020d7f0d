// Our own icons for Free Mars on a grid of 24: what counters show and cards ask for.

export const GLYPHS: Record<string, string> = {
  // What counters show
  cyber: "M8 8h8v8H8Z M10.5 3v5 M13.5 3v5 M10.5 16v5 M13.5 16v5 M3 10.5h5 M3 13.5h5 M16 10.5h5 M16 13.5h5 M11 11h2v2h-2Z",
  leader: "M4 10v4h3l8 5V5L7 10Z M18.5 9a4.5 4.5 0 0 1 0 6 M8 14l1.5 6h3",
  nano: "M12 3l3.5 2v4L12 11 8.5 9V5Z M7 12l3.5 2v4L7 20l-3.5-2v-4Z M17 12l3.5 2v4L17 20l-3.5-2v-4Z",
  pilot: "M12 3c1.3 2 1.8 4 1.8 7L21 15v2.5l-7.2-2V19l2.4 1.8V22L12 21l-4.2 1v-1.2L10.2 19v-3.5L3 17.5V15l7.2-5C10.2 7 10.7 5 12 3Z",
  sniper: "M12 19a7 7 0 1 0 0-14 7 7 0 0 0 0 14Z M12 2v6 M12 16v6 M2 12h6 M16 12h6 M12 12h.01",
  weapons: "M12 2.5l1.8 5.2 4.9-2.6-2.2 5.1 5.5 1.3-5.1 2.4 3 4.7-5.6-1.4-.6 5.3-3-4.6-3.9 3.9.5-5.5L2 15.6l4.6-3.2L3 7.9l5.5.6Z",
  energy: "M13 2 5 14h6l-1 8 8-12h-6Z",
  assembly: "M4 20l8-8 M10.5 5.5l8 8-2.5 2.5-8-8c.5-1.8 1.2-2.5 2.5-2.5Z M14 4l6 6",
  bombardment: "M12 2v9 M8.5 7.5 12 11l3.5-3.5 M4 21c0-4 3.6-6.5 8-6.5s8 2.5 8 6.5 M7.5 21l1.5-3 M12 21v-3.5 M16.5 21 15 18",
  troopers: "M12 3c3.3 0 5 2.2 5 5v2H7V8c0-2.8 1.7-5 5-5Z M8.5 10v2.5a3.5 3.5 0 0 0 7 0V10 M4 21c0-3.5 3.5-5 8-5s8 1.5 8 5 M9 8h6",
  // What units are
  cadre: "M12 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Z M5 21c0-5.5 3-8.5 7-8.5s7 3 7 8.5 M9.5 16l2.5 2 2.5-2",
  breaker: "M3 9.5h13l5 1.5v2H16l-2 3h-3l-1.5 4H6l1.5-7H3Z",
  vehicle: "M3 15V9h9l4-3h3l2 5v4Z M7 19a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z M17 19a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z M12 9v3h9",
  gear: "M5 8h14v12H5Z M9 8V5h6v3 M5 13h14 M10.5 12h3v3h-3Z",
  special: "M12 3l2.5 5.5 6 .6-4.5 4 1.3 5.9L12 16l-5.3 3 1.3-5.9-4.5-4 6-.6Z",
  // What is on the map
  stop: "M8.5 3h7L21 8.5v7L15.5 21h-7L3 15.5v-7Z M8 12h8",
  nexus: "M12 2l10 10-10 10L2 12Z M12 7l5 5-5 5-5-5Z M12 12h.01",
  taz: "M6 21V4c4-2 8 2 12 0v9c-4 2-8-2-12 0",
  base: "M12 3l7.5 4.5v9L12 21l-7.5-4.5v-9Z M12 8.5 15 10v4l-3 1.5L9 14v-4Z M12 3v5.5 M4.5 16.5 9 14 M19.5 16.5 15 14",
  intercept: "M12 3l9 9-9 9-9-9Z",
  hidden: "M9 9.3a3 3 0 1 1 4.3 2.7c-.9.5-1.3 1.1-1.3 2.2 M12 17.5h.01",
  swarm: "M12 4l2 4h-4Z M6 10l2 4H4Z M18 10l2 4h-4Z M12 14l2 4h-4Z",
  deck: "M7 6h11v15H7Z M5 18V3h11",
  strength: "M12 2.5l1.8 5.2 4.9-2.6-2.2 5.1 5.5 1.3-5.1 2.4 3 4.7-5.6-1.4-.6 5.3-3-4.6-3.9 3.9.5-5.5L2 15.6l4.6-3.2L3 7.9l5.5.6Z",
  move: "M8 3v9l-3.5 4v4H19v-3l-7.5-4V3Z",
  edge: "M3 12h14 M12 6l6 6-6 6 M21 5v14",
  hop: "M3 19c1-9 5-14 9-14s8 5 9 14 M17.5 15.5 21 19l1.5-4.5",
};

export type GlyphName = string;
