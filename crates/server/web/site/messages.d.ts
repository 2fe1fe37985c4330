// Messages between the page and its workers.

/** Network of a game, as `scripts/site` lists it. */
export interface NetworkFile {
  /** Game that it learned; the main network of backgammon has several files. */
  game: string;
  /** `small`, `shipped` or `strong`; the game's name otherwise. */
  name: string;
  /** Name in answers. */
  label: string;
  /** Path from the page. */
  path: string;
  bytes: number;
  /** Checksum as in answers: eight hexadecimal digits. */
  crc32: string;
}

export interface EngineRequest {
  method: string;
  path: string;
  body: string | Uint8Array<ArrayBuffer>;
}

/** Functions of the module that answer requests; `crates/wasm/README.md` describes their arguments. */
export type EngineCall = 'request' | 'games_of' | 'analyze_part' | 'join_analysis';

export type ToWorker = { id: number } & (
  | { start: { compiled: WebAssembly.Module; seed: string; networks: [string, string][] } }
  | { network: { name: string; file: ArrayBuffer } }
  | { call: EngineCall; inputs: (string | Uint8Array<ArrayBuffer>)[]; numbers: number[] });

export type FromWorker = { id: number } & (
  | { answer: string }
  | { progress: string }
  | { error: string; broken: boolean });
