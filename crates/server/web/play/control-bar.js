// @ts-check
// Buttons of the available actions: on the board, on the panel of a result, and below the board.

import { h } from '../common/dom.js';
import { BoardActions } from './board-actions.js';

/** @typedef {import('./controls.js').Control} Control */

/**
 * Panel over the board that has buttons of its own.
 *
 * @typedef {object} Panel
 * @property {HTMLElement} element
 * @property {HTMLElement} actions
 * @property {(control: Control) => boolean} has true if a control is on the panel
 * @property {() => HTMLButtonElement[]} extras
 * @property {() => HTMLButtonElement} opener
 */

/**
 * A table with buttons.
 *
 * @typedef {object} ControlledTable
 * @property {import('../common/types').Context} context
 * @property {import('../board/board.js').Board} board
 * @property {Panel | null} result
 * @property {{openers: () => HTMLButtonElement[]}} moves
 * @property {unknown} warning of a mistake; `null` without one
 * @property {string} offer question on the card of an offered cube
 * @property {(name: string) => boolean} run performs the action of a button
 * @property {() => void} showButtons
 */

export class ControlBar {
  /** @param {ControlledTable} table */
  constructor(table) {
    this.table = table;
    this.element = h('div', {
      class: 'actions controls', role: 'group', 'aria-label': table.context.t('play.controls'),
    });
    this.onBoard = new BoardActions(table);
    /** True if a button had the focus before the buttons were replaced. */
    this.focused = false;
    /** Name of the control that was pressed last. */
    this.pressed = '';
  }

  /** All groups of buttons, the most important first. */
  get groups() {
    const { result } = this.table;
    return [this.onBoard.element, ...(result ? [result.actions] : []), this.element];
  }

  get buttons() {
    return this.groups.flatMap((group) => [...group.querySelectorAll('button')]);
  }

  /** @param {Control[]} controls */
  show(controls) {
    this.focused ||= this.buttons.some((button) => button === document.activeElement);
    for (const group of this.groups) group.removeAttribute('aria-busy');
    const { result } = this.table;
    const isOnPanel = (/** @type {Control} */ control) => result?.has(control) ?? false;
    this.onBoard.show(controls, (control, icon) => this.make(control, icon));
    result?.actions.replaceChildren(...controls.filter(isOnPanel).map((control) => this.make(control)), ...result.extras());
    this.element.replaceChildren(...controls
      .filter((control) => !isOnPanel(control) && !this.onBoard.has(control)).map((control) => this.make(control)),
    ...(result?.element.hidden ? [result.opener()] : []),
    // A warning leaves no room for more.
    ...(controls.length > 0 && !this.onBoard.low.matches && !this.table.warning ? this.table.moves.openers() : []));
    // Keyboard users keep their place.
    if (this.focused && controls.length > 0) {
      this.focused = false;
      if (document.activeElement === document.body) this.focus();
    }
  }

  /**
   * @param {Control} control
   * @param {Node} [icon] shown instead of the label
   */
  make({ name, main, off, values }, icon) {
    const { t } = this.table.context;
    const words = t(`play.do.${name}`, values);
    const named = icon ? { 'aria-label': words, title: words } : {};
    return h('button', {
      type: 'button', id: `do-${name}`, disabled: off, class: [main && 'main', icon && 'icon'].filter(Boolean).join(' '),
      ...named, onclick: () => this.table.run(name),
    }, icon ?? words);
  }

  /** Disables the buttons until the server has answered. The pressed one shows that it works. */
  wait() {
    this.focused ||= this.buttons.some((button) => button === document.activeElement);
    for (const group of this.groups) group.setAttribute('aria-busy', 'true');
    for (const button of this.buttons) {
      button.disabled = true;
      if (button.id === `do-${this.pressed}`) button.setAttribute('aria-busy', 'true');
    }
  }

  /** Focuses the first button, as soon as there is one. */
  focus() {
    const first = this.buttons.find((button) => !button.disabled && button.checkVisibility());
    this.focused = first === undefined;
    if (first) first.focus();
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }

  /** Removes the listeners when the table is left. */
  leave() {
    this.onBoard.leave();
  }
}
