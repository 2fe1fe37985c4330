// Types of requests and responses about positions and matches, with the field names of `--json`.
// Browsers do not load this file.

import type { Explanation, Message, Position, Probabilities, Seat, Win } from './types';

export type { Explanation, Position, Probabilities };

/** Request fields, named like the command-line options. */
export interface Asking {
  position?: string | Position;
  game?: string;
  ply?: number;
  match?: number;
  money?: boolean;
  score?: string;
  crawford?: boolean;
  jacoby?: boolean;
  beavers?: boolean;
  cube?: string;
  filter?: string;
  dice?: string;
  cubeless?: boolean;
  plays?: number | string[];
  explain?: boolean | string[];
  length?: number;
  games?: number;
  truncate?: number;
  seed?: number;
}

export interface Engine {
  name: string;
  version: string;
  weights?: string;
  weights_crc32?: string;
}

export interface Head {
  engine: Engine;
  game: string;
  position_id: string;
  xgid?: string;
  notes?: string[];
  note_messages?: Message[];
}

export interface Runner {
  pips: number;
  crossovers: number;
  effective_pips?: number | null;
  wastage?: number | null;
}

export interface Race {
  sides: [Runner, Runner];
  counts: {
    name: string;
    own: number;
    opponent: number;
    double: boolean;
    redouble: boolean;
    take: boolean;
  }[];
}

export interface Evaluation extends Head {
  ply: number;
  cubeful: boolean;
  equity: number;
  cubeful_equity?: number;
  mwc?: number;
  probabilities: Probabilities;
  race?: Race;
}

export interface RankedPlay {
  play: string;
  position_id: string;
  equity: number;
  cubeless_equity?: number;
  mwc?: number;
  ply: number;
  probabilities: Probabilities;
}

export interface BestPlays extends Head {
  dice: string;
  cubeful: boolean;
  plays: RankedPlay[];
  cubes?: CubePlay[];
  explanation?: Explanation;
}

/** Best play with a cube. */
export interface CubePlay {
  owner: 'centred' | 'own' | 'opponent';
  value: number;
  /** True for the cube of the position. */
  present: boolean;
  play: string;
  position_id: string;
  equity: number;
  mwc?: number;
  ply: number;
  /** True if another play is best with the present cube. */
  differs: boolean;
  /** Loss with this cube of the play that is best with the present cube. */
  loss: number | null;
}

export interface CubeExplanation {
  ply: number;
  double: number;
  take: number;
  close: boolean;
  market_losers: number;
  /** Rolls that lose the market after any of the opponent's 36 rolls, those with the most replies first. */
  market_rolls?: { dice: string; replies: number }[];
  reasons?: CubeReasons;
  wrong_answers?: { answer: string; share: number };
  contexts: { context: string; ply: number; difference: number }[];
  depths: { ply: number; double: number; take: number }[];
  depths_agree: boolean;
  sentences: string[];
}

export interface CubeReasons {
  win: number;
  double_point: number | null;
  too_good_point: number | null;
  take_point?: { dead: number; live: number; practical: number };
  gammons: OfSides;
  gammon_values: OfSides;
  doubled_gammon_values: OfSides;
}

/** A number of the player on roll and one of the opponent. */
export interface OfSides {
  own: number;
  opponent: number;
}

export interface CubeAnswer extends Head {
  ply: number;
  action: string;
  may_double: boolean;
  no_double: number;
  double_take: number;
  double_pass: number;
  mwc?: { no_double: number; double_take: number; double_pass: number };
  cubeless_equity: number;
  probabilities: Probabilities;
  windows: {
    take_point: number;
    double_point: number;
    cash_point: number;
    too_good_point: number | null;
    gammon_price: number;
  };
  points: { dead: CubePoints; live: CubePoints; practical: CubePoints };
  reply?: CubeReplies;
  explanation?: CubeExplanation;
}

export interface CubePoints {
  take_point: number | null;
  double_point: number | null;
  cash_point: number | null;
  too_good_point: number | null;
}

export interface CubeReplies {
  to: 'double' | 'beaver' | 'raccoon';
  decides: 'own' | 'opponent';
  best: 'take' | 'pass' | 'beaver' | 'raccoon';
  take: number;
  pass: number;
  beaver?: number;
  raccoon?: number;
  mwc?: { take: number; pass: number };
}

export interface PlayAtScore {
  letter: string;
  play: string;
  equity: number;
  mwc?: number;
  margin: number | null;
}

export interface CubeAtScore {
  letters: string;
  action: string;
  no_double: number;
  double_take: number;
  double_pass: number;
  mwc?: number;
  margin: number | null;
}

export interface Score {
  own_away: number;
  opponent_away: number;
  crawford: boolean;
}

export interface PlayScores extends Head {
  dice: string;
  ply: number;
  cubeful: boolean;
  length: number;
  plays: { letter: string; play: string; position_id: string; scores: number }[];
  money: PlayAtScore;
  scores: (Score & PlayAtScore)[];
}

export interface CubeScores extends Head {
  ply: number;
  length: number;
  money: CubeAtScore;
  scores: (Score & CubeAtScore)[];
}

export interface RolledOut {
  play?: string;
  position_id: string;
  games: number;
  equity: number;
  equity_standard_error: number;
  cubeless_equity: number;
  cubeless_equity_standard_error: number;
  mwc?: number;
  mwc_standard_error?: number;
  probabilities: Probabilities;
  standard_errors: Probabilities;
}

export interface Rollout extends Head {
  dice?: string;
  results: RolledOut[];
}

export interface Job<R> {
  id: string;
  kind: string;
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  progress?: { done: number; of: number };
  result?: R;
  error?: string;
}

