// A table without a server: one moment of a game, for the gallery. Answers change nothing; they are shown as error messages.

import type { OddsReply, PreviewReply, Thing } from "../lib/board";
import { filledState } from "../lib/frames";
import { frontOf } from "../lib/fronts";
import type { Reason, StateFrame } from "../types/wire";
import { TableModel } from "./model.svelte";

/** A file written by `python web/fixtures.py`. */
interface Fixture {
  title: string;
  board: unknown;
  frame: StateFrame;
}

export class FixtureModel extends TableModel {
  async load(game: string, moment: string): Promise<void> {
    const data = (await (await fetch(`/fixtures/${game}/${moment}.json`)).json()) as Fixture;
    this.gameKey = game;
    this.title = data.title;
    this.board = data.board;
    this.front = await frontOf(game);
    this.link = "open";
    this.take([filledState(data.frame)]);
  }

  private note(text: string): void {
    this.error = text;
  }

  choose(...keys: string[]): void {
    this.note(`Chosen: ${keys.join(", ")}`);
  }
  undo(): void {
    this.note("Undo");
  }
  redo(): void {
    this.note("Redo");
  }
  odds(key: string): Promise<OddsReply> {
    return Promise.resolve({
      key,
      exact: true,
      lines: [
        { text: "hit", p: 5 / 36, shown: "5/36" },
        { text: "miss", p: 31 / 36, shown: "31/36" },
      ],
    });
  }
  preview(key: string): Promise<PreviewReply> {
    return Promise.resolve({ key, view: null, drawing: null, lines: [], follows: "chance", prompt: "", lights: [], chance: "a throw", final: true });
  }
  why(thing: Thing): Promise<string> {
    return Promise.resolve(`${thing.id} is too far away.`);
  }
  reasons(): Promise<Reason[]> {
    return Promise.resolve([]);
  }
  askHint(): void {
    const option = this.position?.question?.options[0];
    if (option) this.hint = { keys: [option.key], label: option.label, by: "Veteran", why: "It is as good as any.", face: "veteran", chance: null, second: null };
  }
  addStandingOrder(window: string, until: string): void {
    this.note(`Order ${window} until ${until}`);
  }
  withdrawStandingOrders(): void {
    this.note("Withdraw");
  }
  look(): void {
    this.note("Look");
  }
  say(text: string): void {
    this.chat = [...this.chat, { from: "You", text, at: Date.now() / 1000 }];
  }
  stop(): void {
    this.note("Stop");
  }
}
