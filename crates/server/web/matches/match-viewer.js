// @ts-check
// Stepping through the decisions of a match: the board with the play made and the best one, the
// candidates, and the reader's notes.

import { errorText } from '../common/api.js';
import { Board } from '../board/board.js';
import * as cube from '../analyse/cube-panel.js';
import { decisionBoard } from './decision-board.js';
import { actionName, rollName, severityMark } from './decisions.js';
import { button, h, select } from '../common/dom.js';
import { explainCube } from '../analyse/cube-explained.js';
import { explainPlays } from '../analyse/explain.js';
import { findGame } from '../common/games.js';
import { toArrows, severityOf } from '../analyse/severity.js';
import { shortName } from '../common/names.js';
import { formatEquity, formatFixed, formatShare, formatShareDifference, NONE } from '../common/numbers.js';
import { capitalized } from '../common/i18n.js';
import { toLink, fromPosition } from '../analyse/question.js';
import { playsTable } from '../analyse/plays-table.js';
import { onPause } from './notes.js';
import { answerText, arePositions, fileVerdict } from './positions.js';

/** @typedef {import('../common/answers').Decision} Decision */
/** @typedef {import('../common/answers').StoredMatch} Kept */
/** @typedef {import('../common/answers').JudgedMatch} JudgedMatch */
/** @typedef {import('../common/answers').Looked} Looked */
/** @typedef {import('../common/answers').CubeExplanation} CubeExplanation */
/** @typedef {import('../common/types').Explanation} Explanation */
/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('./decisions.js').Moment} Moment */

export class MatchViewer {
  /**
   * @param {Context} context
   * @param {Kept} stored
   * @param {JudgedMatch} match of the stored document, as it is shown
   * @param {{step: (by: number) => void, keep: () => void, marked: (moment: Moment) => void}} tell
   *   callbacks to go on, to store the notes, and to report that the decision got or lost a note
   */
  constructor(context, stored, match, tell) {
    const { t } = context;
    this.context = context;
    this.stored = stored;
    this.match = match;
    this.positions = arePositions(match);
    this.thresholds = stored.document.engine.thresholds;
    this.tell = tell;
    /** @type {Moment | null} */
    this.moment = null;
    /** Player at the bottom: `decides` for the one who decides, or a player's number. */
    this.perspective = 'decides';
    this.all = false;
    /** Number of the latest position. */
    this.turn = 0;
    /** @type {Map<string, Promise<Looked>>} */
    this.looked = new Map();
    this.game = findGame(context.games, this.match.game) ?? context.games[0];
    this.board = new Board(this.game, context);
    this.title = h('h2', { tabindex: -1 });
    this.trouble = h('p', { class: 'trouble', role: 'alert' });
    /** Summary of the evaluation, and its details. */
    this.summary = h('div', { class: 'told' });
    this.more = h('div', { class: 'told-more' });
    this.previous = button(t('matches.previous'), () => tell.step(-1), { 'data-do': 'previous' });
    this.next = button(t('matches.next'), () => tell.step(1), { 'data-do': 'next', class: 'main' });
    const views = /** @type {[string, string][]} */ ([['decides', t('matches.seen.decides')],
      ...this.match.players.map((player, seat) => [String(seat + 1), shortName(player.name)])]);
    this.note = h('textarea', { rows: 2 });
    this.note.addEventListener('input', () => this.saveNote());
    this.leaveNote = onPause(this.note, tell.keep, () => [stored.id, this.place]);
    /** Decision that was last announced. @type {Moment | null} */
    this.heard = null;
    /** The board and the navigation. */
    this.element = h('section', { class: 'walk panel', 'aria-label': t('matches.walk') },
      this.title,
      h('div', { class: 'row steps' }, this.previous, this.next,
        select(t('matches.seen'), views, this.perspective, (perspective) => {
          this.perspective = perspective;
          this.draw();
        })),
      this.trouble, this.board.element);
    /** Evaluation of the decision. */
    this.verdict = h('section', { class: 'panel verdict-of-walk', 'aria-label': t('matches.verdict') },
      this.summary,
      h('label', { class: 'field notes' }, h('span', {}, t('matches.note')), this.note), this.more);
  }

