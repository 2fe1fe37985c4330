// The page of chromium.mjs.
import { load, loadWorker } from "/package/index.js";
import { decisions } from "./decisions.mjs";

const lines = [];

async function run() {
  const engine = await load({ network: "standard" });
  const text = async (place) => (await (await fetch(place)).text()).split("\n").slice(0, -1);
  const [questions, answers] = [await text("/questions"), await text("/answers")];
  let different = 0;
  for (const [index, line] of questions.entries()) {
    const [question, request] = JSON.parse(line);
    const wanted = JSON.parse(answers[index]);
    const answer = await engine.askText(question, JSON.stringify(request)).catch((error) => error.message);
    if (answer === wanted) continue;
    different += 1;
    if (different === 1) lines.push(`${line}: ${answer}`);
  }
  lines.push(`${questions.length} answers, ${different} different`);

  const all = await decisions(engine, 60);
  for (const [ply, count] of [[1, 60], [2, 60], [3, 20]]) {
    const began = performance.now();
    for (const decision of all.slice(0, count)) {
      await engine.ask("best", { ...decision, ply, plays: 1, cubeless: true });
    }
    lines.push(`${ply}-ply ${((performance.now() - began) / count).toFixed(2)} ms`);
  }
  lines.push(`${Math.ceil(engine.memory / 2 ** 20)} MB of memory`);

  const worker = await loadWorker();
  const request = JSON.stringify({ position: "4HPwATDgc/ABMA", dice: "31", ply: 2 });
  await engine.use("small");
  const same = (await worker.askText("best", request)) === (await engine.askText("best", request));
  const controller = new AbortController();
  const rollout = worker.ask("rollout", { position: "4HPwATDgc/ABMA", games: 100_000 }, { signal: controller.signal });
  setTimeout(() => controller.abort(), 200);
  // Without shared memory, the worker is ended and started anew.
  const kind = await rollout.then(() => "answered", (error) => error.kind);
  const again = (await worker.askText("best", request)) === (await engine.askText("best", request));
  lines.push(`worker: ${same && again ? "the same answers" : "other answers"}, a rollout is ${kind}`);
  worker.close();
  if (different > 0 || !same || !again || kind !== "stopped") throw new Error("the answers are not those of the native program");
}

const result = await run().then(
  () => ({ lines }),
  (error) => ({ lines, error: String(error.stack ?? error) }),
);
await fetch("/result", { method: "POST", body: JSON.stringify(result) });
