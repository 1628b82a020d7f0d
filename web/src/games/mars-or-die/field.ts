// What can be measured on the table, from board and view alone: the same answers as the rules give (movement.py,
// sight.py, combat.py). The server decides; this is for showing reach, arcs and chances at once.

import {
  COLUMN,
  LINE,
  SQUARE,
  aboutFaced,
  bearing,
  bits,
  bodies,
  boxBody,
  closedUp,
  collide,
  cornersOf,
  depth,
  distance,
  div,
  formed,
  frontage,
  hulls,
  inArc,
  inside,
  isClear,
  isCrossed,
  isIn,
  moved,
  passedOver,
  radius,
  stands,
  toContact,
  toTheEdge,
  turn,
  within,
  type Body,
  type Stand,
} from "./geometry";
import type { Box, Board, Kind, Point, Pose, View } from "./types";

export const STEP = 500;
export const DEGREES = 5;
const KEEP_OFF = 100;
const CONTACT = 30;
const BEYOND = 12_000;
/** How near a machinegun must be to a company to keep up with it, and where it may go: left, right, behind. */
const ALONG = 1000;
const SIDE = 1500;
const FLANKS = [90, 270, 180];
const DUST = 8000;
export const FEAR = 12_000;
export const NOBODY = -1;

/** What a unit could meet on its way. */
interface Obstacles {
  enemies: { unit: number; body: Body }[];
  friends: Body[];
  blocks: Body[];
  fords: Body[];
  walls: Body[];
  groves: Box[];
  dry: Box[];
  bounds: Box;
}

export interface Rate {
  charge?: boolean;
  half?: boolean;
  shape?: number;
  limbered?: boolean;
  /** Without the inch a general lends. */
  alone?: boolean;
}

/** A way to charge: whom, on which heading, and how far until contact. */
export interface ChargeWay {
  target: number;
  heading: number;
  far: number;
}

/** A stand that can be shot at, and the best chance that one stand of the unit hits it. */
export interface Target {
  unit: number;
  stand: Stand;
  from: Stand;
  chance: number;
}

export class Field {
  readonly table: Box;

  constructor(
    readonly board: Board,
    readonly view: View,
  ) {
    this.table = [0, 0, board.width, board.height];
  }

  // Units

  kind = (u: number): Kind => this.board.kinds[this.board.units[u]!.kind]!;
  side = (u: number): number => this.board.units[u]!.side;
  pose = (u: number): Pose => this.view.poses[u]!;
  fate = (u: number): string => this.board.fates[this.view.fates[u]!]!;
  left = (u: number): number => bits(this.pose(u)[5]);
  isLive = (u: number): boolean => this.fate(u) === "in_play";
  onTable = (u: number): boolean => this.isLive(u) && !this.kind(u).is_flyer;
  /** Flyers count only while they are over the field. */
  isSeen = (u: number): boolean =>
    this.isLive(u) && (!this.kind(u).is_flyer || isIn(this.table, [this.pose(u)[0], this.pose(u)[1]]));
  isLocked = (u: number): boolean => this.view.locks.some((pair) => pair.includes(u));
  live = (): number[] => this.view.live.flat();
  enemies = (u: number): number[] => this.view.live[1 - this.side(u)]!;
  generalWith(u: number): number | null {
    const general = this.view.generals.indexOf(u);
    return general < 0 ? null : general;
  }
  unitNumber = (id: string): number => this.board.units.findIndex((unit) => unit.id === id);

  /** R-MD-2 The distance between the nearest stands of two units. */
  gap(u: number, v: number): number {
    let best = Infinity;
    for (const a of hulls(this.pose(u))) {
      for (const b of hulls(this.pose(v))) best = Math.min(best, distance(a.corners, b.corners));
    }
    return best;
  }

  // Movement

  /** MD 5.1 How far a unit may go. */
  allowance(u: number, rate: Rate = {}): number {
    const kind = this.kind(u);
    const pose = this.pose(u);
    let most = rate.charge ? kind.charge : kind.move;
    if (kind.is_artillery && (rate.limbered ?? this.view.limbered[u]!)) most = kind.limbered_move;
    if ((rate.shape ?? pose[3]) === COLUMN && this.left(u) > 1) most += 2000;
    if (this.generalWith(u) !== null && !rate.alone) most += 1000;
    return rate.half ? div(most, 2) : most;
  }

