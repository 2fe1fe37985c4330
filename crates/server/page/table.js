// @ts-check
// The table at which a game is played: whose turn it is, what can be done, and what is done.

import { button, h } from './dom.js';
import { ApiError } from './api.js';
import { ask } from './ask.js';
import { Board } from './board.js';
import { controls } from './controls.js';
import { pips } from './describe.js';
import { Entry } from './entry.js';
import { Hand } from './hand.js';
import { asked, help } from './keys.js';
import { BLUNDER, ERROR } from './judged.js';
import { give, hand, written } from './saving.js';
import { levelOf, levels } from './start-form.js';
import * as told from './told.js';
import { arrows, Tutor } from './tutor.js';

/** @typedef {import('./types').Context} Context */
/** @typedef {import('./types').Turn} Turn */
/** @typedef {import('./types').Action} Action */
/** @typedef {import('./types').Decision} Decision */

/** What the buttons of an answer do at once. */
const ACTIONS = ['roll', 'double', 'take', 'pass', 'beaver', 'raccoon', 'accept', 'refuse'];
/** What is asked about before it is done, since it cannot be taken back. */
const GRAVE = ['double', 'take', 'pass', 'beaver', 'raccoon'];

export class Table {
  /**
   * @param {Context} context
   * @param {import('./session.js').Session} session
   * @param {() => void} choose chooses another game
   */
  constructor(context, session, choose) {
    this.context = context;
    this.session = session;
    this.choose = choose;
    const { t } = context;
    const game = context.games.find(({ name }) => name === session.begin.game) ?? context.games[0];
    this.board = new Board(game, context);
    this.tutor = new Tutor(context, game.name);
    this.tutor.onmore = () => this.run('hint');
    /** Whether there is somebody who knows this game. */
    this.teaches = game.has_network;
    this.hand = new Hand(this);
    /** @type {Entry | null} */
    this.entry = null;
    /** The last play, as who made it counts. @type {import('./types').Move[]} */
    this.last = [];
    /** A mistake that is shown and not yet made. @type {Action | null} */
    this.warned = null;
    /** Whether this decision has been counted. */
    this.counted = false;
    this.busy = false;
    this.left = false;

    this.status = h('p', { class: 'status' });
    this.trouble = h('p', { class: 'trouble', role: 'alert', lang: 'en' });
    this.buttons = h('div', { class: 'actions controls', role: 'group', 'aria-label': t('play.controls') });
    this.moves = h('ol', { class: 'moves' });
    this.summary = h('p', { class: 'faint' });
    const save = (/** @type {'mat' | 'sgf'} */ format) =>
      button(t(`play.save.${format}`), () => this.save(format), { id: `save-${format}` });
    const bar = h('div', { class: 'bar' }, this.status, this.trouble, this.buttons);
    this.resigns = button(t('play.do.resign'), () => this.run('resign'), { id: 'do-resign' });
    this.board.words.classList.add('panel');
    const stage = h('div', { class: 'stage' }, this.board.element, bar);
    const aside = h('div', { class: 'aside' }, this.hand.form,
        h('details', { class: 'panel' }, h('summary', {}, t('play.moves')), this.moves),
        this.board.words,
        h('details', { class: 'panel' }, h('summary', {}, t('play.more')),
          levels(context, game, 'level'), this.summary,
          h('div', { class: 'actions' }, this.resigns,
            button(t('play.new'), () => this.run('new'), { id: 'new-game' }),
            save('mat'), save('sgf'),
            button(t('play.send'), () => this.send(), { id: 'send' }),
            button(t('play.keys'), () => help(t), { id: 'keys' }))));
    this.element = h('div', { class: 'play' }, stage, aside);
    // Where there is one column, what the tutor says stands right below the board.
    const one = matchMedia('(max-width: 939px)');
    const place = () => (one.matches ? bar.before(this.tutor.element) : aside.prepend(this.tutor.element));
    one.addEventListener('change', place);
    place();

    /** @param {KeyboardEvent} event */
    this.onkey = (event) => {
      if (!context.settings.get('keys') && event.key !== 'Escape') return;
      const names = asked(event);
      if (names.some((name) => this.run(name))) event.preventDefault();
    };
    this.board.onspace = () => this.run('main');
    this.listen(true);
    context.settings.onchange((name) => {
      if (name === 'presses') this.show();
    });
  }

