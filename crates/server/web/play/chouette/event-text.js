// @ts-check
// Sentences about a chouette: what was done, and who decides what.

import { findGame } from '../../common/games.js';
import { formatNumber, joinList } from '../../common/i18n.js';
import { nextValue } from '../cube.js';
import { isPass } from '../event-text.js';

/** @typedef {import('../../common/types').Translate} Translate */
/** @typedef {import('../../common/types').ChouetteTurn} ChouetteTurn */

/** Actions without a sentence of their own. */
const SILENT = ['hold', 'keep_extras'];

/**
 * Names of players, each once.
 *
 * @param {ChouetteTurn} turn
 * @param {number | number[]} of
 */
export function listNames({ players }, of) {
  return joinList([...new Set([of].flat())].map((player) => players[player].name));
}

/** Points with a sign, except 0. @param {number} points */
export function formatPoints(points) {
  return formatNumber(points, { signDisplay: 'exceptZero' });
}

/** A roll: “3-1”. @param {string | undefined} dice */
const roll = (dice) => [...dice ?? ''].join('-');

/** The game with the box to which a cube belongs. @param {ChouetteTurn} turn @param {number | undefined} member */
export function findCube({ cubes }, member) {
  return cubes.find((cube) => cube.member === member) ?? cubes[0];
}

/**
 * Name of a player who answers about a cube; the box has several.
 *
 * @param {Translate} t
 * @param {ChouetteTurn} turn
 * @param {number} player
 * @param {number | undefined} cube
 */
function answering(t, turn, player, cube) {
  const name = listNames(turn, player);
  if (player !== turn.line[0] || cube === undefined) return name;
  return t('chouette.cube-of', { name, other: listNames(turn, findCube(turn, cube).holder) });
}

/**
 * Describes an action of the current game in one sentence; empty if there is nothing to say.
 *
 * @param {import('../../common/types').Context} context
 * @param {ChouetteTurn} turn after the action
 */
export function describeEvent({ t, games }, turn) {
  const { did, line } = turn;
  if (!did || SILENT.includes(did.type)) return '';
  if (did.opening) {
    const { bottom, top } = did.opening;
    if (bottom === top) return t('play.opening.again', { bottom, top });
    // In games of captures, the lower die begins.
    const lowerBegins = findGame(games, turn.game)?.family === 'capturing';
    const starter = line[bottom > top === lowerBegins ? 1 : 0];
    return t('two.opening', { first: listNames(turn, line[0]), second: listNames(turn, line[1]), bottom, top, name: listNames(turn, starter) });
  }
  if (did.type === 'next_game') {
    return t('chouette.begins', { n: turn.number, box: listNames(turn, line[0]), captain: listNames(turn, line[1]) });
  }
  if (did.player === undefined) return '';
  const name = listNames(turn, did.player);
  const names = listNames(turn, did.cubes ?? []);
  switch (did.type) {
    case 'roll': return t('two.roll', { name, dice: roll(did.dice) });
    case 'play': return isPass(did.play) ? t('two.nothing', { name }) : t('two.play', { name, play: did.play });
    case 'double':
      return did.player === line[0] ? t('chouette.doubles', { name, names })
        : t('chouette.doubled', { names: listNames(turn, (did.cubes ?? []).map((cube) => findCube(turn, cube).holder)) });
    case 'take_extras':
    case 'refuse_extras':
    case 'offer_extras': return t(`chouette.did.${did.type}`, { name });
    case 'resign': return t('two.resign', { name, win: t(`play.win.${did.win}`) });
    default: return t(`two.${did.type}`, { name: answering(t, turn, did.player, did.cube) });
  }
}

/**
 * Describes the pending decision, with the name of the player who decides.
 *
 * @param {Translate} t
 * @param {ChouetteTurn} turn
 * @param {boolean} isPassed true if the roll cannot be played
 */
export function describeDecision(t, turn, isPassed) {
  const { decide, line, captain, dice } = turn;
  const { what, player, cubes = [], cube } = decide;
  if (player === undefined) return '';
  const name = listNames(turn, player);
  const box = listNames(turn, line[0]);
  if (what === 'roll') {
    if (cubes.length === 0) return t('two.to.roll', { name });
    const others = player === line[0] ? [] : cubes.map((member) => findCube(turn, member).holder).filter((holder) => holder !== player);
    const own = player === line[0] || others.length < cubes.length ? t('chouette.to.roll', { name }) : t('two.to.roll', { name });
    return others.length === 0 ? own : `${own} ${t('chouette.to.others', { names: listNames(turn, others) })}`;
  }
  if (what === 'doubles') {
    const names = listNames(turn, cubes.map((member) => findCube(turn, member).holder));
    return t('chouette.to.doubles', { names, name: listNames(turn, captain) });
  }
  if (what === 'play') return t(isPassed ? 'two.to.nothing' : 'two.to.play', { name, dice: roll(dice) });
  if (what === 'double' || what === 'beaver' || what === 'raccoon') {
    const { holder, cube: offered } = findCube(turn, cube);
    const other = player === line[0] ? listNames(turn, holder) : box;
    return t(`two.to.${what}`, { name, other, value: nextValue(offered) });
  }
  const names = listNames(turn, cubes);
  if (what === 'offer_extras' || what === 'take_extras') return t(`chouette.to.${what}`, { name, names });
  if (what === 'resignation') {
    const other = player === line[0] ? listNames(turn, captain) : box;
    return t('two.to.resignation', { name, other, win: t(`play.win.${decide.offered}`) });
  }
  return '';
}