  /**
   * MD 9.4 Whether the general's inch is sure. He helps one unit a turn; whom he has helped is not in the view, but as
   * long as nobody else has acted it was nobody.
   */
  isInchSure(u: number): boolean {
    return this.generalWith(u) === null || !this.view.live[this.side(u)]!.some((v) => v !== u && this.view.acted[v]);
  }

  headings(u: number, pose: Pose): number[] {
    // R-MD-9, R-MD-37 Single stands turn freely, except an unlimbered gun.
    const isFree = this.kind(u).stands === 1 && (!this.kind(u).is_artillery || this.view.limbered[u]!);
    if (isFree) return Array.from({ length: 360 / DEGREES }, (_, n) => n * DEGREES);
    return Array.from({ length: 19 }, (_, n) => (pose[2] - 45 + n * DEGREES + 360) % 360);
  }

  bounds(u: number): Box {
    const side = this.board.sides[this.side(u)]!;
    const box: Box = [...this.table];
    const isOff = !within(bodies(this.pose(u)), this.table);
    for (const edge of [side.leaves, isOff ? side.enters : null]) {
      if (edge === "west") box[0] -= BEYOND;
      if (edge === "south") box[1] -= BEYOND;
      if (edge === "east") box[2] += BEYOND;
      if (edge === "north") box[3] += BEYOND;
    }
    return box;
  }

  /** What is in the way; machineguns that keep up are ignored (R-MD-36). */
  obstacles(u: number, pose: Pose, most: number, ignoring: number[] = []): Obstacles {
    const side = this.side(u);
    const around = most + radius(pose);
    const way: Obstacles = {
      enemies: [],
      friends: [],
      blocks: [],
      fords: [],
      walls: [],
      groves: [],
      dry: [],
      bounds: this.bounds(u),
    };
    for (const v of this.live()) {
      const other = this.pose(v);
      const far = around + radius(other);
      if (v === u || !this.onTable(v) || (pose[0] - other[0]) ** 2 + (pose[1] - other[1]) ** 2 >= far * far) continue;
      if (this.side(v) === side) way.friends.push(...(ignoring.includes(v) ? [] : bodies(other)));
      else way.enemies.push(...bodies(other).map((body) => ({ unit: v, body })));
    }
    const knowsTheWay = this.view.lore[u]!;
    const blocks = this.board.blocks.map(boxBody);
    if (knowsTheWay) way.fords = blocks;
    else way.blocks = blocks;
    const own = hulls(this.pose(u));
    for (const ground of this.board.grounds) {
      const isNear = isIn(grown(ground.box, around - 1), [pose[0], pose[1]]);
      if (ground.stops && isNear && !own.some((hull) => distance(hull.corners, cornersOf(ground.box)) <= CONTACT)) {
        way.walls.push(boxBody(ground.box));
      }
      if (ground.slows_cavalry && this.kind(u).is_cavalry && !knowsTheWay) way.groves.push(ground.box);
      if (ground.climb && !knowsTheWay) way.dry.push(ground.box);
    }
    return way;
  }

  /** MD 5 Every place a unit may stop at on a heading. */
  reach(pose: Pose, heading: number, most: number, way: Obstacles): number[] {
    const mine = bodies(moved(pose, heading, 0));
    let limit = toTheEdge(mine, way.bounds, heading, most);
    if (way.enemies.length) {
      const barred = way.enemies.map((enemy) => enemy.body);
      limit = Math.min(limit, toContact(mine, barred, heading, limit + KEEP_OFF) - KEEP_OFF);
    }
    if (way.blocks.length) limit = Math.min(limit, toContact(mine, way.blocks, heading, limit));
    const atWall = way.walls.length ? toContact(mine, way.walls, heading, limit) : most;
    limit = this.slowed(pose, heading, Math.min(limit, atWall), most, way);
    if (limit < 1) return [];
    const passing = [...way.friends, ...way.fords];
    const closed = passing.length ? passedOver(mine, passing, heading, limit) : [];
    let stops: number[] = [];
    for (let far = STEP; far <= limit; far += STEP) stops.push(far);
    if (atWall === limit && limit < most && limit % STEP) stops.push(limit);
    if (!within(mine, way.bounds)) stops = stops.filter((far) => within(bodies(moved(pose, heading, far)), way.bounds));
    return stops.filter((far) => isClear(far, closed));
  }

