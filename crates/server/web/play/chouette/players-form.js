// @ts-check
// Fields for the players and rules of a chouette.

import { button, checkbox, h, select } from '../../common/dom.js';
import { levelName } from '../../common/levels.js';
import { chouetteLevels, FEWEST, MOST, nameOf, USUAL_LEVEL } from './players.js';

/** @typedef {import('../../common/types').Context} Context */
/** @typedef {import('../../common/types').Game} Game */
/** @typedef {import('./players.js').ChosenChouette} ChosenChouette */

/** Maximum length of a name, in characters. */
const LONGEST_NAME = 30;

/** Role of each place of the first game. @param {number} place */
const roleOf = (place) => ['chouette.box', 'chouette.captain'][place] ?? 'chouette.member';

export class PlayersForm {
  /**
   * @param {Context} context
   * @param {ChosenChouette} chosen modified by the fields
   * @param {() => void} onchange called when people or engines have come or gone
   */
  constructor(context, chosen, onchange) {
    const { t } = context;
    this.context = context;
    this.chosen = chosen;
    this.onchange = onchange;
    /** @type {string[]} */
    this.levels = [];
    this.list = h('ol', { class: 'chouette-players' });
    this.add = button(t('chouette.add'), () => {
      chosen.players.push({ name: '', level: chosen.players.at(-1)?.level ?? USUAL_LEVEL });
      this.draw();
      onchange();
      this.focus(chosen.players.length - 1);
    }, { id: 'chouette-add' });
    const consulting = /** @type {[string, string][]} */ (['always', 'after-cube'].map((rule) =>
      [rule, t(`chouette.consulting.${rule}`)]));
    this.element = h('fieldset', { id: 'start-chouette' }, h('legend', {}, t('chouette.players')),
      h('p', { class: 'faint' }, t('chouette.about')), this.list, h('div', { class: 'actions' }, this.add),
      select(t('chouette.consulting'), consulting, chosen.consulting, (value) => {
        chosen.consulting = value;
      }, { id: 'chouette-consulting' }),
      checkbox(t('chouette.extras'), chosen.extras, (value) => {
        chosen.extras = value;
      }, { id: 'chouette-extras' }));
  }

  /** Offers the levels of a game. @param {Game} game */
  fit(game) {
    this.levels = chouetteLevels(game);
    this.draw();
  }

  draw() {
    const { players } = this.chosen;
    this.list.replaceChildren(...players.map((_, place) => this.row(place)));
    this.add.disabled = players.length >= MOST;
  }

  /** @param {number} place */
  row(place) {
    const { context: { t, say }, chosen: { players }, levels } = this;
    const player = players[place];
    const name = nameOf(t, player, place);
    const field = h('input', {
      id: `chouette-name-${place}`, autocomplete: 'off', maxlength: LONGEST_NAME, value: player.name,
      placeholder: nameOf(t, { name: '', level: '' }, place),
    });
    field.addEventListener('input', () => {
      player.name = field.value;
    });
    const kinds = /** @type {[string, string][]} */ (
      [['', t('chouette.person')], ...levels.map((level) => [level, levelName(t, level)])]);
    const level = levels.includes(player.level) ? player.level : '';
    return h('li', {},
      h('label', { class: 'field' }, h('span', {}, t(roleOf(place))), field),
      select(t('chouette.plays'), kinds, level, (value) => {
        player.level = value;
        this.onchange();
      }, { id: `chouette-level-${place}` }),
      h('div', { class: 'moves-up' },
        button('↑', () => {
          players.splice(place - 1, 2, player, players[place - 1]);
          say(t('play.start.games.place', { game: name, place, n: players.length }));
          this.draw();
          this.focus(place - 1);
        }, { 'aria-label': t('play.start.games.up', { game: name }), disabled: place === 0 }),
        button('✕', () => {
          players.splice(place, 1);
          say(t('play.start.games.removed', { game: name }));
          this.draw();
          this.onchange();
          this.focus(Math.min(place, players.length - 1));
        }, { 'aria-label': t('play.start.games.remove', { game: name }), disabled: players.length <= FEWEST })));
  }

  /** Focuses the name of a player. @param {number} place */
  focus(place) {
    this.list.children[place]?.querySelector('input')?.focus();
  }
}
