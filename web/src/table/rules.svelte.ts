// The whole rules of the game at this table: loaded when somebody opens them, and shown at the rule that was asked for.

import { api } from "../lib/api";
import type { Rules, RuleSection } from "../types/wire";

/** A citation without what people add or leave out: "§16.6" and "16.6." are 16.6. */
const plain = (cited: string): string => cited.replace(/[§()[\]]/g, "").trim().replace(/\.$/, "").replace(/^([A-Z]+) *(?=\d)/, "$1 ");

const parent = (number: string): string =>
  /[a-z]$/.test(number) ? number.slice(0, -1) : number.slice(0, Math.max(0, number.lastIndexOf(".")));

/** The section that a citation leads to: the very section, or else the nearest one that contains it. */
export function sectionOf(sections: readonly RuleSection[], cited: string): RuleSection | null {
  const byNumber = new Map(sections.map((section) => [plain(section.number), section]));
  for (let number = plain(cited); number; number = parent(number)) {
    const found = byNumber.get(number) ?? byNumber.get(`${number}.0`);
    if (found) return found;
  }
  return null;
}

/** The sections that have all of these words or beginnings of words. */
export function search(sections: readonly (RuleSection & { words: string[] })[], typed: string): RuleSection[] {
  const wanted = wordsOf(typed);
  return sections.filter(({ words }) => wanted.every((each) => words.some((word) => word.startsWith(each))));
}

export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

export class RulesModel {
  isOpen = $state(false);
  /** What to show: the id of a section, or "" for the beginning. */
  at = $state("");
  /** Counts what was asked for, so that the same rule can be asked for twice. */
  asked = $state(0);
  rules = $state.raw<Rules | null>(null);
  problem = $state("");
  private loaded = "";

  /** Open the rules at the section that a citation leads to; without one, at the beginning. */
  async open(game: string, cited = ""): Promise<void> {
    this.isOpen = true;
    this.asked += 1;
    await this.load(game);
    this.at = (this.rules && cited && sectionOf(this.rules.sections, cited)?.id) || "";
    this.asked += 1;
  }

  private async load(game: string): Promise<void> {
    if (this.loaded === game) return;
    this.problem = "";
    try {
      this.rules = await api.rules(game);
      this.loaded = game;
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }
}
