// A first look at a game that has not begun: one position, seen by a spectator. Nothing can be answered.

import type { OddsReply, PreviewReply } from "../lib/board";
import type { StateFrame } from "../lib/frames";
import { frontOf } from "../lib/fronts";
import { TableModel } from "../table/model.svelte";
import type { TableInfo } from "../types/wire";

export interface Look {
  board: unknown;
  state: StateFrame;
}

const NOT_YET = "The game has not begun.";

export class LookModel extends TableModel {
  constructor(table: TableInfo) {
    super(table.id);
    this.gameKey = table.game;
    this.title = table.title || table.game_title;
    this.hasSecrets = table.has_secrets;
    this.scenario = table.scenario;
  }

  async show(look: Look): Promise<void> {
    this.front = await frontOf(this.gameKey);
    this.board = look.board;
    this.link = "open";
    this.take([look.state]);
  }

  choose(): void {}
  undo(): void {}
  redo(): void {}
  odds(): Promise<OddsReply> {
    return Promise.reject(new Error(NOT_YET));
  }
  preview(): Promise<PreviewReply> {
    return Promise.reject(new Error(NOT_YET));
  }
  reasons(): Promise<never[]> {
    return Promise.resolve([]);
  }
  why(): Promise<string> {
    return Promise.resolve("");
  }
  askHint(): void {}
  addStandingOrder(): void {}
  withdrawStandingOrders(): void {}
  look(): void {}
  say(): void {}
  stop(): void {}
}
