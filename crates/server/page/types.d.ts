// Types of what the server answers and the page's modules hand each other. No browser loads this file.

export type { Candidate, CubeChoice, Decision } from './answers';

export type Seat = 'bottom' | 'top';
export type Side = 'own' | 'other';

/** Checkers by index, each side as it counts: 0 borne off, 1 to 24 the points, 25 the bar. */
export interface Position {
  own: number[];
  other: number[];
  /** Of games in which checkers are pinned: points of `own` with one checker of each side, where that of `own` lies below. */
  under?: number[];
}

export interface Game {
  name: string;
  family: string;
  has_bar: boolean;
  has_cube: boolean;
  has_network: boolean;
  /** Plies that questions about a position look ahead where they say nothing. */
  default_ply: number;
  checkers: number;
  /** How often the number of a double is played. */
  doubles: number;
  home: number;
  /** What the opponent calls each own index. */
  others: number[];
  start: { board: Position; position_id: string };
  /** Those of the levels that play it. */
  levels: string[];
  /** What may be agreed otherwise in it. */
  agreements: { key: string; values: string[]; usual: string }[];
  /** With which roll it usually begins. */
  opening: string;
  /** Who usually begins a game that is not the first. */
  starter: string;
  /** Turns of each player after which it is usually drawn, 0 for never. */
  turn_limit: number;
}

/** What may be agreed at a table. */
export interface AtTable {
  scoring: string[];
  opening: string[];
  starter: string[];
  /** The games of tavli. */
  tavli: string[];
  /** So many games in turn at most. */
  most_games: number;
}

/** One checker moved, as who moves it counts. */
export interface Move {
  from: number;
  to: number;
  hit?: boolean;
}

export interface Step extends Move {
  die: number;
  hit: boolean;
  /** The node to which it leads. */
  node: number;
}

export interface PlayNode {
  board: Position;
  steps: Step[];
  /** The whole play as people write it, where it may end here. */
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
  owner: Seat | null;
}

export interface Did {
  seat?: Seat;
  type: string;
  /** The roll, or the roll that was played. */
  dice?: string;
  /** The dice of the opening. */
  opening?: { bottom: number; top: number };
  play?: string;
  position_id?: string;
  win?: Win;
  steps?: Move[];
}

/** A table after something happened, as `start`, `act` and `play` answer it. */
export interface Turn {
  state: unknown;
  /** The game that is being played; of several in turn one after the other. */
  game: string;
  /** Which one it is of several in turn, from 1; of how many, where each is played once. */
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

/** What the player chooses before the first game: the fields of `start`. */
export interface Start {
  /** One game, or else a frame of several. */
  game?: string;
  frame?: string;
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

/** What a board shows. */
export interface View {
  board: Position;
  /** Whether `board.other` sits at the bottom. */
  flipped?: boolean;
  cube?: Cube | null;
  /** A cube that has been offered: what it would show. */
  offered?: number;
  dice?: string | number[] | null;
  /** What pressing the dice does, where it is something else than to swap them. */
  diceLabel?: string;
  /** What the roll is called, and in which language's letters. */
  call?: { call: string; lang: string } | null;
  /** Which of the dice are played already. */
  used?: boolean[];
  /** Whose dice they are: who is on roll where it is not said. */
  seat?: Seat;
  names?: { bottom: string; top: string };
  pips?: { bottom: number; top: number } | null;
  score?: { bottom: string; top: string } | null;
  /** Something to be known of the game, such as that it is the Crawford game. */
  note?: string;
  /** Which game of a frame it is. A board that stands upright has no room for it. */
  place?: string;
  /** Indices of `own` that can be picked up. */
  selectable?: Set<number>;
  /** Indices of `own` on which what is lifted can be put down. */
  targets?: Set<number>;
  /** The index of `own` from which a checker is lifted. */
  lifted?: number | null;
  /** The last play, as who made it counts: `other`, unless `lastSide` says `own`. */
  last?: Move[];
  lastSide?: Side;
}

export interface Arrow {
  from: number;
  to: number;
  kind: 'best' | 'good' | 'error' | 'blunder';
  label?: string;
  /** Whose indices these are: `own` where it is not said. */
  side?: Side;
}

export type Translate = (key: string, values?: Record<string, unknown>) => string;

export interface Context {
  api: import('./api.js').Api;
  t: Translate;
  settings: import('./settings.js').Settings;
  games: Game[];
  levels: string[];
  table: AtTable;
  /** A match that another view hands to Matches. */
  handed?: File;
  /** Says something in the live region. */
  say: (words: string) => void;
}

export interface PageView {
  show(route: string): void;
  hide(): void;
}
