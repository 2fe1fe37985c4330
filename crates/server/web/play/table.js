// @ts-check
// The table of a running game: turns, available actions, and their execution.

import { button, h } from '../common/dom.js';
import { ApiError, errorText } from '../common/api.js';
import { Advice } from './advice.js';
import { confirmChoice } from '../common/confirm.js';
import { Board } from '../board/board.js';
import { playSound } from '../common/sound.js';
import { listControls } from './controls.js';
import { PlayBuilder } from '../board/play-builder.js';
import { findGame } from '../common/games.js';
import { MoveInput } from '../board/move-input.js';
import { keyActions } from '../common/keys.js';
import { exportSession } from '../common/saving.js';
import { PlayLayout } from './play-layout.js';
import * as draft from './draft-play.js';
import { boardView } from './board-view.js';
import { levelOf } from './start-form.js';
import * as eventText from './event-text.js';
import { Tutor } from './tutor.js';

/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('../common/types').Turn} Turn */
/** @typedef {import('../common/types').Action} Action */

/** Actions that buttons perform directly. */
const ACTIONS = ['roll', 'double', 'take', 'pass', 'beaver', 'raccoon', 'accept', 'refuse'];
/** Actions that need confirmation, since they cannot be undone. */
const GRAVE = ['double', 'take', 'pass', 'beaver', 'raccoon'];

/** Delay before a notice that a response takes long, in milliseconds. */
const SLOW = 1000;

export class Table {
  /**
   * @param {Context} context
   * @param {import('./session.js').Session} session
   * @param {() => void} choose opens the form for another game
   * @param {() => void} again creates a new table for another game of a frame
   */
  constructor(context, session, choose, again) {
    this.context = context;
    this.session = session;
    this.choose = choose;
    this.again = again;
    const game = findGame(context.games, session.game) ?? context.games[0];
    this.board = new Board(game, context);
    this.board.effects.enabled = true;
    this.tutor = new Tutor(context, session.game ?? game.name, session.begin.scoring);
    this.tutor.onmore = () => this.run('hint');
    /** True if a network supports the game. */
    this.teaches = game.has_network;
    this.advice = new Advice(this);
    this.input = new MoveInput(this);
    /** @type {PlayBuilder | null} */
    this.entry = null;
    /** Last play, in the numbering of the player who made it. @type {import('../common/types').Move[]} */
    this.last = [];
    /** Action with a shown warning, not performed yet. @type {Action | null} */
    this.warned = null;
    this.busy = false;
    /** True if a button had the focus before the buttons were replaced. */
    this.focused = false;
    this.left = false;

    this.layout = new PlayLayout(this, game);
    /** @param {KeyboardEvent} event */
    this.onkey = (event) => {
      if (!context.settings.get('keys') && event.key !== 'Escape') return;
      const names = keyActions(event);
      if (names.some((name) => this.run(name))) event.preventDefault();
    };
    /** A reloaded page, for example after a language change, restores the entered steps. */
    this.onhide = () => draft.saveDraft(this.turn, this.entry);
    window.addEventListener('pagehide', this.onhide);
    this.list();
    this.board.onspace = () => this.run('main');
    this.listen(true);
    this.stopHearing = context.settings.onchange((name) => {
      if (name === 'presses') this.show();
    });
  }

  get element() {
    return this.layout.element;
  }

  get turn() {
    return /** @type {Turn} */ (this.session.turn);
  }

  /** Turns the keyboard listener on or off. @param {boolean} on */
  listen(on) {
    document.removeEventListener('keydown', this.onkey);
    if (on && !this.left) document.addEventListener('keydown', this.onkey);
  }

  /** Releases the table. */
  leave() {
    this.left = true;
    this.listen(false);
    this.stopHearing();
    this.board.leave();
    this.layout.leave();
    window.removeEventListener('pagehide', this.onhide);
  }

