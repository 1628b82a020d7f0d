// Moments of battles, measured by the page and compared with what the rules measured.

import { chance, COLUMN, Field, LINE } from "../field";
import { hulls, stands } from "../geometry";
import { places, whole } from "../setup";
import type { Board, View } from "../types";
import { strength } from "../victory";

interface Measured {
  stands: unknown;
  hulls: unknown;
  moves: Record<string, number[]>;
  charges: number[][];
  targets: [number, number][];
}

interface Moment {
  scenario: string;
  view: View;
  measured: {
    units: Record<string, Measured>;
    places: Record<string, Record<string, number[]>>;
    strength: number[];
  };
}

export interface Measurements {
  boards: Record<string, Board>;
  moments: Moment[];
}

/** One line for each figure that differs. */
export function differences({ boards, moments }: Measurements): string[] {
  const found: string[] = [];
  moments.forEach(({ scenario, view, measured }, n) => {
    const field = new Field(boards[scenario]!, view);
    const compare = (what: string, page: unknown, rules: unknown) => {
      if (JSON.stringify(page) !== JSON.stringify(rules)) {
        found.push(`moment ${n} (${scenario}), ${what}: page ${JSON.stringify(page)}, rules ${JSON.stringify(rules)}`);
      }
    };
    compare("strength", [strength(field, 0), strength(field, 1)], measured.strength);
    for (const [key, unit] of Object.entries(measured.units)) {
      const u = Number(key);
      const name = field.board.units[u]!.id;
      const pose = field.pose(u);
      compare(`${name} stands`, stands(pose).map((s) => [s.slot, ...s.centre, ...s.corners]), unit.stands);
      compare(`${name} hulls`, hulls(pose).map((hull) => hull.corners), unit.hulls);
      const moves = [...field.moves(u, field.allowance(u))].map(([heading, stops]): [number, number[]] => [heading, inShort(stops)]);
      compare(`${name} moves`, sorted(moves), sorted(Object.entries(unit.moves)));
      const charges = field.charges(u).map((way) => [way.target, way.heading, way.far]);
      compare(`${name} charges`, charges.sort(byParts), unit.charges);
      compare(`${name} targets`, targets(field, u), unit.targets);
    }
    for (const [key, columns] of Object.entries(measured.places)) {
      const u = Number(key);
      const side = field.board.sides[field.side(u)]!;
      const shape = side.enters && field.kind(u).stands > 1 ? COLUMN : LINE;
      const free = places(field, u, whole(field, u, shape, side.facing));
      const page = [...free].map(([x, ys]) => [x, [ys.length, ys[0], ys.at(-1)]]);
      compare(`${field.board.units[u]!.id} places`, page, Object.entries(columns).map(([x, ys]) => [Number(x), ys]));
    }
  });
  return found;
}

/** How many stops there are, the first one, and their sum. */
const inShort = (stops: number[]): number[] => [stops.length, stops[0]!, stops.reduce((sum, far) => sum + far, 0)];

function sorted(ways: Iterable<[number | string, number[]]>): [number, number[]][] {
  return [...ways].map(([heading, stops]): [number, number[]] => [Number(heading), stops]).sort((a, b) => a[0] - b[0]);
}

function byParts(a: number[], b: number[]): number {
  const at = a.findIndex((part, i) => part !== b[i]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}

function targets(field: Field, u: number): [number, number][] {
  if (!field.mayFire(u)) return [];
  const found = new Map<number, number>();
  for (const from of field.firingStands(u)) {
    for (const { unit, stand } of field.aims(u, from)) {
      const hit = chance(field.attackDice(u), field.defendDice(unit, stand));
      found.set(unit * field.board.stands + stand.slot, Number(hit.toFixed(6)));
    }
  }
  return [...found].sort((a, b) => a[0] - b[0]);
}
