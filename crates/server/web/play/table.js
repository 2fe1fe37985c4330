// @ts-check
// The table of a running game: turns, available actions, and their execution.

import { button } from '../common/dom.js';
import { ApiError, errorText } from '../common/api.js';
import { Advice } from './advice.js';
import { askDouble } from './ask-double.js';
import { confirmChoice } from '../common/confirm.js';
import { Board } from '../board/board.js';
import { playSound } from '../common/sound.js';
import { ControlBar } from './control-bar.js';
import { listControls } from './controls.js';
import { nextValue } from './cube.js';
import { PlayBuilder } from '../board/play-builder.js';
import { GameEnd } from './game-end.js';
import { findGame } from '../common/games.js';
import { MoveInput } from '../board/move-input.js';
import { MoveList } from './move-list.js';
import { NotationInput } from './notation-input.js';
import { keyActions, pastActions } from '../common/keys.js';
import { exportSession } from '../common/saving.js';
import { PastMove } from './past-move.js';
import { PlayLayout } from './play-layout.js';
import { askResignation } from './resign.js';
import { noticeWhile } from './waiting.js';
import * as draft from './draft-play.js';
import { boardView } from './board-view.js';
import { levelOf } from '../common/levels.js';
import { contextForTwo, turnedView } from './people.js';
import * as eventText from './event-text.js';
import { rollByTap } from './tap-roll.js';
import { Tutor } from './tutor.js';

/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('../common/types').Turn} Turn */
/** @typedef {import('../common/types').Action} Action */

/** Actions that buttons perform directly. */
const ACTIONS = ['roll', 'double', 'take', 'pass', 'beaver', 'raccoon', 'accept', 'refuse'];
/** Actions that need confirmation, since they cannot be undone. */
const GRAVE = ['double', 'take', 'pass', 'beaver', 'raccoon'];

export class Table {
  /**
   * @param {Context} context
   * @param {import('./session.js').Session} session
   * @param {() => void} choose opens the form for another game
   * @param {() => void} again creates a new table for another game of a frame, or another match
   */
  constructor(context, session, choose, again) {
    /** True if the board shows the second of two people at the bottom. */
    this.turned = false;
    if (session.people) context = contextForTwo(context, session, () => this.turned);
    this.context = context;
    this.session = session;
    this.choose = choose;
    this.again = again;
    const game = findGame(context.games, session.game) ?? context.games[0];
    this.board = new Board(game, context);
    this.board.effects.enabled = true;
    this.tutor = new Tutor(context, session.game ?? game.name, session.begin.scoring);
    this.tutor.onmore = () => this.run('hint');
    /** True if a network supports the game. Two people play without advice. */
    this.teaches = game.has_network && session.people === null;
    this.advice = new Advice(this);
    this.input = new MoveInput(this);
    this.notation = new NotationInput(this);
    /** @type {PlayBuilder | null} */
    this.entry = null;
    /** Mistake that was warned of, not performed yet. @type {import('./advice.js').Warning | null} */
    this.warning = null;
    /** Index of the earlier move that is shown. @type {number | null} */
    this.shown = null;
    this.busy = false;
    /** Called after each drawing of the table. */
    this.onshow = () => {};
    this.left = false;
    /** Time at which the player's decision began. */
    this.began = 0;

    this.moves = new MoveList(this);
    this.past = new PastMove(this);
    /** Panel at the end of a game. @type {import('./result-panel.js').ResultPanel | null} */
    this.result = null;
    this.bar = new ControlBar(this);
    this.layout = new PlayLayout(this, game);
    /** @param {KeyboardEvent} event */
    this.onkey = (event) => {
      if (!context.settings.get('keys') && event.key !== 'Escape') return;
      const names = this.shown === null ? keyActions(event) : [...keyActions(event), ...pastActions(event)];
      if (names.some((name) => this.run(name))) event.preventDefault();
    };
    /** A reloaded page, for example after a language change, restores the entered steps. */
    this.onhide = () => draft.saveDraft(this.turn, this.entry);
    window.addEventListener('pagehide', this.onhide);
    this.ending = new GameEnd(this);
    this.board.onspace = () => this.run('main');
    this.listen(true);
    this.stopHearing = context.settings.onchange((name) => {
      if (!['presses', 'calls', 'tutor', 'turns', 'level'].includes(name)) return;
      if (this.shown === null) this.show();
      else this.past.open(null);
    });
  }

  get element() {
    return this.layout.element;
  }

  /** True if the next button gets the focus. */
  get focused() {
    return this.bar.focused;
  }

  set focused(on) {
    this.bar.focused = on;
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
    this.ending.leave();
    this.listen(false);
    this.stopHearing();
    this.context.settings.exchangeColours(false);
    this.board.leave();
    this.layout.leave();
    this.moves.leave();
    this.bar.leave();
    window.removeEventListener('pagehide', this.onhide);
  }

