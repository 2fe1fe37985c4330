// Measures the time of a decision, in Node.js or beside a native server:
//
//   node time.mjs PACKAGE [small|standard] [URL of a running `shesh serve --threads 1`]
//
// Positions are those of games that the engine plays against itself with fixed dice, each with a roll that
// leaves a choice. Times are means, in milliseconds, without the first decision. Requests to a server take
// a few tenths of a millisecond more, which a question without a search measures.
import { pathToFileURL } from "node:url";
import { decisions } from "./decisions.mjs";

const [folder, network = "standard", server] = process.argv.slice(2);
const { load } = await import(pathToFileURL(`${folder}/index.js`));
const engine = await load({ network });
const native = {
  async ask(question, request) {
    const response = await fetch(new URL(`api/v1/${question}`, server), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(request),
    });
    return response.json();
  },
};

/** Mean time of questions, in milliseconds. */
async function time(asked, question, requests) {
  await asked.ask(question, requests[0]);
  const began = performance.now();
  for (const request of requests) await asked.ask(question, request);
  return (performance.now() - began) / requests.length;
}

const all = await decisions(engine, 120);
for (const [name, asked] of [["module", engine], ...(server ? [["native", native]] : [])]) {
  const base = await time(asked, "position", all.map(({ position }) => ({ position })));
  console.log(`${name}: ${base.toFixed(2)} ms without a search`);
  for (const [ply, count] of [[1, 120], [2, 120], [3, 30]]) {
    const requests = all.slice(0, count).map((decision) => ({ ...decision, ply, plays: 1, cubeless: true }));
    console.log(`${name}: ${ply}-ply ${(await time(asked, "best", requests)).toFixed(2)} ms`);
  }
}
console.log(`${Math.ceil(engine.memory / 2 ** 20)} MB of memory`);
