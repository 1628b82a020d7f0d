// Texts that count things, with a form for one and a form for any other number.

/** "1 life", "3 lives". */
export const counted = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

/** A name split into lines of one word each, where it is too long for one line. */
export const inLines = (name: string): string[] => name.split(" ");

/** "Ann", "Ann and Ben", "Ann, Ben and Cid". */
export const listed = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");

/** A text to follow another one; nothing where it would only say the same again. */
export const besides = (said: string, more: string): string => (more === said ? "" : more);
