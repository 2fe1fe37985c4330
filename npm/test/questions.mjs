// Questions whose answers by the module must be those of the native program, byte for byte.
import { dice as rolls } from "./decisions.mjs";

/** Starts of all games. */
const STARTS = [
  "4HPwATDgc/ABMA",
  "nackgammon@4Dl4ADbgOXgANg",
  "long-gammon@AACA/z8AAID/Pw",
  "hypergammon@AACgAgAAKgAAAA",
  "snake@4HPwATAAAGDbfw",
  "portes@4HPwATDgc/ABMA",
  "tavla@4HPwATDgc/ABMA",
  "old-english@4HPwATDgc/ABMA",
  "misere@4HPwATDgc/ABMA",
  "irish@4HPwATDgc/ABMA",
  "early@4HPwATDgc/ABMA",
  "plakoto@AACA/z8AAID/Pw",
  "tapa@AACA/z8AAID/Pw",
  "fevga@AACA/z8AAID/Pw",
  "long-nardi@AACA/z8AAID/Pw",
  "nard@AACA/z8AAID/Pw",
];

/** Questions about single positions: stakes, levels, filters, rollouts, errors. */
const SINGLE = [
  ["best", { position: "d4MJgA0vsMMIBg", dice: "64", ply: 3 }],
  ["best", { position: "d4MJgA0vsMMIBg", dice: "64", ply: "rollout1", plays: 3 }],
  ["best", { position: "4HPwATDgc/ABMA", dice: "31", ply: 2, explain: ["6/5 6/3", "8/5 6/5"], match: 5, score: "1-3" }],
  ["best", { position: "4HPwATDgc/ABMA", dice: "21", cubes: true, filter: "wide" }],
  ["best", { position: "XGID=-BBCBB--D-------c---bbccb-:0:0:1:64:0:0:0:0:10" }],
  ["cube", { position: "d4MJgA0vsMMIBg", ply: 3, jacoby: true, beavers: true }],
  ["cube", { position: "d4MJgA0vsMMIBg", ply: 2, match: 7, score: "2-5", cube: "2:own" }],
  ["cube", { position: "4HPwATDgc/ABMA", match: 40, score: "3-0", ply: 1 }],
  ["cube", { position: "4HPwATDgc/ABMA", match: 64, score: "0-1", ply: 2 }],
  ["cube", { chances: [72.1, 20.5, 0.7, 27.9, 3.1, 0.1], match: 5, score: "3-4" }],
  ["evaluate", { position: "d4MJgA0vsMMIBg", ply: 3 }],
  ["evaluate", { position: "4HPwATDgc/ABMA", ply: "rollout1" }],
  ["explain", { position: "d4MJgA0vsMMIBg", dice: "64", ply: 2 }],
  ["explain", { position: "4HPwATDgc/ABMA", ply: 2, match: 5, score: "1-4" }],
  ["scores", { position: "d4MJgA0vsMMIBg", length: 5, ply: 1 }],
  ["scores", { position: "4HPwATDgc/ABMA", dice: "21", length: 3, ply: 2 }],
  ["rollout", { position: "4HPwATDgc/ABMA", dice: "21", games: 72, truncate: 5, seed: 7 }],
  ["rollout", { position: "d4MJgA0vsMMIBg", games: 36, seed: 3, match: 5, score: "2-2" }],
  ["rollout", { position: "4HPwATDgc/ABMA", dice: "31", games: 720, truncate: 3, confidence: 0.95, plays: 4 }],
  ["rollout", { position: "plakoto@AACA/z8AAID/Pw", games: 36, truncate: 4 }],
  ["best", { position: "4HPwATDgc/ABMA", dice: "37" }],
  ["best", { position: "4HPwATDgc/ABMA", rolls: "31" }],
  ["best", { position: "no position", dice: "31" }],
  ["cube", { position: "fevga@AACA/z8AAID/Pw" }],
  ["drill", { drill: "pips", seed: 7, number: 2, answer: "100 90" }],
  ["drill", { drill: "epc", seed: 7, answer: "12.5" }],
  ["drill", { drill: "take-point", seed: 7 }],
  ["drill", { drill: "race", seed: 2 }],
  ["drill", { drill: "openings", seed: 7, answer: "24/23" }],
  ["drill", { drill: "replies", seed: 7 }],
  ["drill", { drill: "pips", game: "long-nardi", seed: 7 }],
  ["drill", { drill: "cube", seed: 3, answer: "raise" }],
  ["worst", {}],
];

/** Plies after which a game is asked about again. */
const STEP = 12;
/** Longest game in plies. */
const LONGEST = 400;

/**
 * Lists the questions. Games are played with the best plays at 1-ply and fixed dice to their ends, so
 * that races and bearoffs are among the positions.
 * @param {{ask: Function}} engine
 */
export async function questions(engine) {
  const found = [...SINGLE];
  const roll = rolls(12345);
  for (const start of STARTS) {
    let position = start;
    for (let ply = 0; ply < LONGEST; ply += 1) {
      const dice = roll();
      if (ply % STEP === 0) {
        for (const question of ["position", "picture"]) found.push([question, { position }]);
        found.push(["plays", { position, dice }], ["best", { position, dice, ply: 2 }]);
        found.push(["evaluate", { position, ply: 1 }], ["cube", { position, ply: 1 }]);
        found.push(["evaluate", { position, ply: 2 }], ["cube", { position, ply: 2, match: 7, score: "4-3" }]);
      }
      try {
        const { plays } = await engine.ask("best", { position, dice, ply: 1, plays: 1 });
        if (plays.length === 0) break;
        position = plays[0].position_id;
      } catch {
        // The game is over.
        break;
      }
    }
  }
  return found;
}
