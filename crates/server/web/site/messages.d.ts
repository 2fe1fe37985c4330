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
  /** Answers to parts of the work, from other workers: one a line. */
  parts: string;
}

export type ToWorker = { id: number } & (
  | { start: { compiled: WebAssembly.Module; seed: string; networks: [string, string][] } }
  | { network: { name: string; file: ArrayBuffer } }
  | { request: EngineRequest; call: 'request' | 'games_of' | 'analyze_part'; numbers: number[] });

export type FromWorker = { id: number } & (
  | { answer: string }
  | { progress: string }
  | { error: string; broken: boolean });
