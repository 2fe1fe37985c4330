// @ts-check
// The Play view: the first screen, the start form, the table, and a notice if the game continues in
// another tab.

import { errorText } from '../common/api.js';
import { confirmChoice } from '../common/confirm.js';
import { button, failure, h } from '../common/dom.js';
import { findGame } from '../common/games.js';
import { seriesPlace } from './board-view.js';
import { FROM, parseFrom } from './from-link.js';
import { KEY, Session } from './session.js';
import { Table } from './table.js';
import { welcome } from './welcome.js';

/** @typedef {import('../common/types').Start} Start */

/** Routes of the form besides links to positions: all options, and two people. */
const NEW = 'new';
const TWO = 'two';
/** Key in the session storage: this tab has shown the stored game. */
const SEEN = 'shesh.seen';

/**
 * @param {HTMLElement} root
 * @param {import('../common/types').Context} context
 * @returns {import('../common/types').PageView}
 */
export function view(root, context) {
  const { t } = context;
  const session = new Session(context.api);
  /** @type {Table | import('./chouette/table.js').ChouetteTable | null} */
  let table = null;
  /** Releases the lessons. */
  let leaveLessons = () => {};
  /** Releases the board of the first screen. */
  let leaveWelcome = () => {};
  /** Route of the form, while it is shown. */
  let form = '';

  const leave = () => {
    table?.leave();
    table = null;
    leaveLessons();
    leaveLessons = () => {};
    leaveWelcome();
    leaveWelcome = () => {};
    form = '';
  };
  /** @param {boolean} [isByKeys] true to focus the first button */
  const sit = (isByKeys = false) => {
    leave();
    markSeen();
    if (session.isChouette) {
      sitAtChouette(isByKeys);
      return;
    }
    const seated = new Table(context, session, choose, again);
    table = seated;
    root.replaceChildren(seated.element);
    seated.layout.settle();
    seated.proceed();
    teach(seated);
    seated.focused = isByKeys;
  };
  /** @param {boolean} isByKeys */
  const sitAtChouette = async (isByKeys) => {
    const { turn } = session;
    const loaded = await import('./chouette/table.js').catch(() => null);
    if (table || form !== '' || session.turn !== turn) return;
    if (!loaded) {
      root.replaceChildren(...failure(t('app.unreachable'), t('play.again'), () => location.reload()));
      return;
    }
    const seated = new loaded.ChouetteTable(context, session, choose);
    table = seated;
    root.replaceChildren(seated.element);
    seated.layout.settle();
    seated.focused = isByKeys;
    seated.proceed();
  };
  /** Accompanies the first turns, if that is wanted. @param {Table} at */
  const teach = async (at) => {
    if (!context.settings.get('lessons') || session.people !== null) return;
    // Without the lessons, the game goes on all the same.
    const loaded = await import('./lessons.js').catch(() => null);
    if (!loaded || table !== at) return;
    const lessons = new loaded.Lessons(context, at);
    leaveLessons = () => lessons.leave();
    at.layout.settle();
  };
  /** Continues with the next game of a frame, which needs another board. */
  const again = () => {
    const focused = table?.focused ?? false;
    const { turn } = session;
    if (turn) context.say(seriesPlace(t, turn.game, turn.frame));
    sit();
    if (table) table.focused = focused;
  };
  const trouble = h('p', { class: 'trouble', role: 'alert' });
  /**
   * @param {Start} start
   * @param {import('./people.js').People | null} people
   */
  const begin = async (start, people) => {
    const isPlayed = session.turn && session.turn.decide.what !== 'match_over';
    if (isPlayed && await confirmChoice(t('play.sure.new'), [['yes', t('play.new')]], t('app.cancel')) === null) return;
    try {
      await session.start(start, people);
    } catch (error) {
      trouble.replaceChildren(errorText(t, error));
      trouble.scrollIntoView({ block: 'nearest' });
      return;
    }
    // The form is not the place to come back to.
    if (form !== '') history.replaceState(null, '', '#play');
    // Keyboard users continue by keyboard.
    sit(true);
  };
  const choose = () => {
    leave();
    trouble.textContent = '';
    const shown = welcome(context, session, begin, goOn);
    leaveWelcome = shown.leave;
    root.replaceChildren(shown.element, trouble);
    window.scrollTo({ top: 0, behavior: 'instant' });
  };
  /** @param {string} route of the form */
  const showForm = async (route) => {
    leave();
    form = route;
    trouble.textContent = '';
    const loaded = await import('./start-form.js').catch(() => null);
    if (form !== route) return;
    if (!loaded) {
      root.replaceChildren(...failure(t('app.unreachable'), t('play.again'), () => location.reload()));
      return;
    }
    root.replaceChildren(loaded.startForm(context, begin, { ...parseFrom(route), forTwo: route === TWO }), trouble);
    window.scrollTo({ top: 0, behavior: 'instant' });
    // Readers by keyboard and screen reader start at the heading.
    root.querySelector('h2')?.focus({ preventScroll: true });
  };
  const isForm = (/** @type {string} */ route) => route === NEW || route === TWO || route.startsWith(FROM);
  const hasGame = () => session.turn !== null && findGame(context.games, session.game) !== undefined;
  const sitOrChoose = () => (hasGame() ? sit() : choose());
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
  let isNew = true;
  return {
    show(route) {
      if (isForm(route)) {
        if (form !== route) showForm(route);
      } else if (form !== '') {
        sitOrChoose();
      } else if (isNew) {
        // A reloaded page goes on at once; a new visit offers to.
        if (isSeen()) sitOrChoose();
        else choose();
      } else {
        table?.listen(true);
        // The other view had the usual colours.
        if (session.people || session.isChouette) table?.show();
        table?.layout.settle();
      }
      isNew = false;
    },
    hide() {
      table?.listen(false);
      context.settings.exchangeColours(false);
    },
  };
}

/** Remembers that this tab has shown the stored game. */
function markSeen() {
  try {
    sessionStorage.setItem(SEEN, 'yes');
  } catch {
    // Without storage there is no stored game either.
  }
}

function isSeen() {
  try {
    return sessionStorage.getItem(SEEN) !== null;
  } catch {
    return false;
  }
}