  /** Continues the game until the player has to decide. */
  async proceed() {
    this.layout.trouble.replaceChildren();
    this.busy = true;
    try {
      while (!this.left) {
        const { decide } = this.turn;
        if (decide.what === 'opening') await this.perform(() => this.session.act({ type: 'opening' }));
        else if (decide.seat === 'top') {
          this.show();
          await this.perform(() => this.session.engine(levelOf(this.context.settings, this.board.game.levels)));
        } else if (this.rollsAutomatically()) await this.perform(() => this.session.act({ type: 'roll' }));
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
      ? new PlayBuilder(plays, this.context.settings.get('forced'), this.board.game.doubles) : null;
    draft.restoreDraft(this.turn, this.entry);
    this.announceDecision();
    this.show();
    this.advice.prepare();
  }

  /** Available actions. */
  controls() {
    const all = listControls(this.turn, this.entry, this.warned !== null);
    return this.teaches ? all : all.filter(({ name }) => name !== 'hint');
  }

  rollsAutomatically() {
    const { decide } = this.turn;
    return decide.what === 'roll' && !decide.may_double && this.context.settings.get('autoroll');
  }

  /**
   * Performs an action and shows its result.
   *
   * @param {() => Promise<Turn>} what
   */
  async perform(what) {
    const before = this.turn;
    const turn = await this.showWhileWaiting(what);
    if (this.left) return;
    if (turn.game !== before.game) {
      this.again();
      return;
    }
    const { did } = turn;
    const { settings, say } = this.context;
    const words = eventText.describeEvent(this.context, did);
    // The player's roll is announced together with the next decision.
    if (did?.type !== 'roll' || did.seat !== 'bottom') say(words);
    this.layout.status.textContent = words;
    if (['next_game', 'match_over'].includes(turn.decide.what)) {
      const winner = turn.result?.winner ?? turn.decide.winner;
      if (winner) playSound(winner === 'bottom' ? 'won' : 'lost');
    }
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
   * Waits for a response, and shows a notice if it takes long.
   *
   * @template R
   * @param {() => Promise<R>} what
   * @returns {Promise<R>}
   */
  async showWhileWaiting(what) {
    const { status } = this.layout;
    const before = status.textContent;
    let isShown = false;
    const says = (/** @type {string} */ key) => {
      isShown = true;
      status.textContent = this.context.t(key);
    };
    const slow = setTimeout(() => says('analyse.thinking'), SLOW);
    const stopWaiting = this.context.api.onwait((waits) => says(waits ? 'app.busy' : 'analyse.thinking'));
    try {
      return await what();
    } finally {
      clearTimeout(slow);
      stopWaiting();
      if (isShown) status.textContent = before;
    }
  }

  /** Updates the list of moves and the last play. */
  list() {
    const { done } = this.session;
    const game = done.slice(done.findLastIndex(({ type }) => type === 'next_game') + 1);
    const lines = game.map((did) => eventText.listEntry(this.context, did)).filter((line) => line !== '');
    this.layout.moves.replaceChildren(...lines.map((line) => h('li', {}, line)));
    this.last = game.findLast(({ type }) => type === 'play')?.steps ?? [];
  }

  /**
   * Shows an error with a button to try again.
   *
   * @param {unknown} error
   * @param {() => void} again
   */
  failed(error, again) {
    this.busy = false;
    if (!(error instanceof ApiError)) throw error;
    if (this.left) return;
    const { t } = this.context;
    this.layout.trouble.replaceChildren(errorText(t, error), ' ', button(t('play.again'), () => {
      this.layout.trouble.replaceChildren();
      again();
    }));
  }

  /** Announces the pending decision. */
  announceDecision() {
    const { t } = this.context;
    const { decide } = this.turn;
    const end = eventText.describeResult(this.context, this.turn);
    const winner = decide.winner === 'bottom' ? 'you' : 'engine';
    let words = t(`play.to.${decide.what}`, {
      win: decide.offered ? t(`play.win.${decide.offered}`) : '',
      value: this.turn.cube.value * 2,
      dice: this.turn.dice ? eventText.describeRoll(this.context, this.turn.dice) : '',
    });
    if (decide.what === 'match_over') words = t(`play.match.${winner}`);
    if (this.entry?.isPass) words = t('play.to.nothing', { dice: eventText.describeRoll(this.context, this.turn.dice ?? '') });
    const forced = this.entry?.forced ?? [];
    if (forced.length > 0) words += ` ${t('play.forced', { moves: this.input.formatMoves(forced) })}`;
    this.announce([end, words].filter((part) => part !== '').join(' '));
    this.advice.summarise();
  }

  /**
   * Shows a text and announces it to screen readers.
   *
   * @param {string} words
   */
  announce(words) {
    this.layout.status.textContent = words;
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
    const view = boardView(this.context, turn, entry, rolls);
    this.layout.place.textContent = view.place ?? '';
    this.board.show({
      ...view,
      ...(this.session.begin.cube === false && { cube: null }),
      ...this.input.marks(),
      last: entry && entry.path.length > 0 ? [] : this.last,
    });
    if (this.warned) this.advice.mark();
    this.showButtons();
  }

  showButtons() {
    const { t } = this.context;
    this.focused ||= this.layout.buttons.contains(document.activeElement);
    const list = this.busy ? [] : this.controls();
    const { seat, what } = this.turn.decide;
    this.layout.resigns.disabled = this.busy || seat !== 'bottom' || (what !== 'roll' && what !== 'play');
    this.layout.buttons.replaceChildren(...list.map(({ name, main, off, values }) =>
      button(t(`play.do.${name}`, values), () => this.run(name), {
        id: `do-${name}`, class: main ? 'main' : '', disabled: off,
      })));
    // Keyboard users keep their place.
    if (this.focused && list.length > 0) {
      this.focused = false;
      if (document.activeElement !== document.body) return;
      this.focusButtons();
    }
  }

  /** Focuses the first button, as soon as there is one. */
  focusButtons() {
    const first = /** @type {HTMLElement | null} */ (this.layout.buttons.querySelector('button:enabled'));
    this.focused = first === null;
    if (first) first.focus();
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }

  /**
   * Performs the action of a button or a key.
   *
   * @param {string} name
   * @returns {boolean} true if it is available now
   */
  run(name) {
    if (name === 'notation') this.input.field.focus();
    else if (name === 'new') this.startNew();
    else if (name === 'resign') this.resign();
    else if (this.busy) return false;
    else if (this.input.run(name)) this.changed();
    else return this.control(name);
    return true;
  }

  /** @param {string} name */
  control(name) {
    const list = this.controls().filter(({ off }) => !off);
    const found = list.find((control) => (name === 'main' ? control.main : control.name === name));
    // The space bar has no effect until the play is complete.
    if (!found) return false;
    if (found.name === 'confirm' || found.name === 'anyway') {
      this.decide({ type: 'play', position_id: this.entry?.node.position_id });
    } else if (found.name === 'back') {
      this.input.run('clear');
      this.changed();
    } else if (found.name === 'hint') this.advice.hint();
    else if (found.name === 'next') this.finish({ type: 'next_game' });
    else if (found.name === 'new') this.startNew();
    else if (ACTIONS.includes(found.name)) this.decide({ type: found.name });
    else return false;
    return true;
  }

  /** Handles a change of the play being entered. */
  changed() {
    const { warned } = this;
    this.warned = null;
    this.tutor.close();
    this.show();
    // Replaces the warning by the pending decision.
    if (warned) this.announceDecision();
    this.advice.prepare();
  }

  /**
   * Performs an action, unless the tutor warns of it or the player declines to confirm it.
   *
   * @param {Action} action
   */
  async decide(action) {
    const { t } = this.context;
    const verdict = await this.advice.check(action);
    if (verdict === 'warning') return;
    // If the tutor checks the action, its warning replaces the confirmation.
    if (verdict === 'nothing' && GRAVE.includes(action.type)) {
      const values = this.controls().find(({ name }) => name === action.type)?.values;
      const question = t(`play.sure.${action.type}`, values);
      if (await confirmChoice(question, [['yes', t(`play.do.${action.type}`, values)]], t('app.cancel')) === null) return;
    }
    await this.finish(action);
  }

  /** @param {Action} action */
  async finish(action) {
    this.warned = null;
    this.tutor.clear();
    this.busy = true;
    try {
      await this.perform(() => this.session.act(action));
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
    const win = await confirmChoice(t('play.sure.resign'), wins, t('app.cancel'));
    if (win !== null) await this.finish({ type: 'resign', win: /** @type {any} */ (win) });
  }

  async startNew() {
    const { t } = this.context;
    const over = this.turn.decide.what === 'match_over';
    if (!over && await confirmChoice(t('play.sure.new'), [['yes', t('play.new')]], t('app.cancel')) === null) return;
    this.session.end();
    this.choose();
  }

  /**
   * Passes the session so far to a function as a file.
   *
   * @param {'mat' | 'sgf' | 'json'} format
   * @param {(name: string, text: string) => void} use
   */
  async write(format, use) {
    try {
      use(`sheshbesh.${format}`, await exportSession(this.context, this.session, format));
    } catch (error) {
      this.failed(error, () => this.write(format, use));
    }
  }
}
