// @ts-check
// Analysis of a position: the best play or cube action, then the table, the explanation, and other
// scores.

import { errorText } from '../common/api.js';
import { serverTextLater } from '../common/server-text.js';
import { outcomeBar } from './bars.js';
import { byCubeTable } from './by-cube.js';
import { button, checkbox, h, select } from '../common/dom.js';
import { explained } from '../common/glossary.js';
import { explainElsewhere, explainCube } from './cube-explained.js';
import { explainPlays } from './explain.js';
import * as cube from './cube-panel.js';
import { formatEquity, formatFixed } from '../common/numbers.js';
import { toArrows, severityOf } from './severity.js';
import { mayDouble, toRequest } from './question.js';
import { equityOf, headline } from './headline.js';
import { PASS } from './line.js';
import { LENGTHS, scoresTable } from './scores-panel.js';
import { playsTable } from './plays-table.js';

/** @typedef {import('../common/answers').BestPlays} BestPlays */
/** @typedef {import('../common/answers').CubeAnswer} CubeAnswer */
/** @typedef {import('../common/answers').Evaluation} Evaluation */
/** @typedef {import('../common/answers').Question} Question */
/** @typedef {import('../common/answers').RankedPlay} RankedPlay */
/** @typedef {import('../common/answers').Score} Score */
/** @typedef {import('../common/types').Arrow} Arrow */
/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('../common/types').Game} Game */
/** @typedef {import('../common/types').Message} Message */

/** Search depths offered; 4-ply takes seconds. */
const PLIES = [1, 2, 3, 4];
/** Move filters, named as on the command line; each searches at least five plays to the full depth.
 */
const FILTERS = ['normal', 'wide', 'none'];
/** Maximum search depth at which all plays are searched, if the reader tries one of the others. */
const DEEPEST_OF_ALL = 3;

export class Verdict {
  /**
   * @param {Context} context
   * @param {{arrows: (arrows: Arrow[]) => void, deeper: (ply: number) => void,
   *   score: (score: Score, length: number) => void, selected: () => void, pressed: () => void}} tell
   *   `selected` reports an answer or another selected play, `pressed` that the reader pressed a play
   *   in the table
   */
  constructor(context, tell) {
    this.context = context;
    this.tell = tell;
    /** Running requests: `answer` or `scores`, at most one each.
     * @type {Map<string, AbortController>} */
    this.pending = new Map();
    /** @type {Question | null} */
    this.question = null;
    /** @type {Game | null} */
    this.game = null;
    this.cubeful = true;
    this.filter = 'normal';
    this.all = false;
    this.length = 5;
    /** @type {BestPlays | null} */
    this.best = null;
    /** Selected play. @type {string | null} */
    this.chosen = null;
    /** Resulting position of the play that was made on the board. @type {string | null} */
    this.tried = null;
    /** Play that followed in the line. @type {string | null} */
    this.played = null;
    const { t } = context;
    this.answer = h('div', { class: 'answer' });
    this.why = h('div', { class: 'why' });
    this.notes = h('div', { class: 'note' });
    this.scores = h('div', { class: 'at-scores' });
    this.busy = h('p', { class: 'busy', hidden: true }, t('analyse.thinking'));
    context.api.onwait((waits) => { this.busy.textContent = t(waits ? 'app.busy' : 'analyse.thinking'); });
    this.trouble = h('p', { class: 'trouble', role: 'alert' });
    this.choices = h('div', { class: 'fields' });
    this.options = h('details', { class: 'options' },
      h('summary', {}, t('analyse.options')), this.choices, this.notes);
    this.element = h('section', { class: 'panel verdict-panel', 'aria-label': t('analyse.title') },
      this.busy, this.trouble, this.answer, this.why, this.options);
    this.scoreChoices = h('div', { class: 'fields' });
    this.scoresElement = h('details', { class: 'panel scores-panel' },
      h('summary', {}, h('h2', {}, t('analyse.scores.title'))), this.scoreChoices, this.scores);
  }

