// @ts-check
// Chart of a player's performance rating, match by match, with the rating over the last matches.

import { h, s } from '../common/dom.js';
import { formatDate } from '../common/i18n.js';
import { formatFixed } from '../common/numbers.js';
import { runningRating } from './player-figures.js';

/** @typedef {import('./player-figures.js').Played} Played */
/** @typedef {import('../common/types').Translate} Translate */

const HEIGHT = 200;
const LEFT = 34;
const RIGHT = 12;
const EDGE = 16;
/** Number of matches of the running rating. */
const WINDOW = 5;
/** Highest rating shown at least. */
const LEAST_TOP = 10;

export class RatingChart {
  /**
   * @param {Translate} t
   * @param {Played[]} played earliest first
   */
  constructor(t, played) {
    this.t = t;
    this.played = played.filter(({ figures }) => figures.pr !== null);
    this.running = runningRating(this.played, WINDOW);
    this.width = 0;
    const title = t('players.chart');
    this.svg = s('svg', { class: 'graph rating', height: HEIGHT, role: 'group', 'aria-label': title });
    this.element = h('figure', { class: 'panel' }, h('h3', {}, title), this.svg,
      h('figcaption', { class: 'note' }, t('players.chart.note', { n: WINDOW })));
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(this.element);
  }

  /** Stops following the width of the page. */
  leave() {
    this.observer.disconnect();
  }

  draw() {
    const style = getComputedStyle(this.element);
    const width = Math.floor(this.element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight));
    if (width <= 0 || width === this.width) return;
    this.width = width;
    const { played, running, svg } = this;
    const ratings = played.map(({ figures }) => figures.pr ?? 0);
    const top = Math.ceil(Math.max(LEAST_TOP, ...ratings) / 5) * 5;
    const inner = width - LEFT - RIGHT;
    // A single match stands in the middle.
    const x = (/** @type {number} */ place) =>
      LEFT + (played.length > 1 ? inner * place / (played.length - 1) : inner / 2);
    const y = (/** @type {number} */ pr) => EDGE + (HEIGHT - 2 * EDGE) * (1 - pr / top);
    const every = top > 30 ? 10 : 5;
    const levels = Array.from({ length: Math.floor(top / every) + 1 }, (_, step) => every * step);
    const curve = running.map((pr, place) => `${x(place)},${y(pr ?? 0)}`).join(' ');
    svg.setAttribute('width', String(width));
    svg.replaceChildren(
      ...levels.flatMap((pr) => [
        s('line', { class: 'rule', x1: LEFT, y1: y(pr), x2: width - RIGHT, y2: y(pr) }),
        s('text', { x: LEFT - 6, y: y(pr) + 4.5, 'text-anchor': 'end', 'aria-hidden': 'true' }, String(pr)),
      ]),
      s('polyline', { class: 'chance', points: curve }),
      ...played.map((one, place) => this.point(one, x(place), y(ratings[place]))));
  }

  /**
   * A match as a link to its report.
   *
   * @param {Played} played
   * @param {number} cx
   * @param {number} cy
   */
  point({ stored, opponent, figures, time }, cx, cy) {
    const words = this.t('players.point', { opponent, pr: formatFixed(figures.pr, 2), date: formatDate(time, false) });
    return s('a', { href: `#matches/${encodeURIComponent(stored.id)}`, 'aria-label': words },
      s('title', {}, words), s('circle', { class: 'hit', cx, cy, r: 12 }), s('circle', { class: 'match', cx, cy, r: 5 }));
  }
}
