// @ts-check
// The bar below the board of the Analyse view: what has been played, and what can be done.

import { button, h } from '../common/dom.js';

/** @typedef {import('../common/types').Translate} Translate */

/**
 * State of the bar. `play` is the play that *Play it* makes.
 *
 * @typedef {{back: boolean, forward: boolean, dice: string, moved: boolean, play?: string,
 *   doubles: boolean, edits: boolean}} BarState
 */

export class BoardBar {
  /**
   * @param {Translate} t
   * @param {HTMLElement} refusal of a checker while a position is set up, when the status is empty
   * @param {(name: string) => void} run performs the action of a button
   */
  constructor(t, refusal, run) {
    this.t = t;
    const make = (/** @type {string} */ name, /** @type {string} */ words, look = '') =>
      button(words, () => run(name), { 'data-do': name, class: look });
    const step = (/** @type {string} */ name, /** @type {string} */ sign) =>
      h('button', { type: 'button', class: 'step', 'data-do': name, 'aria-label': t(`analyse.line.${name}`), title: t(`analyse.line.${name}`), onclick: () => run(name) }, sign);
    this.status = h('p', { class: 'status', role: 'status' });
    this.back = step('back', '‹');
    this.forward = step('forward', '›');
    this.dice = make('dice', t('analyse.dice.choose'));
    this.roll = make('roll', t('analyse.dice.random'));
    this.undo = make('undo', t('play.do.undo'));
    this.double = make('double', t('analyse.try.double'));
    this.go = make('go', '', 'main');
    this.setup = button(t('analyse.setup.begin'), () => run('set-up'), { 'data-do': 'set-up', 'aria-expanded': 'false' });
    this.element = h('div', { class: 'board-bar' }, this.status, refusal,
      h('div', { class: 'row' }, this.back, this.forward, this.go, this.dice, this.roll, this.double, this.undo, this.setup));
  }

  /** @param {BarState} state */
  show({ back, forward, dice, moved, play, doubles, edits }) {
    const { t } = this;
    const focused = document.activeElement;
    this.back.disabled = !back || edits;
    this.forward.disabled = !forward || edits;
    this.go.hidden = play === undefined || edits;
    this.go.textContent = play === undefined ? '' : play === '' ? t('analyse.try.pass') : t('analyse.try.go', { play });
    this.roll.hidden = dice !== '' || edits;
    this.double.hidden = !doubles || edits;
    this.undo.hidden = !moved || edits;
    this.setup.setAttribute('aria-expanded', String(edits));
    this.setup.textContent = t(edits ? 'analyse.setup.end' : 'analyse.setup.begin');
    this.setup.classList.toggle('main', edits);
    // The pressed button is gone: the keyboard goes on from the next one.
    if (focused instanceof HTMLButtonElement && this.element.contains(focused) && (focused.hidden || focused.disabled)) {
      const next = /** @type {HTMLElement | null} */ (this.element.querySelector('button:enabled:not([hidden]):not(.step)'));
      next?.focus();
    }
  }

  /**
   * Says something about the position or the play.
   *
   * @param {string} words
   * @param {string} [look] `best`, `good`, `error` or `blunder`
   */
  say(words, look = '') {
    this.status.className = `status ${look}`;
    if (this.status.textContent !== words) this.status.textContent = words;
  }
}