  get turn() {
    return /** @type {Turn} */ (this.session.turn);
  }

  /** Whether keys are heard. @param {boolean} on */
  listen(on) {
    document.removeEventListener('keydown', this.onkey);
    if (on && !this.left) document.addEventListener('keydown', this.onkey);
  }

  /** Nothing happens here any more. */
  leave() {
    this.left = true;
    this.listen(false);
  }

  /** Goes on until the player has something to decide. */
  async proceed() {
    this.trouble.replaceChildren();
    this.busy = true;
    try {
      while (!this.left) {
        const { decide } = this.turn;
        if (decide.what === 'opening') await this.happens(() => this.session.act({ type: 'opening' }));
        else if (decide.seat === 'top') {
          this.show();
          await this.happens(() => this.session.engine(levelOf(this.context.settings, this.board.game.levels)));
        } else if (this.rollsItself()) await this.happens(() => this.session.act({ type: 'roll' }));
        else break;
      }
    } catch (error) {
      this.failed(error);
      return;
    }
    this.busy = false;
    if (this.left) return;
    const { decide, plays } = this.turn;
    this.counted = false;
    this.entry = decide.what === 'play' && plays
      ? new Entry(plays, this.context.settings.get('forced')) : null;
    this.tell();
    this.show();
    if (this.entry?.play !== undefined) this.prepare();
  }

  /** Whether the tutor looks at what is about to be done. */
  get warns() {
    return this.teaches && this.context.settings.get('tutor');
  }

  /** What can be done now. */
  controls() {
    const all = controls(this.turn, this.entry, this.warned !== null);
    return this.teaches ? all : all.filter(({ name }) => name !== 'hint');
  }

  rollsItself() {
    const { decide } = this.turn;
    return decide.what === 'roll' && !decide.may_double && this.context.settings.get('autoroll');
  }

  /**
   * Something happens at the table, and is shown.
   *
   * @param {() => Promise<Turn>} what
   */
  async happens(what) {
    const before = this.turn;
    const turn = await what();
    if (this.left) return;
    const { did } = turn;
    const { settings, say } = this.context;
    const words = told.did(this.context, turn);
    // What the player has rolled is said with what he has to play.
    if (did?.type !== 'roll' || did.seat !== 'bottom') say(words);
    if (words !== '' && did?.type !== 'roll') {
      const dice = did?.type === 'play' && before.dice ? `${before.dice}: ` : '';
      this.moves.append(h('li', {}, `${dice}${words}`));
    }
    this.status.textContent = words;
    if (did?.type === 'play') {
      const steps = did.steps ?? [];
      if (did.seat === 'top') {
        this.show(before);
        await this.board.animate(steps);
      }
      this.last = steps;
    }
    if (did?.type === 'next_game') {
      this.last = [];
      this.moves.replaceChildren();
    }
    this.entry = null;
    this.show();
    const pause = did?.seat === 'top' || did?.type === 'opening' ? settings.pace() * 1.5 : 0;
    if (pause > 0) await new Promise((done) => setTimeout(done, pause));
  }

  /** @param {unknown} error */
  failed(error) {
    this.busy = false;
    if (!(error instanceof ApiError)) throw error;
    const { t } = this.context;
    const words = error.message === '' ? t('app.unreachable') : error.message;
    this.trouble.replaceChildren(words, ' ', button(t('play.again'), () => this.proceed()));
  }

  /** Says what is to be decided now. */
  tell() {
    const { t, say } = this.context;
    const { decide } = this.turn;
    const end = told.result(this.context, this.turn);
    const winner = decide.winner === 'bottom' ? 'you' : 'engine';
    let words = t(`play.to.${decide.what}`, {
      win: decide.offered ? t(`play.win.${decide.offered}`) : '',
      value: this.turn.cube.value * 2,
      dice: this.turn.dice ? told.roll(this.context, this.turn.dice) : '',
    });
    if (decide.what === 'match_over') words = t(`play.match.${winner}`);
    if (this.entry?.isPass) words = t('play.to.nothing', { dice: told.roll(this.context, this.turn.dice ?? '') });
    const forced = this.entry?.forced ?? [];
    if (forced.length > 0) words += ` ${t('play.forced', { moves: this.hand.written(forced) })}`;
    this.status.textContent = [end, words].filter((part) => part !== '').join(' ');
    say(this.status.textContent);
    this.summarise();
  }

