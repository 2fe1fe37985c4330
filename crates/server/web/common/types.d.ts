// Types of server responses and of values shared by the page's modules. Browsers do not load this
// file.

export type { Candidate, CubeChoice, Decision } from './answers';

export type Seat = 'bottom' | 'top';
export type Side = 'own' | 'other';

/** Checkers by index, in each side's numbering: 0 off, 1 to 24 the points, 25 the bar. */
export interface Position {
  own: number[];
  other: number[];
  /** In games with pinning: points of `own` with one checker of each side, where that of `own` is
   * below. */
  under?: number[];
  /** State of the turn in games whose turns have stages. */
  turn?: number;
}

export interface Game {
  name: string;
  family: string;
  has_bar: boolean;
  has_cube: boolean;
  has_network: boolean;
  /** Default search depth in plies. */
  default_ply: number;
  checkers: number;
  /** Number of times that a double is played. */
  doubles: number;
  /** Number of dice of a roll. */
  dice: number;
  home: number;
  /** Opponent's index for each index of the player. */
  others: number[];
  has_white: boolean;
  start: { board: Position; position_id: string };
  /** Levels that can play the game. */
  levels: string[];
  /** Kinds of drills that fit the game. */
  drills: string[];
  /** Options of the game. */
  agreements: { key: string; values: string[]; usual: string }[];
  /** Usual rule for the opening roll. */
  opening: string;
  /** Usual rule for the player who begins later games. */
  starter: string;
  /** Usual turn limit, per player; 0 for none. */
  turn_limit: number;
}

/** Available house rules. */
export interface AtTable {
  scoring: string[];
  opening: string[];
  starter: string[];
  /** Games of tavli, in order. */
  tavli: string[];
  /** Maximum number of games in turn. */
  most_games: number;
}

/** Limits of requests. */
export interface Limits {
  /** Maximum match length in points. */
  match_length: number;
  /** Maximum turn limit of a session. */
  turn_limit: number;
  /** Maximum search depth at all scores of a match, in plies. */
  scores_ply: number;
  /** Maximum size of a match file, in bytes. */
  file_bytes: number;
}

/** A checker move, in the numbering of the player who moves. */
export interface Move {
  from: number;
  to: number;
  hit?: boolean;
}

export interface Step extends Move {
  die: number;
  hit: boolean;
  /** Index of the resulting node. */
  node: number;
}

export interface PlayNode {
  board: Position;
  steps: Step[];
  /** Complete play in notation, if it may end here. */
  play?: string;
  position_id?: string;
}

export interface PlayTree {
  dice: string;
  nodes: PlayNode[];
}

export type Win = 'single' | 'gammon' | 'backgammon';

export interface Action {
  type: string;
  play?: string;
  position_id?: string;
  win?: Win;
  /** Doubled cubes of a chouette: their members. */
  cubes?: number[];
}

export interface Decide {
  what: 'opening' | 'roll' | 'play' | 'double' | 'beaver' | 'raccoon' | 'resignation' | 'next_game' | 'match_over';
  seat?: Seat;
  may_double?: boolean;
  may_resign?: Win[];
  may_beaver?: boolean;
  may_raccoon?: boolean;
  offered?: Win;
  winner?: Seat;
}

export interface Cube {
  value: number;
  /** Value after one more turn of the cube; absent for the largest. */
  next?: number;
  owner: Seat | null;
}

export interface Did {
  seat?: Seat;
  type: string;
  /** Dice that were rolled or played. */
  dice?: string;
  /** Dice of the opening roll. */
  opening?: { bottom: number; top: number };
  play?: string;
  position_id?: string;
  win?: Win;
  steps?: Move[];
  /** In a chouette: the player, the doubled cubes, and the cube that was answered. */
  player?: number;
  cubes?: number[];
  cube?: number;
}

/** A session after an action: the response of `start`, `act` and `play`. */
export interface Turn {
  state: unknown;
  /** Current game. */
  game: string;
  /** Number of the current game in a frame, from 1; `of` is the number of games if each is played
   * once. */
  frame?: { number: number; of?: number };
  board: Position;
  on_roll: Seat;
  decide: Decide;
  dice?: string;
  cube: Cube;
  score: { bottom: number; top: number };
  match?: number;
  crawford: boolean;
  pips: { bottom: number; top: number };
  result?: { winner: Seat | null; points: number; how: 'played' | 'passed' | 'resigned' | 'turn_limit' | 'settled'; win: Win };
  did?: Did;
  plays?: PlayTree;
}

/** Choices before the first game: the fields of `start`. */
export interface Start {
  /** A single game; `frame` for several. */
  game?: string;
  frame?: string;
  /** Position to begin at; its stakes apply unless others are stated. */
  position?: string;
  match?: number;
  crawford?: boolean;
  holland?: boolean;
  jacoby?: boolean;
  beavers?: boolean;
  automatic_doubles?: number;
  cube?: boolean;
  scoring?: string;
  opening?: string;
  starter?: string;
  last_roll?: boolean;
  turn_limit?: number;
  final_raccoon?: boolean;
  arithmetic_raises?: boolean;
  /** Players of a chouette, with the levels of engines. */
  players?: { name: string; level?: string }[];
  consulting?: string;
  extras?: boolean;
}

