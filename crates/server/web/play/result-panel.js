// @ts-check
// Panel over the board at the end of a game or match: result, ratings, luck and the worst errors.

import { button, h, s } from '../common/dom.js';
import { littleBoard } from '../board/little-board.js';
import { findGame } from '../common/games.js';
import { formatPercent } from '../common/i18n.js';
import { JobProgress } from '../common/job-progress.js';
import { formatFixed, formatLoss } from '../common/numbers.js';
import { exportSession } from '../common/saving.js';
import { toArrows, severityOf } from '../analyse/severity.js';
import { actionName, isCube, listMoments, playerOnRoll } from '../matches/decisions.js';
import { ratingName } from '../matches/report.js';
import { describeResult } from './event-text.js';

/** @typedef {import('../common/answers').AnalysisDocument} AnalysisDocument */
/** @typedef {import('../common/answers').Statistics} Statistics */
/** @typedef {import('../matches/decisions.js').Moment} Moment */
/** @typedef {import('../common/types').Seat} Seat */
/** @typedef {import('./controls.js').Control} Control */

/** Number of errors to show. */
const WORST = 3;
/** Number of actions of a session up to which it is analysed without being asked. */
const SHORT = 1200;
/** Numbers of the players in records. */
const NUMBERS = { top: 1, bottom: 2 };
const SHOWN = ['next', 'rematch', 'new'];

export class ResultPanel {
  /** @param {import('./table.js').Table} table */
  constructor(table) {
    const { context, turn } = table;
    const { t } = context;
    this.table = table;
    this.isMatchOver = turn.decide.what === 'match_over';
    /** @type {{document: AnalysisDocument, record: unknown} | null} */
    this.analysis = null;
    /** @type {import('../board/board.js').Board[]} */
    this.boards = [];
    this.gone = false;
    this.job = new JobProgress(context, {
      done: ({ result, record }) => this.done({ document: result, record }),
      over: () => this.figures.replaceChildren(),
    });
    this.figures = h('div', { class: 'figures' });
    this.actions = h('div', { class: 'actions controls', role: 'group', 'aria-label': t('table.next') });
    this.element = h('section', { class: 'panel result', 'aria-labelledby': 'result-title' },
      button('×', () => this.toggle(false), { class: 'quiet close', 'aria-label': t('table.result.hide'), id: 'hide-result' }),
      h('h2', { id: 'result-title' }, this.title()),
      h('p', { class: 'final' }, ...this.score()),
      this.figures, this.job.element, this.actions);
  }

  /** Result in one sentence. */
  title() {
    const { context, turn } = this.table;
    if (!this.isMatchOver) return describeResult(context, turn);
    return context.t(turn.decide.winner === 'bottom' ? 'play.match.you' : 'play.match.engine');
  }

  /** Score, and the result of the last game if the title has that of the match. */
  score() {
    const { context, turn } = this.table;
    // Points beyond the length of the match do not count.
    const of = (/** @type {Seat} */ seat) => `${this.name(seat)} ${Math.min(turn.score[seat], turn.match ?? Infinity)}`;
    const last = this.isMatchOver ? ` ${describeResult(context, turn)}` : '';
    return [h('strong', {}, `${of('bottom')} – ${of('top')}`), last];
  }

  /** Returns true if a control is shown on the panel. @param {Control} control */
  has({ name }) {
    return !this.element.hidden && SHOWN.includes(name);
  }

  /** Buttons of the panel that are not controls of the game. */
  extras() {
    const { context, board, layout } = this.table;
    if (this.element.hidden) return [];
    return board.game.has_network ? [button(context.t('table.analyse'), () => (this.analysis ? this.open() : layout.send()), { id: 'analyse-match' })] : [];
  }

  /** Button that shows the panel again. */
  opener() {
    return button(this.table.context.t('table.result.show'), () => this.toggle(true), { id: 'show-result' });
  }

  /** Shows or hides the panel, so that the final position can be seen. @param {boolean} on */
  toggle(on) {
    this.element.hidden = !on;
    this.table.showButtons();
    this.table.bar.focus();
  }

  /** Asks the server for ratings and luck. */
  async analyse() {
    const { context, session, board } = this.table;
    if (!board.game.has_network) return;
    if (session.done.length > SHORT && !this.isMatchOver) return;
    const preset = this.isMatchOver ? 'standard' : 'quick';
    this.figures.replaceChildren(h('p', { class: 'faint' }, context.t('table.analysing')));
    await this.job.begin(async () => {
      const record = await exportSession(context, session, 'json');
      const file = new Blob([record], { type: 'application/json' });
      return context.api.upload(`jobs/analyze?name=sheshbesh.json&preset=${preset}`, file);
    });
  }

  /** @param {{document: AnalysisDocument, record: unknown}} analysis */
  async done(analysis) {
    const { session } = this.table;
    if (this.table.left) return;
    this.analysis = analysis;
    const [match] = analysis.document.matches;
    const last = match.games.length - 1;
    const { players } = this.isMatchOver ? match : match.games[last];
    const of = (/** @type {Seat} */ seat) => players[NUMBERS[seat] - 1];
    const moments = listMoments(match).filter(({ game, decision }) => (session.people !== null || decision.seat === NUMBERS.bottom)
      && (this.isMatchOver || game === last)
      && (decision.loss ?? 0) >= analysis.document.engine.thresholds.error);
    moments.sort((a, b) => (b.decision.loss ?? 0) - (a.decision.loss ?? 0));
    const { t, say } = this.table.context;
    this.figures.replaceChildren(this.ratings(of('bottom'), of('top')), this.luck(of('bottom'), of('top')));
    say(t('table.rating', { name: this.name('bottom'), pr: formatFixed(of('bottom').pr, 1) }));
    if (moments.length > 0) this.figures.append(await this.errors(moments.slice(0, WORST)));
  }

