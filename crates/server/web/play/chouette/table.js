// @ts-check
// The table of a running chouette: turns, available actions, and their execution.

import { ApiError, errorText } from '../../common/api.js';
import { confirmChoice } from '../../common/confirm.js';
import { button, h } from '../../common/dom.js';
import { findGame } from '../../common/games.js';
import { keyActions } from '../../common/keys.js';
import { Board } from '../../board/board.js';
import { MoveInput } from '../../board/move-input.js';
import { PlayBuilder } from '../../board/play-builder.js';
import { ControlBar } from '../control-bar.js';
import * as draft from '../draft-play.js';
import { NotationInput } from '../notation-input.js';
import { contextForTwo, turnedView } from '../people.js';
import { askResignation } from '../resign.js';
import { rollByTap } from '../tap-roll.js';
import { noticeWhile } from '../waiting.js';
import { askCubes } from './ask-cubes.js';
import { listControls } from './controls.js';
import { describeDecision, describeEvent, listNames } from './event-text.js';
import { ChouetteLayout } from './layout.js';
import { lineTable } from './line.js';
import { SettlementPanel } from './settlement.js';
import { bottomSeat, chouetteView, sideNames } from './view.js';

/** @typedef {import('../../common/types').ChouetteTurn} ChouetteTurn */
/** @typedef {import('../../common/types').Action} Action */

/** Actions that buttons perform directly. */
const ACTIONS = ['roll', 'hold', 'take', 'pass', 'beaver', 'raccoon', 'accept', 'refuse',
  'offer_extras', 'keep_extras', 'take_extras', 'refuse_extras'];
/** Actions that need confirmation, since they cannot be undone. */
const GRAVE = ['take', 'pass', 'beaver', 'raccoon'];

export class ChouetteTable {
  /**
   * @param {import('../../common/types').Context} context
   * @param {import('../session.js').Session} session
   * @param {() => void} choose opens the form for another game
   */
  constructor(context, session, choose) {
    this.session = session;
    this.choose = choose;
    /** True if the board shows the team at the bottom. */
    this.turned = false;
    const names = () => sideNames(this.turn);
    const seat = () => (this.turn.decide.player === this.turn.line[0] ? 'bottom' : 'top');
    const seats = {
      people: { get bottom() { return names().bottom; }, get top() { return names().top; } },
      get begin() { return session.begin; },
      get turn() { return { decide: { seat: /** @type {import('../../common/types').Seat} */ (seat()) } }; },
    };
    this.context = contextForTwo(context, seats, () => this.turned);
    const game = findGame(context.games, session.game) ?? context.games[0];
    this.board = new Board(game, this.context);
    this.board.effects.enabled = true;
    /** @type {PlayBuilder | null} */
    this.entry = null;
    this.busy = false;
    this.left = false;
    /** Time at which the decision began. */
    this.began = 0;
    /** A mistake that was warned of: nobody warns at this table. */
    this.warning = null;
    this.input = new MoveInput(this);
    this.notation = new NotationInput(this);
    /** Further buttons of the bar: none. */
    this.moves = { /** @returns {HTMLButtonElement[]} */ openers: () => [] };
    /** Panel at the end of a game. @type {SettlementPanel | null} */
    this.result = null;
    this.bar = new ControlBar(this);
    this.layout = new ChouetteLayout(this);
    /** @param {KeyboardEvent} event */
    this.onkey = (event) => {
      if (!context.settings.get('keys') && event.key !== 'Escape') return;
      if (keyActions(event).some((name) => this.run(name))) event.preventDefault();
    };
    this.onhide = () => draft.saveDraft(this.turn, this.entry);
    window.addEventListener('pagehide', this.onhide);
    this.board.onspace = () => this.run('main');
    this.listen(true);
    this.stopHearing = context.settings.onchange((name) => {
      if (['presses', 'calls', 'turns'].includes(name)) this.show();
    });
  }

  get element() {
    return this.layout.element;
  }

  get status() {
    return this.layout.status;
  }

  /** True if the next button gets the focus. */
  get focused() {
    return this.bar.focused;
  }

  set focused(on) {
    this.bar.focused = on;
  }

