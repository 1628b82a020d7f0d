// Made by `python -m sandtable.server.typescript`. Do not edit.

/** Everything this viewpoint may see, sent whenever any of it changes. `n` counts these frames. A client that asked for changes is sent only what is new since frame `since`: the fields of `view` that differ, and `drawing` and `seats` empty (`null` and `[]`) if they are as they were. */
export interface StateFrame {
  t: "state";
  n: number;
  ack: number | null;
  seat: string | null;
  mine: string[];
  waiting: string | null;
  view: any;
  question: QuestionView | null;
  log: LogPart;
  undo: string | null;
  redo: string | null;
  standing_orders: StandingOrderView[];
  outcome: Outcome | null;
  turn: number;
  seats: SeatInfo[];
  clock: Record<string, number> | null;
  drawing: Drawing | null;
  mover: string | null;
  lesson: LessonView | null;
  since: number | null;
}

/** A question on the wire. A private question of another seat has no seat, no text and no options. */
export interface QuestionView {
  seat: string | null;
  prompt: string;
  kind: string;
  topic: string;
  window: string;
  decline: string | null;
  remaining: number;
  rule: string;
  help: string;
  things: Thing[];
  about: Record<string, any>;
  facts: Record<string, any>;
  options: OptionView[];
  hidden: boolean;
  likely: string | null;
  refused: RefusedView[];
  needed: number;
}

/** A thing on the board in structured form: its kind and its stable id. */
export interface Thing {
  kind: string;
  id: string;
}

/** An option on the wire: `things` or `word` say what it is, `touches` what it is about, `data` what else there is to know. */
export interface OptionView {
  key: string;
  label: string;
  touches: Thing[];
  things: Thing[];
  word: string;
  data: Record<string, any>;
  says: string;
  ends: string;
}

/** Something a player would look for among the options, and why it is not there now. */
export interface RefusedView {
  key: string;
  label: string;
  why: string;
  says: string;
}

/** Keep the first `keep` lines of the log you have, and append these. */
export interface LogPart {
  keep: number;
  lines: LogLine[];
}

/** A log entry as a seat reads it. `n` counts what this seat was shown, so gaps tell nothing. `kind` is note, roll, answer, opened (an answer that was sealed) or end; `things` are what the line names, for highlighting. Dice have their `faces`, and `hits` says of each whether it counts, or is empty if these dice are not read that way. Dice thrown against each other are two groups, in `faces` as in `hits`. Encoded, a line has only the fields that are not at their default. */
export interface LogLine {
  n: number;
  turn: number;
  kind: string;
  text: string;
  things?: Thing[];
  seat?: string | null;
  key?: string;
  faces?: any[];
  hits?: any[];
  mover?: string | null;
  opens?: boolean;
  sums?: [string, string] | null;
  by?: (string | null)[];
  sides?: string[];
  rule?: string;
  mods?: string[][];
  tone?: string;
  counts?: string;
}

export interface StandingOrderView {
  window: string;
  until: string;
}

export interface Outcome {
  winners: string[];
  reason: string;
  score?: number | null;
  resigned?: string[];
}

/** A seat as everybody sees it. `mine` is true for your own seats; only the table's owner gets `link`. */
export interface SeatInfo {
  id: string;
  label: string;
  kind: "bot" | "link" | "open" | "person";
  who: string | null;
  present: boolean;
  thinking: boolean;
  mine: boolean;
  bot: string;
  face: string;
  link: string | null;
  ready: boolean;
}

/** A board that any client can draw: pieces for the game's plan or, without a plan, the lines of the terminal's board. `problem` says why the game's own description could not be used. */
export interface Drawing {
  pieces?: Pieces | null;
  text?: TextRun[][] | null;
  problem?: string;
}

/** The part of a board that changes: the counters on the board, and the cards of each zone by the zone's id. A card is a `Thing`, or None if it lies face down; a number stands for that many cards face down. */
export interface Pieces {
  counters?: Counter[];
  cards?: Record<string, (Thing | null)[] | number>;
}

/** A counter at a place. It moves across the board when the same counter comes back at another place. Without a symbol and a number it is drawn as a disc, otherwise as a square counter. A counter that is `hidden` shows only its back; give it an id that tells no secret, because ids are sent to the page. */
export interface Counter {
  kind: string;
  id: string;
  at: Thing;
  symbol?: string;
  colour?: "black" | "blue" | "green" | "orange" | "purple" | "red" | "sand" | "white" | "yellow";
  number?: number | null;
  label?: string;
  text?: string;
  hidden?: boolean;
}

