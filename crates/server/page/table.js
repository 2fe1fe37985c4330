// @ts-check
// The table at which a game is played: whose turn it is, what can be done, and what is done.

import { button, h } from './dom.js';
import { ApiError, trouble } from './api.js';
import { Advice } from './advice.js';
import { ask } from './ask.js';
import { Board } from './board.js';
import { controls } from './controls.js';
import { Entry } from './entry.js';
import { found } from './games.js';
import { Hand } from './hand.js';
import { asked } from './keys.js';
import { written } from './saving.js';
import { Frame } from './frame.js';
import * as half from './half-entered.js';
import { seen } from './seen.js';
import { levelOf } from './start-form.js';
import * as told from './told.js';
import { Tutor } from './tutor.js';

/** @typedef {import('./types').Context} Context */
/** @typedef {import('./types').Turn} Turn */
/** @typedef {import('./types').Action} Action */

/** What the buttons of an answer do at once. */
const ACTIONS = ['roll', 'double', 'take', 'pass', 'beaver', 'raccoon', 'accept', 'refuse'];
/** What is asked about before it is done, since it cannot be taken back. */
const GRAVE = ['double', 'take', 'pass', 'beaver', 'raccoon'];

/** After how long it is said that an answer takes time, in milliseconds. */
const SLOW = 1000;

export class Table {
  /**
   * @param {Context} context
   * @param {import('./session.js').Session} session
   * @param {() => void} choose chooses another game
   * @param {() => void} again sits down anew, to another game of a frame
   */
  constructor(context, session, choose, again) {
    this.context = context;
    this.session = session;
    this.choose = choose;
    this.again = again;
    const game = found(context.games, session.game) ?? context.games[0];
    this.board = new Board(game, context);
    this.tutor = new Tutor(context, session.game ?? game.name, session.begin.scoring);
    this.tutor.onmore = () => this.run('hint');
    /** Whether there is somebody who knows this game. */
    this.teaches = game.has_network;
    this.advice = new Advice(this);
    this.hand = new Hand(this);
    /** @type {Entry | null} */
    this.entry = null;
    /** The last play, as who made it counts. @type {import('./types').Move[]} */
    this.last = [];
    /** A mistake that is shown and not yet made. @type {Action | null} */
    this.warned = null;
    this.busy = false;
    /** Whether a button had the focus that is gone now. */
    this.focused = false;
    this.left = false;

    this.frame = new Frame(this, game);
    /** @param {KeyboardEvent} event */
    this.onkey = (event) => {
      if (!context.settings.get('keys') && event.key !== 'Escape') return;
      const names = asked(event);
      if (names.some((name) => this.run(name))) event.preventDefault();
    };
    /** A page that is loaded anew, such as in another language, goes on with what was entered. */
    this.onhide = () => half.keep(this.turn, this.entry);
    window.addEventListener('pagehide', this.onhide);
    this.list();
    this.board.onspace = () => this.run('main');
    this.listen(true);
    this.stopHearing = context.settings.onchange((name) => {
      if (name === 'presses') this.show();
    });
  }

  get element() {
    return this.frame.element;
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
    this.stopHearing();
    this.board.leave();
    this.frame.leave();
    window.removeEventListener('pagehide', this.onhide);
  }

