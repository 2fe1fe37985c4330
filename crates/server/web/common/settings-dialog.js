// @ts-check
// The settings dialog.

import { about } from './about.js';
import { button, checkbox, h, select } from './dom.js';
import { LANGUAGES, isUnread } from './i18n.js';

/** @typedef {import('./types').Context} Context */

/** Key of the history's state while the page reloads with the dialog open. */
const OPEN = 'settings';

/**
 * Fills the dialog and connects the button that opens it.
 *
 * @param {Context} context
 */
export function createSettingsDialog(context) {
  const { t, settings } = context;
  const box = /** @type {HTMLDialogElement} */ (document.getElementById('settings'));
  const open = /** @type {HTMLButtonElement} */ (document.getElementById('open-settings'));

  /**
   * @param {'theme' | 'home' | 'board' | 'checkers' | 'speed' | 'presses' | 'calls'} name
   * @param {string[]} values
   */
  const choice = (name, values) => select(
    t(`settings.${name}`),
    values.map((value) => [value, t(`settings.${name}.${value}`)]),
    settings.get(name),
    (value) => settings.set(name, value),
    { id: `setting-${name}` },
  );
  /** @param {'pips' | 'numbers' | 'forced' | 'autoroll' | 'tutor' | 'keys' | 'sound' | 'turns' | 'lessons' | 'reveals'} name */
  const tick = (name) => checkbox(
    t(`settings.${name}`), settings.get(name), (value) => settings.set(name, value),
    { id: `setting-${name}` },
  );
  const named = LANGUAGES.map(([code, name]) =>
    /** @type {[string, string]} */ ([code, isUnread(code) ? `${name} *` : name]));
  /** @type {[string, string][]} */
  const languages = [['auto', t('settings.language.auto')], ...named];
  const language = select(t('settings.language'), languages, settings.get('language'), (value) => {
    settings.set('language', value);
    // The dialog opens again in that language.
    history.replaceState({ ...history.state, [OPEN]: true }, '');
    location.reload();
  }, { id: 'setting-language' });
  const threshold = select(
    t('settings.threshold'),
    ['0.01', '0.02', '0.03', '0.05', '0.08', '0.12'].map((value) => [value, t('settings.points', { value: Number(value) })]),
    String(settings.get('threshold')),
    (value) => settings.set('threshold', Number(value)),
    { id: 'setting-threshold' },
  );
  const group = (/** @type {string} */ name, /** @type {HTMLElement[]} */ ...fields) =>
    h('fieldset', {}, h('legend', {}, t(`settings.group.${name}`)), ...fields);

  box.append(
    h('h2', { id: 'settings-title' }, t('settings.title')),
    group('look', language,
      h('p', { class: 'note' }, t('settings.language.unread')),
      choice('theme', ['auto', 'light', 'dark']),
      choice('board', ['slate', 'wood', 'sea', 'contrast']),
      choice('checkers', ['light', 'dark']),
      choice('home', ['right', 'left']),
      tick('pips'), tick('numbers')),
    group('play',
      choice('presses', ['one', 'two']),
      choice('speed', ['off', 'slow', 'normal', 'fast']),
      choice('calls', ['off', 'auto', 'latin', 'russian', 'armenian', 'greek', 'turkish']),
      tick('sound'), tick('forced'), tick('autoroll'), tick('turns'), tick('keys')),
    group('tutor', tick('tutor'), threshold, tick('reveals'), tick('lessons')),
    about(context, () => box.close()),
    h('div', { class: 'actions' }, button(t('app.close'), () => box.close(), { class: 'main' })),
  );
  open.addEventListener('click', () => {
    // The key M may have changed it.
    const sound = /** @type {HTMLInputElement} */ (box.querySelector('#setting-sound'));
    sound.checked = settings.get('sound');
    // The first turns may have been played.
    const lessons = /** @type {HTMLInputElement} */ (box.querySelector('#setting-lessons'));
    lessons.checked = settings.get('lessons');
    box.showModal();
  });
  const { [OPEN]: isOpen, ...state } = history.state ?? {};
  if (isOpen) {
    history.replaceState(Object.keys(state).length > 0 ? state : null, '');
    open.click();
    /** @type {HTMLElement} */ (box.querySelector('#setting-language')).focus();
  }
}
