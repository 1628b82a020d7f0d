// Cards that travel: a card seen in another place than before flies there, above everything, so that no box cuts it off.

import { isQuiet } from "../lib/motion";
import type { Pile } from "./layout";

const FLIGHT = 260;

type Boxes = Map<string, DOMRect>;

function boxes(attribute: "card" | "zone"): Boxes {
  const found = document.querySelectorAll<HTMLElement>(`[data-${attribute}]`);
  return new Map([...found].map((element) => [element.dataset[attribute]!, element.getBoundingClientRect()]));
}

/** Where cards and zones were, and how many cards each zone had. */
export interface Before {
  cards: Boxes;
  zones: Boxes;
  counts: Map<string, number>;
}

export const look = (piles: Pile[]): Before => ({
  cards: boxes("card"),
  zones: boxes("zone"),
  counts: new Map(piles.map(({ zone, cards }) => [zone.id, cards.length])),
});

/** The one zone that has fewer cards than before: a card whose face was not seen came from there. */
function origin(before: Before, piles: Pile[]): DOMRect | undefined {
  const losers = piles.filter(({ zone, cards }) => cards.length < (before.counts.get(zone.id) ?? 0));
  return losers.length === 1 ? before.zones.get(losers[0]!.zone.id) : undefined;
}

/** Let the cards fly from where they were before. */
export function fly(before: Before, piles: Pile[]): void {
  if (isQuiet()) return;
  const from = origin(before, piles);
  for (const element of document.querySelectorAll<HTMLElement>("[data-card]")) {
    const was = before.cards.get(element.dataset.card!) ?? from;
    const is = element.getBoundingClientRect();
    if (was && Math.hypot(was.left - is.left, was.top - is.top) > 2) flyOne(element, was, is);
  }
}

function flyOne(element: HTMLElement, was: DOMRect, is: DOMRect): void {
  const ghost = element.cloneNode(true) as HTMLElement;
  for (const it of [ghost, ...ghost.querySelectorAll<HTMLElement>("[data-thing]")]) {
    delete it.dataset.thing;
    delete it.dataset.card;
  }
  ghost.inert = true;
  ghost.setAttribute("aria-hidden", "true");
  Object.assign(ghost.style, {
    position: "fixed",
    zIndex: "40",
    left: `${is.left}px`,
    top: `${is.top}px`,
    width: `${is.width}px`,
    pointerEvents: "none",
  });
  document.body.append(ghost);
  element.style.visibility = "hidden";
  const flight = ghost.animate([{ transform: `translate(${was.left - is.left}px, ${was.top - is.top}px)` }, { transform: "none" }], {
    duration: FLIGHT,
    easing: "cubic-bezier(0.2, 0.7, 0.2, 1)",
  });
  const land = () => {
    ghost.remove();
    element.style.visibility = "";
  };
  flight.onfinish = land;
  flight.oncancel = land;
}