  /** Goes on until the player has something to decide. */
  async proceed() {
    this.frame.trouble.replaceChildren();
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
      this.failed(error, () => this.proceed());
      return;
    }
    this.busy = false;
    if (this.left) return;
    const { decide, plays } = this.turn;
    this.advice.counted = false;
    this.entry = decide.what === 'play' && plays
      ? new Entry(plays, this.context.settings.get('forced'), this.board.game.doubles) : null;
    half.takeUp(this.turn, this.entry);
    this.tell();
    this.show();
    this.advice.prepare();
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
    const turn = await this.thinking(what);
    if (this.left) return;
    if (turn.game !== before.game) {
      this.again();
      return;
    }
    const { did } = turn;
    const { settings, say } = this.context;
    const words = told.sentence(this.context, did);
    // What the player has rolled is said with what he has to play.
    if (did?.type !== 'roll' || did.seat !== 'bottom') say(words);
    this.frame.status.textContent = words;
    if (did?.type === 'play') {
      const steps = did.steps ?? [];
      if (did.seat === 'top') {
        this.show(before);
        await this.board.animate(steps);
        if (this.left) return;
      }
    }
    this.list();
    this.entry = null;
    this.show();
    const pause = did?.seat === 'top' || did?.type === 'opening' ? settings.pace() * 1.5 : 0;
    if (pause > 0) await new Promise((done) => setTimeout(done, pause));
  }

  /**
   * Waits for an answer, and says so where it is seen once that takes long.
   *
   * @template R
   * @param {() => Promise<R>} what
   * @returns {Promise<R>}
   */
  async thinking(what) {
    const { status } = this.frame;
    const before = status.textContent;
    let said = false;
    const says = (/** @type {string} */ key) => {
      said = true;
      status.textContent = this.context.t(key);
    };
    const slow = setTimeout(() => says('analyse.thinking'), SLOW);
    const stopWaiting = this.context.api.onwait((waits) => says(waits ? 'app.busy' : 'analyse.thinking'));
    try {
      return await what();
    } finally {
      clearTimeout(slow);
      stopWaiting();
      if (said) status.textContent = before;
    }
  }

  /** Lists what was done in this game, and remembers the last play. */
  list() {
    const { done } = this.session;
    const game = done.slice(done.findLastIndex(({ type }) => type === 'next_game') + 1);
    const lines = game.map((did) => told.line(this.context, did)).filter((line) => line !== '');
    this.frame.moves.replaceChildren(...lines.map((line) => h('li', {}, line)));
    this.last = game.findLast(({ type }) => type === 'play')?.steps ?? [];
  }

  /**
   * Says what went wrong, with a button that does it once more.
   *
   * @param {unknown} error
   * @param {() => void} again
   */
  failed(error, again) {
    this.busy = false;
    if (!(error instanceof ApiError)) throw error;
    if (this.left) return;
    const { t } = this.context;
    this.frame.trouble.replaceChildren(trouble(t, error), ' ', button(t('play.again'), () => {
      this.frame.trouble.replaceChildren();
      again();
    }));
  }

  /** Says what is to be decided now. */
  tell() {
    const { t } = this.context;
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
    this.announce([end, words].filter((part) => part !== '').join(' '));
    this.advice.summarise();
  }

  /**
   * Says something where it is seen and heard.
   *
   * @param {string} words
   */
  announce(words) {
    this.frame.status.textContent = words;
    this.context.say(words);
  }

  /**
   * Draws the table.
   *
   * @param {Turn} [turn]
   */
  show(turn = this.turn) {
    const entry = turn === this.turn ? this.entry : null;
    const yours = !this.busy && turn.decide.seat === 'bottom';
    const rolls = yours && turn.decide.what === 'roll';
    this.board.ondice = rolls ? () => this.run('roll')
      : entry && entry.dice[0] !== entry.dice[1] ? () => this.run('swap') : null;
    const view = seen(this.context, turn, entry, rolls);
    this.frame.place.textContent = view.place ?? '';
    this.board.show({
      ...view,
      ...(this.session.begin.cube === false && { cube: null }),
      ...this.hand.marks(),
      last: entry && entry.path.length > 0 ? [] : this.last,
    });
    if (this.warned) this.advice.mark();
    this.showButtons();
  }

  showButtons() {
    const { t } = this.context;
    this.focused ||= this.frame.buttons.contains(document.activeElement);
    const list = this.busy ? [] : this.controls();
    const { seat, what } = this.turn.decide;
    this.frame.resigns.disabled = this.busy || seat !== 'bottom' || (what !== 'roll' && what !== 'play');
    this.frame.buttons.replaceChildren(...list.map(({ name, main, off, values }) =>
      button(t(`play.do.${name}`, values), () => this.run(name), {
        id: `do-${name}`, class: main ? 'main' : '', disabled: off,
      })));
    // Whoever works by keyboard goes on from where he was.
    if (this.focused && list.length > 0) {
      this.focused = false;
      if (document.activeElement !== document.body) return;
      this.rest();
    }
  }

  /** Brings the focus to the first of the buttons, once there is one. */
  rest() {
    const first = /** @type {HTMLElement | null} */ (this.frame.buttons.querySelector('button:enabled'));
    this.focused = first === null;
    if (first) first.focus();
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }

  /**
   * Does what a button or a key asks for.
   *
   * @param {string} name
   * @returns {boolean} whether that could be done now
   */
  run(name) {
    if (name === 'notation') this.hand.field.focus();
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
    } else if (found.name === 'hint') this.advice.hint();
    else if (found.name === 'next') this.finish({ type: 'next_game' });
    else if (found.name === 'new') this.startNew();
    else if (ACTIONS.includes(found.name)) this.decide({ type: found.name });
    else return false;
    return true;
  }

  /** The play that is being entered has changed. */
  changed() {
    const { warned } = this;
    this.warned = null;
    this.tutor.close();
    this.show();
    // A warning that has been heeded is not what is to be done.
    if (warned) this.tell();
    this.advice.prepare();
  }

  /**
   * Does something, unless the tutor warns of it first, or the player is asked and thinks again.
   *
   * @param {Action} action
   */
  async decide(action) {
    const { t } = this.context;
    const said = await this.advice.says(action);
    if (said === 'warning') return;
    // What the tutor looks at he has something to say of where it is wrong: once is enough.
    if (said === 'nothing' && GRAVE.includes(action.type)) {
      const values = this.controls().find(({ name }) => name === action.type)?.values;
      const question = t(`play.sure.${action.type}`, values);
      if (await ask(question, [['yes', t(`play.do.${action.type}`, values)]], t('app.cancel')) === null) return;
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
      this.failed(error, () => this.finish(action));
      if (!this.left) this.show();
      return;
    }
    await this.proceed();
  }

  async resign() {
    const { t } = this.context;
    const wins = (this.turn.decide.may_resign ?? []).map(
      (win) => /** @type {[string, string]} */ ([win, t(`play.win.${win}`)]));
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

  /**
   * Does something with what was played so far.
   *
   * @param {'mat' | 'sgf' | 'json'} format
   * @param {(name: string, text: string) => void} use
   */
  async write(format, use) {
    try {
      use(`sheshbesh.${format}`, await written(this.context, this.session, format));
    } catch (error) {
      this.failed(error, () => this.write(format, use));
    }
  }
}