/** A stretch of text in one style: words like `bold`, `dim` or `red`, separated by spaces. */
export type TextRun = [text: string, style: string];

/** Where a lesson stands, for the learner. */
export interface LessonView {
  id: string;
  title: string;
  at: number;
  of: number;
  pages: PageView[];
  said: string;
  strayed: boolean;
  away: number;
  is_lost: boolean;
  hint: string | null;
  cautions: Record<string, string>;
  words: TermView[];
  is_over: boolean;
  next: NextLesson | null;
  onward: Onward | null;
  seat: string;
}

/** A page of a lesson: a step, or something that is told before one. */
export interface PageView {
  title: string;
  text: string;
  points: Thing[];
  terms: TermView[];
}

/** A word of the game and what it means. */
export interface TermView {
  name: string;
  says: string;
}

/** The lesson after this one. */
export interface NextLesson {
  id: string;
  title: string;
}

/** A table to play at after the lesson. */
export interface Onward {
  label: string;
  scenario?: string;
  options?: Record<string, any>;
}

export interface SeatsFrame {
  t: "seats";
  seats: SeatInfo[];
  state: "finished" | "playing" | "waiting";
}

export interface ChatFrame {
  t: "chat";
  from: string;
  text: string;
  at: number;
}

export interface RefusedFrame {
  t: "refused";
  id: number | null;
  why: string;
}

export interface OddsFrame {
  t: "odds";
  id: number | null;
  key: string;
  exact: boolean;
  policy: string;
  lines: OddsLine[];
}

export interface OddsLine {
  text: string;
  p: number;
  shown: string;
}

/** What a bot would answer: `by` is its name for people, and `why` its reason if it can say one. `keys` are its answers one after the other where several are asked for, and `label` names all of them. */
export interface HintFrame {
  t: "hint";
  id: number | null;
  keys: string[];
  label: string;
  by: string;
  why: string;
  face: string;
  chance: number | null;
  second: SecondBest | null;
}

/** The answer that comes next: the chance of winning with it, and the standard error of the difference. */
export interface SecondBest {
  key: string;
  label: string;
  chance: number;
  error: number;
}

/** Why a thing on the board is not among the options, in a sentence; empty if no reason is known. */
export interface WhyFrame {
  t: "why";
  id: number | null;
  thing: Thing;
  why: string;
}

/** Everything that lies open on the board and is not among the options, as far as the rule says why. */
export interface ReasonsFrame {
  t: "reasons";
  id: number | null;
  reasons: Reason[];
}

/** A thing that is not among the options, what people call it, and why it is not. */
export interface Reason {
  thing: Thing;
  label: string;
  why: string;
}

/** What an answer would lead to, as far as the asked seat can know. Without a change, `view` and `drawing` are null. `lines` is what the log would say; `follows` what comes next, with the `prompt` of the next choice, the things it would offer (`lights`), or the name of the throw (`chance`). A `final` answer cannot be taken back. */
export interface PreviewFrame {
  t: "preview";
  id: number | null;
  key: string;
  view: any;
  drawing: Drawing | null;
  lines: LogLine[];
  follows: "chance" | "choice" | "end" | "others";
  prompt: string;
  lights: Thing[];
  chance: string;
  final: boolean;
}

/** What players measure on the board: further fields of the view of frame `n`. There are none in most games. */
export interface MeasuresFrame {
  t: "measures";
  id: number | null;
  n: number;
  measures: Record<string, any>;
}

export interface ThinkingFrame {
  t: "thinking";
  seat: string;
  since: number;
}

export interface PongFrame {
  t: "pong";
  id: number | null;
}

export interface ByeFrame {
  t: "bye";
  why: string;
}

/** The server cannot read the game and keeps retrying; the next state frame means it has succeeded. */
export interface AwayFrame {
  t: "away";
  why: string;
}

export type ServerFrame = StateFrame | SeatsFrame | ChatFrame | RefusedFrame | OddsFrame | HintFrame | WhyFrame | ReasonsFrame | PreviewFrame | MeasuresFrame | ThinkingFrame | PongFrame | ByeFrame | AwayFrame;

export interface Answer {
  t: "answer";
  n: number;
  keys: string[];
  id?: number | null;
}

export interface Undo {
  t: "undo";
  n: number;
  id?: number | null;
}

export interface Redo {
  t: "redo";
  n: number;
  id?: number | null;
}

export interface AddStandingOrder {
  t: "standing_order";
  window: string;
  until: "my turn" | "this turn" | "withdrawn";
  id?: number | null;
}

