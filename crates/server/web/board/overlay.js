// @ts-check
// A layer of HTML above the drawing of a board, for buttons and cards at places of the board.
//
// The style sheet positions its parts by variables: `--unit` is the size of a unit of the drawing
// in pixels, `--left` and `--top` are its origin, and `--x` and `--y` are the place of a part.

import { h } from '../common/dom.js';

/** @typedef {[number, number]} Spot */

export class Overlay {
  /**
   * @param {SVGSVGElement} svg the drawing
   * @param {HTMLElement} board the element that contains both
   */
  constructor(svg, board) {
    this.svg = svg;
    this.board = board;
    this.element = h('div', { class: 'over' });
    /** Called with the width of the drawing in pixels. @type {(width: number) => void} */
    this.onfit = () => {};
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(svg);
  }

  /** Stops following the size of the drawing. */
  leave() {
    this.observer.disconnect();
  }

  /** Follows a new size or layout of the drawing. */
  fit() {
    const matrix = this.svg.getScreenCTM();
    if (!matrix || matrix.a === 0) return;
    const { left, top } = this.svg.getBoundingClientRect();
    const { style } = this.board;
    style.setProperty('--unit', `${matrix.a}px`);
    style.setProperty('--left', `${matrix.e - left}px`);
    style.setProperty('--top', `${matrix.f - top}px`);
    const width = matrix.a * this.svg.viewBox.baseVal.width;
    style.setProperty('--drawn', `${width}px`);
    this.onfit(width);
  }

  /**
   * Assigns a part its place.
   *
   * @param {HTMLElement} part
   * @param {Spot} spot in units of the drawing
   */
  static place(part, [x, y]) {
    part.style.setProperty('--x', String(x));
    part.style.setProperty('--y', String(y));
  }
}
