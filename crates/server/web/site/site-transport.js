// @ts-check
// Transport of the API to an engine in workers of the browser, for the page without a server.
//
// Short requests have a worker of their own, so that searches never delay a move. Searches and jobs
// have a pool of workers; decisions of a match are shared among all of them.

import { attachNotices } from './notices.js';
import { EngineWorker, WorkerError } from './engine-worker.js';
import { Jobs } from './jobs.js';
import { Networks } from './networks.js';
import { Pool } from './pool.js';
import { MissingError, checkBrowser, missingFile } from './requirements.js';

/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('../common/types').Transport} Transport */
/** @typedef {import('./messages').EngineRequest} EngineRequest */

/** Requests that use a network. */
const SEARCHES = ['best', 'chouette/consult', 'chouette/play', 'cube', 'drill', 'evaluate', 'explain', 'judge', 'play', 'scores'];
/** Maximum number of workers that search: each takes up to 100 MB. */
const MAX_WORKERS = 8;
/** Key of a seed that makes dice repeatable, in the browser's storage. */
const SEED = 'shesh.seed';

/** @typedef {{networks: Networks, quick: Pool, pool: Pool}} Engine */

/** @implements {Transport} */
export class SiteTransport {
  constructor() {
    /** There is no description of the API without a server. @type {string | null} */
    this.docs = null;
    this.jobs = new Jobs();
    /** @type {Promise<Engine> | null} */
    this.engine = null;
  }

  /** Starts the engine with the small network, once. A failed start is repeated by the next request. */
  start() {
    this.engine ??= startEngine();
    this.engine.catch(() => { this.engine = null; });
    return this.engine;
  }

  /**
   * @param {string} path
   * @param {RequestInit} options
   * @returns {Promise<Response>}
   */
  async send(path, { method = 'GET', body, signal }) {
    signal?.throwIfAborted();
    const bytes = body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : String(body ?? '');
    const request = { method, path, body: bytes };
    try {
      if (path.startsWith('jobs/') && method !== 'POST') {
        const id = path.slice('jobs/'.length);
        return respondJob(method === 'DELETE' ? this.jobs.cancel(id) : this.jobs.get(id));
      }
      const engine = await this.start();
      if (path.startsWith('jobs/')) return this.begin(engine, request);
      const answer = SEARCHES.includes(path)
        ? search(engine, request, signal) : askQuickly(engine, 'request', request);
      return respond(await answer);
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      return respondError(error);
    }
  }

  /**
   * Starts a job. An invalid request makes it fail.
   *
   * @param {Engine} engine
   * @param {EngineRequest} request
   */
  begin(engine, request) {
    if (request.path === 'jobs/rollout') {
      return accept(this.jobs.post('rollout', (signal, report) => rollOut(engine, request, signal, report)));
    }
    return accept(this.jobs.post('analyze', async (signal, report) => jobStatus(await analyze(engine, request, signal, report))));
  }

  /**
   * @param {string} id
   * @param {(event: string, data: any) => void} tell
   */
  events(id, tell) {
    return this.jobs.events(id, tell);
  }

  /** @param {Context} context */
  async attach(context) {
    const { networks } = await this.start();
    attachNotices(context, networks);
    try {
      await networks.improve('shipped');
      if (context.settings.get('strong')) await networks.improve('strong');
    } catch {
      // The notices say which network answers.
    }
  }
}

/** @returns {Promise<Engine>} */
async function startEngine() {
  checkBrowser();
  const [list, compiled] = await Promise.all([loadList(), compile()]);
  const networks = new Networks(list);
  const seed = localStorageSeed() ?? crypto.getRandomValues(new BigUint64Array(1))[0].toString();
  const make = () => new EngineWorker(compiled, seed, list);
  const cores = Math.max(1, Math.min(navigator.hardwareConcurrency || 1, MAX_WORKERS));
  await networks.improve('small');
  return { networks, quick: new Pool(make, 1), pool: new Pool(make, cores) };
}

/** The stored seed, if there is one and storage is allowed. */
function localStorageSeed() {
  try {
    return localStorage.getItem(SEED);
  } catch {
    return null;
  }
}

async function loadList() {
  const file = 'networks.json';
  const response = await fetch(file).catch(() => null);
  if (!response?.ok) throw missingFile(file);
  return response.json();
}

