export { load } from "./engine.js";
export { SheshError } from "./error.js";
export { loadWorker } from "./worker_engine.js";
