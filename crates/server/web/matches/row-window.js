// @ts-check
// Rows of a long table. Only those near the visible part of the scrolling container are in the
// document; spacers stand for the others.

import { h } from '../common/dom.js';

/** Number of rows that come and go together; a shorter table is always complete. */
const CHUNK = 60;
/** Distance from the visible part at which rows are filled in, in pixels. */
const NEAR = 500;
/** Height of a row until one has been measured, in pixels. */
const GUESS = 40;

/**
 * @template T
 * @typedef {{items: T[], body: HTMLTableSectionElement, filled: boolean, near: boolean, height: number}} Chunk
 */

/** @template T */
export class RowWindow {
  /**
   * @param {HTMLElement} scroller container that scrolls
   * @param {HTMLTableElement} table
   * @param {(item: T) => HTMLTableRowElement} make creates the row of an item; called once per item
   */
  constructor(scroller, table, make) {
    this.table = table;
    this.make = make;
    /** @type {Chunk<T>[]} */
    this.chunks = [];
    /** @type {Map<T, HTMLTableRowElement>} */
    this.rows = new Map();
    /** Index of each item. @type {Map<T, number>} */
    this.places = new Map();
    /** @type {Map<Element, Chunk<T>>} */
    this.bodies = new Map();
    this.scroller = scroller;
    /** Row that was asked for last; it stays where it is. @type {HTMLTableRowElement | null} */
    this.reached = null;
    this.observer = new IntersectionObserver((entries) => this.hold(() => {
      for (const { target, isIntersecting } of entries) {
        const chunk = this.bodies.get(target);
        if (!chunk) continue;
        chunk.near = isIntersecting;
        if (isIntersecting) this.fill(chunk);
        else this.empty(chunk);
      }
    }), { root: scroller, rootMargin: `${NEAR}px 0px` });
    // Paper shows all rows.
    const before = () => this.chunks.forEach((chunk) => this.fill(chunk));
    const after = () => this.chunks.filter(({ near }) => !near).forEach((chunk) => this.empty(chunk));
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    /** Releases the listeners once the table is no longer shown. */
    this.leave = () => {
      this.observer.disconnect();
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }

  /**
   * Keeps the visible rows in their place while others come and go, since spacers have other
   * heights than their rows.
   *
   * @param {() => void} change
   */
  hold(change) {
    const { scroller } = this;
    const list = scroller.getBoundingClientRect();
    const isVisible = (/** @type {Element | null} */ row) => {
      const at = row?.getBoundingClientRect();
      return at !== undefined && row?.isConnected === true && at.bottom > list.top && at.top < list.bottom;
    };
    const rows = this.chunks.filter(({ filled }) => filled).flatMap(({ body }) => [...body.rows]);
    const anchor = isVisible(this.reached) ? this.reached : rows.find(isVisible);
    const before = anchor?.getBoundingClientRect().top ?? 0;
    change();
    if (anchor?.isConnected) scroller.scrollTop += anchor.getBoundingClientRect().top - before;
  }

  /**
   * Replaces the items.
   *
   * @param {T[]} items
   */
  list(items) {
    this.observer.disconnect();
    for (const { body } of this.chunks) body.remove();
    this.rows.clear();
    this.reached = null;
    this.bodies.clear();
    this.places = new Map(items.map((item, place) => [item, place]));
    this.chunks = [];
    this.table.setAttribute('aria-rowcount', String(items.length + 1));
    for (let start = 0; start < items.length; start += CHUNK) {
      const body = h('tbody', {});
      /** @type {Chunk<T>} */
      const chunk = { items: items.slice(start, start + CHUNK), body, filled: false, near: start === 0, height: 0 };
      this.chunks.push(chunk);
      this.bodies.set(body, chunk);
      this.table.append(body);
      if (start === 0) this.fill(chunk);
      else this.space(chunk);
    }
    if (this.chunks.length > 1) this.chunks.forEach(({ body }) => this.observer.observe(body));
  }

  /** @param {Chunk<T>} chunk */
  fill(chunk) {
    if (chunk.filled) return;
    chunk.filled = true;
    chunk.body.replaceChildren(...chunk.items.map((item) => this.made(item)));
  }

  /**
   * Replaces rows by a spacer, unless one of them has the focus.
   *
   * @param {Chunk<T>} chunk
   */
  empty(chunk) {
    if (!chunk.filled || chunk.body.contains(document.activeElement)) return;
    chunk.height = chunk.body.offsetHeight || chunk.height;
    chunk.filled = false;
    this.space(chunk);
  }

  /** @param {Chunk<T>} chunk */
  space({ body, items, height }) {
    const [first] = this.chunks;
    const each = first.filled && first.body.offsetHeight > 0 ? first.body.offsetHeight / first.items.length : GUESS;
    const space = h('td', {});
    space.style.height = `${height || each * items.length}px`;
    body.replaceChildren(h('tr', { class: 'space', 'aria-hidden': 'true' }, space));
  }

  /** @param {T} item */
  made(item) {
    let row = this.rows.get(item);
    if (!row) {
      row = this.make(item);
      // The heading is row 1.
      row.setAttribute('aria-rowindex', String((this.places.get(item) ?? 0) + 2));
      this.rows.set(item, row);
    }
    return row;
  }

  /**
   * The row of an item, put into the document; `null` if the item is not listed.
   *
   * @param {T} item
   * @returns {HTMLTableRowElement | null}
   */
  reach(item) {
    const place = this.places.get(item);
    if (place === undefined) return null;
    this.fill(this.chunks[Math.floor(place / CHUNK)]);
    this.reached = this.made(item);
    return this.reached;
  }
}
