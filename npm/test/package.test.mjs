// Tests the package as a user gets it: run from a folder in which it has been installed.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const { SheshError, load, loadWorker } = await import(import.meta.resolve("sheshbesh"));

const START = "4HPwATDgc/ABMA";
const BEST = { position: START, dice: "31" };

test("the small network answers first, and the standard one replaces it", async () => {
  const engine = await load();
  const small = await engine.ask("best", { ...BEST, ply: 2 });
  assert.equal(small.plays[0].play, "8/5 6/5");
  assert.equal(small.engine.weights, "small");
  assert.equal(await engine.use("standard"), "backgammon");
  const standard = await engine.ask("best", { ...BEST, ply: 3 });
  assert.equal(standard.engine.weights, "shesh");
  assert.notEqual(standard.engine.weights_crc32, small.engine.weights_crc32);
  assert.match(engine.version, /^\d+\.\d+\.\d+$/);
  assert.ok(engine.memory < 300e6, `${engine.memory} bytes`);
});

test("networks of other games are read when they are needed", async () => {
  const engine = await load();
  for (const game of ["plakoto", "fevga", "nard", "hypergammon", "misere"]) {
    const start = { plakoto: "plakoto@AACA/z8AAID/Pw", hypergammon: "hypergammon@AACgAgAAKgAAAA" };
    const position = start[game] ?? (game === "misere" ? START : "AACA/z8AAID/Pw");
    const answer = await engine.ask("evaluate", { position, game, ply: 1 });
    assert.equal(answer.game, game);
    assert.equal(answer.notes?.some((note) => note.includes("backgammon")) ?? false, false, `${answer.notes}`);
  }
});

test("networks are also read from bytes", async () => {
  const bytes = await readFile(new URL("networks/fevga.weights", import.meta.resolve("sheshbesh")));
  const engine = await load({ network: null });
  await assert.rejects(engine.ask("best", BEST), (error) => error instanceof SheshError && error.kind === "failed");
  assert.equal(await engine.use(bytes, { name: "own" }), "fevga");
  const answer = await engine.ask("evaluate", { position: "fevga@AACA/z8AAID/Pw", ply: 1 });
  assert.equal(answer.engine.weights, "own");
  await assert.rejects(engine.use(bytes.subarray(0, 1000)), (error) => error.kind === "failed");
});

test("networks are found by paths and URLs", async () => {
  const place = new URL("networks/plakoto.weights", import.meta.resolve("sheshbesh"));
  const path = relative(".", fileURLToPath(place));
  for (const engine of [await load({ network: null }), await loadWorker({ network: null })]) {
    assert.equal(await engine.use(place), "plakoto");
    assert.equal(await engine.use(path), "plakoto");
    const answer = await engine.ask("evaluate", { position: "4HPwATDgc/ABMA", game: "plakoto", ply: 1 });
    assert.equal(answer.engine.weights, path);
    await assert.rejects(engine.use("strong"), { name: "SheshError", kind: "invalid", code: "network.unknown" });
    await assert.rejects(engine.use("./no.weights"), { name: "SheshError", kind: "failed", code: "file" });
    engine.close();
  }
});

test("errors have a kind, a code and a sentence", async () => {
  const engine = await load();
  await assert.rejects(engine.ask("best", { ...BEST, dice: "37" }), {
    name: "SheshError",
    kind: "invalid",
    code: "dice.invalid",
    values: { text: "37" },
    message: '"37" is not a roll: give two numbers from 1 to 6, such as 31',
  });
  await assert.rejects(engine.ask("worst", {}), { kind: "invalid" });
  await assert.rejects(engine.askText("best", "{"), { kind: "unreadable" });
  // The engine goes on.
  assert.equal((await engine.ask("best", BEST)).plays.length > 10, true);
});

test("a question ends at its time limit", async () => {
  const engine = await load();
  const began = performance.now();
  const answer = await engine.ask("best", { ...BEST, dice: "66", ply: 4 }, { milliseconds: 50 });
  assert.ok(answer.plays.length > 0);
  assert.ok(performance.now() - began < 5000);
  const stopped = await engine.ask(
    "rollout",
    { position: START, games: 100_000, time: 0.05, truncate: 3 },
  );
  assert.ok(stopped.results[0].games < 100_000);
});

test("a rollout reports its progress and is ended by it", async () => {
  const engine = await load();
  const seen = [];
  const watch = (rollout) => seen.push(rollout.results[0].games) < 2;
  const request = { position: START, games: 10_000, truncate: 2 };
  const { results } = await engine.ask("rollout", request, { onProgress: watch });
  assert.equal(seen.length, 2);
  assert.equal(results[0].games, seen[1]);
});

test("an engine in a worker gives the same answers, and can be stopped", async () => {
  const [direct, worker] = [await load(), await loadWorker()];
  const request = JSON.stringify({ ...BEST, ply: 3 });
  assert.equal(await worker.askText("best", request), await direct.askText("best", request));
  assert.equal(await worker.version, direct.version);
  await assert.rejects(worker.ask("best", { ...BEST, dice: "37" }), { code: "dice.invalid", kind: "invalid" });

  const controller = new AbortController();
  let rounds = 0;
  const rollout = worker.ask("rollout", { position: START, games: 100_000 }, {
    signal: controller.signal,
    onProgress: () => {
      rounds += 1;
      controller.abort();
    },
  });
  const { results } = await rollout;
  assert.ok(rounds > 0 && results[0].games < 100_000);
  // Not a round has ended by then.
  const early = new AbortController();
  setTimeout(() => early.abort(), 200);
  await assert.rejects(
    worker.ask("rollout", { position: START, games: 100_000, ply: 3 }, { signal: early.signal }),
    { name: "SheshError", kind: "stopped" },
  );
  await assert.rejects(
    worker.ask("best", BEST, { signal: AbortSignal.abort() }),
    (error) => error instanceof SheshError && error.kind === "stopped",
  );
  assert.equal(await worker.askText("best", request), await direct.askText("best", request));
  worker.close();
  await assert.rejects(worker.ask("best", BEST), { code: "closed" });
});