  private slowed(pose: Pose, heading: number, far: number, most: number, way: Obstacles): number {
    let limit = far;
    const centre: Point = [pose[0], pose[1]];
    for (const box of way.dry) {
      const bed = inside(centre, box, heading, limit);
      if (bed && bed[1] < limit) limit = Math.min(limit, (div(bed[1], STEP) + 1) * STEP);
    }
    for (const box of way.groves) {
      const thick = inside(centre, box, heading, limit);
      if (!thick) continue;
      const [start, end] = thick;
      const half = div(Math.max(0, most - start), 2);
      limit = Math.min(limit, half <= end - start ? start + half : most - (end - start));
    }
    return limit;
  }

  /** Every heading on which a unit can go somewhere, with the places to stop at. */
  moves(u: number, most: number, fits?: (pose: Pose) => boolean): Map<number, number[]> {
    const pose = closedUp(this.pose(u));
    const guns = this.guns(u);
    const way = this.obstacles(u, pose, most, guns);
    const found = new Map<number, number[]>();
    const suits = fits ?? (guns.length ? (end: Pose) => this.makesWay(u, end) : null);
    for (const heading of this.headings(u, pose)) {
      let stops = this.reach(pose, heading, most, way);
      if (suits) stops = stops.filter((far) => suits(moved(pose, heading, far)));
      if (stops.length) found.set(heading, stops);
    }
    return found;
  }

  // Machineguns

  /** MD 5.3 Machineguns beside a company that could keep up with it. */
  guns(u: number): number[] {
    if (!this.kind(u).is_infantry) return [];
    const { acted, fears, dug_in, turn, live } = this.view;
    return live[this.side(u)]!.filter(
      (v) =>
        this.kind(v).arm === "machinegun" &&
        !acted[v] &&
        fears[v]! < 0 &&
        dug_in[v] !== turn &&
        !this.isLocked(v) &&
        this.gap(u, v) <= ALONG,
    );
  }

  /** R-MD-36 Whether a company could stand like this, and a machinegun that is in its way beside it. */
  makesWay(u: number, pose: Pose): boolean {
    const mine = bodies(pose);
    const pressed = this.guns(u).filter((gun) =>
      bodies(this.pose(gun)).some((body) => mine.some((other) => collide(body, other))),
    );
    return !pressed.length || (pressed.length === 1 && FLANKS.some((turn) => this.isBeside(u, pose, pressed[0]!, turn)));
  }

  private isBeside(u: number, pose: Pose, gun: number, turn: number): boolean {
    const place = besideOf(pose, turn);
    return place.some((one, i) => one !== this.pose(gun)[i]) && this.isFree(gun, place, [u]);
  }

  /** Whether a unit could stand like this with the machineguns that keep up with it. */
  hasPlace(u: number, pose: Pose): boolean {
    return this.isFree(u, pose, this.guns(u)) && this.makesWay(u, pose);
  }

  /** MD 4 A3 Every charge that reaches. */
  charges(u: number): ChargeWay[] {
    const kind = this.kind(u);
    if (!kind.charge || this.view.disordered[u] || this.pose(u)[3] === SQUARE || this.view.guarding[u]) return [];
    const most = this.allowance(u, { charge: true });
    const pose = closedUp(this.pose(u));
    const way = this.obstacles(u, pose, most);
    if (!way.enemies.length) return [];
    const found: ChargeWay[] = [];
    for (const heading of this.headings(u, pose)) {
      const met = this.contact(pose, heading, most, way);
      if (met && this.isOnTable(met.target) && this.gap(u, met.target) <= most) found.push(met);
    }
    return found;
  }

  private contact(pose: Pose, heading: number, most: number, way: Obstacles): ChargeWay | null {
    const mine = bodies(moved(pose, heading, 0));
    let limit = toTheEdge(mine, way.bounds, heading, most);
    if (way.blocks.length) limit = Math.min(limit, toContact(mine, way.blocks, heading, limit));
    if (way.walls.length) limit = Math.min(limit, toContact(mine, way.walls, heading, limit) + CONTACT);
    limit = this.slowed(pose, heading, limit, most, way);
    let found: ChargeWay | null = null;
    for (const { unit, body } of way.enemies) {
      const met = toContact(mine, [body], heading, limit + 1);
      if (met < 0) return null;
      if (met <= limit && (!found || met < found.far)) found = { target: unit, heading, far: met };
    }
    if (!found || !within(bodies(moved(pose, heading, found.far)), way.bounds)) return null;
    const passing = [...way.friends, ...way.fords];
    if (!passing.length) return found;
    return isClear(found.far, passedOver(mine, passing, heading, limit + 1)) ? found : null;
  }