export interface WithdrawStandingOrders {
  t: "withdraw_standing_orders";
  id?: number | null;
}

export interface AskOdds {
  t: "odds";
  n: number;
  key: string;
  id?: number | null;
}

export interface AskHint {
  t: "hint";
  n: number;
  bot?: string | null;
  id?: number | null;
}

export interface AskWhy {
  t: "why";
  n: number;
  thing: NamedThing;
  id?: number | null;
}

/** A thing on the board, as a client names it. */
export interface NamedThing {
  kind: string;
  id: string;
}

export interface AskReasons {
  t: "reasons";
  n: number;
  id?: number | null;
}

export interface AskPreview {
  t: "preview";
  n: number;
  key: string;
  id?: number | null;
}

export interface AskMeasures {
  t: "measures";
  n: number;
  id?: number | null;
}

export interface Look {
  t: "look";
  seat: string | null;
  id?: number | null;
}

export interface Chat {
  t: "chat";
  text: string;
  id?: number | null;
}

export interface Stop {
  t: "stop";
  id?: number | null;
}

export interface Ping {
  t: "ping";
  id?: number | null;
}

export type ClientFrame = Answer | Undo | Redo | AddStandingOrder | WithdrawStandingOrders | AskOdds | AskHint | AskWhy | AskReasons | AskPreview | AskMeasures | Look | Chat | Stop | Ping;

/** Who you are. A guest is known only by a cookie. */
export interface Me {
  id: string;
  name: string;
  is_guest: boolean;
  webhook: string;
}

/** A browser in which you are logged in. */
export interface SessionInfo {
  id: string;
  browser: string;
  created: number;
  is_this: boolean;
}

/** A game on offer. Scenarios, options and seats are those of its first pack. */
export interface GameInfo {
  key: string;
  title: string;
  about: string;
  author: string;
  short_rules: string;
  has_rules: boolean;
  scenarios: Scenario[];
  scenario: string;
  options: OptionInfo[];
  seats: Seat[];
  has_secrets: boolean;
  bots: BotInfo[];
  players: Players;
  packs: PackInfo[];
  lessons: LessonInfo[];
}

/** One way to set a game up. */
export interface Scenario {
  id: string;
  label: string;
  about: string;
  minutes: number;
  difficulty: "" | "easy" | "hard" | "medium";
}

/** An option of a game, for a form. */
export interface OptionInfo {
  name: string;
  label: string;
  kind: "bool" | "choice" | "int" | "text";
  default: boolean | number | string;
  about?: string;
  choices?: string[] | null;
  labels?: string[] | null;
  least?: number | null;
  most?: number | null;
}

/** A chair at the table: its name in keys and files, and the name people read. */
export interface Seat {
  id: string;
  label: string;
  about: string;
}

/** A bot to play against: its name for people, and one line about it. */
export interface BotInfo {
  spec: string;
  label: string;
  about: string;
  figure: string;
  face: string;
}

/** How many play: a fixed number, or the value of an option. */
export interface Players {
  fixed: number | null;
  option: string | null;
}

/** A pack, and what a table with it can be set up with: a form's scenarios, options and seats. */
export interface PackInfo {
  name: string;
  title: string;
  author: string;
  about: string;
  scenarios: Scenario[];
  scenario: string;
  options: OptionInfo[];
  seats: Seat[];
}

/** A lesson of a game. */
export interface LessonInfo {
  id: string;
  title: string;
  about: string;
  minutes: number;
}

/** The whole rules of a game. `preface` is HTML too. */
export interface Rules {
  title: string;
  preface: string;
  sections: RuleSection[];
}

/** A section of the rules. `id` is what links in other sections name (`#rule-16.6`); `level` is 2 for a chapter. */
export interface RuleSection {
  id: string;
  number: string;
  title: string;
  level: number;
  html: string;
}

export interface TableInfo {
  id: string;
  title: string;
  game: string;
  game_title: string;
  scenario: string;
  options: Record<string, any>;
  seats: SeatInfo[];
  state: "finished" | "playing" | "waiting";
  public: boolean;
  is_owner: boolean;
  turn: number;
  turn_of_me: boolean;
  has_secrets: boolean;
  windows: Record<string, string>;
  clock: Clock | null;
  outcome: Outcome | null;
  created: number;
  updated: number;
  seed_hash: string | null;
  seed: string | null;
  rematch: string | null;
  problem: string | null;
  pack: string;
  host: string;
  scenario_label: string;
  progress: string;
  asked: string | null;
  begins: "full" | "ready";
  can_remove: boolean;
  is_lesson: boolean;
}

