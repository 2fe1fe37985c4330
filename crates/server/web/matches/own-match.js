// @ts-check
// The reader's own matches against the engine. Records of this page name the engine first, but
// reports of such matches begin with the reader.

/** @typedef {import('../common/answers').Decision} Decision */
/** @typedef {import('../common/answers').JudgedMatch} JudgedMatch */
/** @typedef {import('../common/types').Translate} Translate */

/** @template T @param {[T, T]} pair @returns {[T, T]} */
const swap = ([one, two]) => [two, one];
/** @param {1 | 2} seat @returns {1 | 2} */
const other = (seat) => (seat === 1 ? 2 : 1);

/**
 * True if only the second player is our engine, so that the first one is the reader.
 *
 * @param {Translate} t
 * @param {JudgedMatch} match
 */
export function isAgainstEngine(t, { players: [one, two] }) {
  const engine = t('play.engine');
  return one.name !== engine && two.name === engine;
}

/**
 * A match as it is shown: with the engine as the second player.
 *
 * @param {Translate} t
 * @param {JudgedMatch} match
 * @returns {JudgedMatch} the match itself, or a copy with the players exchanged
 */
export function readersMatch(t, match) {
  const swapped = { ...match, players: swap(match.players) };
  if (!isAgainstEngine(t, swapped)) return match;
  return {
    ...swapped,
    games: match.games.map((game) => ({
      ...game,
      players: swap(game.players),
      score: swap(game.score),
      ...(game.winner && { winner: other(game.winner) }),
      decisions: game.decisions.map((decision) => ({ ...decision, seat: other(decision.seat) })),
    })),
  };
}