  /**
   * Requests and shows the analysis.
   *
   * @param {Question} question
   * @param {Game} game
   */
  async ask(question, game) {
    this.clear();
    this.question = question;
    this.game = game;
    this.fields();
    const { t } = this.context;
    this.element.hidden = false;
    if (!game.has_network) {
      this.answer.append(h('p', {}, t('analyse.no_network', { game: t(`game.${game.name}`) })));
      return;
    }
    // Before the roll, the table of scores is about the cube.
    if (question.dice || game.has_cube) this.scoreFields();
    await this.work('answer', async (signal) => {
      const { api } = this.context;
      const request = toRequest(question, game);
      if (question.dice) {
        const best = await this.askPlays(this.filter, signal);
        this.showPlays(best);
        this.remark(best);
        if (this.tried === null) this.context.say(this.announce(best));
        await this.searchTried(signal);
      } else if (game.has_cube) {
        const answer = /** @type {CubeAnswer} */ (
          await api.post('cube', { ...request, ...(mayDouble(game, question) ? { explain: true } : {}) }, signal));
        this.showCube(answer);
        this.remark(answer);
      } else {
        const evaluation = /** @type {Evaluation} */ (await api.post('evaluate', request, signal));
        this.showEvaluation(evaluation);
        this.remark(evaluation);
      }
    });
  }

  /**
   * @param {string} filter
   * @param {AbortSignal} signal
   * @returns {Promise<BestPlays>}
   */
  async askPlays(filter, signal) {
    const { question, game } = this;
    if (!question || !game) throw new Error('no question');
    const body = { ...toRequest(question, game), dice: question.dice, filter, ...this.cubeUse() };
    return this.context.api.post('best', body, signal);
  }

  /** The best play; undefined until it is known. */
  get top() {
    return this.best?.plays[0];
  }

  /** The selected play; undefined until it has been evaluated. */
  get selected() {
    return this.best?.plays.find(({ play }) => play === this.chosen);
  }

  /** Loss of the selected play. It can be negative for a play that was searched less deeply. */
  get loss() {
    const { top, selected } = this;
    return top && selected ? top.equity - selected.equity : undefined;
  }

  /**
   * Selects and marks the play that was made on the board.
   *
   * @param {string | null} id of the resulting position; `null` if there is no complete play
   */
  try(id) {
    if (this.tried === id) return;
    this.tried = id;
    const { best } = this;
    if (!best) return;
    if (id === null) this.chosen = null;
    this.showPlays(best);
    if (this.pending.has('answer')) return;
    this.work('answer', (signal) => this.searchTried(signal));
  }

  /**
   * Searches all plays to the full depth if the one on the board was searched less deeply.
   *
   * @param {AbortSignal} signal
   */
  async searchTried(signal) {
    const { top, selected, question, game } = this;
    if (this.tried === null || !top || !selected || !question || !game) return;
    if (selected.ply >= top.ply || (question.ply ?? game.default_ply) > DEEPEST_OF_ALL) return;
    this.showPlays(await this.askPlays('none', signal));
  }

  /** Request field for cubeless equities; empty for the default. */
  cubeUse() {
    return this.cubeful || !this.game?.has_cube ? {} : { cubeless: true };
  }

  /** Fields for the search depth, the filter, and the use of the cube. */
  fields() {
    const { t } = this.context;
    const { question, game } = this;
    this.options.hidden = !game?.has_network;
    if (!question || !game?.has_network) return;
    const plies = PLIES.map((ply) => /** @type {[string, string]} */ ([String(ply), t('analyse.ply.value', { ply })]));
    const depth = question.ply ?? game.default_ply;
    const again = () => this.ask(question, game);
    const filters = FILTERS.map((name) => /** @type {[string, string]} */ (
      [name, t(`analyse.filter.${name}`)]));
    this.choices.replaceChildren(
      h('div', { class: 'with-term' }, select(t('analyse.depth'), plies, String(depth),
        (ply) => this.tell.deeper(Number(ply)), { 'data-name': 'ply' }), explained('ply', '?')),
      ...(question.dice && depth > 1 ? [
        select(t('analyse.filter'), filters, this.filter, (filter) => {
          this.filter = filter;
          again();
        }, { 'data-name': 'filter' })] : []),
      ...(question.dice && game.has_cube ? [checkbox(t('analyse.cubeful'), this.cubeful, (ticked) => {
        this.cubeful = ticked;
        again();
      })] : []));
  }

