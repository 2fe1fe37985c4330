// @ts-check
// Layout around the board of a chouette: status and buttons, the players, and rarely used controls.

import { button, h } from '../../common/dom.js';
import { describeGame } from '../../common/games.js';
import { showKeyHelp } from '../../common/keys.js';
import { ONE_COLUMN } from '../play-layout.js';

export class ChouetteLayout {
  /** @param {import('./table.js').ChouetteTable} table */
  constructor(table) {
    const { context, board } = table;
    const { t } = context;
    this.status = h('p', { class: 'status' });
    this.trouble = h('p', { class: 'trouble', role: 'alert' });
    this.notice = h('p', { class: 'faint notice', role: 'status' });
    this.place = h('p', { class: 'place' });
    /** The two sides, with pips; in a single column, they stand at the board. */
    this.sides = h('section', { class: 'panel players', 'aria-label': t('table.players') });
    this.line = h('section', { class: 'panel chouette-line', 'aria-label': t('chouette.players') });
    this.happened = h('ol', { class: 'chouette-log' });
    this.resigns = button(t('play.do.resign'), () => table.run('resign'), { id: 'do-resign' });
    board.words.classList.add('panel');
    const bar = h('div', { class: 'bar' }, this.place, this.notice, this.status, this.trouble, table.bar.element);
    this.stage = h('div', { class: 'stage' }, board.element, bar);
    board.overlay.onfit = (width) => bar.style.setProperty('--drawn', `${width}px`);
    const typing = h('div', { class: 'typing' }, table.notation.opener, table.notation.form);
    this.element = h('div', { class: 'play chouette' }, this.stage, h('div', { class: 'aside' }, this.sides, this.line,
      h('details', { class: 'panel' }, h('summary', {}, t('play.moves')), this.happened), typing, board.words,
      h('details', { class: 'panel more' }, h('summary', {}, t('play.more')),
        h('p', { class: 'faint', id: 'rules-played' }, describeGame(t, table.turn.game)),
        h('a', { class: 'rules-link', href: `#rules/${board.game.name}` }, t('app.rules')),
        h('div', { class: 'actions' }, this.resigns,
          button(t('play.new'), () => table.run('new'), { id: 'new-game' }),
          button(t('play.keys'), () => showKeyHelp(t), { id: 'keys', class: 'by-keys' })))));

    const one = matchMedia(ONE_COLUMN);
    const { top, bottom } = board.seats;
    const arrange = () => {
      if (one.matches) {
        board.element.prepend(top);
        board.overlay.element.after(bottom);
      } else {
        this.sides.append(top, bottom);
      }
      this.sides.hidden = one.matches;
    };
    one.addEventListener('change', arrange);
    arrange();
    /** Removes the listener when the table is left. */
    this.leave = () => one.removeEventListener('change', arrange);
  }

  /** Scrolls the board and its buttons into view unless they are fully visible. */
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
