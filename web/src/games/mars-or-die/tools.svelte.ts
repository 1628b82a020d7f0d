// What the person at the table has in hand: the ruler, the threat view, a unit being dragged, how it is to be formed.

export class Tools {
  ruler = $state(false);
  threat = $state(false);
  /** The unit that is being dragged. */
  dragged = $state<number | null>(null);
  shape = $state(0);
  facing = $state(-1);
}

export const makeTools = (): Tools => new Tools();
