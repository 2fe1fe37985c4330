// @ts-check
// A Worker with an instance of the engine's module. It answers one request after the other.

// @ts-ignore: `scripts/site` copies it here from the npm package.
import { Module } from './module.js';

/** @typedef {import('./messages').ToWorker} ToWorker */
/** @typedef {import('./messages').FromWorker} FromWorker */

/** @type {any} */
let module = null;

/** @param {FromWorker} message */
function tell(message) {
  postMessage(message);
}

/**
 * @param {ToWorker} message
 * @returns {string}
 */
function answer(message) {
  if ('start' in message) {
    const { compiled, seed, networks } = message.start;
    module = new Module(compiled);
    module.call('seed', [seed]);
    return module.call('declare', [JSON.stringify(networks)]);
  }
  if ('network' in message) {
    const { name, file } = message.network;
    return module.call('add_network', [name, new Uint8Array(file)]);
  }
  module.progress = (/** @type {string} */ status) => {
    tell({ id: message.id, progress: status });
    return true;
  };
  return module.call(message.call, message.inputs, ...message.numbers);
}

addEventListener('message', (/** @type {MessageEvent<ToWorker>} */ { data }) => {
  try {
    tell({ id: data.id, answer: answer(data) });
  } catch (error) {
    // A module that has panicked is not used again.
    tell({ id: data.id, error: error instanceof Error ? error.message : String(error), broken: module?.broken !== null });
  }
});