/** Time limits in seconds: `each` for every answer, plus a `bank` for the whole game. */
export interface Clock {
  each?: number;
  bank?: number;
}

export interface NewTable {
  game: string;
  seats?: Record<string, string>;
  scenario?: string | null;
  options?: Record<string, any>;
  clock?: Clock | null;
  public?: boolean;
  title?: string;
  begins?: "full" | "ready";
  lesson?: string;
}

/** What a seat's link leads to. `mine`: the seat is yours already. */
export interface Invitation {
  table: TableInfo;
  setting: Setting;
  seat: string;
  mine: boolean;
}

/** What is played at a table, for somebody who has not sat down yet. */
export interface Setting {
  about: string;
  scenario: Scenario;
  seats: Seat[];
  options: string[];
  bots: BotInfo[];
}

/** What a table can be set up with, once some options are chosen: the options that matter then, and the seats. */
export interface Form {
  options: OptionInfo[];
  seats: Seat[];
  minutes: number;
}

export interface Replay {
  seat: string | null;
  steps: Step[];
}

/** A step of a replay. `n` counts the steps this viewpoint saw. `tells`: something happened; otherwise only a question was asked or answered. Steps in a row with the same `kind` can be told as one. */
export interface Step {
  n: number;
  turn: number;
  seat: string | null;
  text: string;
  tells: boolean;
  kind: string;
  progress: string;
}

/** The number of a step as spectators count them. */
export interface SharedMoment {
  n: number;
}

/** Why a bot gave an answer, from what its seat knew. `n` is the place of the answer in the journal, to ask for the one before it. `other` is the answer that it was compared with; without one, or without a value that was learned, there are no chances. */
export interface BotThought {
  n: number;
  by: string;
  face: string;
  prompt: string;
  label: string;
  other: string;
  chance: number | null;
  other_chance: number | null;
  reasons: string[];
  why: string;
  has_earlier: boolean;
}

/** A finished game, told: what happened, when it began and ended, and who sat where. */
export interface EndingInfo {
  ending: Ending;
  began: number;
  ended: number;
  players: Record<string, string>;
}

/** A finished game, told: made by `ending_of` from its journal. */
export interface Ending {
  title: string;
  sentence: string;
  winners: string[];
  score: number | null;
  scores: Score[];
  graphs: Graph[];
  marks: Mark[];
  throws: ThrowSum[];
  moments: TurningPoint[];
  facts: ToldFact[];
  track: ToldStop[];
  turns: number;
}

/** How a seat did. */
export interface Score {
  seat: string;
  label: string;
  won: boolean;
  text: string;
  answers: number;
}

/** Curves that are drawn together. */
export interface Graph {
  title: string;
  curves: Curve[];
  is_share: boolean;
}

/** One line of a graph: a value for each point of the axis. */
export interface Curve {
  label: string;
  seat: string | null;
  values: number[];
}

/** Where a part of the game begins, on the axis of the graphs. */
export interface Mark {
  at: number;
  text: string;
}

/** All throws of one kind by one side: what was thrown, and what was to be expected of the same dice. */
export interface ThrowSum {
  who: string;
  seat: string | null;
  what: string;
  dice: number;
  thrown: number;
  expected: number;
  unit: "best" | "hits" | "pips";
}

/** A moment that decided the game: one of the largest steps of the evaluation. */
export interface TurningPoint {
  at: number;
  turn: number;
  when: string;
  text: string;
  seat: string | null;
  before: number | null;
  after: number | null;
  is_gain: boolean;
}

/** A fact in words. */
export interface ToldFact {
  label: string;
  text: string;
  seat: string | null;
}

/** A Mission of a campaign in words. */
export interface ToldStop {
  title: string;
  won: boolean;
  text: string;
  details: string[];
}

/** A finished game of yours that keeps a score, such as a campaign. */
export interface Result {
  table: string;
  game: string;
  game_title: string;
  scenario: string;
  options: string[];
  won: boolean;
  score: number;
  reason: string;
  ended: number;
}

export interface NotesBody {
  text: string;
}

/** The body of every error. */
export interface Problem {
  error: string;
  code: string;
}

/** What a field of `LogLine` is if it is left out. */
export const logLineDefaults: Required<Omit<LogLine, "n" | "turn" | "kind" | "text">> = { things: [], seat: null, key: "", faces: [], hits: [], mover: null, opens: false, sums: null, by: [], sides: [], rule: "", mods: [], tone: "", counts: "" };
