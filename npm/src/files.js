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
  misere: new URL("./networks/misere.weights", import.meta.url),
  plakoto: new URL("./networks/plakoto.weights", import.meta.url),
  fevga: new URL("./networks/fevga.weights", import.meta.url),
  "long-nardi": new URL("./networks/long-nardi.weights", import.meta.url),
};

/**
 * Reads a file: from the disk in Node.js, otherwise by `fetch`.
 * @param {URL | string} url
 * @returns {Promise<Uint8Array>}
 */
export async function read(url) {
  const place = new URL(url, import.meta.url);
  if (place.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return readFile(place);
  }
  const response = await fetch(place);
  if (!response.ok) throw new Error(`${place.href}: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * Compiles the module, while it is being fetched if possible.
 * @param {URL | string | BufferSource | WebAssembly.Module} source
 */
export async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const place = new URL(source, import.meta.url);
  if (place.protocol !== "file:" && WebAssembly.compileStreaming) {
    const response = await fetch(place);
    if (!response.ok) throw new Error(`${place.href}: ${response.status} ${response.statusText}`);
    // Some servers send another type, which streaming refuses.
    const type = response.headers.get("Content-Type") ?? "";
    if (type.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
    return WebAssembly.compile(await response.arrayBuffer());
  }
  return WebAssembly.compile(await read(place));
}
