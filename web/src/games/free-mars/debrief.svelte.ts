// Which debrief of the campaign is open: strip and board share it.

class Debriefs {
  /** The number of the Mission among those that are over; null: none is open. */
  open = $state<number | null>(null);
}

export const debriefs = new Debriefs();
