// How the Team gets to a cell: the shortest path that no STOP interrupts, for a preview of the move.

import type { Board, View } from "../../types/surface-combat";

/** The cells where a movement ends: OPFOR Installations, and terrain with STOP unless the Team rides. */
export function stopsOf(board: Board, view: View, isRiding: boolean): Set<string> {
  const stops = new Set(view.installations.filter((site) => !site.is_friendly).map((site) => site.cell));
  if (isRiding) return stops;
  const hard = new Set(board.terrains.filter((terrain) => terrain.stop).map((terrain) => terrain.id));
  for (const cell of board.cells) if (hard.has(cell.terrain)) stops.add(cell.id);
  return stops;
}

export const isRiding = (view: View): boolean => view.team.some((unit) => unit.kind === "vehicle");

/** The path from the Team's cell to another, both ends included; empty if none is short enough. */
export function wayTo(board: Board, view: View, goal: string): string[] {
  const found = search(board, view, goal, isRiding(view));
  return found.length && found.length - 1 <= view.move ? found : search(board, view, goal, true);
}

function search(board: Board, view: View, goal: string, rides: boolean): string[] {
  const start = view.cell;
  if (start === null || start === goal) return [];
  const near = new Map(board.cells.map((cell) => [cell.id, cell.near]));
  const stops = stopsOf(board, view, rides);
  const from = new Map<string, string>([[start, start]]);
  let edge = [start];
  while (edge.length && !from.has(goal)) {
    const next: string[] = [];
    for (const cell of edge) {
      if (cell !== start && stops.has(cell)) continue;
      for (const other of near.get(cell) ?? []) {
        if (from.has(other)) continue;
        from.set(other, cell);
        next.push(other);
      }
    }
    edge = next;
  }
  if (!from.has(goal)) return [];
  const way = [goal];
  while (way[0] !== start) way.unshift(from.get(way[0]!)!);
  return way;
}