  /**
   * Runs one task per name at a time; results of replaced tasks are ignored.
   *
   * @param {string} name
   * @param {(signal: AbortSignal) => Promise<void>} work
   */
  async work(name, work) {
    this.pending.get(name)?.abort();
    const controller = new AbortController();
    this.pending.set(name, controller);
    this.trouble.textContent = '';
    this.busy.hidden = false;
    try {
      await work(controller.signal);
    } catch (error) {
      if (controller.signal.aborted) return;
      this.trouble.replaceChildren(errorText(this.context.t, error));
    } finally {
      if (this.pending.get(name) === controller) this.pending.delete(name);
      this.busy.hidden = this.pending.size === 0;
      if (this.pending.size === 0) this.element.style.minHeight = '';
    }
  }

  /** Aborts all running requests. @returns {boolean} true if there were any */
  stop() {
    const any = this.pending.size > 0;
    for (const controller of this.pending.values()) controller.abort();
    this.pending.clear();
    this.busy.hidden = true;
    return any;
  }

  /** Clears the results of another position. */
  clear() {
    this.stop();
    this.best = null;
    this.chosen = null;
    this.tried = null;
    this.played = null;
    this.all = false;
    this.trouble.textContent = '';
    // The panel keeps its height until the next answer, so that the page does not jump.
    this.element.style.minHeight = `${this.element.offsetHeight}px`;
    this.scoresElement.hidden = true;
    for (const part of [this.answer, this.why, this.notes, this.scores]) part.replaceChildren();
    this.tell.arrows([]);
  }

  /** Hides the panel. */
  hide() {
    this.element.hidden = true;
    this.element.style.minHeight = '';
  }

  /**
   * Shows the result of a game that is over.
   *
   * @param {NonNullable<import('../common/answers').Looked['end']>} end
   */
  over({ winner, win }) {
    const { t } = this.context;
    this.element.hidden = false;
    this.element.style.minHeight = '';
    this.options.hidden = true;
    this.answer.replaceChildren(headline(t(`analyse.over.${winner ?? 'nobody'}`), ...(winner ? [t(`play.win.${win}`)] : [])));
  }

  /**
   * Shows the notes on how a result was obtained.
   *
   * @param {{notes?: string[], note_messages?: Message[]}} head
   */
  remark({ notes = [], note_messages: messages = [] }) {
    const { t } = this.context;
    this.notes.replaceChildren(...notes.map((note, place) =>
      h('p', {}, serverTextLater(t, note, messages[place]), '.')));
  }

  /** @param {BestPlays} best */
  announce({ plays }) {
    const { t } = this.context;
    return plays.length === 0 || plays[0].play === PASS
      ? t('analyse.no_play') : t('analyse.heard', { play: plays[0].play, equity: formatEquity(plays[0].equity) });
  }

  /** @param {BestPlays} best */
  showPlays(best) {
    const { t } = this.context;
    this.best = best;
    const { plays } = best;
    if (plays.length === 0 || plays[0].play === PASS) {
      this.chosen = PASS;
      this.answer.replaceChildren(headline(t('analyse.no_play'), ...(plays[0] ? equityOf(t, plays[0].equity) : [])),
        plays[0] ? outcomeBar(t, plays[0].probabilities) : '');
      this.tell.selected();
      return;
    }
    const tried = plays.find((play) => play.position_id === this.tried);
    if (tried) this.chosen = tried.play;
    this.chosen ??= this.played ?? plays[0].play;
    const chosen = this.selected ?? plays[0];
    this.chosen = chosen.play;
    const focused = document.activeElement instanceof HTMLElement && this.answer.contains(document.activeElement)
      ? document.activeElement.textContent : null;
    this.answer.replaceChildren(this.headline(plays), playsTable(t, plays, {
      chosen: this.chosen,
      all: this.all,
      played: this.played,
      tried: tried?.play,
      choose: (play) => {
        this.tried = null;
        this.chosen = play.play;
        this.tell.pressed();
        this.showPlays(best);
      },
      more: () => {
        this.all = true;
        this.showPlays(best);
      },
    }));
    if (focused) {
      [...this.answer.querySelectorAll('button')].find((one) => one.textContent === focused)?.focus();
    }
    this.pointOut(chosen, plays);
    const [better, other] = chosen === plays[0] ? [plays[0], plays[1]] : [plays[0], chosen];
    this.why.replaceChildren(outcomeBar(t, chosen.probabilities, t('tutor.after', { play: chosen.play })),
      ...(other ? [button(t('analyse.explain.ask', { better: better.play, other: other.play }),
        () => this.explain(better.play, other.play), { 'data-do': 'explain' })] : []),
      ...(other && this.hasCubes() ? [button(t('analyse.cubes.ask'), () => this.byCube(), { 'data-do': 'by-cube' })] : []));
    this.tell.selected();
  }

