/** What is shown on the board if it is large enough, and otherwise with the hand. */
export const place = $state({ cardsOnBoard: true, tracksOnBoard: true });
