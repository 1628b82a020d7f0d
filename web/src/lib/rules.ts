// How anything on the page opens the rules at a section.

/** The Svelte context that holds a function returning `OpenRule`, or null where there are no rules. */
export const RULES = Symbol("rules");

/** Opens the rules at the section that a citation such as "16.6" leads to; without one, at the beginning. */
export type OpenRule = (cited?: string) => void;
