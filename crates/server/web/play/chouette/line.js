// @ts-check
// The players of a chouette: the box, the captain and the line, each with cube and points.

import { h, s } from '../../common/dom.js';
import { levelName } from '../../common/levels.js';
import { drawCube } from '../../board/paint.js';
import { formatPoints, listNames } from './event-text.js';

/** @typedef {import('../../common/types').ChouetteTurn} ChouetteTurn */
/** @typedef {import('../../common/types').Translate} Translate */

/** Keeps two words of a cell together. */
const NO_BREAK = '\u00a0';

/**
 * Role of a player in the current game.
 *
 * @param {Translate} t
 * @param {ChouetteTurn} turn
 * @param {number} player
 */
function roleName(t, { line, captain }, player) {
  if (player === line[0]) return t('chouette.box');
  return player === captain ? t('chouette.captain') : '';
}

/** Players who decide now. @param {ChouetteTurn} turn */
function deciders({ decide: { what, player, cubes = [] }, cubes: all, line }) {
  if (what !== 'doubles' || player === line[0]) return [player];
  return all.filter(({ member }) => cubes.includes(member)).map(({ holder }) => holder);
}

/**
 * The cube of a member of the team, or the points of their game once it is over.
 *
 * @param {Translate} t
 * @param {ChouetteTurn} turn
 * @param {import('../../common/types').ChouetteCube} game
 */
function cubeCell(t, turn, { member, holder, cube, open }) {
  const taken = holder !== member && cube.owner !== 'top' ? ` ${t('chouette.with', { name: listNames(turn, holder) })}` : '';
  if (!open) {
    const points = turn.settlement.reduce((sum, { payer, receiver, points: paid }) =>
      sum + (receiver === member ? paid : 0) - (payer === member ? paid : 0), 0);
    return h('span', { class: 'faint' }, t('chouette.settled-at', { points: formatPoints(points) }));
  }
  const owner = cube.owner === null ? t('chouette.centred').replaceAll(' ', NO_BREAK)
    : listNames(turn, cube.owner === 'bottom' ? turn.line[0] : holder);
  return h('span', { class: 'cube-line' },
    s('svg', { viewBox: '-14 -14 28 28', 'aria-hidden': 'true' }, drawCube(0, 0, 24, cube.value)),
    h('span', { class: 'heard' }, `${cube.value}, `), `${owner}${taken}`);
}

/**
 * @param {Translate} t
 * @param {ChouetteTurn} turn
 * @param {boolean} hasCube false in games without a cube
 */
export function lineTable(t, turn, hasCube) {
  const { players, line, cubes } = turn;
  const deciding = deciders(turn);
  const rows = line.map((player) => {
    const game = cubes.find(({ member }) => member === player);
    const { name, level, score } = players[player];
    const isDeciding = deciding.includes(player);
    return h('tr', { class: isDeciding ? 'deciding' : '', 'aria-current': isDeciding ? 'true' : null },
      h('th', { scope: 'row' }, h('span', { class: 'who' }, name),
        h('small', { class: 'faint' }, [roleName(t, turn, player), level ? levelName(t, level) : ''].filter((part) => part !== '').join(' · '))),
      h('td', {}, game && (hasCube || !game.open) ? cubeCell(t, turn, game) : ''),
      h('td', { class: 'score' }, formatPoints(score)));
  });
  return h('table', { class: 'chouette-table' }, h('thead', {}, h('tr', {},
    h('th', { scope: 'col' }, t('chouette.line')), h('th', { scope: 'col' }, hasCube ? t('chouette.cube') : ''),
    h('th', { scope: 'col' }, t('chouette.points')))), h('tbody', {}, ...rows));
}
