// @ts-check
// Layout around the board: players, moves, status, buttons, and rarely used controls.

import { button, h, s } from '../common/dom.js';
import { describeGame } from '../common/games.js';
import { showKeyHelp } from '../common/keys.js';
import { download, sendToMatches } from '../common/saving.js';
import { drawCube } from '../board/paint.js';
import { levelName, levelOf, levelSelect } from '../common/levels.js';

/** Windows with a single column. Must match style.css. */
export const ONE_COLUMN = '(max-width: 939px)';

export class PlayLayout {
  /**
   * @param {import('./table.js').Table} table
   * @param {import('../common/types').Game} game
   */
  constructor(table, game) {
    const { context, board, tutor } = table;
    const { t } = context;
    this.table = table;
    /** True after the page was scrolled to the tutor's panel. */
    this.isScrolled = false;
    this.status = h('p', { class: 'status' });
    this.trouble = h('p', { class: 'trouble', role: 'alert' });
    /** Notice that the game is lost when the page is closed. */
    this.notice = h('p', { class: 'faint notice', role: 'status' });
    this.summary = h('p', { class: 'faint' });
    this.resigns = button(t('play.do.resign'), () => table.run('resign'), { id: 'do-resign' });
    const save = (/** @type {'mat' | 'sgf' | 'json'} */ format) =>
      button(t(`play.save.${format}`), () => table.write(format, download), { id: `save-${format}` });

    board.words.classList.add('panel');
    /** Current game of a frame, if the board has no room for it. */
    this.place = h('p', { class: 'place' });
    const bar = h('div', { class: 'bar' }, this.place, this.notice, this.status, this.trouble, table.bar.element);
    this.stage = h('div', { class: 'stage' }, board.element, bar);
    board.overlay.onfit = (width) => bar.style.setProperty('--drawn', `${width}px`);
    /** Length of the match, level and cube, between the players. */
    this.stake = h('p', { class: 'stake faint' });
    this.players = h('section', { class: 'panel players', 'aria-label': t('table.players') });
    const typing = h('div', { class: 'typing' }, table.notation.opener, table.notation.form);
    const aside = h('div', { class: 'aside' }, this.players, table.moves.element, typing,
      board.words,
      h('details', { class: 'panel more' }, h('summary', {}, t('play.more')),
        levelSelect(context, game, 'level'),
        h('p', { class: 'faint', id: 'rules-played' }, describeGame(t, table.turn.game)),
        h('a', { class: 'rules-link', href: `#rules/${game.name}` }, t('app.rules')), this.summary,
        h('div', { class: 'actions' }, this.resigns,
          button(t('play.new'), () => table.run('new'), { id: 'new-game' }),
          // Other formats cannot store the game of each part of a frame, nor a scoring scale.
          ...(table.turn.frame || table.session.begin.scoring ? [] : [save('mat'), save('sgf')]), save('json'),
          button(t('play.send'), () => this.send(), { id: 'send' }),
          button(t('play.keys'), () => showKeyHelp(t), { id: 'keys', class: 'by-keys' }))));
    this.element = h('div', { class: 'play' }, this.stage, aside);

    // In a single column, the players are named at the board, and the tutor's panel stands below
    // the board and its buttons.
    const one = matchMedia(ONE_COLUMN);
    const { top, bottom } = board.seats;
    const settle = () => {
      if (one.matches) {
        this.stage.after(tutor.element);
        board.element.prepend(top);
        board.overlay.element.after(bottom);
      } else {
        table.moves.element.after(tutor.element);
        this.players.append(top, this.stake, bottom);
      }
      this.players.hidden = one.matches;
    };
    one.addEventListener('change', settle);
    settle();
    /** Removes the listener when the table is left. */
    this.leave = () => one.removeEventListener('change', settle);
  }

  /**
   * Shows the stakes of a view on the players' card.
   *
   * @param {import('../common/types').View} view
   */
  describe({ cube, note }) {
    const { context: { t, settings }, turn, board, session } = this.table;
    const notice = session.isStored ? '' : t('table.not-stored');
    // A live region is updated only if it changes.
    if (this.notice.textContent !== notice) this.notice.textContent = notice;
    const length = turn.match ? t('matches.to', { n: turn.match }) : t('analyse.money');
    const owner = cube?.owner ? board.view.names?.[cube.owner] : null;
    const value = cube && board.game.has_cube && cube.value > 1 ? h('span', { class: 'cube-line' },
      s('svg', { viewBox: '-14 -14 28 28', 'aria-hidden': 'true' }, drawCube(0, 0, 24, cube.value)),
      t(owner ? 'table.cube.owned' : 'table.cube', { value: cube.value, name: owner ?? '' })) : null;
    const level = session.people ? '' : levelName(t, levelOf(settings, board.game.levels));
    this.stake.replaceChildren(...[length, level, note ?? '', value].filter((part) => part !== '' && part !== null)
      .flatMap((part, place) => (place === 0 ? [part] : [' · ', part])).map((part) => /** @type {Node | string} */ (part)));
    const { seat } = turn.decide;
    for (const name of /** @type {const} */ (['top', 'bottom'])) {
      board.seats[name].classList.toggle('on-roll', seat !== undefined && (seat === name) !== this.table.turned);
    }
  }

  /** Passes the session to the Matches view. Only JSON stores all its rules. */
  send() {
    this.table.write('json', (name, text) => sendToMatches(this.table.context, name, text));
  }

  /** Scrolls to the tutor's panel where it lies below the board. */
  reveal() {
    if (!matchMedia(ONE_COLUMN).matches) return;
    this.table.tutor.element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    this.isScrolled = true;
  }

  /** Scrolls back to the board from the tutor's panel. */
  unscroll() {
    if (this.isScrolled) this.settle();
    this.isScrolled = false;
  }

  /**
   * Scrolls the board and its buttons into view unless they are fully visible. The page may still
   * be scrolled from an earlier view, such as the form.
   */
  settle() {
    const isSeen = () => {
      const { top, bottom } = this.stage.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    };
    if (isSeen()) return;
    window.scrollTo({ top: 0, behavior: 'instant' });
    if (!isSeen()) this.stage.scrollIntoView({ block: 'start', behavior: 'instant' });
  }
}