  /**
   * The best play in large type, with its equity and its lead.
   *
   * @param {RankedPlay[]} plays
   */
  headline([best, next]) {
    const { t } = this.context;
    const lead = next && next.ply === best.ply
      ? t('analyse.lead', { lead: formatFixed(best.equity - next.equity, 3) }) : !next && t('analyse.only_play');
    return headline(best.play, ...equityOf(t, best.equity), ...(lead ? [` · ${lead}`] : []));
  }

  /**
   * Shows arrows for the best play and the selected one.
   *
   * @param {RankedPlay} chosen
   * @param {RankedPlay[]} plays
   */
  pointOut(chosen, [best]) {
    if (chosen === best) {
      this.tell.arrows(toArrows(best.play, 'best'));
      return;
    }
    const look = chosen.ply === best.ply ? severityOf(best.equity - chosen.equity) : 'good';
    this.tell.arrows([
      ...toArrows(best.play, 'best'), ...toArrows(chosen.play, look === 'best' ? 'good' : look),
    ]);
  }

  /**
   * @param {string} better
   * @param {string} other
   */
  async explain(better, other) {
    const { question, game } = this;
    if (!question || !game) return;
    await this.work('answer', async (signal) => {
      const body = {
        ...toRequest(question, game), dice: question.dice, plays: [better, other], ...this.cubeUse(),
      };
      const explanation = await this.context.api.post('explain', body, signal);
      this.why.append(explainPlays(this.context.t, explanation), explainElsewhere(this.context.t, explanation));
      this.why.querySelector('[data-do=explain]')?.remove();
    });
  }

  /** True if the plays can be ranked with other cubes. */
  hasCubes() {
    return this.game?.has_cube && this.cubeful && !this.question?.crawford;
  }

  /** Shows the best play with the cube centred, owned and the opponent's. */
  async byCube() {
    const { question, game } = this;
    if (!question || !game) return;
    await this.work('answer', async (signal) => {
      const body = { ...toRequest(question, game), dice: question.dice, plays: 1, cubes: true };
      const { cubes = [] } = await this.context.api.post('best', body, signal);
      this.why.querySelector('[data-do=by-cube]')?.remove();
      this.why.append(byCubeTable(this.context.t, cubes));
    });
  }

  /** @param {CubeAnswer} answer */
  showCube(answer) {
    const { t } = this.context;
    this.answer.replaceChildren(cube.cubePanel(t, answer));
    this.why.replaceChildren(...(answer.explanation && answer.may_double
      ? [h('details', { class: 'options' }, h('summary', {}, t('analyse.why')), explainCube(t, answer.explanation))] : []));
    this.tell.selected();
    this.context.say(cube.bestAction(t, answer.action));
  }

  /** @param {Evaluation} found */
  showEvaluation(found) {
    const { t } = this.context;
    this.answer.replaceChildren(
      headline(formatEquity(found.equity), t('analyse.worth', { equity: formatEquity(found.equity) })),
      outcomeBar(t, found.probabilities));
    this.tell.selected();
  }

  /** Shows the choice of the match length and the button for the table of scores. */
  scoreFields() {
    const { t } = this.context;
    const lengths = LENGTHS.map((length) => /** @type {[string, string]} */ (
      [String(length), t('analyse.points', { n: length })]));
    this.scoresElement.hidden = false;
    this.scoreChoices.replaceChildren(
      select(t('analyse.scores.length'), lengths, String(this.length), (length) => { this.length = Number(length); }),
      button(t('analyse.scores.ask'), () => this.askScores(), { 'data-do': 'scores' }));
  }

  async askScores() {
    const { question, game, length } = this;
    if (!question || !game) return;
    await this.work('scores', async (signal) => {
      const { match, money, score, crawford, jacoby, beavers, ...request } = toRequest(question, game);
      if (request.ply !== undefined) request.ply = Math.min(request.ply, this.context.limits.scores_ply);
      const body = { ...request, length, ...(question.dice ? { dice: question.dice, ...this.cubeUse() } : {}) };
      const scores = await this.context.api.post('scores', body, signal);
      this.scores.replaceChildren(scoresTable(this.context.t, scores, (at) => this.tell.score(at, length)));
    });
  }
}
