// @ts-check
// Converts a turn of a chouette to the view of the board.

import { countPips } from '../../board/aria-text.js';
import { nextValue } from '../cube.js';
import { rollCall } from '../event-text.js';
import { findCube, formatPoints } from './event-text.js';

/** @typedef {import('../../common/types').ChouetteTurn} ChouetteTurn */
/** @typedef {import('../../common/types').View} View */

/** Decisions about a turned cube, which the board shows. */
const ANSWERS = ['double', 'beaver', 'raccoon'];

/** Names of the sides: the box at the bottom, the captain at the top. @param {ChouetteTurn} turn */
export function sideNames({ players, line, captain }) {
  return { bottom: players[line[0]].name, top: players[captain].name };
}

/**
 * The side to be shown at the bottom: the people, or, if both sides have some, the side that decides.
 *
 * @param {ChouetteTurn} turn
 * @param {boolean} turns true if the board may turn
 * @returns {import('../../common/types').Seat}
 */
export function bottomSeat({ players, line, decide, on_roll: onRoll }, turns) {
  const isPerson = (/** @type {number} */ player) => players[player].level === undefined;
  const team = line.slice(1).some(isPerson);
  if (!isPerson(line[0])) return team ? 'top' : 'bottom';
  if (!team || !turns) return 'bottom';
  const seat = decide.player === undefined ? onRoll : decide.player === line[0] ? 'bottom' : 'top';
  return seat;
}

/**
 * @param {import('../../common/types').Context} context
 * @param {ChouetteTurn} turn
 * @param {import('../../board/play-builder.js').PlayBuilder | null} entry the play being entered
 * @returns {View}
 */
export function chouetteView(context, turn, entry) {
  const { t } = context;
  const { players, line, captain, decide } = turn;
  const board = entry?.board ?? turn.board;
  const [mine, theirs] = turn.on_roll === 'bottom' ? [board.own, board.other] : [board.other, board.own];
  const names = sideNames(turn);
  const asked = ANSWERS.includes(decide.what) ? findCube(turn, decide.cube).cube : null;
  return {
    board,
    flipped: turn.on_roll === 'top',
    cube: asked,
    ...(asked && decide.what === 'double' && { offered: nextValue(asked) }),
    names: { bottom: `${names.bottom} (${t('chouette.box')})`, top: `${names.top} (${t('chouette.captain')})` },
    pips: { bottom: countPips(mine), top: countPips(theirs) },
    score: { bottom: formatPoints(players[line[0]].score), top: formatPoints(players[captain].score) },
    ...(entry ? entry.shownDice() : { dice: turn.dice }),
    ...(entry?.play !== undefined && { diceLabel: t('table.dice.end') }),
    seat: turn.on_roll,
    call: turn.dice ? rollCall(context, turn.dice) : null,
  };
}
