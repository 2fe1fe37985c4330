// @ts-check
// The Analyse view: a board to try plays on, the line of the moves made, the editor, and the results.

import { errorText } from '../common/api.js';
import { h, select } from '../common/dom.js';
import { findGame as named } from '../common/games.js';
import { LOW } from '../common/screens.js';
import { AnalysisBoard } from './analysis-board.js';
import { BoardBar } from './board-bar.js';
import { pickDice, randomRoll, rollOf } from './dice-picker.js';
import { examplesList } from './examples.js';
import { Ids } from './ids.js';
import { Line, lineList } from './line.js';
import { findLink, fromPosition, mayDouble, parseLink, startQuestion, toLink, toRequest, turnSides } from './question.js';
import { RolloutPanel } from './rollout-panel.js';
import { Setup } from './setup.js';
import { listenToKeys } from './shortcuts.js';
import { severityOf } from './severity.js';
import { Stakes, makeConsistent } from './stakes.js';
import { Verdict } from './verdict.js';
import { formatFixed } from '../common/numbers.js';

/** @typedef {import('../common/answers').Looked} Looked */
/** @typedef {import('../common/answers').Question} Question */
/** @typedef {import('../common/answers').Score} Score */
/** @typedef {import('../common/types').Arrow} Arrow */
/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('../common/types').PageView} PageView */
/** @typedef {import('../common/types').Seat} Seat */

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @returns {PageView}
 */
export function view(root, context) {
  const analyse = new Analyse(context);
  root.append(analyse.element);
  return analyse;
}

/** Window width from which the results stand beside the board. */
const TWO_COLUMNS = '(min-width: 1000px)';
/** Phones, where the board with its bar takes the full height. The first part must match analyse.css. */
const PHONE = `${LOW} and (max-width: 999px), (max-width: 599px)`;

/** @implements {PageView} */
class Analyse {
  /** @param {Context} context */
  constructor(context) {
    const { t } = context;
    this.context = context;
    this.game = context.games.find((game) => game.name === 'backgammon') ?? context.games[0];
    this.line = new Line(startQuestion(this.game));
    /** Lines that the history of the browser can return to. */
    this.lines = new Map([[this.line.id, this.line]]);
    /** Number of the latest look-up. */
    this.turn = 0;
    /** Link to the shown position. */
    this.address = '';
    this.line.node.fresh = true;
    /** True while the view is shown. */
    this.visible = false;
    /** True if the view was left before a response arrived. */
    this.unanswered = false;
    this.setup = new Setup(context, (question) => {
      this.begin(question);
      this.changed();
    });
    this.setup.element.hidden = true;
    this.stakes = new Stakes(t, context.limits.match_length, () => this.edited());
    this.ids = new Ids(context, (text) => this.look(findLink(text) ?? { position: text }, 'push'));
    this.verdict = new Verdict(context, {
      arrows: (arrows) => this.table.arrows(arrows),
      deeper: (ply) => {
        this.question.ply = ply === this.game.default_ply ? null : ply;
        this.changed();
      },
      score: (score, length) => this.atScore(score, length),
      selected: () => this.showBar(),
      pressed: () => {
        this.table.trial.reset();
        this.table.show();
      },
    });
    this.rollout = new RolloutPanel(context, () => (this.game.has_network
      ? { ...toRequest(this.question, this.game), ...(this.question.dice ? { dice: this.question.dice } : {}) }
      : null));
    this.bar = new BoardBar(t, this.setup.refusal, (name) => this.run(name));
    this.table = new AnalysisBoard(context, this.game, this.question, this.setup, {
      tried: () => this.tried(),
      run: (name) => this.run(name),
      waits: () => this.showBar(),
      status: this.bar.status,
    });
    const games = context.games.map((game) => /** @type {[string, string]} */ ([game.name, t(`game.${game.name}`)]));
    this.gameField = select(t('analyse.game'), games, this.game.name, (name) => this.choose(name), { 'data-name': 'game' });
    this.stakes.fields.before(this.gameField);
    this.lined = h('section', { class: 'panel line-panel', 'aria-label': t('analyse.line'), hidden: true });
    this.examples = examplesList(t, (position) => this.look({ position, game: 'backgammon' }, 'push'));
    const answers = h('div', { class: 'other-side' }, this.ids.element, this.lined, this.verdict.element,
      this.verdict.scoresElement, this.rollout.element, this.examples, this.table.words);
    this.element = h('div', { class: 'analyse' },
      h('div', { class: 'one-side' }, this.table.element, this.bar.element, this.stakes.element), answers);
    // The editor stands beside the board, or right below it in a single column. There, the verdict
    // comes before the IDs.
    const two = matchMedia(TWO_COLUMNS);
    const settle = () => {
      if (two.matches) answers.prepend(this.setup.element, this.ids.element);
      else {
        this.bar.element.after(this.setup.element);
        this.verdict.scoresElement.before(this.ids.element);
      }
    };
    two.addEventListener('change', settle);
    settle();
    listenToKeys(this, (event) => this.ids.pasted(event));
    this.table.show();
    this.stakes.show(this.question, this.game);
    this.setup.show(this.question, this.game);
  }

