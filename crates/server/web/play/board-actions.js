// @ts-check
// Buttons on the board: roll and double where the dice and the cube will lie, confirm and undo
// beside the dice, and the answers to a double on a card at the cube.

import { h, s } from '../common/dom.js';
import { LOW } from '../common/screens.js';
import { Overlay } from '../board/overlay.js';

/** @typedef {import('./controls.js').Control} Control */

/** Answers to an offered cube. */
const ANSWERS = ['take', 'pass', 'beaver', 'raccoon'];
const ON_BOARD = ['roll', 'double', 'double-some', 'confirm', 'undo', ...ANSWERS];
/** Outlines of the icons, in a square of 24 units. @type {Record<string, string>} */
const ICONS = {
  confirm: 'M5 12.5 10 17.5 19.5 7',
  undo: 'M9 5 4.5 9.5 9 14M5 9.5H14a5 5 0 0 1 0 10H10',
};

export class BoardActions {
  /** @param {import('./control-bar.js').ControlledTable} table */
  constructor(table) {
    this.table = table;
    this.element = h('div', {
      class: 'controls on-board', role: 'group', 'aria-label': table.context.t('table.on-board'),
    });
    table.board.overlay.element.append(this.element);
    this.low = matchMedia(LOW);
    const turned = () => table.showButtons();
    this.low.addEventListener('change', turned);
    /** Removes the listener when the table is left. */
    this.leave = () => this.low.removeEventListener('change', turned);
  }

  /** Returns true if a control is shown on the board. @param {Control} control */
  has({ name }) {
    return !this.low.matches && ON_BOARD.includes(name);
  }

  /**
   * Shows the buttons of controls that are on the board.
   *
   * @param {Control[]} controls
   * @param {(control: Control, content?: Node) => HTMLButtonElement} make creates a button
   */
  show(controls, make) {
    const found = controls.filter((control) => this.has(control));
    const answers = found.filter(({ name }) => ANSWERS.includes(name));
    /** @type {HTMLElement[]} */
    const parts = found.filter(({ name }) => !ANSWERS.includes(name)).map((control) => {
      const icon = ICONS[control.name];
      const part = make(control, icon ? s('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: icon })) : undefined);
      Overlay.place(part, this.spot(control.name));
      return part;
    });
    if (answers.length > 0) parts.push(this.card(answers.map((control) => make(control))));
    this.element.replaceChildren(...parts);
    this.element.hidden = parts.length === 0;
  }

  /**
   * The card with the answers to a double.
   *
   * @param {HTMLButtonElement[]} buttons
   */
  card(buttons) {
    const card = h('div', { class: 'offer' },
      h('p', {}, this.table.offer), h('div', { class: 'actions' }, ...buttons));
    Overlay.place(card, this.spot('offer'));
    return card;
  }

  /** @param {string} name */
  spot(name) {
    const { geometry, view } = this.table.board;
    const seat = view.seat ?? 'bottom';
    if (name === 'roll') return geometry.die(seat, 0, 1);
    // In the half without the button to roll.
    if (name.startsWith('double')) return geometry.die(seat === 'bottom' ? 'top' : 'bottom', 0, 1);
    if (name === 'offer') return geometry.cube(null, true);
    return geometry.beside(seat, view.dice?.length ?? 2, name === 'confirm' ? 1 : -1);
  }
}
