// @ts-check
// Entry point of the page: language, settings, and routing between the views by the address.

import { Api, ApiError, pageText } from './common/api.js';
import { LANGUAGES, hasText, loadLanguage, pickLanguage, t, translate } from './common/i18n.js';
import { Settings } from './common/settings.js';
import { createSettingsDialog } from './common/settings-dialog.js';
import { failure, h } from './common/dom.js';
import { keyActions, showKeyHelp } from './common/keys.js';
import { startSound } from './common/sound.js';
import * as play from './play/play.js';
import { later } from './common/later.js';

/** @typedef {import('./common/types').Context} Context */
/** @typedef {import('./common/types').PageView} PageView */

/** The view on which the page opens is loaded with it, the others when they are opened.
 * @type {Record<string, {view: (root: HTMLElement, context: Context) => PageView}>} */
const VIEWS = {
  play,
  analyse: { view: later(() => import('./analyse/analyse.js')) },
  matches: { view: later(() => import('./matches/matches.js')) },
  drills: { view: later(() => import('./drills/drills.js')) },
  rules: { view: later(() => import('./rules/rules.js')) },
};

/** Message if no texts could be loaded, not even the English ones. */
const SPEECHLESS = 'The page could not be loaded. Is shesh serve still running?';

const settings = new Settings();
const live = /** @type {HTMLElement} */ (document.getElementById('live'));

/** Number of announcements kept in the live region, so screen readers miss none. */
const MAX_ANNOUNCEMENTS = 6;

/**
 * Announces a text to screen readers.
 *
 * @param {string} words
 */
function say(words) {
  if (words === '') return;
  live.append(h('p', {}, words));
  while (live.childElementCount > MAX_ANNOUNCEMENTS) live.firstElementChild?.remove();
}

/** Pause after the page has opened before the other views are loaded, in milliseconds. */
const IDLE = 1500;

/** Loads the other views in advance, so that they open at once, also if the server has ended. */
function loadAhead() {
  for (const load of [() => import('./analyse/analyse.js'), () => import('./matches/matches.js')]) {
    // The view reports a failure when it is opened.
    load().catch(() => {});
  }
}

/** @type {Map<string, PageView>} */
const shown = new Map();
let current = '';
/** Elements that had the focus when their views were left. @type {Map<string, Element | null>} */
const focused = new Map();

/** @param {Context} context */
function route(context) {
  const [name, ...rest] = location.hash.slice(1).split('/');
  // Any other fragment is an anchor within the page.
  if (name !== '' && !Object.hasOwn(VIEWS, name)) {
    if (current !== '') return;
  }
  const chosen = Object.hasOwn(VIEWS, name) ? name : 'play';
  const root = /** @type {HTMLElement} */ (document.getElementById(chosen));
  let view = shown.get(chosen);
  if (!view) {
    view = VIEWS[chosen].view(root, context);
    shown.set(chosen, view);
  }
  if (current !== chosen) {
    if (current !== '') {
      focused.set(current, document.activeElement);
      shown.get(current)?.hide();
      /** @type {HTMLElement} */ (document.getElementById(current)).hidden = true;
    }
    root.hidden = false;
    current = chosen;
    // A link within a view led away from it, and the reader returns.
    const last = focused.get(chosen);
    if (last instanceof HTMLAnchorElement && root.contains(last)) last.focus({ preventScroll: true });
    for (const link of document.querySelectorAll('nav [data-view]')) {
      if (link.getAttribute('data-view') === chosen) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    document.title = `${t(`app.${chosen}`)} · Sheshbesh`;
  }
  view.show(rest.join('/'));
}

/**
 * Shows why the page cannot be displayed, with a button to try again.
 *
 * @param {string} words
 * @param {string} again
 */
function showFailure(words, again) {
  document.getElementById('main')?.replaceChildren(...failure(words, again, () => location.reload()));
}

/** Shows a short text for a moment; screen readers hear it elsewhere. @param {string} words */
function showToast(words) {
  document.querySelector('.toast')?.remove();
  const toast = h('p', { class: 'toast', 'aria-hidden': 'true' }, words);
  document.body.append(toast);
  setTimeout(() => toast.remove(), 1600);
}

/** Shows a notice while requests wait for a busy server. @param {Api} api */
function announceWaits(api) {
  const line = h('p', { class: 'waits', hidden: true }, t('app.busy'));
  document.getElementById('main')?.before(line);
  api.onwait((waits) => {
    line.hidden = !waits;
    if (waits) say(t('app.busy'));
  });
}

try {
  const chosen = pickLanguage(settings.get('language'), navigator.languages);
  const api = new Api();
  const asked = api.get('games');
  // Its failure is reported below, after the texts.
  asked.catch(() => {});
  const spoken = await loadLanguage(chosen);
  translate(document);
  announceWaits(api);
  const { games, levels, default_level: level, table, limits, version } = await asked;
  // The owner of the server has chosen an opponent.
  if (level.startsWith('pr-')) settings.suggest('level', level);
  /** @type {Context} */
  const context = { api, t, settings, games, levels, table, limits, version, say };
  createSettingsDialog(context);
  api.transport.attach(context);
  startSound(settings);
  if (!spoken) {
    const [, name] = LANGUAGES.find(([code]) => code === chosen) ?? ['', chosen];
    const words = t('app.no-language', { name });
    document.getElementById('main')?.before(h('p', { role: 'alert', class: 'trouble' }, words));
  }
  document.addEventListener('keydown', (event) => {
    if (!settings.get('keys')) return;
    const names = keyActions(event);
    if (names.includes('help')) {
      event.preventDefault();
      showKeyHelp(t);
    } else if (names.includes('sound')) {
      settings.set('sound', !settings.get('sound'));
      const words = t(settings.get('sound') ? 'sound.on' : 'sound.off');
      say(words);
      showToast(words);
    }
  });
  window.addEventListener('hashchange', () => route(context));
  route(context);
  setTimeout(loadAhead, IDLE);
} catch (error) {
  const message = error instanceof ApiError ? pageText(t, error) ?? error.message : SPEECHLESS;
  showFailure(message, hasText('play.again') ? t('play.again') : 'Try again');
  if (!(error instanceof ApiError)) throw error;
}