/** The game of the box with a member of the team. */
export interface ChouetteCube {
  member: number;
  /** The member who plays it: another one after taking the cube over. */
  holder: number;
  /** Its owner is the box (`bottom`) or the holder (`top`). */
  cube: Cube;
  open: boolean;
}

/** A chouette after an action: the response of `chouette/start`, `chouette/act` and
 * `chouette/play`. Players are indices of `players`. The box sits at the bottom. */
export interface ChouetteTurn {
  state: unknown;
  game: string;
  /** Number of the current game, from 1. */
  number: number;
  board: Position;
  on_roll: Seat;
  decide: {
    what: 'opening' | 'doubles' | 'roll' | 'play' | 'double' | 'beaver' | 'raccoon' | 'offer_extras' | 'take_extras' | 'resignation' | 'next_game';
    player?: number;
    /** Cubes that may be doubled, or are offered: their members. */
    cubes?: number[];
    /** The cube to be answered: its member. */
    cube?: number;
    may_resign?: Win[];
    may_beaver?: boolean;
    may_raccoon?: boolean;
    offered?: Win;
  };
  dice?: string;
  pips: { bottom: number; top: number };
  players: { name: string; level?: string; score: number }[];
  /** The box, followed by the team. */
  line: number[];
  captain: number;
  cubes: ChouetteCube[];
  settlement: { payer: number; receiver: number; points: number }[];
  /** Engines that the captain may consult. */
  advisers: number[];
  did?: Did;
  plays?: PlayTree;
}

export interface Probabilities {
  win: number;
  win_gammon: number;
  win_backgammon: number;
  lose_gammon: number;
  lose_backgammon: number;
}

export interface Explanation {
  better: { play: string; position_id: string; equity: number; hits?: { rolls: number; pips: number } };
  other: { play: string; position_id: string; equity: number; hits?: { rolls: number; pips: number } };
  ply: number;
  difference: number;
  close: boolean;
  outcomes: { parts: { kind: string; probability: number; value: number; points: number }[]; cube: number };
  rolls?: {
    ply: number;
    sum: number;
    rest: number;
    other_better: number;
    die?: { die: number; share: number } | null;
    rolls: { dice: string; weight: number; difference: number }[];
  };
  board: { kind: string; better: Counted; other: Counted }[];
  depths_agree: boolean;
  sentences: string[];
}

export interface Counted {
  count: number;
  points?: number[];
}

/** Content of a board. */
export interface View {
  board: Position;
  /** True if `board.other` sits at the bottom. */
  flipped?: boolean;
  /** Seat in whose numbering the points are shown; `bottom` by default. */
  reader?: Seat;
  cube?: Cube | null;
  /** Value of an offered cube. */
  offered?: number;
  dice?: string | number[] | null;
  /** Label of the dice button, if it does something else than swap the dice. */
  diceLabel?: string;
  /** Call of the roll, its language, and an explanation. */
  call?: { call: string; lang: string; about: string } | null;
  /** Flags for the dice that have been played. */
  used?: boolean[];
  /** Owner of the dice; the player on roll by default. */
  seat?: Seat;
  names?: { bottom: string; top: string };
  pips?: { bottom: number; top: number } | null;
  score?: { bottom: string; top: string } | null;
  /** Note about the game, such as that it is the Crawford game. */
  note?: string;
  /** Current game of a frame. A tall board has no room for it. */
  place?: string;
  /** Indices of `own` with checkers that can be picked up. */
  selectable?: Set<number>;
  /** Indices of `own` where the lifted checker can be put down. */
  targets?: Set<number>;
  /** Index of `own` from which a checker is lifted. */
  lifted?: number | null;
  /** Last play, in the numbering of the player who made it: `other`, unless `lastSide` is `own`. */
  last?: Move[];
  lastSide?: Side;
}

export interface Arrow {
  from: number;
  to: number;
  kind: 'best' | 'good' | 'error' | 'blunder';
  label?: string;
  /** Side in whose numbering the indices are; `own` by default. */
  side?: Side;
}

/** A sentence of the server as a code with values. */
export interface Message {
  code: string;
  values?: Record<string, unknown>;
}

export type Translate = (key: string, values?: Record<string, unknown>) => string;

/** Way of requests to the engine: over HTTP, or to workers of the browser. */
export interface Transport {
  /** Address of the API's description; `null` without a server. */
  docs: string | null;
  /** Sends a request. Rejects with an `AbortError` if it is aborted. */
  send(path: string, request: RequestInit): Promise<Response>;
  /** Reports the events of a job; returns a function that stops listening. */
  events(id: string, tell: (event: string, data: any) => void): () => void;
  /** Called once the page is ready, for notices and settings of the transport. */
  attach(context: Context): void;
}

export interface Context {
  api: import('./api.js').Api;
  t: Translate;
  settings: import('./settings.js').Settings;
  games: Game[];
  levels: string[];
  table: AtTable;
  limits: Limits;
  /** Version of the server. */
  version: string;
  /** A match passed to the Matches view. */
  handed?: File;
  /** An analysed match passed to the Matches view; `place` is the decision to show, as in its
   * address. */
  analysed?: { document: import('./answers').AnalysisDocument; record: unknown; place?: string };
  /** Announces a text in the live region. */
  say: (words: string) => void;
}

export interface PageView {
  show(route: string): void;
  hide(): void;
}