  /** Releases the board once the match is no longer shown. */
  leave() {
    this.board.leave();
    this.leaveNote();
  }

  /** Key of the decision's note. */
  get place() {
    return this.moment ? `${this.moment.game}.${this.moment.place}` : 'match';
  }

  saveNote() {
    const text = this.note.value.trim();
    const { notes } = this.stored;
    const was = this.place in notes;
    if (text === '') delete notes[this.place];
    else notes[this.place] = text;
    // Must happen on input, since the press that leaves the field may be on the list.
    if (this.moment && was !== this.place in notes) this.tell.marked(this.moment);
  }

  /**
   * @param {Moment} moment
   * @param {{first: boolean, last: boolean}} ends
   */
  show(moment, { first, last }) {
    if (moment.decision !== this.moment?.decision) this.all = false;
    this.moment = moment;
    this.previous.disabled = first;
    this.next.disabled = last;
    this.note.value = this.stored.notes[this.place] ?? '';
    this.draw();
  }

  /**
   * @param {Decision} decision
   * @param {string} game with its options
   */
  look(decision, game) {
    const position = decision.xgid ?? decision.position_id;
    const key = `${game}@${position}`;
    let answer = this.looked.get(key);
    if (!answer) {
      answer = /** @type {Promise<Looked>} */ (this.context.api.post('position', { position, game }));
      this.looked.set(key, answer);
      answer.catch(() => this.looked.delete(key));
    }
    return answer;
  }

  /**
   * Switches to the board of another game of a frame.
   *
   * @param {string} written
   */
  change(written) {
    const { games } = this.context;
    const game = findGame(games, written) ?? games[0];
    if (game === this.game) return;
    this.game = game;
    this.board.leave();
    const board = new Board(game, this.context);
    this.board.element.replaceWith(board.element);
    this.board = board;
  }

  async draw() {
    const { moment } = this;
    if (!moment) return;
    this.turn += 1;
    const { turn } = this;
    const { decision } = moment;
    const { t } = this.context;
    const name = shortName(this.match.players[decision.seat - 1].name);
    const place = { game: moment.game + 1, name, what: rollName(t, decision) };
    this.title.textContent = this.positions ? t('matches.moment.position', place) : t('matches.moment', place);
    // While a key is held down, only the last of several steps is shown.
    await new Promise((done) => setTimeout(done));
    if (turn !== this.turn) return;
    try {
      const written = this.match.games[moment.game].game ?? this.match.game;
      const found = await this.look(decision, written);
      if (turn !== this.turn) return;
      this.trouble.textContent = '';
      this.change(written);
      this.showBoard(moment, found);
      this.showSummary(decision, found);
      this.say(moment);
    } catch (error) {
      if (turn !== this.turn) return;
      // Results of another decision could be mistaken for this one's.
      this.summary.replaceChildren();
      this.more.replaceChildren();
      this.board.arrows([]);
      this.trouble.replaceChildren(errorText(t, error), ' ', button(t('play.again'), () => this.draw()));
    }
  }

  /**
   * Announces a decision once. Repeats the game and the player only if they changed.
   *
   * @param {Moment} moment
   */
  say(moment) {
    const { decision, game } = moment;
    const { t } = this.context;
    const name = shortName(this.match.players[decision.seat - 1].name);
    const parts = this.positions
      ? [t('matches.moment.position', { game: game + 1, what: rollName(t, decision) })]
      : [t('matches.in_game', { game: game + 1 }), name, rollName(t, decision)];
    const before = this.heard;
    if (before?.decision === decision) return;
    this.heard = moment;
    const same = !this.positions && before?.game === game ? 1 + Number(before.decision.seat === decision.seat) : 0;
    this.context.say(`${parts.slice(same).join(', ')}: ${this.words(decision)}`);
  }

