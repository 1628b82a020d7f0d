// Our own stroke icons for the orders of a unit, on a grid of 24.

const ARROW = "M4 12h13 M12 7l5 5-5 5";

export const ORDER_ICONS: Record<string, string> = {
  hold: "M7 4h10 M7 20h10 M8 4c0 5 4 5 4 8s-4 3-4 8 M16 4c0 5-4 5-4 8s4 3 4 8",
  move: "M12 20V5 M6 11l6-6 6 6",
  charge: "M4 4l12 12 M20 4 8 16 M4 16l4 4 M20 16l-4 4 M6 18l-3 3 M18 18l3 3",
  fire: "M12 19a7 7 0 1 0 0-14 7 7 0 0 0 0 14Z M12 2v6 M12 16v6 M2 12h6 M16 12h6",
  fire_limber: "M10 16a5 5 0 1 0 0-10 5 5 0 0 0 0 10Z M10 3v4 M3 11h4 M16 20a3 3 0 1 0 0-.1 M19 17l3-4",
  form_move: "M3 19h18 M5 15h3v-3H5Z M10.5 15h3v-3h-3Z M16 15h3v-3h-3Z M12 9V3 M9 6l3-3 3 3",
  move_form: "M12 21v-6 M9 18l3-3 3 3 M5 12h3V9H5Z M10.5 12h3V9h-3Z M16 12h3V9h-3Z M3 5h18",
  wheel: "M4 20a14 14 0 0 1 13-14 M13 3l5 3-3 5 M4 20h6",
  wheel_move: "M4 20a12 12 0 0 1 8-11 M9 6l4 2-2 4 M14 14h7 M18 11l3 3-3 3",
  about_move: "M7 20V9a5 5 0 0 1 10 0v5 M13 11l4 4 4-4",
  move_about: "M17 20V9a5 5 0 0 0-10 0v5 M3 11l4 4 4-4",
  limber_move: "M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8Z M8 15h8 M16 9l5 3-5 3",
  move_unlimber: "M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8Z M8 15 20 8 M17 5l4 2-1 4",
  form_square: "M5 5h6v6H5Z M13 5h6v6h-6Z M5 13h6v6H5Z M13 13h6v6h-6Z",
  leave_square: "M4 9h4v4H4Z M10 9h4v4h-4Z M16 9h4v4h-4Z M12 18v3 M4 5h16",
  guard: "M6 21V4 M6 4h11l-2 4 2 4H6",
  join: "m12 3 2.7 6 6.3.6-4.8 4.2 1.5 6.2L12 16.7 6.3 20l1.5-6.2L3 9.6 9.3 9Z",
  scatter: "M12 12 5 5 M12 12l8-6 M12 12l-8 6 M12 12l6 8 M5 9V5h4 M16 6h4v4 M4 14v4h4 M14 20h4v-4",
  place_flyer: "M3 13c4 4 14 4 18 0-2 6-16 6-18 0Z M12 12V5 M7 5h10 M9 9h6",
  to_line: "M3 10h4v4H3Z M10 10h4v4h-4Z M17 10h4v4h-4Z",
  to_column: "M10 3h4v4h-4Z M10 10h4v4h-4Z M10 17h4v4h-4Z",
  in_line: "M3 10h4v4H3Z M10 10h4v4h-4Z M17 10h4v4h-4Z",
  in_column: "M10 3h4v4h-4Z M10 10h4v4h-4Z M10 17h4v4h-4Z",
  in_square: "M5 5h6v6H5Z M13 5h6v6h-6Z M5 13h6v6H5Z M13 13h6v6h-6Z",
  stay: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16Z M12 13a1 1 0 1 0 0-2 1 1 0 0 0 0 2Z",
  another: "M4 8h13 M13 4l4 4-4 4 M20 16H7 M11 12l-4 4 4 4",
  in_order: "M5 6h3v3H5Z M5 15h3v3H5Z M12 7.5h7 M12 16.5h7",
  later: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16Z M12 8v4l3 2",
  no_more: "M6 4v16 M6 5h12l-3 3.5L18 12H6",
  short: "M12 20v-9 M8 14l4-4 4 4 M5 5h14",
  pass: "M6 6l12 12 M18 6 6 18",
  yes: "m5 13 4 4L19 7",
  no: "M6 6l12 12 M18 6 6 18",
  no_shot: "M6 6l12 12 M12 19a7 7 0 1 0 0-14 7 7 0 0 0 0 14Z",
  left_flank: "M20 12H6 M11 7l-5 5 5 5",
  right_flank: ARROW,
  rear: "M12 4v14 M7 13l5 5 5-5",
  in_the_gap: "M4 9h4v6H4Z M16 9h4v6h-4Z M12 5v10 M9 12l3 3 3-3",
  at_the_left: "M20 12H6 M11 7l-5 5 5 5",
  at_the_right: ARROW,
  at_the_front: "M12 20V5 M6 11l6-6 6 6",
  at_the_rear: "M12 4v14 M7 13l5 5 5-5",
};

/** The icon of an option that is a word. */
export const orderIcon = (word = ""): string => ORDER_ICONS[word] ?? ARROW;

/** Whether an order hurts somebody. */
export const isAttack = (word = ""): boolean => ["fire", "fire_limber", "charge"].includes(word);
