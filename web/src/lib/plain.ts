// A front for a game that has no board: the view as text, every option in the list.

import type { GameFront } from "./board";
import PlainBoard from "./PlainBoard.svelte";
import PlainStrip from "./PlainStrip.svelte";

const front: GameFront = {
  Board: PlainBoard,
  Strip: PlainStrip,
  describe: () => null,
  summary: () => "This game has no drawn board. The options are in the list.",
  guide: [{ title: "A table without a board", text: "Answer the question at the side; the page shows what you know as text." }],
};

export default front;
