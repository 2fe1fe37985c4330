// @ts-check
// Descriptions of actions and results.

import { findGame } from '../common/games.js';
import { currentLanguage } from '../common/i18n.js';
import { nextValue } from './cube.js';
import { findCall } from './dice.js';

/** @typedef {import('../common/types').Turn} Turn */
/** @typedef {import('../common/types').Context} Context */

/** Actions that are described together with the player. */
const SEATED = ['roll', 'play', 'double', 'take', 'pass', 'beaver', 'raccoon', 'resign', 'accept', 'refuse'];

/**
 * Traditional call of a roll with an explanation, if enabled.
 *
 * @param {Context} context
 * @param {string} dice
 */
export function rollCall({ settings, t }, dice) {
  const found = findCall(dice, settings.get('calls'), currentLanguage());
  return found && { ...found, about: t('table.call', { call: found.call, dice: [...dice].join('-') }) };
}

/**
 * A roll with its traditional call, if enabled: “3-1, se-yek”.
 *
 * @param {Context} context
 * @param {string} dice
 */
function describeRoll(context, dice) {
  const numbers = [...dice].join('-');
  const traditional = rollCall(context, dice)?.call;
  return traditional ? `${numbers}, ${traditional}` : numbers;
}

/**
 * Describes an action in one sentence; empty if there is nothing to say.
 *
 * @param {Context} context
 * @param {import('../common/types').Did | undefined} did
 * @param {string} game name, with its options
 */
export function describeEvent(context, did, game) {
  const { t } = context;
  if (!did) return '';
  if (did.opening) {
    const { bottom, top } = did.opening;
    // In games of captures, the lower die begins.
    const lowerBegins = findGame(context.games, game)?.family === 'capturing';
    const who = bottom === top ? 'again' : bottom > top !== lowerBegins ? 'you' : 'engine';
    return t(`play.opening.${who}`, { bottom, top });
  }
  if (!SEATED.includes(did.type) || !did.seat) return '';
  const who = did.seat === 'bottom' ? 'you' : 'engine';
  if (did.type === 'roll') {
    return t(`play.${who}.roll`, { dice: describeRoll(context, did.dice ?? '') });
  }
  if (did.type === 'play' && isPass(did.play)) return t(`play.${who}.nothing`);
  const win = did.win ? t(`play.win.${did.win}`) : '';
  return t(`play.${who}.${did.type}`, { play: did.play ?? '', win });
}

/** @param {string | undefined} play */
export function isPass(play) {
  return !play || !/\d/.test(play);
}

/**
 * Describes the result of a game.
 *
 * @param {Context} context
 * @param {Turn} turn
 */
export function describeResult({ t }, { result }) {
  if (!result) return '';
  const { winner, points, how, win } = result;
  const who = winner === null ? 'nobody' : winner === 'bottom' ? 'you' : 'engine';
  return t(`play.result.${who}`, { n: points, how: t(how !== 'played' ? `play.how.${how}` : win === 'single' ? 'play.how.single' : `play.win.${win}`) });
}

/**
 * Describes the pending decision.
 *
 * @param {Context} context
 * @param {Turn} turn
 * @param {boolean} isPass true if the roll cannot be played
 */
export function describeDecision(context, { decide, cube, dice = '' }, isPass) {
  const { t } = context;
  if (decide.what === 'match_over') return t(decide.winner === 'bottom' ? 'play.match.you' : 'play.match.engine');
  const roll = dice === '' ? '' : describeRoll(context, dice);
  if (isPass) return t('play.to.nothing', { dice: roll });
  return t(`play.to.${decide.what}`, {
    win: decide.offered ? t(`play.win.${decide.offered}`) : '', value: nextValue(cube), dice: roll,
  });
}