  get turn() {
    return /** @type {ChouetteTurn} */ (/** @type {unknown} */ (this.session.turn));
  }

  /** True while no play can be entered. */
  get isClosed() {
    return this.busy;
  }

  /** True if an engine decides. */
  get isEngines() {
    const { decide: { player }, players } = this.turn;
    return player !== undefined && players[player].level !== undefined;
  }

  /** The question on the card of an offered cube. */
  get offer() {
    return describeDecision(this.context.t, this.turn, false);
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
    this.context.settings.exchangeColours(false);
    this.board.leave();
    this.layout.leave();
    this.bar.leave();
    window.removeEventListener('pagehide', this.onhide);
  }

  /**
   * Handles a press on the board while no play can be entered.
   *
   * @param {import('../../common/types').Side} side
   * @param {number} index
   * @param {string} how
   */
  idle(side, index, how) {
    rollByTap(this, side, index, how);
  }

  /** Continues until a person has to decide. */
  async proceed() {
    this.layout.trouble.replaceChildren();
    this.busy = true;
    try {
      while (!this.left) {
        const { decide } = this.turn;
        if (decide.what === 'opening') await this.perform(() => this.session.act({ type: 'opening' }));
        else if (this.isEngines) {
          this.show();
          await this.perform(() => this.session.engine(''));
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
    this.entry = decide.what === 'play' && plays
      ? new PlayBuilder(plays, this.context.settings.get('forced'), this.board.game.doubles) : null;
    draft.restoreDraft(this.turn, this.entry);
    this.announceDecision();
    this.show();
  }

  rollsAutomatically() {
    const { what, cubes = [] } = this.turn.decide;
    return what === 'roll' && cubes.length === 0 && this.context.settings.get('autoroll');
  }

  /**
   * Performs an action and shows its result.
   *
   * @param {() => Promise<unknown>} what
   */
  async perform(what) {
    const before = this.turn;
    const wasEngine = this.isEngines;
    await noticeWhile(this.context, this.layout.status, what);
    if (this.left) return;
    const { turn } = this;
    const { did } = turn;
    const { settings, say, t } = this.context;
    let words = describeEvent(this.context, turn);
    const isOver = turn.decide.what === 'next_game';
    if (turn.captain !== before.captain && did?.type !== 'next_game' && !isOver) {
      words += ` ${t('chouette.captain-now', { name: listNames(turn, turn.captain) })}`;
    }
    say(words);
    if (words !== '') this.layout.status.textContent = words;
    if (did?.type === 'play' && wasEngine) {
      this.show(before);
      await this.board.animate(did.steps ?? []);
      if (this.left) return;
    }
    this.entry = null;
    this.show();
    const pause = words !== '' && (wasEngine || did?.type === 'opening') ? settings.pace() * 1.5 : 0;
    if (pause > 0) await new Promise((done) => setTimeout(done, pause));
  }

  /** Last play, in the numbering of the player who made it. */
  get last() {
    return this.session.done.findLast(({ type }) => type === 'play')?.steps ?? [];
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
    const words = this.turn.decide.what === 'next_game' ? t('chouette.over', { n: this.turn.number })
      : describeDecision(t, this.turn, this.entry?.isPass ?? false);
    this.announce(words);
  }

  /** Shows a text and announces it to screen readers. @param {string} words */
  announce(words) {
    this.input.before = null;
    this.layout.status.textContent = words;
    this.context.say(words);
  }

  /** Draws the table. @param {ChouetteTurn} [turn] */
  show(turn = this.turn) {
    const entry = turn === this.turn ? this.entry : null;
    const isYours = !this.busy && !this.isEngines;
    this.board.ondice = entry ? this.diceAction(entry) : null;
    this.board.oncube = isYours && (turn.decide.what === 'roll' || turn.decide.what === 'doubles') && turn.decide.cubes
      ? () => this.run('double') : null;
    const { turned } = this;
    this.turned = bottomSeat(turn, this.context.settings.get('turns')) === 'top';
    this.context.settings.exchangeColours(this.turned);
    const view = chouetteView(this.context, turn, entry);
    // A board that turns is not a move.
    this.board.effects.enabled = this.turned === turned;
    this.board.show({
      ...(this.turned ? turnedView(view) : view),
      ...this.input.marks(),
      last: turn !== this.turn || (entry && entry.path.length > 0) ? [] : this.last,
    });
    this.board.effects.enabled = true;
    const notice = this.session.isStored ? '' : this.context.t('table.not-stored');
    if (this.layout.notice.textContent !== notice) this.layout.notice.textContent = notice;
    this.layout.line.replaceChildren(lineTable(this.context.t, turn, this.hasCube));
    this.layout.happened.replaceChildren(...this.happened().map((words) => h('li', {}, words)));
    this.showResult();
    this.showButtons();
  }

  /** Sentences about the actions of the current game. */
  happened() {
    const { session: { done }, turn, context } = this;
    return done.map((did) => describeEvent(context, { ...turn, did })).filter((words) => words !== '');
  }

  get hasCube() {
    return this.board.game.has_cube && this.session.begin.cube !== false;
  }

  /** Shows or removes the panel at the end of a game. */
  showResult() {
    const isOver = !this.busy && this.turn.decide.what === 'next_game';
    if (!isOver) {
      this.result?.element.remove();
      this.result = null;
    } else if (!this.result) {
      this.result = new SettlementPanel(this);
      this.board.overlay.element.append(this.result.element);
    }
  }

  /** Available actions. @returns {import('../controls.js').Control[]} */
  controls() {
    return this.busy || this.isEngines ? [] : listControls(this.turn, this.entry);
  }

  showButtons() {
    const { what } = this.turn.decide;
    this.layout.resigns.disabled = this.busy || this.isEngines || (what !== 'roll' && what !== 'play');
    this.bar.show(this.controls());
  }

  /** Disables the buttons while the server works. */
  wait() {
    this.busy = true;
    this.bar.wait();
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
    else if (this.input.run(name)) this.changed();
    else return this.control(name);
    return true;
  }

  /** @param {string} name */
  control(name) {
    const wanted = { double: ['double', 'double-some'], hint: ['consult'] }[name] ?? [name];
    const found = this.controls().filter(({ off }) => !off)
      .find((control) => (name === 'main' ? control.main : wanted.includes(control.name)));
    if (!found) return false;
    this.bar.pressed = found.name;
    if (found.name === 'confirm') this.finish({ type: 'play', position_id: this.entry?.node.position_id });
    else if (found.name === 'double' || found.name === 'double-some') this.double();
    else if (found.name === 'consult') this.consult();
    else if (found.name === 'next') this.finish({ type: 'next_game' });
    else if (ACTIONS.includes(found.name)) this.decide(found.name, found.values);
    else return false;
    return true;
  }

  /** Handles a change of the play being entered. */
  changed() {
    this.input.forget();
    this.show();
  }

  /**
   * Performs an action, unless the player declines to confirm it.
   *
   * @param {string} type
   * @param {Record<string, unknown>} [values] of its button
   */
  async decide(type, values) {
    const { t } = this.context;
    if (GRAVE.includes(type)) {
      const question = `${this.offer} ${t(`play.do.${type}`, values)}?`;
      if (await confirmChoice(question, [['yes', t(`play.do.${type}`, values)]], t('app.cancel')) === null) return;
    }
    await this.finish({ type });
  }

  /** Asks for the cubes to double. */
  async double() {
    const cubes = await askCubes(this.context.t, this.turn);
    if (cubes !== null) await this.finish({ type: 'double', cubes });
  }

  /** Shows the plays of the engines in the captain's team. */
  async consult() {
    const { t, api } = this.context;
    try {
      const { plays } = await noticeWhile(this.context, this.layout.status,
        () => api.post('chouette/consult', { state: this.turn.state }));
      if (this.left) return;
      this.announce(plays.map((/** @type {{player: number, play: string}} */ { player, play }) =>
        t('chouette.advises', { name: listNames(this.turn, player), play })).join(' '));
    } catch (error) {
      this.failed(error, () => this.consult());
    }
  }

  /** @param {Action} action */
  async finish(action) {
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

  async startNew() {
    const { t } = this.context;
    if (await confirmChoice(t('play.sure.new'), [['yes', t('play.new')]], t('app.cancel')) === null) return;
    this.session.end();
    this.choose();
  }
}
