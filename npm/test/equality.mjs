// Compares the module's answers with those of the native program.
//
//   node equality.mjs questions PACKAGE > questions.jsonl
//   … native answers: cargo run --release -p sheshbesh-api --example answers < questions.jsonl > answers.jsonl
//   node equality.mjs compare PACKAGE questions.jsonl answers.jsonl
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { questions } from "./questions.mjs";

const [mode, folder, asked, answered] = process.argv.slice(2);
const { load } = await import(pathToFileURL(`${folder}/index.js`));
const engine = await load({ network: "standard" });

/** Lines of a file, without the last empty one. */
const lines = (path) => readFileSync(path, "utf8").split("\n").slice(0, -1);

if (mode === "questions") {
  for (const question of await questions(engine)) console.log(JSON.stringify(question));
} else {
  const wanted = lines(answered).map((line) => JSON.parse(line));
  const all = lines(asked).map((line) => JSON.parse(line));
  if (all.length === 0 || all.length !== wanted.length) throw new Error(`${all.length} questions, ${wanted.length} answers`);
  let different = 0;
  let refused = 0;
  for (const [index, [question, request]] of all.entries()) {
    let answer;
    try {
      answer = await engine.askText(question, JSON.stringify(request));
    } catch (error) {
      if (!error.kind) throw error;
      answer = error.message;
      refused += 1;
    }
    if (answer === wanted[index]) continue;
    different += 1;
    if (different > 3) continue;
    const at = [...answer].findIndex((letter, place) => letter !== wanted[index][place]);
    const near = (text) => JSON.stringify(text.slice(Math.max(0, at - 60), at + 60));
    console.error(`${question} ${JSON.stringify(request)}: ${near(answer)}, native: ${near(wanted[index])}`);
  }
  const megabytes = Math.ceil(engine.memory / 2 ** 20);
  console.log(`${all.length} answers (${refused} errors), ${different} different; ${megabytes} MB of memory`);
  if (different > 0 || refused * 4 > all.length) process.exitCode = 1;
  if (engine.memory > 300e6) {
    console.error("more than 300 MB of memory");
    process.exitCode = 1;
  }
}