  get status() {
    return this.layout.status;
  }

  /** Question on the card of an offered cube. */
  get offer() {
    const { decide, cube } = this.turn;
    return this.context.t(`play.to.${decide.what}`, { value: nextValue(cube) });
  }

  /** True while no play can be entered. */
  get isClosed() {
    return this.busy || this.warning !== null || this.shown !== null;
  }

  /**
   * Handles a press on the board while no play can be entered.
   *
   * @param {import('../common/types').Side} side
   * @param {number} index
   * @param {string} how
   */
  idle(side, index, how) {
    rollByTap(this, side, index, how);
  }

  /** Continues the game until the player has to decide. */
  async proceed() {
    this.layout.trouble.replaceChildren();
    this.busy = true;
    try {
      while (!this.left) {
        const { decide } = this.turn;
        if (decide.what === 'opening') await this.perform(() => this.session.act({ type: 'opening' }));
        else if (this.session.isEngine(decide.seat)) {
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
    this.began = performance.now();
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

  /** Available actions. @returns {import('./controls.js').Control[]} */
  controls() {
    if (this.shown !== null) return this.past.controls();
    if (this.session.isEngine(this.turn.decide.seat)) return [];
    const all = listControls(this.turn, this.entry, this.warning);
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
    if (turn.did?.type === 'next_game') this.tutor.clear();
    if (turn.game !== before.game) {
      this.again();
      return;
    }
    const { did } = turn;
    const { settings, say } = this.context;
    const words = eventText.describeEvent(this.context, did, turn.game);
    // The player's roll is announced together with the next decision.
    if (did?.type !== 'roll' || this.session.isEngine(did.seat)) say(words);
    this.layout.status.textContent = words;
    if (['next_game', 'match_over'].includes(turn.decide.what)) {
      const winner = turn.result?.winner ?? turn.decide.winner;
      if (winner) playSound(this.session.isEngine(winner) ? 'lost' : 'won');
    }
    if (did?.type === 'play') {
      const steps = did.steps ?? [];
      if (this.session.isEngine(did.seat)) {
        this.show(before);
        await this.board.animate(steps);
        if (this.left) return;
      }
    }
    this.entry = null;
    this.show();
    this.past.grade();
    const pause = this.session.isEngine(did?.seat) || did?.type === 'opening' ? settings.pace() * 1.5 : 0;
    if (pause > 0) await new Promise((done) => setTimeout(done, pause));
  }

  /**
   * Waits for a response, and shows a notice if it takes long.
   *
   * @template R
   * @param {() => Promise<R>} what
   * @returns {Promise<R>}
   */
  showWhileWaiting(what) {
    return noticeWhile(this.context, this.layout.status, what);
  }

  /** Last play of the game, in the numbering of the player who made it. */
  get last() {
    const { done, firstOfGame } = this.session;
    return done.slice(firstOfGame).findLast(({ type }) => type === 'play')?.steps ?? [];
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
    const forced = this.entry?.forced ?? [];
    const rest = forced.length > 0 ? this.context.t('play.forced', { moves: this.input.formatMoves(forced) }) : '';
    const { did } = this.turn;
    const words = [did?.type === 'take' && this.session.isEngine(did.seat) ? eventText.describeEvent(this.context, did, this.turn.game) : '',
      eventText.describeResult(this.context, this.turn),
      eventText.describeDecision(this.context, this.turn, this.entry?.isPass ?? false), rest];
    this.announce(words.filter((part) => part !== '').join(' '));
    this.advice.summarise();
  }

  /**
   * Shows a text and announces it to screen readers.
   *
   * @param {string} words
   */
  announce(words) {
    this.input.before = null;
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
    const yours = !this.busy && turn.decide.seat !== undefined && !this.session.isEngine(turn.decide.seat);
    this.board.ondice = entry && !this.warning ? this.diceAction(entry) : null;
    this.board.oncube = yours && turn.decide.may_double ? () => this.decide({ type: 'double' }, true) : null;
    const { turned } = this;
    this.turned = this.session.people !== null && this.context.settings.get('turns')
      && (turn.decide.seat ?? turn.on_roll) === 'top';
    this.context.settings.exchangeColours(this.turned);
    const view = this.viewOf(turn, entry);
    // A board that turns is not a move.
    this.board.effects.enabled = this.turned === turned;
    this.layout.place.textContent = view.place ?? '';
    this.board.show({
      ...view,
      ...(this.session.begin.cube === false && { cube: null }),
      ...this.input.marks(),
      // A play that is about to be animated is marked afterwards.
      last: turn !== this.turn || (entry && entry.path.length > 0) ? [] : this.last,
    });
    this.board.effects.enabled = true;
    this.layout.describe(view);
    this.advice.mark();
    this.ending.show();
    this.showButtons();
    this.moves.update();
    this.onshow();
  }

  /**
   * View of a turn, as the table shows it now.
   *
   * @param {Turn} turn
   * @param {PlayBuilder | null} entry
   */
  viewOf(turn, entry) {
    const view = boardView(this.context, turn, entry);
    return this.turned ? turnedView(view) : view;
  }

  /**
   * Action of a press on the dice: ends a complete play, or else swaps the dice.
   *
   * @param {PlayBuilder} entry
   */
  diceAction(entry) {
    if (entry.play !== undefined) return () => this.run('confirm');
    return entry.hasOrder ? () => this.run('swap') : null;
  }

  showButtons() {
    const { seat, what } = this.turn.decide;
    this.layout.resigns.disabled = this.busy || this.session.isEngine(seat) || (what !== 'roll' && what !== 'play');
    this.bar.show(this.busy ? [] : this.controls());
  }

  /** Disables the buttons while the server works. */
  wait() {
    this.busy = true;
    this.bar.wait();
  }

  /**
   * Performs the action of a button or a key.
   *
   * @param {string} name
   * @returns {boolean} true if it is available now
   */
  run(name) {
    this.bar.pressed = name;
    if (name === 'notation') this.notation.open();
    else if (name === 'new') this.startNew();
    else if (name === 'resign') this.resign();
    else if (this.busy) return false;
    else if (name === 'escape' && this.shown !== null) this.past.open(null);
    else if (this.shown === null && this.input.run(name)) this.changed();
    else return this.control(name);
    return true;
  }

  /** @param {string} name */
  control(name) {
    const list = this.controls().filter(({ off }) => !off);
    const found = list.find((control) => (name === 'main' ? control.main : control.name === name))
      ?? (name === 'anyway' ? list.find((control) => control.name.startsWith('anyway')) : undefined);
    // The space bar has no effect until the play is complete.
    if (!found) return false;
    this.bar.pressed = found.name;
    if (found.name.startsWith('anyway') && this.warning) this.decide(this.warning.action);
    else if (found.name === 'confirm') this.decide({ type: 'play', position_id: this.entry?.node.position_id });
    else if (found.name === 'back') {
      this.input.run('clear');
      this.changed();
    } else if (found.name === 'better') this.advice.answer();
    else if (found.name === 'present') this.past.open(null);
    else if (found.name === 'earlier') this.past.open(this.moves.neighbour(-1) ?? null);
    else if (found.name === 'later') this.past.open(this.moves.neighbour(1) ?? null);
    else if (found.name === 'hint') this.advice.hint();
    else if (found.name === 'next') this.finish({ type: 'next_game' });
    else if (found.name === 'rematch') this.playAgain();
    else if (found.name === 'new') this.startNew();
    else if (ACTIONS.includes(found.name)) this.decide({ type: found.name });
    else return false;
    return true;
  }

  /** Handles a change of the play being entered. */
  changed() {
    const { warning } = this;
    this.warning = null;
    this.input.forget();
    this.tutor.close();
    this.show();
    // Replaces the warning by the pending decision.
    if (warning) this.announceDecision();
    this.advice.prepare();
  }

  /**
   * Performs an action, unless the tutor warns of it or the player declines to confirm it.
   *
   * @param {Action} action
   * @param {boolean} [isAsked] true to explain a double and ask for it in any case
   */
  async decide(action, isAsked = false) {
    const { t } = this.context;
    if (isAsked && !await askDouble(t, this.turn.cube)) return;
    const verdict = await this.advice.check(action);
    if (verdict === 'warning') return;
    // If the tutor checks the action, its warning replaces the confirmation.
    if (verdict === 'nothing' && !isAsked && GRAVE.includes(action.type)) {
      const values = this.controls().find(({ name }) => name === action.type)?.values;
      const question = t(`play.sure.${action.type}`, values);
      if (await confirmChoice(question, [['yes', t(`play.do.${action.type}`, values)]], t('app.cancel')) === null) return;
    }
    await this.finish(action);
  }

  /** @param {Action} action */
  async finish(action) {
    this.warning = null;
    this.shown = null;
    this.tutor.close();
    this.layout.unscroll();
    this.wait();
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
    const win = await askResignation(this.context.t, this.turn.decide.may_resign ?? []);
    if (win !== null) await this.finish({ type: 'resign', win });
  }

  /** Starts another match with the same choices. */
  async playAgain() {
    this.wait();
    try {
      await this.session.start(this.session.begin, this.session.people);
    } catch (error) {
      this.failed(error, () => this.playAgain());
      if (!this.left) this.show();
      return;
    }
    this.again();
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
