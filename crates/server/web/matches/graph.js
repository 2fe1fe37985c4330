// @ts-check
// Chart of the first player's chances during a match, with clickable decisions. It is as wide as
// the page; long sessions scroll sideways.

import { h, s } from '../common/dom.js';
import { playerOnRoll } from './decisions.js';
import { severityOf } from '../analyse/severity.js';
import { shortName } from '../common/names.js';
import { formatEquity, formatShare } from '../common/numbers.js';

/** @typedef {import('../common/answers').Decision} Decision */
/** @typedef {import('../common/answers').JudgedMatch} JudgedMatch */
/** @typedef {import('./decisions.js').Moment} Moment */
/** @typedef {import('../common/types').Translate} Translate */

const HEIGHT = 220;
/** Width of the labels on the left. */
const LEFT = 44;
/** Space beside the first and last decision. */
const SIDE = 7;
const EDGE = 20;
/** Minimum distance between decisions, in pixels. */
const LEAST_STEP = 1.5;
/** Minimum distance between the numbers of games, in pixels. */
const APART = 22;
const LEVELS = [0, 0.25, 0.5, 0.75, 1];

/**
 * Chance of the first player before a decision, with best play: to win the match, or the game if it
 * is for money.
 *
 * @param {Decision} decision
 * @param {boolean} isMatch
 * @returns {number | null}
 */
function winningChance(decision, isMatch) {
  const [found, whose] = isMatch
    ? [decision.mwc, decision.seat]
    : decision.cube
      ? [decision.cube.probabilities.win, playerOnRoll(decision)]
      : [decision.candidates?.[0]?.probabilities.win, decision.seat];
  if (found === undefined) return null;
  return whose === 1 ? found : 1 - found;
}

/** @param {number} of chance, 0 to 1 */
function height(of) {
  return EDGE + (HEIGHT - 2 * EDGE) * (1 - of);
}

export class Graph {
  /**
   * @param {Translate} t
   * @param {JudgedMatch} match
   * @param {{moments: Moment[], thresholds: {error: number, blunder: number},
   *   go: (moment: Moment) => void}} how
   */
  constructor(t, match, { moments, thresholds, go }) {
    this.t = t;
    this.thresholds = thresholds;
    const isMatch = match.length > 0;
    /** @type {{moment: Moment, chance: number}[]} */
    this.found = [];
    for (const moment of moments) {
      const chance = winningChance(moment.decision, isMatch);
      if (chance !== null) this.found.push({ moment, chance });
    }
    this.places = new Map(this.found.map(({ moment }, place) => [moment, place]));
    this.names = match.players.map((player) => shortName(player.name));
    const [first, second] = this.names;
    const title = t(isMatch ? 'matches.graph.match' : 'matches.graph.game', { name: first });
    this.width = 0;
    /** Distance between decisions, in pixels. */
    this.step = 0;
    /** @type {Moment | null} */
    this.current = null;
    this.here = s('line', { class: 'here', y1: EDGE, y2: HEIGHT - EDGE });
    this.svg = s('svg', { class: 'graph', height: HEIGHT, role: 'img', 'aria-label': title });
    this.svg.addEventListener('click', (event) => {
      const at = event.clientX - this.svg.getBoundingClientRect().left - SIDE;
      const last = this.found.length - 1;
      const near = this.found[Math.max(0, Math.min(last, Math.round(at / this.step)))];
      if (near) go(near.moment);
    });
    this.scroller = h('div', { class: 'graph-scroller', tabindex: 0, role: 'region', 'aria-label': title }, this.svg);
    const labels = s('svg', { class: 'graph-labels', width: LEFT, height: HEIGHT, 'aria-hidden': 'true' },
      ...LEVELS.map((of) =>
        s('text', { x: LEFT - 6, y: height(of) + 4.5, 'text-anchor': 'end' }, formatShare(of, 0))));
    this.element = h('figure', { class: 'panel match-graph' }, h('h2', {}, title),
      h('div', { class: 'graph-frame' }, labels, this.scroller),
      h('figcaption', { class: 'note' }, t(isMatch ? 'matches.graph.note' : 'matches.graph.note_game', { first, second })));
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(this.scroller);
  }

  /** Stops following the width of the page. */
  leave() {
    this.observer.disconnect();
  }

  /** Horizontal position of a decision. @param {number} place */
  x(place) {
    return SIDE + this.step * place;
  }

  /** Draws the curve at the present width. */
  draw() {
    const room = this.scroller.clientWidth;
    if (room === 0 || room === this.width) return;
    this.width = room;
    const { found, svg } = this;
    this.step = Math.max(LEAST_STEP, (room - 2 * SIDE) / Math.max(1, found.length - 1));
    const whole = Math.max(room, 2 * SIDE + this.step * (found.length - 1));
    svg.setAttribute('width', String(whole));
    const rules = LEVELS.map((of) => s('line', {
      class: of === 0.5 ? 'rule even' : 'rule', x1: 0, y1: height(of), x2: whole, y2: height(of),
    }));
    svg.replaceChildren(...rules, ...this.curves(), ...this.blunders(), this.here);
    this.show(this.current);
  }

  /** Curves of the games, with their numbers. */
  curves() {
    const { found } = this;
    /** @type {SVGElement[]} */
    const shapes = [];
    let start = 0;
    let written = -Infinity;
    for (let at = 1; at <= found.length; at += 1) {
      if (at < found.length && found[at].moment.game === found[at - 1].moment.game) continue;
      const points = found.slice(start, at).map(({ chance }, place) => `${this.x(start + place)},${height(chance)}`);
      shapes.push(s('polyline', { class: 'chance', points: points.join(' ') }));
      const left = this.x(start);
      if (start > 0) shapes.push(s('line', { class: 'game', x1: left, y1: EDGE, x2: left, y2: HEIGHT - EDGE }));
      if (left - written > APART) {
        written = left;
        shapes.push(s('text', { x: left + 3, y: HEIGHT - 5 }, String(found[start].moment.game + 1)));
      }
      start = at;
    }
    return shapes;
  }

  blunders() {
    return this.found.flatMap(({ moment, chance }, place) => {
      const { decision } = moment;
      if (severityOf(decision.loss ?? 0, this.thresholds) !== 'blunder') return [];
      const words = this.t('matches.graph.mistake', {
        game: moment.game + 1, name: this.names[decision.seat - 1], loss: formatEquity(decision.loss),
      });
      const [cx, cy] = [this.x(place), height(chance)];
      return [decision.seat === 1
        ? s('circle', { class: 'mistake first', cx, cy, r: 5 }, s('title', {}, words))
        : s('rect', { class: 'mistake second', x: cx - 4.5, y: cy - 4.5, width: 9, height: 9 }, s('title', {}, words))];
    });
  }

  /**
   * Marks a decision, and scrolls a wide chart to it.
   *
   * @param {Moment | null} moment
   */
  show(moment) {
    this.current = moment;
    const place = moment === null ? undefined : this.places.get(moment);
    this.here.setAttribute('visibility', place === undefined ? 'hidden' : 'visible');
    const at = this.x(place ?? 0);
    for (const end of ['x1', 'x2']) this.here.setAttribute(end, String(at));
    const { scroller } = this;
    if (scroller.scrollWidth <= scroller.clientWidth || place === undefined) return;
    const [left, right] = [scroller.scrollLeft, scroller.scrollLeft + scroller.clientWidth];
    if (at < left + SIDE || at > right - SIDE) scroller.scrollLeft = at - scroller.clientWidth / 2;
  }
}
