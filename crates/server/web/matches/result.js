// @ts-check
// Result of a match.

/** @typedef {import('../common/answers').JudgedMatch} JudgedMatch */

/**
 * Score after the last game, and the winner of a match.
 *
 * @param {JudgedMatch} match
 * @returns {{score: [number, number], winner: 1 | 2 | null}} for money, the winner has more points
 */
export function matchResult({ games, length }) {
  const last = games[games.length - 1];
  /** @type {[number, number]} */
  const score = last ? [...last.score] : [0, 0];
  if (last?.winner) score[last.winner - 1] += last.points ?? 0;
  const [one, two] = score;
  const isOver = length > 0 ? Math.max(one, two) >= length : games.every(({ winner }) => winner !== undefined);
  return { score, winner: !isOver || one === two ? null : one > two ? 1 : 2 };
}
