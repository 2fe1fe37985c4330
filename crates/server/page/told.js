// @ts-check
// What happened at the table, in words.

import { shown } from './i18n.js';
import { called } from './dice.js';

/** @typedef {import('./types').Turn} Turn */
/** @typedef {import('./types').Context} Context */

/** What is said with who did it. */
const SEATED = ['roll', 'play', 'double', 'take', 'pass', 'beaver', 'raccoon', 'resign', 'accept', 'refuse'];

/**
 * A roll as it is read, with its traditional call where that is set: “3-1, se-yek”.
 *
 * @param {Context} context
 * @param {string} dice
 */
export function roll({ settings }, dice) {
  const call = called(dice, settings.get('calls'), shown())?.call;
  const numbers = [...dice].join('-');
  return call ? `${numbers}, ${call}` : numbers;
}

/**
 * What was done last, as one sentence; nothing where there is nothing to say.
 *
 * @param {Context} context
 * @param {Turn} turn
 */
export function did(context, turn) {
  const { t } = context;
  const { did } = turn;
  if (!did) return '';
  if (did.opening) {
    const { bottom, top } = did.opening;
    const who = bottom === top ? 'again' : bottom > top ? 'you' : 'engine';
    return t(`play.opening.${who}`, { bottom, top });
  }
  if (!SEATED.includes(did.type) || !did.seat) return '';
  const who = did.seat === 'bottom' ? 'you' : 'engine';
  if (did.type === 'roll') {
    return t(`play.${who}.roll`, { dice: roll(context, did.dice ?? '') });
  }
  if (did.type === 'play' && isPass(did.play)) return t(`play.${who}.nothing`);
  const win = did.win ? t(`play.win.${did.win}`) : '';
  return t(`play.${who}.${did.type}`, { play: did.play ?? '', win, value: turn.cube.value });
}

/** @param {string | undefined} play */
export function isPass(play) {
  return !play || !/\d/.test(play);
}

/**
 * How a game ended.
 *
 * @param {Context} context
 * @param {Turn} turn
 */
export function result({ t }, { result }) {
  if (!result) return '';
  const { winner, points, how, win } = result;
  const who = winner === null ? 'nobody' : winner === 'bottom' ? 'you' : 'engine';
  return t(`play.result.${who}`, { n: points, how: t(how === 'played' ? `play.win.${win}` : `play.how.${how}`) });
}
