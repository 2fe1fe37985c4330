// @ts-check
// Editor for a list of games to be played in turn.

import { button, h, select } from '../common/dom.js';
import { otherNames } from '../common/games.js';

/** @typedef {import('../common/types').Context} Context */

/**
 * Creates the editor. Keyboard focus keeps its place in the list.
 *
 * @param {Context} context
 * @param {string[]} names of the games in order, modified by the editor
 * @param {() => void} changed
 */
export function gameList({ t, games, table, say }, names, changed) {
  const list = h('ol', { class: 'chain' });
  let next = games[0].name;
  const add = button(t('play.start.games.add'), () => {
    names.push(next);
    say(t('play.start.games.place', { game: t(`game.${next}`), place: names.length, n: names.length }));
    change();
  }, { id: 'start-add' });
  const also = h('p', { class: 'faint other-names', id: 'start-next-also' }, otherNames(t, next));
  const choice = select(t('play.start.games.next'),
    games.map(({ name }) => /** @type {[string, string]} */ ([name, t(`game.${name}`)])), next,
    (value) => {
      next = value;
      also.textContent = otherNames(t, next);
    }, { id: 'start-next', 'aria-describedby': also.id });

  /** @param {number} place */
  const row = (place) => {
    const name = names[place];
    const game = t(`game.${name}`);
    return h('li', {}, h('span', {}, game),
      button('↑', () => {
        names.splice(place - 1, 2, name, names[place - 1]);
        say(t('play.start.games.place', { game, place, n: names.length }));
        change();
        focus(place - 1);
      }, { 'aria-label': t('play.start.games.up', { game }), disabled: place === 0, class: 'up' }),
      button('✕', () => {
        names.splice(place, 1);
        say(t('play.start.games.removed', { game }));
        change();
        focus(Math.min(place, names.length - 1));
      }, { 'aria-label': t('play.start.games.remove', { game }), class: 'remove' }));
  };
  /** Focuses the first enabled button of a row, or the button that adds a game. */
  const focus = (/** @type {number} */ place) => {
    const found = list.children[place]?.querySelector('button:enabled') ?? add;
    /** @type {HTMLElement} */ (found).focus();
  };
  const draw = () => {
    list.replaceChildren(...names.map((_, place) => row(place)));
    add.disabled = names.length >= table.most_games;
  };
  const change = () => {
    draw();
    changed();
  };
  draw();
  return h('fieldset', {}, h('legend', {}, t('play.start.games')), list,
    h('div', { class: 'adds' }, choice, add), also);
}
