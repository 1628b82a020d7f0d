// Questions and standing orders in words.

/** How many of several may be chosen: "choose exactly 2", "choose 1 to 3", "choose up to 3", "choose any number". */
export function howMany(needed: number, most: number, offered: number): string {
  if (needed >= most) return `choose exactly ${most}`;
  if (most < offered) return needed > 0 ? `choose ${needed} to ${most}` : `choose up to ${most}`;
  return needed > 1 ? `choose at least ${needed}` : needed === 1 ? "choose one or more" : "choose any number";
}

/** "Green’s turn", "Reclaimers’ turn". */
export const turnOf = (name: string): string => `${name}’${name.endsWith("s") ? "" : "s"} turn`;

/** A kind of optional question; `names` are the game's own words. */
export const windowName = (names: Record<string, string>, window: string): string =>
  window === "*" ? "everything" : (names[window] ?? window.replace(/[._]/g, " "));

/** How long a standing order lasts. */
export const orderEnds = (until: string): string =>
  ({ "this turn": "for this turn", "my turn": "until it is my turn", withdrawn: "until I withdraw it" })[until] ?? `until ${until}`;
