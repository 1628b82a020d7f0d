// Which miniatures stand for a kind of unit.

import type { Kind } from "./types";

export const ARMS = ["spear", "bow", "sword", "rifle", "none"] as const;
export const RACES = ["murk", "roujeen", "earthan"] as const;

export type Look = "champion" | "cavalry" | "flyer" | "limbered" | "gun" | "machinegun" | "scout" | "wagon" | "foot";

/** What a stand of this kind shows. */
export function lookOf(kind: Kind, isLimbered: boolean): Look {
  if (kind.is_champion) return "champion";
  if (kind.is_cavalry) return "cavalry";
  if (kind.is_flyer) return "flyer";
  if (kind.is_artillery) return isLimbered ? "limbered" : "gun";
  if (kind.arm === "machinegun") return "machinegun";
  if (kind.is_scout) return "scout";
  return kind.arm === "wagon" ? "wagon" : "foot";
}

/** What its men carry. */
export const armOf = (kind: Kind): (typeof ARMS)[number] =>
  kind.has_spear ? "spear" : kind.is_archer ? "bow" : kind.attack > 0 ? "rifle" : "sword";

/** Units of several stands carry a standard. */
export const hasStandard = (kind: Kind): boolean => kind.stands > 1;
