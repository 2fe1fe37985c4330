// @ts-check
// Panel at the end of a game of a chouette: who pays whom, and the scores.

import { button, h } from '../../common/dom.js';
import { formatPoints, listNames } from './event-text.js';

export class SettlementPanel {
  /** @param {import('./table.js').ChouetteTable} table */
  constructor(table) {
    const { context: { t }, turn } = table;
    this.table = table;
    this.actions = h('div', { class: 'actions controls', role: 'group', 'aria-label': t('table.next') });
    const payments = turn.settlement.map(({ payer, receiver, points }) =>
      h('li', {}, t('chouette.pays', { payer: listNames(turn, payer), receiver: listNames(turn, receiver), n: points })));
    const scores = turn.players.map(({ name, score }) => ({ name, score })).sort((a, b) => b.score - a.score);
    this.element = h('section', { class: 'panel result settlement', 'aria-labelledby': 'settlement-title' },
      button('×', () => this.toggle(false), { class: 'quiet close', 'aria-label': t('table.result.hide'), id: 'hide-result' }),
      h('h2', { id: 'settlement-title' }, t('chouette.over', { n: turn.number })),
      h('ul', {}, ...(payments.length > 0 ? payments : [h('li', {}, t('chouette.drawn'))])),
      h('h3', {}, t('chouette.scores')),
      h('dl', { class: 'scores' }, ...scores.map(({ name, score }) =>
        h('div', {}, h('dt', {}, name), h('dd', {}, formatPoints(score))))),
      this.actions);
  }

  /** Returns true if a control is shown on the panel. @param {import('../controls.js').Control} control */
  has({ name }) {
    return !this.element.hidden && name === 'next';
  }

  /** Further buttons of the panel. @returns {HTMLButtonElement[]} */
  extras() {
    return [];
  }

  /** Button that shows the panel again. */
  opener() {
    return button(this.table.context.t('table.result.show'), () => this.toggle(true), { id: 'show-result' });
  }

  /** Shows or hides the panel, so that the final position can be seen. @param {boolean} on */
  toggle(on) {
    this.element.hidden = !on;
    this.table.showButtons();
    this.table.bar.focus();
  }
}
