// Standing orders in words.

/** A kind of optional question; `names` are the game's own words. */
export const windowName = (names: Record<string, string>, window: string): string =>
  window === "*" ? "everything" : (names[window] ?? window.replace(/[._]/g, " "));

/** How long a standing order lasts. */
export const orderEnds = (until: string): string =>
  ({ "this turn": "for this turn", "my turn": "until it is my turn", withdrawn: "until I withdraw it" })[until] ?? `until ${until}`;
