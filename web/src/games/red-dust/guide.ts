import type { GuideStep } from "../../lib/board";

export const guide: GuideStep[] = [
  {
    title: "Mars, 2250",
    text: "Four Factions fight over the planet, and no two play alike. The track at the top edge shows each one's total as a shield and what it must exceed as a flag in its colour.",
  },
  {
    title: "Spaces",
    text: "Round spaces are Labyrinths, where most people live; the others are Deserts. Green squares are people, a chip with arrows is Support (up) or Opposition (down), the coloured edge and seal show who is in Control.",
    thing: { kind: "space", id: "tenzing" },
  },
  {
    title: "Pieces",
    text: "Cubes are troops, hexagons are Rebels and SpecOps: dull while Hidden, bright with their sign once Active. Discs are Bases; a golden rim marks an upgraded one.",
    thing: { kind: "space", id: "sharma" },
  },
  {
    title: "From Earth",
    text: "What is placed on Earth rides the Cycler through Transit to Phobos, and drops to Mars from there. EarthGov's Confidence determines who commands its troops and what Earth will send.",
    thing: { kind: "faction", id: "earthgov" },
  },
  {
    title: "A round",
    text: "Two Factions act on each Event card, in the order of the signs below its title. You may take an Operation or one of the two options on the card. A Faction that acts sits out the next card.",
  },
  {
    title: "Your move",
    text: "What you can choose glows: click it on the map, or use the buttons at the side. Done ends a list. You can undo until dice are rolled or a secret is revealed.",
  },
  {
    title: "Storms and the end",
    text: "When the fuse reaches five, there is a Flashpoint Round. When a Dust Storm card comes up, a Faction past its flag can win; after the third one the highest margin wins.",
  },
];