// Analysed matches: `analyze --json`.

export interface Rate {
  agreed: number;
  of: number;
  rate?: number;
  interval?: [number, number];
}

export interface ErrorSum {
  count: number;
  loss: number;
}

export interface Statistics {
  pr: number | null;
  pr_interval?: [number, number];
  level?: string;
  error: number;
  error_mwc?: number;
  error_points?: number;
  play_error: number;
  cube_error: number;
  decisions: number;
  plays: number;
  cube_decisions: number;
  errors: number;
  blunders: number;
  cube_errors: { [kind: string]: ErrorSum };
  gnubg_error_rate: number | null;
  gnubg_decisions: number;
  gnubg_level?: string;
  snowie_error_rate: number | null;
  snowie_plays: number;
  rolls: number;
  luck: number;
  luck_mwc?: number;
  luck_points?: number;
  luck_adjusted_result?: number;
  match_rate: { all: Rate; close: Rate; middle: Rate; wide: Rate };
}

export interface Candidate {
  play: string;
  position_id: string;
  equity: number;
  mwc?: number;
  ply: number;
  standard_error?: number;
  probabilities: Probabilities;
}

export interface CubeChoice {
  action: string;
  no_double: number;
  double_take: number;
  double_pass: number;
  mwc?: [number, number, number];
  may_beaver: boolean;
  cubeless_equity: number;
  probabilities: Probabilities;
}

export interface Decision {
  seat: 1 | 2;
  kind: 'play' | 'roll' | 'double' | 'answer' | 'answer-beaver' | 'answer-raccoon';
  line?: number;
  position_id: string;
  xgid?: string;
  dice?: string;
  played: string;
  best?: string;
  loss?: number;
  loss_mwc?: number;
  loss_points?: number;
  counted: boolean;
  counted_by_gnubg: boolean;
  error?: string;
  ply: number;
  rollout_games?: number;
  equity?: number;
  mwc?: number;
  plays?: number;
  gap?: number;
  luck?: number;
  luck_mwc?: number;
  luck_points?: number;
  comment?: string;
  candidates?: Candidate[];
  cube?: CubeChoice;
  /** Verdict of the program that wrote the file, for a position that nobody has played. */
  file_verdict?: { best: string; equity?: number; level: string };
  explanation?: Explanation | CubeExplanation;
}

/** A question of a drill, with the grade of an answer. */
export interface DrillAnswer extends Head {
  drill: string;
  seed: number;
  number: number;
  asks: 'numbers' | 'play' | 'double' | 'answer';
  numbers?: string[];
  /** The opponent's first play that is replied to. */
  after?: { roll: string; play: string };
  dice?: string;
  away?: [number, number];
  unit: string;
  tolerance: number;
  grade?: DrillGrade;
}

export interface DrillGrade {
  right: boolean;
  /** In the unit of the question. */
  error: number;
  truth?: number[];
  decision?: Decision;
}

export interface JudgedGame {
  /** Game, if it differs from that of the match. */
  game?: string;
  score: [number, number];
  crawford: boolean;
  winner?: 1 | 2;
  points?: number;
  comment?: string;
  stopped?: string;
  stopped_message?: Message;
  players: [Statistics, Statistics];
  resignations?: object[];
  decisions: Decision[];
}

export interface JudgedMatch {
  file: string;
  file_hash: string;
  format: string;
  game: string;
  length: number;
  rules: { jacoby?: boolean; beavers?: boolean; crawford?: boolean };
  event?: string;
  site?: string;
  date?: string;
  comment?: string;
  warnings: string[];
  warning_messages?: Message[];
  players: [Statistics & { name: string; rating?: string }, Statistics & { name: string; rating?: string }];
  games: JudgedGame[];
}

export interface AnalysisDocument {
  format: 'sheshbesh-analysis';
  engine: Engine & {
    preset: string;
    ply: [number, number];
    luck_ply: number;
    thresholds: { error: number; blunder: number; near_best: number; cube: number };
    settings_hash: string;
  };
  matches: JudgedMatch[];
  /** The reader's notes, in reports exported by the page. */
  notes?: { [place: string]: string };
}

// Types shared by the page's modules.

/** Response of `position`. */
export interface Looked {
  game: string;
  position_id: string;
  xgid?: string;
  board: Position;
  dice?: string | null;
  cube?: { value: number; owner: 'own' | 'opponent' | null };
  match?: number | null;
  score?: { own: number; other: number };
  crawford?: boolean;
  jacoby?: boolean;
  beavers?: boolean;
  pips: { own: number; other: number };
  /** Result, if the game is over. */
  end?: { winner: 'own' | 'opponent' | null; win: Win; points: number };
}

/** A position with everything that its analysis depends on, from the point of view of the player on
 * roll. */
export interface Question {
  game: string;
  board: Position;
  /** Two digits; empty before the roll. */
  dice: string;
  cube: { value: number; owner: 'own' | 'opponent' | null };
  /** Match length in points; 0 for money. */
  match: number;
  score: { own: number; opponent: number };
  crawford: boolean;
  jacoby: boolean;
  beavers: boolean;
  /** Search depth in plies; `null` for the default of the game. */
  ply: number | null;
  /** Seat of the player on roll. It changes with each play of a line, so that the board stays. */
  seat: Seat;
}

/** One or several matches of a file, as stored in the browser. */
export interface StoredMatch {
  id: string;
  /** Milliseconds since 1970. */
  added: number;
  file: string;
  document: AnalysisDocument;
  /** Match record in Sheshbesh's JSON format. */
  record?: unknown;
  /** The reader's notes by key: `match`, or `game.decision` with both counted from 0. */
  notes: { [place: string]: string };
}
