// @ts-check
// Rarely changed rules in a collapsible section: options of the games, and house rules for any
// game.

import { button, checkbox, h, radios } from '../common/dom.js';
import { unusualOptions } from '../common/games.js';
import { explained } from '../common/glossary.js';
import { defaultRules, tableFields, USUAL } from './house-rules.js';

/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('../common/types').Game} Game */
/** @typedef {import('./house-rules.js').More} More */

/** Options that have terms to be explained. @type {Record<string, import('../common/glossary.js').Term>} */
const TERMS = { mother: 'mother', head: 'head', 'bear-while-pinned': 'bear-off', row: 'prime' };

export class MoreRules {
  /**
   * @param {Context} context
   * @param {More} more selected rules, modified by the section
   */
  constructor(context, more) {
    this.context = context;
    this.more = more;
    /** @type {Game[]} */
    this.games = [];
    this.count = h('span', { class: 'faint' });
    this.body = h('div', { class: 'folded' });
    this.element = h('details', { class: 'more-rules', id: 'start-more' },
      h('summary', {}, context.t('play.start.more'), ' ', this.count), this.body);
    // Opens the section if the browser reports an invalid field in it.
    this.element.addEventListener('invalid', () => {
      this.element.open = true;
    }, true);
  }

  /**
   * Shows the options of the given games, and the house rules.
   *
   * @param {Game[]} games to be played
   */
  fit(games) {
    const { t } = this.context;
    this.games = [...new Set(games)];
    this.body.replaceChildren(
      ...this.games.filter(({ agreements }) => agreements.length > 0).map((game) => this.ofGame(game)),
      this.ofTable(),
      h('div', { class: 'actions' }, button(t('play.start.reset'), () => this.reset(), { id: 'start-usual' })));
    this.tell();
  }

  /** Shows the number of changed rules, which is visible while the section is collapsed. */
  tell() {
    const { context, more, games } = this;
    const n = Object.keys(tableFields(context, more)).length
      + games.reduce((sum, game) => sum + unusualOptions(game, more.agreed[game.name]).length, 0);
    this.count.textContent = n === 0 ? '' : context.t('play.start.otherwise', { n });
  }

  reset() {
    Object.assign(this.more, defaultRules());
    this.fit(this.games);
    /** @type {HTMLElement} */ (this.body.querySelector('#start-usual')).focus();
    this.context.say(this.context.t('play.start.is-reset'));
  }

  /** @param {Game} game */
  ofGame(game) {
    const { context: { t }, more } = this;
    const agreed = { ...more.agreed[game.name] };
    const lists = game.agreements.map(({ key, values, usual }) => {
      const words = (/** @type {string} */ value) => t(`agreed.${key}.${value}`);
      const choices = /** @type {[string, string][]} */ (values.map((value) =>
        [value, value === usual ? t('play.start.is-usual', { words: words(value) }) : words(value)]));
      return radios(t(`agreed.${key}`), choices, values.includes(agreed[key]) ? agreed[key] : usual, (value) => {
        agreed[key] = value;
        more.agreed = { ...more.agreed, [game.name]: agreed };
        this.tell();
      }, { id: `start-${game.name}-${key}` }, key in TERMS ? explained(TERMS[key], '?') : undefined);
    });
    return h('fieldset', {}, h('legend', {}, t(`game.${game.name}`)), ...lists);
  }

  ofTable() {
    const { t, limits } = this.context;
    const { more, games } = this;
    const turns = h('input', {
      type: 'number', min: 0, max: limits.turn_limit, step: 1, value: more['turn-limit'], id: 'start-turn-limit',
      placeholder: this.usually(games.map(({ turn_limit }) => String(turn_limit))),
    });
    turns.addEventListener('input', () => {
      more['turn-limit'] = turns.value;
      this.tell();
    });
    return h('fieldset', {}, h('legend', {}, t('play.start.table')),
      this.one('scoring', [], 'wins'),
      this.one('opening', games.map(({ opening }) => opening)),
      this.one('starter', games.map(({ starter }) => starter)),
      h('label', { class: 'field' }, h('span', {}, t('play.start.turn-limit')), turns),
      checkbox(t('play.start.last-roll'), more['last-roll'], (value) => {
        more['last-roll'] = value;
        this.tell();
      }, { id: 'start-last-roll' }));
  }

  /**
   * Radio buttons for a house rule.
   *
   * @param {'scoring' | 'opening' | 'starter'} name
   * @param {string[]} usual usual rule of each game
   * @param {import('../common/glossary.js').Term} [term] to be explained
   */
  one(name, usual, term) {
    const { more, context: { t, table } } = this;
    const words = (/** @type {string} */ value) => t(`play.start.${name}.${value}`);
    // The usual value is listed once, unless it has been chosen by its name.
    const [same] = new Set(usual).size === 1 && more[name] !== usual[0] ? usual : [];
    const choices = /** @type {[string, string][]} */ ([
      [USUAL, this.usually(usual.map(words))],
      ...table[name].filter((value) => value !== same).map((value) => [value, words(value)]),
    ]);
    return radios(t(`play.start.${name}`), choices, more[name], (value) => {
      more[name] = value;
      this.tell();
    }, { id: `start-${name}` }, term && explained(term, '?'));
  }

  /**
   * “As usual”, with the usual value if it is the same in all games.
   *
   * @param {string[]} words
   */
  usually(words) {
    const { t } = this.context;
    const all = new Set(words);
    return all.size === 1 ? t('play.start.as-usual', { words: words[0] }) : t('play.start.usual');
  }
}
