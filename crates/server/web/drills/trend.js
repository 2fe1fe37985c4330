// @ts-check
// Mean errors of the last sessions as a small curve.

import { s } from '../common/dom.js';
import { errorText } from './kinds.js';

/** Number of sessions that are drawn. */
const SHOWN = 20;
const WIDTH = 160;
const HEIGHT = 36;
/** Distance of the curve from the edges, for its points. */
const EDGE = 4;

/**
 * @param {import('../common/types').Translate} t
 * @param {string} kind
 * @param {number[]} errors mean error of each session, oldest first
 * @returns {SVGSVGElement | null} nothing with fewer than two sessions
 */
export function trendCurve(t, kind, errors) {
  const shown = errors.slice(-SHOWN);
  if (shown.length < 2) return null;
  const most = Math.max(...shown, Number.EPSILON);
  const points = shown.map((error, place) => [
    EDGE + (place * (WIDTH - 2 * EDGE)) / (shown.length - 1),
    HEIGHT - EDGE - (error / most) * (HEIGHT - 2 * EDGE),
  ]);
  const [x, y] = points[points.length - 1];
  const words = shown.map((error) => errorText(t, kind, error)).join(', ');
  return s('svg', {
    class: 'drill-trend', role: 'img', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-label': `${t('drill.trend')}: ${words}`,
  },
  s('line', { x1: EDGE, x2: WIDTH - EDGE, y1: HEIGHT - EDGE, y2: HEIGHT - EDGE }),
  s('polyline', { points: points.map((point) => point.join(',')).join(' ') }),
  s('circle', { cx: x, cy: y, r: 3.5 }));
}