  /** @param {Seat} seat */
  name(seat) {
    return this.table.context.t(seat === 'bottom' ? 'play.you' : 'play.engine');
  }

  /**
   * Performance ratings of both players.
   *
   * @param {Statistics} mine
   * @param {Statistics} theirs
   */
  ratings(mine, theirs) {
    const { t } = this.table.context;
    const card = (/** @type {Seat} */ seat, /** @type {Statistics} */ of) => h('div', { class: 'rating' },
      h('dt', {}, this.name(seat)),
      h('dd', {}, h('strong', {}, formatFixed(of.pr, 1)), ` ${of.level === undefined ? '' : ratingName(t, of.level)}`),
      h('dd', { class: 'faint' }, t('table.errors', { n: of.errors, blunders: of.blunders })));
    return h('div', {}, h('h3', {}, t('matches.line.pr')),
      h('dl', { class: 'ratings' }, card('bottom', mine), card('top', theirs)));
  }

  /**
   * Luck of one player beyond that of the other, as a bar from the middle.
   *
   * @param {Statistics} mine
   * @param {Statistics} theirs
   */
  luck(mine, theirs) {
    const { t } = this.table.context;
    const isShare = mine.luck_mwc !== undefined && theirs.luck_mwc !== undefined;
    const by = isShare ? (mine.luck_mwc ?? 0) - (theirs.luck_mwc ?? 0) : mine.luck - theirs.luck;
    // Half of the bar is a whole match, or two points.
    const half = Math.min(1, Math.abs(by) / (isShare ? 1 : 2)) * 50;
    const size = isShare ? formatPercent(Math.abs(by)) : formatFixed(Math.abs(by), 2);
    const words = t(isShare ? 'table.luck.match' : 'table.luck.points', { name: this.name(by < 0 ? 'top' : 'bottom'), by: size });
    return h('figure', { class: 'luck' }, h('figcaption', {}, words),
      s('svg', { class: 'strip', viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
        s('rect', { class: by < 0 ? 'lose' : 'win', x: by < 0 ? 50 - half : 50, y: 0, width: half, height: 10 }),
        s('line', { x1: 50, y1: 0, x2: 50, y2: 10 })));
  }

  /**
   * The worst errors as little boards.
   *
   * @param {Moment[]} moments
   */
  async errors(moments) {
    const { t } = this.table.context;
    const found = await Promise.all(moments.map((moment) => this.error(moment)));
    return h('div', {}, h('h3', {}, t(this.table.session.people ? 'table.worst.both' : 'table.worst', { n: found.length })), h('div', { class: 'worst' }, ...found));
  }

  /** @param {Moment} moment */
  async error({ game: number, place, decision }) {
    const { context } = this.table;
    const { t } = context;
    const match = this.analysis?.document.matches[0];
    const written = match?.games[number].game ?? match?.game ?? this.table.board.game.name;
    const game = findGame(context.games, written) ?? this.table.board.game;
    const { played, best = '', loss = 0, dice } = decision;
    const who = this.table.session.people ? `${this.name(decision.seat === NUMBERS.top ? 'top' : 'bottom')} ` : '';
    const words = [`${who}${dice ? `${dice}: ` : ''}${actionName(t, played)}, ${formatLoss(loss)}`,
      t('tutor.best', { best: actionName(t, best) })];
    const press = h('button', { type: 'button', class: 'error-card', onclick: () => this.open(`${number}.${place}`) },
      h('span', { class: `is-${severityOf(loss)}` }, words[0]), h('span', {}, words[1]));
    try {
      const { board, cube } = await context.api.post('position', { position: decision.xgid ?? decision.position_id, game: written });
      if (this.gone) return press;
      const arrows = isCube(decision) ? [] : [...toArrows(best, 'best'), ...toArrows(played, severityOf(loss))];
      const owner = cube?.owner ? (cube.owner === 'own' ? 'bottom' : 'top') : null;
      const view = { board, dice, flipped: playerOnRoll(decision) === NUMBERS.top, cube: cube && { value: cube.value, owner } };
      const little = littleBoard(context, game, /** @type {any} */ (view), arrows, true);
      little.svg.setAttribute('aria-hidden', 'true');
      this.boards.push(little);
      press.prepend(little.element);
    } catch {
      // Its words remain.
    }
    return press;
  }

  /**
   * Opens the report, at a decision.
   *
   * @param {string} [place]
   */
  open(place) {
    if (!this.analysis) return;
    this.table.context.analysed = { ...this.analysis, place };
    location.hash = '#matches';
  }

  /** Stops the analysis and releases the boards. */
  leave() {
    this.gone = true;
    this.job.leave();
    for (const board of this.boards) board.leave();
    this.element.remove();
  }
}
