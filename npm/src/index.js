export { Engine, load } from "./engine.js";
export { SheshError } from "./error.js";
export { WorkerEngine, loadWorker } from "./worker_engine.js";