  private isOnTable = (v: number): boolean => stands(this.pose(v)).some((stand) => isIn(this.table, stand.centre));

  /** Whether a unit could stand like this. */
  isFree(u: number, pose: Pose, ignoring: number[] = []): boolean {
    const mine = bodies(pose);
    if (!within(mine, this.bounds(u))) return false;
    const taken = this.board.blocks.map(boxBody);
    for (const v of this.live()) if (v !== u && !ignoring.includes(v) && this.onTable(v)) taken.push(...bodies(this.pose(v)));
    return !mine.some((body) => taken.some((other) => collide(body, other)));
  }

  // Firing

  firingStands(u: number, pose = this.pose(u)): Stand[] {
    const able = stands(pose);
    return pose[3] === COLUMN ? able.slice(0, 1) : able;
  }

  firesAllRound(u: number): boolean {
    const kind = this.kind(u);
    if (kind.is_artillery || kind.is_flyer) return false;
    return this.view.guarding[u]! || this.pose(u)[3] === SQUARE || kind.stands === 1;
  }

  /** Half the angle a unit fires into. */
  arc = (u: number): number => (this.firesAllRound(u) ? 180 : this.kind(u).is_artillery ? 90 : 45);

  private bearsOn(u: number, stand: Stand, at: Point): boolean {
    const [dx, dy] = [at[0] - stand.centre[0], at[1] - stand.centre[1]];
    if (this.firesAllRound(u)) return true;
    const facing = this.pose(u)[2];
    if (this.kind(u).is_artillery) return Math.abs(turn(facing, bearing(dx, dy))) <= 90;
    return inArc(facing, dx, dy);
  }

  isOnHill = (at: Point): boolean => this.board.grounds.some((ground) => ground.is_hill && isIn(ground.box, at));

  /** The range of a unit as it stands, without what the target's ground does. */
  range(u: number): number {
    const kind = this.kind(u);
    const isHigh = !kind.is_flyer && kind.range > 0 && this.firingStands(u).some((stand) => this.isOnHill(stand.centre));
    const reach = kind.range + (isHigh ? 2000 : 0);
    return this.view.dust ? Math.min(reach, DUST) : reach;
  }

  private rangeTo(u: number, stand: Stand, target: Stand): number {
    const kind = this.kind(u);
    let reach = kind.range;
    if (!kind.is_flyer) reach += 2000 * (Number(this.isOnHill(stand.centre)) - Number(this.isOnHill(target.centre)));
    return this.view.dust ? Math.min(reach, DUST) : reach;
  }

  private sees(u: number, stand: Stand, v: number, target: Stand): boolean {
    const shooter = this.kind(u);
    if (shooter.is_flyer) return true;
    const [a, b] = [stand.centre, target.centre];
    for (const { blocks_sight, box } of this.board.grounds) {
      if (blocks_sight && !isIn(box, a) && !isIn(box, b) && isCrossed(cornersOf(box), a, b)) return false;
    }
    if (this.kind(v).is_champion || shooter.shoots_over) return true;
    if (shooter.is_scout && this.board.grounds.some((ground) => !ground.impassable && isIn(ground.box, a))) return true;
    const isHigh = this.isOnHill(a) || this.isOnHill(b);
    return !this.live().some((w) => w !== u && this.onTable(w) && this.blocks(w, v, a, b, isHigh));
  }

  private blocks(w: number, v: number, a: Point, b: Point, isHigh: boolean): boolean {
    const pose = this.pose(w);
    if (w !== v && !isHigh) return bodies(pose).some((body) => isCrossed(body.corners, a, b));
    return stands(pose).some(
      (other) =>
        (other.centre[0] !== b[0] || other.centre[1] !== b[1]) &&
        isCrossed(other.corners, a, b) &&
        (!isHigh || this.isOnHill(other.centre)),
    );
  }

  /** MD 6.1 The stands one stand can shoot at: in range, in arc, in sight. */
  aims(u: number, stand: Stand): { unit: number; stand: Stand }[] {
    const found: { unit: number; stand: Stand }[] = [];
    for (const v of this.enemies(u)) {
      if (!this.onTable(v) || this.isLocked(v)) continue;
      for (const target of stands(this.pose(v))) {
        if (
          isIn(this.table, target.centre) &&
          this.bearsOn(u, stand, target.centre) &&
          distance(stand.corners, target.corners) <= this.rangeTo(u, stand, target) &&
          this.sees(u, stand, v, target)
        ) {
          found.push({ unit: v, stand: target });
        }
      }
    }
    return found;
  }

