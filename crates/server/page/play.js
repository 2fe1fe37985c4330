// @ts-check
// The view in which games are played: what is chosen before, and the table.

import { h } from './dom.js';
import { Session } from './session.js';
import { form } from './start-form.js';
import { Table } from './table.js';

/**
 * @param {HTMLElement} root
 * @param {import('./types').Context} context
 * @returns {import('./types').PageView}
 */
export function view(root, context) {
  const session = new Session(context.api);
  /** @type {Table | null} */
  let table = null;

  const sit = () => {
    table = new Table(context, session, choose);
    root.replaceChildren(table.element);
    table.frame.settle();
    table.proceed();
  };
  const choose = () => {
    table?.leave();
    table = null;
    const trouble = h('p', { class: 'trouble', role: 'alert', lang: 'en' });
    root.replaceChildren(form(context, async (start) => {
      try {
        await session.start(start);
        sit();
      } catch (error) {
        trouble.textContent = /** @type {Error} */ (error).message || context.t('app.unreachable');
      }
    }), trouble);
  };
  const { turn } = session;
  if (turn && context.games.some(({ name }) => name === session.begin.game)) sit();
  else choose();
  return {
    show() {
      table?.listen(true);
      table?.frame.settle();
    },
    hide() {
      table?.listen(false);
    },
  };
}
