// @ts-check
// The places of a board as buttons: one for each point, bar and tray. The name tells what is on the
// place and what can be done. One button is in the tab order, and the arrow keys move between them.

import { s } from '../common/dom.js';
import { BAR, OFF, POINTS } from './geometry.js';
import * as words from './aria-text.js';
import { liesUnder } from './pins.js';

/** @typedef {import('../common/types').Seat} Seat */
/** @typedef {import('../common/types').Side} Side */
/** @typedef {{element: SVGGElement, rect: SVGRectElement, seat: Seat, index: number}} Control */

/** Direction of each arrow key, right and down. @type {Record<string, number[]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class BoardButtons {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Map<string, Control>} */
    this.controls = new Map();
    this.element = s('g', { class: 'buttons' });
    this.makeControls();
  }

  get geometry() {
    return this.board.geometry;
  }

  get view() {
    return this.board.view;
  }

  /** Positions the buttons. */
  lay() {
    for (const { rect, seat, index } of this.controls.values()) {
      for (const [name, value] of Object.entries(this.geometry.target(seat, index))) {
        rect.setAttribute(name, String(value));
      }
    }
  }

  /** Creates a button for each place. At first, the 24 point is in the tab order. */
  makeControls() {
    const place = (/** @type {string} */ name, /** @type {Seat} */ seat, /** @type {number} */ index) => {
      const rect = s('rect', { class: 'hit' });
      const element = s('g', { role: 'button', tabindex: -1, 'data-place': name }, rect);
      element.addEventListener('click', (event) => {
        const { pointerType = 'mouse', detail } = /** @type {PointerEvent} */ (event);
        this.press(name, detail === 0 ? 'key' : pointerType || 'mouse', event);
      });
      element.addEventListener('focus', () => this.rove(name));
      element.addEventListener('keydown', (event) => this.key(name, event));
      this.controls.set(name, { element, rect, seat, index });
      this.element.append(element);
    };
    if (this.board.game.has_bar) place('bar-bottom', 'bottom', BAR);
    for (let point = POINTS; point > 0; point -= 1) place(String(point), 'bottom', point);
    place('tray-bottom', 'bottom', OFF);
    if (this.board.game.has_bar) place('bar-top', 'top', BAR);
    place('tray-top', 'top', OFF);
    this.rove('24');
  }

  /**
   * Puts a single place into the tab order.
   *
   * @param {string} name
   */
  rove(name) {
    for (const [other, { element }] of this.controls) {
      element.setAttribute('tabindex', other === name ? '0' : '-1');
    }
  }

  /**
   * Side and index of a place. A point belongs to the side of its top checker.
   *
   * @param {string} name
   * @returns {{side: Side, index: number} | null}
   */
  whose(name) {
    const control = this.controls.get(name);
    if (!control) return null;
    const { seat, index } = control;
    if (index === OFF || index === BAR) return { side: seat === this.board.own ? 'own' : 'other', index };
    const own = this.geometry.called(this.board.own, index);
    const theirs = this.geometry.called(this.board.own === 'bottom' ? 'top' : 'bottom', index);
    const { board } = this.view;
    const isTheirs = board.own[own] === 0 || liesUnder(this.board.game, board, 'own', own);
    if (isTheirs && board.other[theirs] > 0) return { side: 'other', index: theirs };
    return { side: 'own', index: own };
  }

  /**
   * Index of a place for `own`; `null` for the other side's bar and tray.
   *
   * @param {string} name
   * @returns {number | null}
   */
  ownIndex(name) {
    const control = this.controls.get(name);
    if (!control) return null;
    if (control.index === OFF || control.index === BAR) {
      return control.seat === this.board.own ? control.index : null;
    }
    return this.geometry.called(this.board.own, control.index);
  }

  /**
   * Index of a place in a seat's numbering. Bars and trays of both seats have the same.
   *
   * @param {Seat} seat
   * @param {string} name
   */
  indexFor(seat, name) {
    const index = this.controls.get(name)?.index ?? OFF;
    return index === OFF || index === BAR ? index : this.geometry.called(seat, index);
  }

  /**
   * @param {string} name
   * @param {string} how
   * @param {Event} [event]
   */
  press(name, how, event) {
    const place = this.whose(name);
    if (!place) return;
    // A target with opposing checkers is a blot to be hit.
    const own = this.ownIndex(name);
    if (own !== null && this.view.targets?.has(own)) this.board.onpick('own', own, how, event);
    else this.board.onpick(place.side, place.index, how, event);
  }

  /**
   * @param {string} name
   * @param {KeyboardEvent} event
   */
  key(name, event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const way = ARROWS[event.key];
    if (way) {
      this.neighbour(name, way)?.focus();
    } else if (event.key === 'Enter' || (event.key === ' ' && !this.board.onspace())) {
      this.press(name, 'key', event);
    } else if (event.key === 'Home') {
      this.controls.get('24')?.element.focus();
    } else if (event.key === 'End') {
      this.controls.get('tray-bottom')?.element.focus();
    } else if (event.key !== ' ') {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * The nearest place in a direction.
   *
   * @param {string} name
   * @param {number[]} way
   */
  neighbour(name, [dx, dy]) {
    const middle = (/** @type {Control} */ { seat, index }) => {
      const { x, y, width, height } = this.geometry.target(seat, index);
      return [x + width / 2, y + height / 2];
    };
    const from = this.controls.get(name);
    if (!from) return undefined;
    const [x, y] = middle(from);
    let best;
    let nearest = Infinity;
    for (const control of this.controls.values()) {
      const [toX, toY] = middle(control);
      const along = (toX - x) * dx + (toY - y) * dy;
      const aside = Math.abs((toX - x) * dy + (toY - y) * dx);
      const far = along + 3 * aside;
      if (along > 1 && far < nearest) [best, nearest] = [control.element, far];
    }
    return best;
  }

  /** Updates the accessible name of each place. */
  name() {
    const { selectable, targets, lifted = null } = this.view;
    const { reader } = this.board;
    const against = reader === 'bottom' ? 'top' : 'bottom';
    for (const [name, { element, seat, index }] of this.controls) {
      const own = this.ownIndex(name);
      const called = (/** @type {Seat} */ of) => this.indexFor(of, name);
      const on = (/** @type {Seat} */ of) => {
        if ((index === OFF || index === BAR) && of !== seat) return 0;
        return this.board.counts(of)[called(of)];
      };
      const can = own !== null && (selectable?.has(own) ?? false);
      const goes = can ? [...this.board.targetsOf(own)].sort((a, b) => b - a) : [];
      const state = own === null ? ''
        : lifted === own ? this.board.t('board.lifted')
        : targets?.has(own) ? this.board.t('board.target') : '';
      element.setAttribute('aria-label', words.buttonLabel(this.board.t, {
        place: words.placeName(this.board.t, seat === reader ? 'bottom' : 'top', called(reader)),
        mine: on(reader),
        theirs: on(against),
        under: this.board.isPinned(reader, called(reader)),
        goes: goes.length === 0 ? '' : this.board.t('board.goes', {
          to: goes.map((to) => this.shownName(to)).join(', '),
        }),
        state,
      }));
      element.classList.toggle('pickable', can || (own !== null && (targets?.has(own) ?? false)));
    }
  }

  /**
   * Converts an index of `own` to the numbering shown on the board.
   *
   * @param {number} index
   */
  shownName(index) {
    const { own, reader } = this.board;
    const isSame = index === OFF || index === BAR || own === reader;
    const shown = isSame ? index : this.geometry.called(reader, this.geometry.place(own, index));
    return words.shortPlaceName(this.board.t, shown);
  }
}