async function compile() {
  const file = 'sheshbesh.wasm';
  const response = await fetch(file).catch(() => null);
  if (!response?.ok) throw missingFile(file);
  // Not while it is being fetched: some hosts serve another media type, which that refuses.
  return WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Games of a request that need networks of their own.
 *
 * @param {Engine} engine
 * @param {EngineRequest} request
 * @returns {Promise<string[]>}
 */
async function gamesOf(engine, request) {
  return JSON.parse(await askQuickly(engine, 'games_of', request));
}

/**
 * Asks the worker of short requests, which has the small network. They are never aborted: this
 * worker counts the sessions.
 *
 * @param {Engine} engine
 * @param {'request' | 'games_of'} call
 * @param {EngineRequest} request
 */
function askQuickly({ networks, quick }, call, request) {
  return quick.run(async (worker) => {
    await worker.give(networks.find('small'), await networks.load('small'));
    return worker.ask(call, inputs(request));
  });
}

/** Arguments of the module for a request. @param {EngineRequest} request */
function inputs({ method, path, body }) {
  return [method, path, body];
}

/**
 * @param {Engine} engine
 * @param {EngineRequest} request
 * @param {AbortSignal | null | undefined} signal
 */
async function search(engine, request, signal) {
  const games = await gamesOf(engine, request);
  return engine.pool.run(async (worker) => {
    await engine.networks.give(worker, games);
    return worker.ask('request', inputs(request));
  }, signal);
}

/** Waits for the full network; without it, the small one answers. @param {Engine} engine */
async function fullNetwork({ networks }) {
  if (networks.main === 'small') await networks.improve('shipped').catch(() => {});
}

/**
 * @param {Engine} engine
 * @param {EngineRequest} request
 * @param {AbortSignal} signal
 * @param {(status: object) => void} report
 */
async function rollOut(engine, request, signal, report) {
  await fullNetwork(engine);
  const games = await gamesOf(engine, request);
  const answer = await engine.pool.run(async (worker) => {
    await engine.networks.give(worker, games);
    return worker.ask('request', inputs(request), [], (status) => report(JSON.parse(status)));
  }, signal);
  return jobStatus(answer);
}

/**
 * Analyses a match file: each worker answers a part of the decisions, and one joins the answers.
 * Returns the module's answer.
 *
 * @param {Engine} engine
 * @param {EngineRequest} request
 * @param {AbortSignal} signal
 * @param {(status: object) => void} report
 */
export async function analyze(engine, request, signal, report) {
  await fullNetwork(engine);
  const { networks, pool } = engine;
  const games = await gamesOf(engine, request);
  const file = [request.path.replace(/^[^?]*\??/, ''), request.body];
  const shares = Array.from({ length: pool.size }, () => 0);
  const parts = await Promise.all(shares.map((_, part) => pool.run(async (worker) => {
    await networks.give(worker, games);
    return worker.ask('analyze_part', file, [part, shares.length], (share) => {
      shares[part] = Number(share);
      const done = Math.floor(1000 * shares.reduce((sum, one) => sum + one, 0) / shares.length);
      report({ state: 'running', progress: { done, of: 1000 } });
    });
  }, signal)));
  return pool.run(async (worker) => {
    await networks.give(worker, games);
    return worker.ask('join_analysis', [...file, parts.join('\n')]);
  }, signal);
}

/**
 * Splits an answer of the module: `STATUS MEDIA-TYPE`, a newline, and the body.
 *
 * @param {string} answer
 */
function split(answer) {
  const end = answer.indexOf('\n');
  const [status, ...type] = answer.slice(0, end).split(' ');
  return { status: Number(status), type: type.join(' '), body: answer.slice(end + 1) };
}

/** Final status of a job, or that of its refusal. @param {string} answer */
function jobStatus(answer) {
  const { status, body } = split(answer);
  const found = JSON.parse(body);
  return status === 200 ? found : { state: 'failed', progress: { done: 0, of: 0 }, ...found };
}

/** @param {string} answer */
function respond(answer) {
  const { status, type, body } = split(answer);
  return new Response(body, { status, headers: { 'content-type': type } });
}

/** @param {object} value @param {number} status */
function respondJson(value, status) {
  return new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } });
}

/** @param {object} job */
function accept(job) {
  return respondJson(job, 202);
}

/** @param {object | undefined} job */
function respondJob(job) {
  return job ? respondJson(job, 200) : respondJson({ error: 'there is no such job, or its result has expired', code: 'job.not-found' }, 404);
}

/** @param {unknown} error */
function respondError(error) {
  const coded = error instanceof MissingError ? error.coded : {};
  if (error instanceof WorkerError) {
    console.error(error.message);
    return respondJson({ error: 'the request failed unexpectedly', code: 'http.panicked' }, 500);
  }
  return respondJson({ error: error instanceof Error ? error.message : String(error), ...coded }, 500);
}
