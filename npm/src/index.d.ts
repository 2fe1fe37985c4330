import type { Answers, Head, Probabilities, Requests } from "./api.js";

export * from "./api.js";

/** Names of the questions. */
export type Question = keyof Requests & keyof Answers;

/** Networks of backgammon in the package: `small`, 0.5 MB, or `standard`, 11.7 MB, which plays better. */
export type NetworkName = "small" | "standard";

/**
 * A network: a name, the address of a weights file, or its bytes. Addresses are relative to the page; in Node.js
 * they are paths, relative to the working folder, or URLs.
 */
export type NetworkSource = NetworkName | URL | (string & {}) | ArrayBuffer | Uint8Array;

/** Options of `load` and `loadWorker`. */
export interface LoadOptions {
  /** The first network. `null` loads none; call `use` before asking. Default: `small`. */
  network?: NetworkSource | null;
  /** The module, if it is not beside the scripts of the package. */
  module?: URL | string | BufferSource | WebAssembly.Module;
}

/** Options of a question. */
export interface AskOptions {
  /** Time limit in milliseconds. The answer is the best one found by then. Default: none. */
  milliseconds?: number;
  /** Stops the question. An engine on the caller's thread sees only signals that came before. */
  signal?: AbortSignal;
  /** Receives a rollout so far, after each round; the rollout ends if it returns `false`. */
  onProgress?: (rollout: Rollout) => boolean | void;
}

/** An engine with its networks. */
export interface Engine {
  /**
   * Answers a question of the HTTP API of `shesh serve`. The network of a game other than backgammon is
   * read when it is first needed.
   * @throws {SheshError} if there is no answer
   */
  ask<Q extends Question>(question: Q, request: Requests[Q], options?: AskOptions): Promise<Answers[Q]>;
  /** Like `ask`, with request and answer as JSON texts. The answer is byte for byte that of `shesh`. */
  askText(question: Question, request: string, options?: AskOptions): Promise<string>;
  /**
   * Adds a network, or replaces the one that learned the same game. Answers report the name as `weights`.
   * @returns the game that the network learned
   */
  use(network: NetworkSource, options?: { name?: string }): Promise<string>;
  /** Frees the networks, and ends the Worker. */
  close(): void;
  /** Version of the engine. */
  readonly version: string | Promise<string>;
  /** Size of the module's memory in bytes. */
  readonly memory: number | Promise<number>;
}

/** Loads an engine that answers on the caller's thread, which is blocked until there is an answer. */
export function load(options?: LoadOptions): Promise<Engine & { readonly version: string; readonly memory: number }>;

/** Loads an engine that answers in a Worker, or in a thread of Node.js. */
export function loadWorker(
  options?: LoadOptions,
): Promise<Engine & { readonly version: Promise<string>; readonly memory: Promise<number> }>;

/** The error of a question that has no answer. */
export class SheshError extends Error {
  /**
   * `unreadable`: the request is not JSON or has unknown fields; `invalid`: it makes no sense; `failed`: it
   * could not be answered; `stopped`: it was stopped before there was an answer.
   */
  readonly kind: "unreadable" | "invalid" | "failed" | "stopped";
  /** Stable code of the message, such as `dice.invalid`, if it has one. */
  readonly code?: string;
  /** Values that the message names. */
  readonly values: Record<string, unknown>;
}

/** A rollout. */
export interface Rollout extends Head {
  /** Roll whose plays were rolled out. */
  dice?: string;
  /** True if the cube was in play. */
  cubeful: boolean;
  /** One result for the position itself, or one for each play, best first. */
  results: RolledOut[];
}

/** Rollout result of a position. */
export interface RolledOut {
  /** Play that leads to the position, in standard notation. */
  play?: string;
  /** The position; after a play, with the opponent on roll. */
  position_id: string;
  /** Number of games played. */
  games: number;
  /** Equity in points at the stakes, for the player on roll, or for the player who made the play. */
  equity: number;
  /** Standard error of `equity`. */
  equity_standard_error: number;
  /** Cubeless equity, in points per game at cube 1. */
  cubeless_equity: number;
  /** Standard error of `cubeless_equity`. */
  cubeless_equity_standard_error: number;
  /** Match winning chance, in a match. */
  mwc?: number;
  /** Standard error of `mwc`. */
  mwc_standard_error?: number;
  /** Cubeless probabilities. */
  probabilities: Probabilities;
  /** Standard errors of the probabilities. */
  standard_errors: Probabilities;
}
