// @ts-check
// Statistics of a match, for both players and for each game.

import { h } from '../common/dom.js';
import { gameName } from '../common/games.js';
import { explained } from '../common/glossary.js';
import { CUBE_ERRORS } from './player-figures.js';
import { shortName, nameHeading } from '../common/names.js';
import { NONE, formatFixed, formatLoss, formatShare, formatEquity, formatShareDifference } from '../common/numbers.js';
import { serverTextLater } from '../common/server-text.js';

/** @typedef {import('../common/answers').JudgedMatch} JudgedMatch */
/** @typedef {import('../common/answers').AnalysisDocument} AnalysisDocument */
/** @typedef {import('../common/answers').Statistics} Statistics */
/** @typedef {import('../common/types').Translate} Translate */

/** Rows that have terms to be explained. @type {Record<string, import('../common/glossary.js').Term>} */
const TERMS = {
  pr: 'pr', error: 'emg', error_mwc: 'mwc', luck: 'luck', luck_mwc: 'mwc', adjusted: 'adjusted', gnubg: 'error-rate',
  snowie: 'error-rate',
};

/**
 * Translated name of a rating; reports have it in English.
 *
 * @param {Translate} t
 * @param {string} name
 */
export function ratingName(t, name) {
  const key = `matches.level.${name.toLowerCase().replace(/[^a-z]+/g, '_').replace(/_$/, '')}`;
  const words = t(key);
  return words === key ? name : words;
}

/**
 * @param {Translate} t
 * @param {string | undefined} name
 */
function inBrackets(t, name) {
  return name === undefined ? '' : ` (${ratingName(t, name)})`;
}

/**
 * Number of errors, and of the blunders among them.
 *
 * @param {Translate} t
 * @param {{errors: number, blunders: number}} of
 */
export function errorsText(t, { errors, blunders }) {
  if (errors === 0) return '0';
  return blunders === 0 ? t('matches.no_blunders', { errors }) : t('matches.with_blunders', { errors, n: blunders });
}

/**
 * Rows of the statistics, with their formatting.
 *
 * @param {Translate} t
 * @param {boolean} isMatch
 * @returns {[string, (of: Statistics) => string][]}
 */
function lines(t, isMatch) {
  return [
    ['pr', (of) => `${formatFixed(of.pr, 2)}${inBrackets(t, of.level)}`],
    ['interval', (of) => (of.pr_interval ? of.pr_interval.map((end) => formatFixed(end, 1)).join(' – ') : NONE)],
    ['decisions', (of) => t('matches.plays_and_cubes', { plays: of.plays, cubes: of.cube_decisions })],
    ['error', (of) => formatLoss(of.error)],
    ['play_error', (of) => formatLoss(of.play_error)],
    ['cube_error', (of) => formatLoss(of.cube_error)],
    isMatch
      ? ['error_mwc', (of) => formatShareDifference(of.error_mwc === undefined ? null : -of.error_mwc)]
      : ['error_points', (of) => formatLoss(of.error_points)],
    ['errors', (of) => errorsText(t, of)],
    ['found', (of) => t('matches.agreed', { n: of.match_rate.all.agreed, of: of.match_rate.all.of, share: formatShare(of.match_rate.all.rate) })],
    ['luck', (of) => formatEquity(of.luck)],
    isMatch
      ? ['luck_mwc', (of) => formatShareDifference(of.luck_mwc)]
      : ['luck_points', (of) => formatEquity(of.luck_points)],
    ['adjusted', (of) => (isMatch ? formatShare(of.luck_adjusted_result) : formatEquity(of.luck_adjusted_result))],
    ['gnubg', (of) => `${formatFixed(of.gnubg_error_rate, 1)}${inBrackets(t, of.gnubg_level)}`],
    ['snowie', (of) => formatFixed(of.snowie_error_rate, 1)],
  ];
}

/**
 * Table of the statistics of both players.
 *
 * @param {Translate} t
 * @param {JudgedMatch} match
 */