  /**
   * Draws the table.
   *
   * @param {Turn} [turn]
   */
  show(turn = this.turn) {
    const { t } = this.context;
    const entry = turn === this.turn ? this.entry : null;
    const yours = !this.busy && turn.decide.seat === 'bottom';
    const rolls = yours && turn.decide.what === 'roll';
    const offered = turn.decide.what === 'double' ? { offered: 2 * turn.cube.value } : {};
    const score = (/** @type {'bottom' | 'top'} */ seat) => turn.match
      ? t('play.score', { points: turn.score[seat], of: turn.match }) : t('play.points', { n: turn.score[seat] });
    this.board.ondice = rolls ? () => this.run('roll')
      : entry && entry.dice[0] !== entry.dice[1] ? () => this.run('swap') : null;
    this.board.show({
      board: entry?.board ?? turn.board,
      flipped: turn.on_roll === 'top',
      cube: this.session.begin.cube === false ? null : turn.cube,
      ...offered,
      names: { bottom: t('play.you'), top: t('play.engine') },
      pips: this.pips(entry?.board ?? turn.board, turn.on_roll),
      score: { bottom: score('bottom'), top: score('top') },
      ...(entry ? entry.shownDice() : { dice: rolls ? [0, 0] : turn.dice }),
      ...(rolls && { diceLabel: t('play.do.roll') }),
      seat: turn.on_roll,
      ...this.hand.marks(),
      last: entry && entry.path.length > 0 ? [] : this.last,
    });
    if (this.warned) this.mark();
    this.showButtons();
  }

  /** The board before the play, with arrows of the best one and of the player's. */
  async mark() {
    const decision = await this.tutor.judge(this.turn, this.warned ?? undefined);
    if (!decision || !this.warned || !this.entry) return;
    this.board.show({ ...this.board.view, board: this.entry.before, selectable: undefined, last: [] });
    this.board.arrows(arrows(decision));
  }

  /**
   * @param {import('./types').Position} board
   * @param {'bottom' | 'top'} seat of `own`
   */
  pips({ own, other }, seat) {
    const [mine, theirs] = seat === 'bottom' ? [own, other] : [other, own];
    return { bottom: pips(mine), top: pips(theirs) };
  }

  showButtons() {
    const { t } = this.context;
    const focused = this.buttons.contains(document.activeElement);
    const list = this.busy ? [] : this.controls();
    const { seat, what } = this.turn.decide;
    this.resigns.disabled = this.busy || seat !== 'bottom' || (what !== 'roll' && what !== 'play');
    this.buttons.replaceChildren(...list.map(({ name, main, off, values }) =>
      button(t(`play.do.${name}`, values), () => this.run(name), {
        id: `do-${name}`, class: main ? 'main' : '', disabled: off,
      })));
    // Whoever works by keyboard goes on from where he was.
    if (focused) /** @type {HTMLElement | null} */ (this.buttons.querySelector('button:enabled'))?.focus();
  }

  /**
   * Does what a button or a key asks for.
   *
   * @param {string} name
   * @returns {boolean} whether that could be done now
   */
  run(name) {
    if (name === 'help') help(this.context.t);
    else if (name === 'notation') this.hand.field.focus();
    else if (name === 'new') this.startNew();
    else if (name === 'resign') this.resign();
    else if (this.busy) return false;
    else if (this.hand.run(name)) this.changed();
    else return this.control(name);
    return true;
  }

  /** @param {string} name */
  control(name) {
    const list = this.controls().filter(({ off }) => !off);
    const found = list.find((control) => (name === 'main' ? control.main : control.name === name));
    // A play that is whole is what the space bar is for.
    if (!found) return false;
    if (found.name === 'confirm' || found.name === 'anyway') {
      this.decide({ type: 'play', position_id: this.entry?.node.position_id });
    } else if (found.name === 'back') {
      this.hand.run('clear');
      this.changed();
    } else if (found.name === 'hint') this.hint();
    else if (found.name === 'next') this.finish({ type: 'next_game' });
    else if (found.name === 'new') this.startNew();
    else if (ACTIONS.includes(found.name)) this.decide({ type: found.name });
    else return false;
    return true;
  }