  mayFire(u: number): boolean {
    return this.kind(u).attack > 0 && !this.view.disordered[u] && !this.view.limbered[u] && !this.isLocked(u);
  }

  /** For each enemy unit in range: the stand that is hit most easily. */
  targets(u: number): Target[] {
    if (!this.mayFire(u) || !this.isSeen(u)) return [];
    const best = new Map<number, Target>();
    for (const from of this.firingStands(u)) {
      for (const { unit, stand } of this.aims(u, from)) {
        const found: Target = { unit, stand, from, chance: chance(this.attackDice(u), this.defendDice(unit, stand)) };
        const before = best.get(unit);
        if (!before || found.chance > before.chance) best.set(unit, found);
      }
    }
    return [...best.values()];
  }

  extraDie = (u: number): number => (this.generalWith(u) === null ? 0 : 1);
  attackDice = (u: number, platoons = 1): number =>
    Math.max(0, this.kind(u).attack * platoons + this.extraDie(u) - (platoons - 1));
  isCovered = (v: number, stand: Stand): boolean =>
    this.view.dug_in[v]! > 0 ||
    this.view.skirmishing[v]! ||
    this.board.grounds.some((ground) => ground.cover && isIn(ground.box, stand.centre));
  defendDice = (v: number, stand: Stand): number =>
    this.kind(v).defend + this.extraDie(v) + (this.view.cartridges[v] ? 2 : 0) + (this.isCovered(v, stand) ? 1 : 0);
  /** MD 7 The dice of one stand in a melee. */
  meleeDice(u: number, v: number): number {
    const [kind, other] = [this.kind(u), this.kind(v)];
    const isLonger = kind.has_spear && !(other.is_champion || other.has_spear || other.has_bayonet);
    return kind.melee + this.extraDie(u) + (isLonger ? 1 : 0);
  }
  /** MD 7.4, MD 7.7 What a defender adds in the first round. */
  defenceDice = (u: number, v: number, stand: Stand): number =>
    Number(this.isCovered(v, stand)) + Number(this.side(u) !== this.view.winner && !this.view.acted[v]);

  /** Whether a stand of v is before a flyer u: it will have to roll. */
  isBefore(u: number, pose: Pose, v: number): boolean {
    const front = stands(pose)[0]!.corners;
    return (
      this.onTable(v) &&
      stands(this.pose(v)).some(
        ({ centre, corners }) =>
          isIn(this.table, centre) &&
          inArc(pose[2], centre[0] - pose[0], centre[1] - pose[1]) &&
          distance(front, corners) <= FEAR,
      )
    );
  }
}

/** A single stand edge to edge with a formation, in a direction seen from its front, facing the same way. */
export function besideOf(pose: Pose, turn: number): Pose {
  const half = div(turn === 180 ? depth(pose) : frontage(pose), 2);
  const there = moved([pose[0], pose[1], pose[2], LINE, 1, 1, SIDE], (pose[2] + turn) % 360, half + SIDE / 2 + 10);
  return [there[0], there[1], pose[2], LINE, 1, 1, SIDE];
}

const grown = ([west, south, east, north]: Box, by: number): Box => [west - by, south - by, east + by, north + by];

const choose = (n: number, k: number): number => {
  let ways = 1;
  for (let i = 0; i < k; i++) ways = (ways * (n - i)) / (i + 1);
  return ways;
};
const known = new Map<number, number>();

/** R-MD-27 The chance that so many dice score higher than so many others, as pairs (highest face, how many). */
export function chance(ours: number, theirs: number): number {
  const key = ours * 100 + theirs;
  const before = known.get(key);
  if (before !== undefined) return before;
  let wins = 0;
  for (let face = 1; face <= 6; face++) {
    let less = 0;
    for (let many = 1; many <= ours; many++) {
      if (many - 1 <= theirs) less += choose(theirs, many - 1) * ((face - 1) / 6) ** (theirs - many + 1) * 6 ** -(many - 1);
      wins += choose(ours, many) * ((face - 1) / 6) ** (ours - many) * 6 ** -many * less;
    }
  }
  known.set(key, wins);
  return wins;
}

export const percent = (p: number): string => `${Math.round(p * 100)}%`;
/** A length as people write it. */
export const inches = (length: number, digits = 1): string => String(Number((length / 1000).toFixed(digits)));

export { COLUMN, LINE, SQUARE, aboutFaced, closedUp, formed, moved, stands };
