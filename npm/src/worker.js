// Runs an engine in a Worker of the browser or of Node.js, for `loadWorker`.
import { Engine } from "./engine.js";
import { SheshError } from "./error.js";
import { compile } from "./files.js";

const inBrowser = typeof globalThis.postMessage === "function";
const port = inBrowser ? globalThis : (await import("node:worker_threads")).parentPort;

/** @type {Engine} */
let engine;
/** Number of the question to stop, if memory can be shared. */
let flag = null;

const calls = {
  async start({ module, shared }) {
    engine = new Engine(await compile(module));
    flag = shared && new Int32Array(shared);
  },
  use: ({ network, name }) => engine.use(network, { name }),
  version: () => engine.version,
  memory: () => engine.memory,
  ask: ({ question, request, milliseconds, watched }, id) =>
    engine.askText(question, request, {
      milliseconds,
      signal: flag && {
        get aborted() {
          return Atomics.load(flag, 0) === id;
        },
      },
      onProgress: watched
        ? (progress) => {
            port.postMessage({ id, progress });
            return true;
          }
        : undefined,
    }),
};

// One call after the other: a question must not begin while a network is being read.
let last = Promise.resolve();
const receive = ({ id, name, values }) => {
  last = last.then(async () => {
    try {
      port.postMessage({ id, result: await calls[name](values, id) });
    } catch (error) {
      const { message, kind, code, values: details } = error;
      const known = error instanceof SheshError;
      port.postMessage({ id, error: known ? { message, kind, code, values: details } : { message } });
    }
  });
};
if (inBrowser) globalThis.addEventListener("message", (event) => receive(event.data));
else port.on("message", receive);
