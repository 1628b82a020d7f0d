// Which silhouette a counter shows.

interface Faced {
  combat: number;
  icons: readonly string[];
}

/** By what it is and what it can do: Gear shows its use, people a person or, if they fire well, a weapon. */
export function glyphOf(kind: string, face: Faced): string {
  if (kind === "vehicle") return "vehicle";
  if (kind === "special") return "special";
  if (kind === "gear") return face.icons[0] ?? (face.combat ? "breaker" : "gear");
  return face.combat >= 3 ? "breaker" : "cadre";
}

const ENEMIES: Record<string, string> = {
  patrol: "troopers",
  drones: "swarm",
  troopers: "troopers",
  assault_team: "breaker",
  gunship: "pilot",
  agent: "cyber",
};

export const enemyGlyph = (kind: string): string => ENEMIES[kind] ?? "troopers";