  /** The shown position, with everything that its analysis depends on. */
  get question() {
    return this.line.node.question;
  }

  /** True until the reader has chosen a position. */
  get fresh() {
    return this.line.node.fresh === true;
  }

  /** Folds the examples once the reader leaves the start of the view. */
  foldExamples() {
    if (!this.fresh) return;
    this.examples.open = false;
    this.examples.classList.remove('first');
  }

  /** True while a position is being set up. */
  get edits() {
    return this.table.edits;
  }

  /** @param {string} route */
  show(route) {
    // On a phone, the header would take a part of the board's height.
    if (!this.visible && route !== '' && matchMedia(PHONE).matches) this.element.scrollIntoView();
    this.visible = true;
    const query = parseLink(route);
    const state = /** @type {{line?: number, at?: number} | null} */ (history.state);
    const line = this.lines.get(state?.line ?? 0);
    const node = line?.nodes[state?.at ?? 0];
    if (line && node && node.address === location.hash) this.goTo(line, state?.at ?? 0);
    else if (query) this.look(query);
    else if (this.unanswered || this.address === '') this.changed();
    else this.remember();
    this.unanswered = false;
  }

  hide() {
    this.visible = false;
    this.unanswered = this.verdict.stop();
  }

  /**
   * Opens or closes the position editor.
   *
   * @param {boolean} open
   */
  edit(open) {
    this.setup.element.hidden = !open;
    this.ids.trouble.textContent = '';
    this.table.edit(open);
    this.foldExamples();
    delete this.line.node.fresh;
    this.setup.show(this.question, this.game);
    this.table.show();
    if (open && matchMedia(TWO_COLUMNS).matches) this.setup.element.scrollIntoView({ block: 'nearest' });
    if (open) {
      this.verdict.clear();
      this.verdict.hide();
      this.showBar();
    } else this.changed();
  }

  /** @param {string} name of another game, which is shown at its starting position */
  choose(name) {
    const game = this.context.games.find((one) => one.name === name);
    if (!game) return;
    const { ply } = this.question;
    this.change(game);
    this.begin({ ...startQuestion(game), ply });
    this.changed(undefined, 'push');
  }

  /** @param {import('../common/types').Game} game */
  change(game) {
    if (game === this.game) return;
    this.game = game;
    this.table.change(game);
    const list = this.gameField.querySelector('select');
    if (list) list.value = game.name;
  }

  /**
   * Begins a line at a position.
   *
   * @param {Question} question
   */
  begin(question) {
    this.foldExamples();
    this.line = new Line(question);
    this.lines.set(this.line.id, this.line);
  }

  /**
   * Looks up a position and analyses it.
   *
   * @param {{position: string, game?: string, dice?: string, ply?: number, seat?: Seat}} query
   * @param {'push' | 'replace'} [how] history entry; `push` if the reader asks here
   */
  async look({ position, game, dice, ply, seat }, how = 'replace') {
    this.turn += 1;
    const { turn } = this;
    this.ids.trouble.textContent = '';
    const body = { position, game: game ?? this.named(position), ...(dice ? { dice } : {}) };
    try {
      const found = /** @type {Looked} */ (await this.context.api.post('position', body));
      if (turn !== this.turn) return;
      const known = named(this.context.games, found.game);
      if (known) this.change(known);
      this.begin(fromPosition(found, ply ?? this.question.ply, seat));
      const analysed = this.changed(found, how);
      if (how === 'push') this.table.reveal();
      await analysed;
    } catch (error) {
      if (turn === this.turn) this.ids.trouble.replaceChildren(errorText(this.context.t, error));
    }
  }

  /**
   * Game of an ID. Most IDs do not name one and belong to the selected game.
   *
   * @param {string} position
   */
  named(position) {
    const before = /(\S+)@/.exec(position)?.[1].toLowerCase();
    if (before && named(this.context.games, before)) return before;
    const noXgids = this.game.family !== 'hitting';
    return noXgids && /xgid|ogid|:|%3a/i.test(position) ? 'backgammon' : this.game.name;
  }