  /** The play that is being entered has changed. */
  changed() {
    this.warned = null;
    this.tutor.close();
    this.show();
    this.prepare();
  }

  /** Asks the tutor beforehand about a play that is whole. */
  prepare() {
    const position_id = this.entry?.node.position_id;
    if (position_id === undefined || !this.warns || this.entry?.isPass) return;
    this.tutor.judge(this.turn, { type: 'play', position_id }).catch(() => {});
  }

  /**
   * Does something, unless the tutor warns of it first.
   *
   * @param {Action} action
   */
  async decide(action) {
    const { settings, t } = this.context;
    if (GRAVE.includes(action.type)) {
      const value = this.turn.cube.value * 2;
      const sure = await ask(t(`play.sure.${action.type}`, { value }), [['yes', t(`play.do.${action.type}`, { value })]],
        t('app.cancel'));
      if (sure === null) return;
    }
    const repeated = this.warned !== null && JSON.stringify(this.warned) === JSON.stringify(action);
    const { decide } = this.turn;
    const choice = decide.what === 'play' ? !this.entry?.isPass
      : decide.what === 'roll' ? decide.may_double : decide.what !== 'resignation';
    if (this.warns && choice && !repeated) {
      this.busy = true;
      this.showButtons();
      let decision = null;
      try {
        decision = await this.tutor.judge(this.turn, action);
      } catch (error) {
        // A tutor who does not answer is no reason not to play.
        this.failed(error);
      }
      this.busy = false;
      if (this.left) return;
      if (decision) this.count(decision);
      if (decision && (decision.loss ?? 0) >= settings.get('threshold')) {
        this.warned = action;
        this.status.textContent = this.tutor.warn(this.turn, decision);
        this.show();
        return;
      }
    }
    await this.finish(action);
  }

  /** @param {Action} action */
  async finish(action) {
    this.warned = null;
    this.tutor.clear();
    this.busy = true;
    try {
      await this.happens(() => this.session.act(action));
    } catch (error) {
      this.failed(error);
      this.show();
      return;
    }
    await this.proceed();
  }

  /**
   * Counts the first attempt of a decision.
   *
   * @param {Decision} decision
   */
  count({ loss = 0 }) {
    if (this.counted) return;
    this.counted = true;
    const { tally } = this.session;
    tally.decisions += 1;
    tally.loss += loss;
    tally.errors += loss >= ERROR ? 1 : 0;
    tally.blunders += loss >= BLUNDER ? 1 : 0;
    this.session.keep();
    this.summarise();
  }

  summarise() {
    const { decisions, loss, errors, blunders } = this.session.tally;
    this.summary.textContent = decisions === 0 ? '' : this.context.t('play.tally', {
      n: decisions, loss: Math.round(loss * 1000) / 1000, errors, blunders,
    });
  }

  async hint() {
    this.busy = true;
    this.showButtons();
    try {
      const answered = await this.tutor.hint(this.turn);
      this.busy = false;
      this.show();
      const decision = await this.tutor.judge(this.turn);
      if (answered && decision?.best && decision.kind === 'play') {
        this.hand.run('clear');
        this.show();
        this.board.arrows(arrows({ ...decision, played: decision.best }));
      }
    } catch (error) {
      this.failed(error);
      this.show();
    }
  }

  async resign() {
    const { t } = this.context;
    const wins = /** @type {[string, string][]} */ (
      ['single', 'gammon', 'backgammon'].map((win) => [win, t(`play.win.${win}`)]));
    const win = await ask(t('play.sure.resign'), wins, t('app.cancel'));
    if (win !== null) await this.finish({ type: 'resign', win: /** @type {any} */ (win) });
  }

  async startNew() {
    const { t } = this.context;
    const over = this.turn.decide.what === 'match_over';
    if (!over && await ask(t('play.sure.new'), [['yes', t('play.new')]], t('app.cancel')) === null) return;
    this.session.end();
    this.choose();
  }

  /** @param {'mat' | 'sgf'} format */
  async save(format) {
    try {
      give(`sheshbesh.${format}`, await written(this.context, this.session, format));
    } catch (error) {
      this.failed(error);
    }
  }

  async send() {
    try {
      hand(this.context, 'sheshbesh.mat', await written(this.context, this.session, 'mat'));
    } catch (error) {
      this.failed(error);
    }
  }
}
