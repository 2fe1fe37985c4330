import { SheshError } from "./error.js";

// Bundlers copy the files whose names stand in `new URL(…, import.meta.url)`.

/** The module. */
export const MODULE = new URL("./sheshbesh.wasm", import.meta.url);

/** The networks of backgammon, by size. */
export const NETWORKS = {
  small: new URL("./networks/small.weights", import.meta.url),
  standard: new URL("./networks/shipped.weights", import.meta.url),
};

/** Networks of other games, by the game that they learned. */
export const GAMES = {
  "long-gammon": new URL("./networks/long-gammon.weights", import.meta.url),
  hypergammon: new URL("./networks/hypergammon.weights", import.meta.url),
  snake: new URL("./networks/snake.weights", import.meta.url),
  misere: new URL("./networks/misere.weights", import.meta.url),
  plakoto: new URL("./networks/plakoto.weights", import.meta.url),
  fevga: new URL("./networks/fevga.weights", import.meta.url),
  "long-nardi": new URL("./networks/long-nardi.weights", import.meta.url),
  "gul-bara": new URL("./networks/gul-bara.weights", import.meta.url),
  gyulbar: new URL("./networks/gyulbar.weights", import.meta.url),
  chase: new URL("./networks/chase.weights", import.meta.url),
  russian: new URL("./networks/russian.weights", import.meta.url),
  tabula: new URL("./networks/tabula.weights", import.meta.url),
  "acey-deucey": new URL("./networks/acey-deucey.weights", import.meta.url),
  american: new URL("./networks/american.weights", import.meta.url),
};

/** Files of all networks by name. */
export const FILES = { ...NETWORKS, ...GAMES };

/**
 * Resolves an address: relative ones belong to the page, in Node.js to the working folder.
 * @param {URL | string} address
 * @returns {Promise<URL>}
 */
export async function resolve(address) {
  // One letter before a colon is a drive of Windows.
  if (address instanceof URL || /^[a-z][a-z0-9+.-]+:/i.test(address)) return new URL(address);
  const base = globalThis.document?.baseURI ?? globalThis.location?.href;
  if (base) return new URL(address, base);
  const { pathToFileURL } = await import("node:url");
  return pathToFileURL(address);
}

/**
 * Finds the file of a network.
 * @param {URL | string} network its name or address
 * @returns {Promise<URL>}
 */
export async function locate(network) {
  if (Object.hasOwn(FILES, network)) return FILES[network];
  if (/^[\w-]+$/.test(String(network))) {
    const names = Object.keys(FILES).join(", ");
    const text = `there is no network "${network}": name one of ${names}, or give an address or bytes`;
    throw new SheshError(text, { kind: "invalid", code: "network.unknown" });
  }
  return resolve(network);
}

/** The error of a file that cannot be read. */
function unread(place, reason, cause) {
  return new SheshError(`${place.href} cannot be read: ${reason}`, { code: "file", cause });
}

/** Fetches a file. */
async function request(place) {
  const response = await fetch(place).catch((error) => {
    throw unread(place, error.message, error);
  });
  if (!response.ok) throw unread(place, `${response.status} ${response.statusText}`.trim());
  return response;
}

/**
 * Reads a file: from the disk in Node.js, otherwise by `fetch`.
 * @param {URL} place
 * @returns {Promise<Uint8Array>}
 */
export async function read(place) {
  if (place.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return readFile(place).catch((error) => {
      throw unread(place, error.code ?? error.message, error);
    });
  }
  return new Uint8Array(await (await request(place)).arrayBuffer());
}

/**
 * Compiles the module, while it is being fetched if possible.
 * @param {URL | string | BufferSource | WebAssembly.Module} source
 */
export async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const place = await resolve(source);
  if (place.protocol !== "file:" && WebAssembly.compileStreaming) {
    const response = await request(place);
    // Some servers send another type, which streaming refuses.
    const type = response.headers.get("Content-Type") ?? "";
    if (type.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
    return WebAssembly.compile(await response.arrayBuffer());
  }
  return WebAssembly.compile(await read(place));
}