  /** Handles an edit of the shown position, after which the line ends here. */
  edited() {
    this.foldExamples();
    this.line.cut();
    this.changed();
  }

  /**
   * Shows the current position, and analyses it unless the editor is open.
   *
   * @param {Looked} [found] details of the position, if already known
   * @param {'push' | 'replace'} [how] history entry
   */
  async changed(found, how = 'replace') {
    this.turn += 1;
    const { turn, question, game, line } = this;
    const { node } = line;
    makeConsistent(question);
    this.verdict.clear();
    this.table.begin(question);
    this.stakes.show(question, game);
    this.setup.show(question, game);
    this.rollout.clear(game);
    this.rollout.element.hidden ||= this.fresh;
    this.showLine();
    this.showBar();
    this.examples.open ||= this.fresh;
    this.examples.classList.toggle('first', this.fresh);
    /** @type {Looked} */
    let known;
    try {
      known = found ?? /** @type {Looked} */ (await this.context.api.post('position', {
        ...toRequest(question, game), ply: undefined, ...(question.dice ? { dice: question.dice } : {}),
      }));
      if (turn !== this.turn) return;
      this.address = node.fresh ? '#analyse' : toLink(known, question);
      node.address = this.address;
      this.ids.show(known, toLink(known, question));
      this.remember(how);
    } catch (error) {
      if (turn !== this.turn) return;
      this.address = '';
      this.ids.list.replaceChildren();
      this.ids.trouble.replaceChildren(errorText(this.context.t, error));
      return;
    }
    this.ids.trouble.textContent = '';
    if (this.edits || this.fresh) {
      this.verdict.hide();
      return;
    }
    node.over = known.end !== undefined;
    if (known.end) {
      this.verdict.over(known.end);
      this.showBar();
      this.rollout.element.hidden = true;
      return;
    }
    // The bar depends on the plays and on the verdict, which arrive in any order.
    const plays = this.table.trial.ask(question, game).then(() => this.showBar(), (error) => {
      if (turn === this.turn) this.ids.trouble.replaceChildren(errorText(this.context.t, error));
    });
    const asked = this.verdict.ask(question, game);
    this.verdict.played = node.made?.play ?? null;
    await Promise.all([plays, asked]);
  }

  /**
   * Puts the position into the address. Another position gets its own history entry; an edit
   * replaces the entry, so that going back does not undo one edit after the other.
   *
   * @param {'push' | 'replace'} [how]
   */
  remember(how = 'replace') {
    if (!this.visible) return;
    const state = { line: this.line.id, at: this.line.at };
    if (how === 'push' && location.hash !== this.address) history.pushState(state, '', this.address);
    else history.replaceState(state, '', this.address);
  }

  /**
   * Shows a position of a line.
   *
   * @param {Line} line
   * @param {number} at
   * @param {'push' | 'replace'} [how] history entry
   */
  goTo(line, at, how = 'replace') {
    const { ply } = this.question;
    this.line = line;
    line.at = at;
    const known = named(this.context.games, this.question.game);
    if (known) this.change(known);
    this.question.ply = ply;
    this.changed(undefined, how);
  }

  /**
   * Makes a move and shows the position after it.
   *
   * @param {import('./line.js').Made} made
   * @param {Question} next
   */
  go(made, next) {
    this.line.add(made, next);
    this.question.ply = next.ply;
    this.changed(undefined, 'push');
    this.bar.element.scrollIntoView({ block: 'nearest' });
  }

  /** The play that *Play it* makes: the one on the board, or the selected one. */
  get ready() {
    const { table: { trial }, verdict, question } = this;
    if (question.dice === '' || this.edits || !trial.entry) return undefined;
    if (trial.isMoved) return trial.node;
    if (trial.entry.isPass) return trial.entry.node;
    return verdict.selected && trial.find(verdict.selected.position_id);
  }

  /** Makes the chosen play. @returns {boolean} */
  play() {
    const { question, game, verdict, ready } = this;
    if (!ready) return false;
    const made = { dice: question.dice, play: ready.play ?? '', position_id: ready.position_id };
    const isKnown = verdict.selected?.play === made.play;
    this.go({ ...made, ...(isKnown ? { loss: verdict.loss } : {}) }, turnSides(game, { ...question, board: ready.board }));
    return true;
  }

