// @ts-check
// Input of plays as notation: a button that opens a field for them.

import { button, h } from '../common/dom.js';
import { findPlay } from '../board/notation.js';

/**
 * A table that takes typed plays.
 *
 * @typedef {object} TypedTable
 * @property {import('../common/types').Context} context
 * @property {import('../board/move-input.js').MoveInput} input
 * @property {import('./control-bar.js').ControlBar} bar
 * @property {(name: string) => boolean} run
 * @property {() => void} changed
 * @property {(words: string) => void} announce
 */

export class NotationInput {
  /** @param {TypedTable} table */
  constructor(table) {
    const { t } = table.context;
    this.table = table;
    this.field = h('input', {
      id: 'notation', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', placeholder: '8/5 6/5',
      // Leaves the field, so that single-key shortcuts work again.
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === 'Escape') this.close();
      },
    });
    /** Opens the form. */
    this.opener = button(t('play.notation'), () => table.run('notation'), {
      id: 'type-play', 'aria-expanded': 'false', 'aria-controls': 'type-play-form',
    });
    this.form = h('form', {
      class: 'panel notation', id: 'type-play-form', hidden: true,
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        this.enter();
      },
    },
    h('label', { class: 'field' }, h('span', {}, t('play.notation')), this.field),
    h('button', { type: 'submit' }, t('play.notation.enter')));
  }

  /** Shows the field for typed plays. */
  open() {
    this.form.hidden = false;
    this.opener.setAttribute('aria-expanded', 'true');
    this.field.focus();
  }

  /** Hides the field again. */
  close() {
    this.form.hidden = true;
    this.opener.setAttribute('aria-expanded', 'false');
    this.table.bar.focus();
  }

  /** Handles typed notation; an empty field confirms a complete play. */
  enter() {
    const { table, field } = this;
    const { entry } = table.input;
    const { t } = table.context;
    const text = field.value.trim();
    if (text === '') {
      table.run('main');
      return;
    }
    if (!entry) {
      table.announce(t('play.notation.not-now'));
      return;
    }
    const node = findPlay(entry.tree, text);
    if (typeof node !== 'number') {
      table.announce(t(`play.notation.${node}`, { play: text, dice: entry.tree.dice }));
      return;
    }
    field.value = '';
    entry.goTo(node);
    table.changed();
    table.announce(t('play.notation.entered', { play: entry.play ?? '' }));
  }
}
