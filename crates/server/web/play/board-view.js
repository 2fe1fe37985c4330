// @ts-check
// Converts a turn to the view of the board.

import { countPips } from '../board/aria-text.js';
import { gameName } from '../common/games.js';
import { nextValue } from './cube.js';
import { rollCall } from './event-text.js';

/** @typedef {import('../common/types').Turn} Turn */
/** @typedef {import('../common/types').Seat} Seat */
/** @typedef {import('../common/types').View} View */

/**
 * @param {import('../common/types').Context} context
 * @param {Turn} turn
 * @param {import('../board/play-builder.js').PlayBuilder | null} entry the play being entered
 * @returns {View}
 */
export function boardView(context, turn, entry) {
  const { t } = context;
  const board = entry?.board ?? turn.board;
  const score = (/** @type {Seat} */ seat) => {
    const points = turn.score[seat];
    // Points beyond the length of the match do not count.
    return turn.match ? t('play.score', { points: Math.min(points, turn.match), of: turn.match })
      : t('play.points', { n: points });
  };
  const [mine, theirs] = turn.on_roll === 'bottom' ? [board.own, board.other] : [board.other, board.own];
  return {
    board,
    flipped: turn.on_roll === 'top',
    cube: turn.crawford ? null : turn.cube,
    ...(turn.decide.what === 'double' && { offered: nextValue(turn.cube) }),
    names: { bottom: t('play.you'), top: t('play.engine') },
    pips: { bottom: countPips(mine), top: countPips(theirs) },
    score: { bottom: score('bottom'), top: score('top') },
    place: seriesPlace(t, turn.game, turn.frame),
    // A match to one point has no other games.
    ...(turn.crawford && turn.match !== 1 && { note: t('play.crawford') }),
    ...(entry ? entry.shownDice() : { dice: turn.dice }),
    ...(entry?.play !== undefined && { diceLabel: t('table.dice.end') }),
    seat: turn.on_roll,
    call: turn.dice ? rollCall(context, turn.dice) : null,
  };
}

/**
 * Current game of a frame: “Plakoto, game 2 of 3”; empty for a single game.
 *
 * @param {import('../common/types').Translate} t
 * @param {string} game
 * @param {Turn['frame']} frame
 */
export function seriesPlace(t, game, frame) {
  if (!frame) return '';
  const { number, of } = frame;
  const values = { game: gameName(t, game), n: number, of };
  // The tie-break game comes after the counted ones.
  return of && number <= of ? t('play.frame.of', values) : t('play.frame', values);
}