  /** Doubles, and lets the opponent take. */
  double() {
    const { question } = this;
    this.go({ dice: '', play: this.context.t('analyse.cube.double_take') },
      { ...question, cube: { value: 2 * question.cube.value, owner: 'opponent' } });
  }

  /**
   * Performs the action of a button or a key.
   *
   * @param {string} name
   * @returns {boolean} true if it is available now
   */
  run(name) {
    const { line } = this;
    const by = name === 'back' ? -1 : name === 'forward' ? 1 : 0;
    if (by !== 0) {
      if (this.edits || !line.nodes[line.at + by]) return false;
      this.goTo(line, line.at + by, 'push');
    } else if (name === 'set-up') this.edit(!this.edits);
    else if (name === 'dice') this.chooseDice();
    else if (name === 'roll') this.setDice(randomRoll(this.game.dice));
    else if (name === 'double') this.double();
    else if (name === 'go' || name === 'main') return this.play();
    else if (!this.edits && this.table.trial.input.run(name)) this.tried();
    else return false;
    return true;
  }

  async chooseDice() {
    const { t } = this.context;
    const { dice, seat } = this.question;
    const chosen = await pickDice(t, dice, seat, this.game.dice);
    if (chosen !== null) this.setDice(chosen);
  }

  /** @param {string} dice the digits of a roll, or '' for the position before the roll */
  setDice(dice) {
    this.question.dice = dice;
    this.edited();
    if (dice !== '') this.context.say(this.context.t('analyse.dice.is', { a: dice[0], b: [...dice.slice(1)].join('-') }));
  }

  /**
   * Takes a digit of a typed roll.
   *
   * @param {number} digit
   */
  type(digit) {
    const typed = `${this.table.typed}${digit}`;
    if (typed.length < this.game.dice) this.table.wait(typed);
    else this.setDice(rollOf(typed));
  }

  /** Handles a change of the play on the board. */
  tried() {
    this.table.trial.input.forget();
    this.table.show();
    this.verdict.try(this.table.trial.node?.position_id ?? null);
    this.showBar();
  }

  /**
   * Repeats the analysis at another score.
   *
   * @param {Score} score
   * @param {number} length
   */
  atScore({ own_away, opponent_away, crawford }, length) {
    Object.assign(this.question, {
      match: length, score: { own: length - own_away, opponent: length - opponent_away }, crawford,
    });
    this.edited();
  }

  showLine() {
    const { t } = this.context;
    this.lined.hidden = this.line.nodes.length < 2;
    this.lined.replaceChildren(lineList(t, this.line, (at) => this.goTo(this.line, at, 'push')));
  }

  /** Shows the buttons below the board, and what is known of the play on it. */
  showBar() {
    const { t } = this.context;
    const { line, question, table: { trial, typed }, verdict, edits, ready } = this;
    this.bar.show({
      back: line.at > 0,
      forward: line.at < line.nodes.length - 1,
      dice: question.dice,
      moved: trial.isMoved,
      play: ready ? (trial.entry?.isPass ? '' : ready.play) : undefined,
      doubles: !this.fresh && !line.node.over && question.dice === '' && mayDouble(this.game, question),
      edits,
    });
    if (edits || line.node.over) this.say('');
    else if (typed !== '') this.say(t('analyse.dice.typed', { die: [...typed].join('-') }));
    else if (this.fresh) this.say(t('analyse.try.fresh'));
    else if (question.dice === '') this.say(verdict.game ? t('analyse.try.dice') : '');
    else if (trial.node) this.judge(trial.node.play ?? '');
    else if (trial.isMoved) this.say(t('analyse.try.unfinished'));
    else this.say(trial.entry && !trial.entry.isPass ? t('analyse.try.how') : '');
  }

  /**
   * Says how good the play on the board is.
   *
   * @param {string} play
   */
  judge(play) {
    const { t } = this.context;
    const { verdict } = this;
    const isKnown = verdict.selected?.play === play && verdict.loss !== undefined;
    if (!isKnown) {
      this.say(play);
      return;
    }
    const loss = verdict.loss ?? 0;
    const look = verdict.selected === verdict.top ? 'best' : severityOf(Math.max(loss, Number.EPSILON));
    this.say(t(`analyse.try.${look}`, { play, loss: formatFixed(Math.max(0, loss), 3) }), look);
  }
  /**
   * Says something about the position or the play. The words of a refused press stay until the next
   * input.
   *
   * @param {string} words
   * @param {string} [look] `best`, `good`, `error` or `blunder`
   */
  say(words, look) {
    if (!this.table.trial.input.restate(words)) this.bar.say(words, look);
  }
}
