// Runs the package in headless Chromium: compares its answers with those of the native program, and
// measures the time of decisions.
//
//   node chromium.mjs PACKAGE questions.jsonl answers.jsonl
//
// The engine answers in the thread of a page without inline scripts, under a policy without `unsafe-eval`.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, resolve, sep } from "node:path";

const [folder, asked, answered] = process.argv.slice(2);
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };
/** Longest run in milliseconds. */
const PATIENCE = 300_000;

const places = { "/package/": resolve(folder), "/test/": resolve(import.meta.dirname) };
let done;
const finished = new Promise((resolve) => {
  done = resolve;
});

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, "http://localhost");
  try {
    if (pathname === "/result") {
      let body = "";
      for await (const part of request) body += part;
      response.end();
      done(JSON.parse(body));
      return;
    }
    let file = { "/questions": asked, "/answers": answered }[pathname];
    for (const [prefix, place] of Object.entries(places)) {
      if (!file && pathname.startsWith(prefix)) {
        file = resolve(place, pathname.slice(prefix.length));
        if (!file.startsWith(place + sep)) throw new Error(pathname);
      }
    }
    const bytes = await readFile(file);
    response.setHeader("Content-Type", TYPES[extname(file)] ?? "application/octet-stream");
    response.setHeader("Content-Security-Policy", "default-src 'none'; connect-src 'self'; worker-src 'self'; script-src 'self' 'wasm-unsafe-eval'");
    response.end(bytes);
  } catch {
    response.statusCode = 404;
    response.end();
  }
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const profile = await mkdtemp(join(tmpdir(), "sheshbesh-chromium-"));
const page = `http://127.0.0.1:${server.address().port}/test/page.html`;
const browser = spawn(
  "chromium",
  ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", `--user-data-dir=${profile}`, page],
  { stdio: "ignore" },
);
const result = await Promise.race([
  finished,
  new Promise((resolve) => setTimeout(() => resolve({ error: "no result in time" }), PATIENCE).unref()),
]);
browser.kill();
await new Promise((closed) => (browser.exitCode === null ? browser.on("exit", closed) : closed()));
server.close();
server.closeAllConnections();
await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
for (const line of result.lines ?? []) console.log(`Chromium: ${line}`);
if (result.error) {
  console.error(result.error);
  process.exitCode = 1;
}