export function playersTable(t, match) {
  const rows = lines(t, match.length > 0).map(([name, words]) => h('tr', { class: name },
    h('th', { scope: 'row' }, name in TERMS ? explained(TERMS[name], t(`matches.line.${name}`)) : t(`matches.line.${name}`)),
    ...match.players.map((player) => h('td', {}, words(player)))));
  const cube = CUBE_ERRORS.filter((kind) => match.players.some((player) => player.cube_errors[kind]?.count))
    .map((kind) => h('tr', {}, h('th', { scope: 'row' }, t(`matches.cube_error.${kind}`)),
      ...match.players.map((player) => {
        const { count, loss } = player.cube_errors[kind];
        return h('td', {}, count === 0 ? NONE : `${count}: ${formatLoss(loss)}`);
      })));
  const named = { tabindex: 0, role: 'region', 'aria-label': t('matches.summary') };
  return h('div', { class: 'panel wide', ...named }, h('h2', {}, t('matches.summary')),
    h('table', { class: 'summary' },
      h('thead', {}, h('tr', {}, h('td', {}), ...match.players.map((player) =>
        h('th', { scope: 'col' }, nameHeading(player.name))))),
      h('tbody', {}, ...rows),
      cube.length > 0 && h('tbody', {},
        h('tr', { class: 'depth' }, h('th', { colspan: 3, scope: 'rowgroup' }, t('matches.cube_errors'))), ...cube)));
}

/**
 * Table of the games with their results, errors and luck.
 *
 * @param {Translate} t
 * @param {JudgedMatch} match
 * @param {(game: number) => void} go
 */
export function gamesTable(t, match, go) {
  const [first, second] = match.players.map((player) => player.name);
  // For a frame, the table names each game.
  const isFrame = match.games.some(({ game }) => game !== undefined);
  const rows = match.games.map((game, place) => {
    const winner = game.winner === undefined
      ? NONE : t('matches.won', { name: shortName(game.winner === 1 ? first : second), n: game.points ?? 0 });
    const [one, two] = game.players;
    const open = h('button', { type: 'button', class: 'written', onclick: () => go(place) }, String(place + 1));
    return h('tr', {},
      h('th', { scope: 'row' }, open, isFrame && ` ${gameName(t, game.game ?? match.game)}`),
      h('td', {}, `${game.score[0]}–${game.score[1]} `, game.crawford && explained('crawford', t('analyse.crawford_mark'))),
      h('td', {}, winner, game.stopped !== undefined && h('span', { class: 'note' }, ' ', serverTextLater(t, game.stopped, game.stopped_message))),
      ...[one, two].flatMap((of) => [
        h('td', { class: 'number' }, formatFixed(of.pr, 1)), h('td', { class: 'number' }, formatEquity(of.luck)),
      ]));
  });
  return h('div', { class: 'panel wide' }, h('h2', {}, t('matches.games')),
    h('table', { class: 'plays games' },
      h('thead', {},
        h('tr', {}, h('th', { scope: 'col', rowspan: 2 }, t('matches.column.game')),
          h('th', { scope: 'col', rowspan: 2, class: 'of-score' }, t('matches.column.score')),
          h('th', { scope: 'col', rowspan: 2 }, t('matches.column.result')),
          h('th', { scope: 'colgroup', colspan: 2 }, nameHeading(first)), h('th', { scope: 'colgroup', colspan: 2 }, nameHeading(second))),
        h('tr', {}, ...[1, 2].flatMap(() => ['pr', 'luck'].map((name) =>
          h('th', { scope: 'col' }, t(`matches.column.${name}`)))))),
      h('tbody', {}, ...rows)));
}

/**
 * Source of the match, the analysis settings, and warnings about the file.
 *
 * @param {Translate} t
 * @param {JudgedMatch} match
 * @param {AnalysisDocument['engine']} engine
 */
export function aboutMatch(t, match, engine) {
  const kind = match.length > 0 ? t('matches.to', { n: match.length }) : t('analyse.money');
  const facts = [match.file, kind, match.event, match.site, match.date].filter((part) => part);
  const plies = [...new Set(engine.ply)].join('–');
  return h('div', { class: 'about' },
    h('p', {}, facts.join(' · ')),
    h('p', { class: 'note' }, t('matches.judged_by', {
      engine: `${engine.name} ${engine.version}`, preset: t(`matches.preset.${engine.preset}`), plies,
    })),
    match.comment !== undefined && h('p', {}, match.comment),
    match.warnings.length > 0 && h('details', { class: 'warnings' },
      h('summary', {}, t('matches.warnings', { n: match.warnings.length })),
      h('ul', {}, ...match.warnings.map((warning, place) =>
        h('li', {}, serverTextLater(t, warning, match.warning_messages?.[place]))))));
}
