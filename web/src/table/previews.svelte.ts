// Previews of the option pointed at: asked for when the pointer or the focus rests on it, and kept while the question stays.

import { untrack } from "svelte";
import type { OddsReply, PreviewReply } from "../lib/board";
import type { TableModel } from "./model.svelte";
import type { TableUi } from "./ui.svelte";

/** How long the pointer must rest on an option, in milliseconds. */
const REST = 110;

/** What is known about an option before it is chosen. */
export interface Known {
  preview: PreviewReply;
  /** The odds, if the answer leads to a throw. */
  odds: OddsReply | null;
}

export class Previews {
  private known = new Map<string, Known | null>();
  private wanted: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isAsking = false;

  constructor(
    private readonly model: TableModel,
    private readonly ui: TableUi,
  ) {}

  /** Follow the pointer and the question; call it once, when the page is made. */
  follow(): void {
    $effect(() => {
      void this.model.mine;
      this.known = new Map();
      untrack(() => this.point(null));
    });
    $effect(() => {
      const key = this.ui.pointed?.key ?? null;
      untrack(() => this.point(key));
    });
  }

  private point(key: string | null): void {
    clearTimeout(this.timer);
    this.wanted = key;
    const known = key === null ? null : this.known.get(key);
    this.ui.known = known && key !== null ? { ...known, key } : null;
    if (key !== null && known === undefined) this.timer = setTimeout(() => void this.ask(), REST);
  }

  /** Ask for what is wanted now, one at a time: what the pointer has left is not asked for. */
  private async ask(): Promise<void> {
    const key = this.wanted;
    if (key === null || this.isAsking || this.known.has(key) || !this.model.mine) return;
    const known = this.known;
    this.isAsking = true;
    try {
      const preview = await this.model.preview(key);
      this.learn(known, key, { preview, odds: null });
      if (preview.follows === "chance" && this.wanted === key && known === this.known) {
        this.learn(known, key, { preview, odds: await this.model.odds(key) });
      }
    } catch {
      // Nothing can be said about it, or the position has changed.
      if (!known.has(key)) known.set(key, null);
    } finally {
      this.isAsking = false;
    }
    // The pointer is elsewhere, or rests on an option of the same name in the next question.
    if (this.wanted !== key || known !== this.known) void this.ask();
  }

  private learn(known: Map<string, Known | null>, key: string, what: Known): void {
    known.set(key, what);
    if (known === this.known && this.wanted === key) this.ui.known = { ...what, key };
  }
}