  /**
   * @param {Moment} moment
   * @param {Looked} found
   */
  showBoard(moment, found) {
    const bottom = this.perspective === 'decides' ? moment.decision.seat : Number(this.perspective);
    this.board.show(decisionBoard(this.match, moment, found, { bottom, hasCube: this.game.has_cube }));
    this.point(null);
  }

  /**
   * Shows arrows for the play made, or for a candidate, and for the best play.
   *
   * @param {string | null} candidate
   */
  point(candidate) {
    const decision = this.moment?.decision;
    if (!decision || decision.kind !== 'play' || decision.best === undefined) return;
    const shown = candidate ?? decision.played;
    const best = decision.candidates?.[0]?.equity ?? 0;
    const other = decision.candidates?.find((one) => one.play === shown);
    const loss = candidate === null ? decision.loss ?? 0 : best - (other?.equity ?? best);
    const look = severityOf(loss, this.thresholds);
    const beside = shown === decision.best ? [] : toArrows(shown, look === 'best' ? 'good' : look);
    this.board.arrows([...toArrows(decision.best, 'best'), ...beside]);
  }

  /**
   * Describes the action and its loss.
   *
   * @param {Decision} decision
   */
  words(decision) {
    const { t } = this.context;
    const name = actionName(t, decision.played);
    // Plays keep their notation, such as bar/20.
    const played = name.includes('/') ? name : capitalized(name);
    const best = actionName(t, decision.best ?? decision.played);
    if (decision.played === '') return t('quiz.best', { best: answerText(t, decision) });
    if (decision.best === undefined) return t('matches.not_judged', { played });
    if (!decision.loss) return t('matches.right', { played });
    return t('matches.wrong', { played, best, loss: formatFixed(decision.loss, 3), mark: severityMark(decision, this.thresholds) });
  }

  /**
   * @param {Decision} decision
   * @param {Looked} found
   */
  showSummary(decision, found) {
    const { t } = this.context;
    const chances = decision.loss_mwc ? ` (${formatShareDifference(-decision.loss_mwc)})` : '';
    const numbers = [
      [t('matches.equity'), formatEquity(decision.equity)],
      ...(decision.mwc === undefined ? [] : [[t('analyse.column.mwc'), formatShare(decision.mwc, 2)]]),
      [t('matches.line.luck'), formatEquity(decision.luck)],
      [t('matches.depth'), decision.rollout_games
        ? t('matches.rolled_out', { n: decision.rollout_games }) : t('analyse.ply.value', { ply: decision.ply })],
    ].filter(([, value]) => value !== NONE);
    const verdict = fileVerdict(t, decision);
    const question = fromPosition({ ...found, dice: found.dice ?? decision.dice }, null);
    this.summary.replaceChildren(
      h('p', { class: `verdict ${severityOf(decision.loss ?? 0, this.thresholds)}` }, `${this.words(decision)}${chances}`),
      h('p', { class: 'note' }, numbers.map(([name, value]) => `${name} ${value}`).join(' · ')),
      verdict && h('p', {}, t('matches.file_verdict', { verdict })));
    this.more.replaceChildren(
      ...(decision.candidates?.length ? [playsTable(t, decision.candidates, {
        chosen: null, all: this.all, played: decision.played,
        choose: (play) => this.point(play.play),
        more: () => {
          this.all = true;
          this.showSummary(decision, found);
        },
      })] : []),
      ...(decision.cube ? [h('p', {}, cube.bestAction(t, decision.cube.action)), cube.equityTable(t, decision.cube)] : []),
      ...(decision.comment === undefined ? [] : [h('blockquote', {}, decision.comment)]),
      ...(decision.explanation ? [this.why(decision)] : []),
      h('p', {}, h('a', { href: toLink(found, question), 'data-do': 'continue' }, t('matches.continue'))));
  }

  /** @param {Decision} decision */
  why({ kind: what, explanation }) {
    const { t } = this.context;
    return h('details', {}, h('summary', {}, t('matches.why')),
      what === 'play'
        ? explainPlays(t, /** @type {Explanation} */ (explanation))
        : explainCube(t, /** @type {CubeExplanation} */ (explanation)));
  }
}
