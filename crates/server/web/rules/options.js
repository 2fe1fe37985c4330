// @ts-check
// The options of a game, in the words of the start form.

import { h } from '../common/dom.js';

/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('../common/types').Game} Game */

/**
 * List of options with their values; the usual one is marked.
 *
 * @param {Context} context
 * @param {Game} game
 */
export function optionList({ t, table }, game) {
  const list = h('dl', { class: 'options' });
  const add = (/** @type {string} */ name, /** @type {string[]} */ values) => {
    list.append(h('dt', {}, name), ...values.map((words) => h('dd', {}, words)));
  };
  const choice = (/** @type {string} */ key, /** @type {string[]} */ values, /** @type {string} */ usual) =>
    add(t(key), values.map((value) => {
      const words = t(`${key}.${value}`);
      return value === usual ? t('play.start.is-usual', { words }) : words;
    }));
  for (const { key, values, usual } of game.agreements) choice(`agreed.${key}`, values, usual);
  add(t('play.start.rules'), [t(game.has_cube ? 'play.start.cube' : 'play.start.no-cube')]);
  choice('play.start.opening', table.opening, game.opening);
  choice('play.start.starter', table.starter, game.starter);
  add(t('play.start.turn-limit'), [t('play.start.is-usual', { words: game.turn_limit })]);
  add(t('play.start.scoring'),
    [t('play.start.usual'), ...table.scoring.map((scale) => t(`play.start.scoring.${scale}`))]);
  return list;
}
