// Type-checked against the installed package; never run.
import { type Answers, SheshError, load, loadWorker } from "sheshbesh";

export async function example(): Promise<string> {
  const engine = await load({ network: "small" });
  const best = await engine.ask("best", { position: "4HPwATDgc/ABMA", dice: "31", ply: 3 });
  const worker = await loadWorker();
  const rollout = await worker.ask("rollout", { position: "4HPwATDgc/ABMA", games: 36 }, { milliseconds: 100 });
  const games: number = rollout.results[0].games;
  const equity: number = best.plays[0].equity;
  const scores: Answers["scores"] = await engine.ask("scores", { position: "4HPwATDgc/ABMA", length: 3 });
  // @ts-expect-error: no such question
  await engine.ask("worst", {});
  // @ts-expect-error: a position is needed
  await engine.ask("best", { dice: "31" });
  try {
    await engine.use("standard");
  } catch (error) {
    if (error instanceof SheshError) return error.kind;
  }
  return `${best.plays[0].play} ${equity} ${games} ${typeof scores} ${engine.version.length} ${(await worker.version).length}`;
}
