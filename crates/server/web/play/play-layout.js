// @ts-check
// Layout around the board: status, buttons, moves, and rarely used controls.

import { button, h } from '../common/dom.js';
import { describeGame } from '../common/games.js';
import { showKeyHelp } from '../common/keys.js';
import { download, sendToMatches } from '../common/saving.js';
import { levelSelect } from '../common/levels.js';

/** Windows with a single column. */
const ONE_COLUMN = '(max-width: 939px)';

export class PlayLayout {
  /**
   * @param {import('./table.js').Table} table
   * @param {import('../common/types').Game} game
   */
  constructor(table, game) {
    const { context, board, tutor } = table;
    const { t } = context;
    this.status = h('p', { class: 'status' });
    this.trouble = h('p', { class: 'trouble', role: 'alert' });
    this.buttons = h('div', { class: 'actions controls', role: 'group', 'aria-label': t('play.controls') });
    this.moves = h('ol', { class: 'moves' });
    this.summary = h('p', { class: 'faint' });
    this.resigns = button(t('play.do.resign'), () => table.run('resign'), { id: 'do-resign' });
    const save = (/** @type {'mat' | 'sgf' | 'json'} */ format) =>
      button(t(`play.save.${format}`), () => table.write(format, download), { id: `save-${format}` });
    // Only JSON stores all rules of the session.
    const send = () => table.write('json', (name, text) => sendToMatches(context, name, text));

    board.words.classList.add('panel');
    /** Current game of a frame, if the board has no room for it. */
    this.place = h('p', { class: 'place' });
    const bar = h('div', { class: 'bar' }, this.place, this.status, this.trouble, this.buttons);
    const stage = h('div', { class: 'stage' }, board.element, bar);
    const aside = h('div', { class: 'aside' }, table.input.form,
      h('details', { class: 'panel' }, h('summary', {}, t('play.moves')), this.moves),
      board.words,
      h('details', { class: 'panel more' }, h('summary', {}, t('play.more')),
        levelSelect(context, game, 'level'),
        h('p', { class: 'faint', id: 'rules-played' }, describeGame(t, table.turn.game)),
        h('a', { class: 'rules-link', href: `#rules/${game.name}` }, t('app.rules')), this.summary,
        h('div', { class: 'actions' }, this.resigns,
          button(t('play.new'), () => table.run('new'), { id: 'new-game' }),
          // Other formats cannot store the game of each part of a frame, nor a scoring scale.
          ...(table.turn.frame || table.session.begin.scoring ? [] : [save('mat'), save('sgf')]), save('json'),
          button(t('play.send'), send, { id: 'send' }),
          button(t('play.keys'), () => showKeyHelp(t), { id: 'keys' }))));
    this.stage = stage;
    this.element = h('div', { class: 'play' }, stage, aside);

    // In a single column, the tutor's panel stands below the board and its buttons.
    const one = matchMedia(ONE_COLUMN);
    const settle = () => (one.matches ? stage.after(tutor.element) : aside.prepend(tutor.element));
    one.addEventListener('change', settle);
    settle();
    /** Removes the listener when the table is left. */
    this.leave = () => one.removeEventListener('change', settle);
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
