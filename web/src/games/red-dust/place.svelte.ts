/** What lies on a board that is large enough, and otherwise with the hand. */
export const place = $state({ cardsOnBoard: true, tracksOnBoard: true });
