// @ts-check
// The Play view: the start form, the table, and a notice if the game continues in another tab.

import { errorText } from '../common/api.js';
import { button, h } from '../common/dom.js';
import { findGame } from '../common/games.js';
import { seriesPlace } from './board-view.js';
import { KEY, Session } from './session.js';
import { startForm } from './start-form.js';
import { Table } from './table.js';

/**
 * @param {HTMLElement} root
 * @param {import('../common/types').Context} context
 * @returns {import('../common/types').PageView}
 */
export function view(root, context) {
  const { t } = context;
  const session = new Session(context.api);
  /** @type {Table | null} */
  let table = null;

  const leave = () => {
    table?.leave();
    table = null;
  };
  const sit = () => {
    table = new Table(context, session, choose, again);
    root.replaceChildren(table.element);
    table.layout.settle();
    table.proceed();
  };
  /** Continues with the next game of a frame, which needs another board. */
  const again = () => {
    const focused = table?.focused ?? false;
    leave();
    const { turn } = session;
    if (turn) context.say(seriesPlace(t, turn.game, turn.frame));
    sit();
    if (table) table.focused = focused;
  };
  const choose = () => {
    leave();
    const trouble = h('p', { class: 'trouble', role: 'alert' });
    root.replaceChildren(startForm(context, async (start) => {
      try {
        await session.start(start);
        sit();
        // Keyboard users continue by keyboard.
        if (table) table.focused = true;
      } catch (error) {
        trouble.replaceChildren(errorText(t, error));
      }
    }), trouble);
  };
  const sitOrChoose = () => {
    const { turn, game } = session;
    if (turn && findGame(context.games, game)) sit();
    else choose();
  };
  const goOn = () => {
    session.restore();
    // Notifies the tab that had the game until now.
    if (session.turn) session.save();
    sitOrChoose();
  };
  // Two tabs that play the same game would undo each other's actions.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== KEY || newValue === null || (newValue === 'null' && !table)) return;
    leave();
    session.discardPending();
    context.say(t('play.elsewhere'));
    root.replaceChildren(h('div', { class: 'panel start' }, h('p', {}, t('play.elsewhere')),
      h('div', { class: 'actions' }, button(t('play.here'), goOn, { id: 'go-on-here', class: 'main' }))));
  });
  sitOrChoose();
  return {
    show() {
      table?.listen(true);
      table?.layout.settle();
    },
    hide() {
      table?.listen(false);
    },
  };
}
