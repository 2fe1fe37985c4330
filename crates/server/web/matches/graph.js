// @ts-check
// Chart of the first player's chances during a match, with clickable decisions.

import { h, s } from '../common/dom.js';
import { playerOnRoll } from './decisions.js';
import { severityOf } from '../analyse/severity.js';
import { shortName } from '../common/names.js';
import { formatEquity, formatShare } from '../common/numbers.js';

/** @typedef {import('../common/answers').Decision} Decision */
/** @typedef {import('../common/answers').JudgedMatch} JudgedMatch */
/** @typedef {import('./decisions.js').Moment} Moment */
/** @typedef {import('../common/types').Translate} Translate */

const WIDTH = 760;
const HEIGHT = 230;
const LEFT = 46;
const RIGHT = 8;
const EDGE = 22;

/**
 * Chance of the first player before a decision, with best play: to win the match, or the game if it
 * is for money.
 *
 * @param {Decision} decision
 * @param {boolean} isMatch
 * @returns {number | null}
 */
export function winningChance(decision, isMatch) {
  const [found, whose] = isMatch
    ? [decision.mwc, decision.seat]
    : decision.cube
      ? [decision.cube.probabilities.win, playerOnRoll(decision)]
      : [decision.candidates?.[0]?.probabilities.win, decision.seat];
  if (found === undefined) return null;
  return whose === 1 ? found : 1 - found;
}

/**
 * Creates the chart, with a method to mark a decision.
 *
 * @param {Translate} t
 * @param {JudgedMatch} match
 * @param {{moments: Moment[], thresholds: {error: number, blunder: number},
 *   go: (moment: Moment) => void}} how
 */
export function createGraph(t, match, { moments, thresholds, go }) {
  const isMatch = match.length > 0;
  /** @type {{moment: Moment, chance: number}[]} */
  const found = [];
  for (const moment of moments) {
    const at = winningChance(moment.decision, isMatch);
    if (at !== null) found.push({ moment, chance: at });
  }
  const [first, second] = match.players.map((player) => shortName(player.name));
  const title = t(isMatch ? 'matches.graph.match' : 'matches.graph.game', { name: first });
  const step = (WIDTH - LEFT - RIGHT) / Math.max(1, found.length - 1);
  const x = (/** @type {number} */ place) => LEFT + step * place;
  const y = (/** @type {number} */ of) => EDGE + (HEIGHT - 2 * EDGE) * (1 - of);
  /** @type {SVGElement[]} */
  const shapes = [0, 0.25, 0.5, 0.75, 1].flatMap((of) => [
    s('line', { class: of === 0.5 ? 'rule even' : 'rule', x1: LEFT, y1: y(of), x2: WIDTH - RIGHT, y2: y(of) }),
    s('text', { x: LEFT - 6, y: y(of) + 4.5, 'text-anchor': 'end' }, formatShare(of, 0)),
  ]);
  let start = 0;
  let written = -Infinity;
  for (let at = 0; at <= found.length; at += 1) {
    if (at > 0 && (at === found.length || found[at].moment.game !== found[at - 1].moment.game)) {
      const points = found.slice(start, at).map((one, place) => `${x(start + place)},${y(one.chance)}`);
      shapes.push(s('polyline', { class: 'chance', points: points.join(' ') }));
      if (start > 0) shapes.push(s('line', { class: 'game', x1: x(start), y1: EDGE, x2: x(start), y2: HEIGHT - EDGE }));
      if (x(start) - written > 20) {
        written = x(start);
        shapes.push(s('text', { x: x(start) + 3, y: HEIGHT - 5 }, String(found[start].moment.game + 1)));
      }
      start = at;
    }
  }
  found.forEach(({ moment, chance: of }, place) => {
    const { decision } = moment;
    const look = severityOf(decision.loss ?? 0, thresholds);
    if (look !== 'blunder') return;
    const words = t('matches.graph.mistake', {
      game: moment.game + 1, name: [first, second][decision.seat - 1], loss: formatEquity(decision.loss),
    });
    const [cx, cy] = [x(place), y(of)];
    shapes.push(decision.seat === 1
      ? s('circle', { class: 'mistake first', cx, cy, r: 5 }, s('title', {}, words))
      : s('rect', { class: 'mistake second', x: cx - 4.5, y: cy - 4.5, width: 9, height: 9 }, s('title', {}, words)));
  });
  const places = new Map(found.map(({ moment }, place) => [moment, place]));
  const here = s('line', { class: 'here', y1: EDGE, y2: HEIGHT - EDGE });
  shapes.push(here);
  const svg = s('svg', {
    class: 'graph', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': title,
  }, ...shapes);
  svg.addEventListener('click', (event) => {
    const box = svg.getBoundingClientRect();
    const at = ((event.clientX - box.left) * WIDTH / box.width - LEFT) / step;
    const near = found[Math.max(0, Math.min(found.length - 1, Math.round(at)))];
    if (near) go(near.moment);
  });
  return {
    element: h('figure', { class: 'panel' }, h('h2', {}, title), svg,
      h('figcaption', { class: 'note' }, t(isMatch ? 'matches.graph.note' : 'matches.graph.note_game', { first, second }))),
    /** @param {Moment | null} moment */
    show(moment) {
      const place = moment === null ? undefined : places.get(moment);
      here.setAttribute('visibility', place === undefined ? 'hidden' : 'visible');
      for (const end of ['x1', 'x2']) here.setAttribute(end, String(x(place ?? 0)));
    },
  };
}
