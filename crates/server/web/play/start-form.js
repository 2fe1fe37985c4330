// @ts-check
// The form for a new session.

import { button, checkbox, h, select } from '../common/dom.js';
import { gameList } from './game-list.js';
import { findGame, formatGame } from '../common/games.js';
import { showKeyHelp } from '../common/keys.js';
import { MoreRules, tableFields, defaultRules } from './more-rules.js';
import { restore, store } from '../common/settings.js';

/** @typedef {import('../common/types').Start} Start */
/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('../common/types').Game} Game */

const KEY = 'shesh.start';
/** Entries of the game list that stand for several games in turn. */
const TAVLI = 'tavli';
const MIXED = 'mixed';
/** Length of a tavli match if money was chosen before, which tavli does not support. */
const TAVLI_POINTS = '7';
const LENGTHS = ['1', '3', '5', '7', '9', '11', '13', '15', '17', '21', '25'];
/** Money; with several games in turn, each is played once. */
const NO_LENGTH = '0';
/** Initial selection for several games in turn. */
const MIXED_GAMES = ['long-nardi', 'portes', 'hypergammon'];
/** Minimum number of games in a list. */
const FEWEST_GAMES = 2;

/** Defaults on the first visit. */
const DEFAULTS = {
  game: 'backgammon', length: '5', cube: true, crawford: true, holland: false, jacoby: true,
  beavers: true, automatic: '0', games: MIXED_GAMES,
};

/**
 * Creates the form, with the choices of the last time.
 *
 * @param {Context} context
 * @param {(start: Start) => void} begin
 */
export function startForm(context, begin) {
  const { t, games, settings } = context;
  const chosen = { ...DEFAULTS, ...defaultRules(), .../** @type {object} */ (restore(KEY) ?? {}) };
  chosen.games = chosen.games.filter((name) => findGame(games, name));
  const isTavli = () => chosen.game === TAVLI;
  const isMixed = () => chosen.game === MIXED;
  /** Selected games, in order. @returns {Game[]} */
  const played = () => {
    const names = isTavli() ? context.table.tavli : isMixed() ? chosen.games : [chosen.game];
    const all = names.flatMap((name) => findGame(games, name) ?? []);
    return all.length === 0 ? [games[0]] : all;
  };
  const length = () => (isTavli() && chosen.length === NO_LENGTH ? TAVLI_POINTS : chosen.length);
  const hasCube = () => chosen.cube && played().some(({ has_cube }) => has_cube);
  const cubeless = h('p', { class: 'faint' }, t('play.start.no-cube'));
  const noNetwork = h('p', { class: 'faint' }, t('play.start.no-network'));
  const trouble = h('p', { class: 'trouble', role: 'alert' });
  const rulesLink = h('a', { class: 'rules-link', id: 'start-rules' }, t('app.rules'));

  const names = /** @type {[string, string][]} */ ([
    ...games.map(({ name }) => [name, t(`game.${name}`)]),
    [TAVLI, t('play.start.tavli')], [MIXED, t('play.start.mixed')],
  ]);
  const doubles = /** @type {[string, string][]} */ ([0, 1, 2, 3].map((n) =>
    [String(n), n === 0 ? t('play.start.automatic.none') : t('play.start.automatic.some', { n })]));
  const tick = (/** @type {'cube' | 'crawford' | 'holland' | 'jacoby' | 'beavers'} */ name) =>
    checkbox(t(`play.start.${name}`), chosen[name], (value) => {
      chosen[name] = value;
      fit();
    }, { id: `start-${name}` });
  const cube = tick('cube');
  const match = h('div', {}, tick('crawford'), tick('holland'));
  const money = h('div', {}, tick('jacoby'), tick('beavers'),
    select(t('play.start.automatic'), doubles, chosen.automatic, (value) => {
      chosen.automatic = value;
    }, { id: 'start-automatic' }));
  const rules = h('fieldset', {}, h('legend', {}, t('play.start.rules')), cube, match, money);
  const more = new MoreRules(context, chosen);
  const level = h('div', {});
  const lengths = h('div', {});
  const once = h('p', { class: 'faint' }, t('play.start.once'));
  const mixed = gameList(context, chosen.games, () => fitGames());

  /** Shows the fields that apply to the current choices. */
  function fit() {
    const isMatch = length() !== NO_LENGTH;
    const all = played();
    rules.hidden = !all.some(({ has_cube }) => has_cube);
    cubeless.hidden = !rules.hidden || all.length > 1;
    noNetwork.hidden = all.every(({ has_network }) => has_network);
    match.hidden = !hasCube() || !isMatch;
    money.hidden = !hasCube() || isMatch;
    once.hidden = !isMixed() || isMatch;
  }

  /** Updates the fields after the games have changed. */
  function fitGames() {
    const all = played();
    trouble.textContent = '';
    mixed.hidden = !isMixed();
    rulesLink.href = isMixed() ? '#rules' : `#rules/${chosen.game}`;
    const points = LENGTHS.map((n) => [n, t('play.start.points', { n: Number(n) })]);
    const none = isMixed() ? t('play.start.each-once') : t('play.start.money');
    lengths.replaceChildren(select(t('play.start.length'),
      /** @type {[string, string][]} */ ([...points, ...(isTavli() ? [] : [[NO_LENGTH, none]])]),
      length(), (value) => {
        chosen.length = value;
        fit();
      }, { id: 'start-length' }));
    more.fit(all);
    const known = context.levels.filter((name) => all.every(({ levels }) => levels.includes(name)));
    level.replaceChildren(levelSelect(context, { levels: known }, 'start-level'));
    fit();
  }
  fitGames();

  return h('form', {
    class: 'panel start',
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      if (isMixed() && chosen.games.length < FEWEST_GAMES) {
        trouble.textContent = t('play.start.too-few');
        mixed.querySelector('select')?.focus();
        return;
      }
      store(KEY, chosen);
      begin(fields());
    },
  },
  h('h2', {}, t('play.start.title')),
  h('div', { class: 'game-and-rules' }, select(t('play.start.game'), names, chosen.game, (value) => {
    chosen.game = value;
    fitGames();
  }, { id: 'start-game' }), rulesLink),
  mixed,
  cubeless, noNetwork,
  lengths, once,
  rules,
  more.element,
  level,
  select(t('settings.checkers'), ['light', 'dark'].map((value) => [value, t(`settings.checkers.${value}`)]),
    settings.get('checkers'), (value) => settings.set('checkers', value), { id: 'start-checkers' }),
  select(t('settings.home'), ['right', 'left'].map((value) => [value, t(`settings.home.${value}`)]),
    settings.get('home'), (value) => settings.set('home', value), { id: 'start-home' }),
  checkbox(t('settings.tutor'), settings.get('tutor'), (value) => settings.set('tutor', value),
    { id: 'start-tutor' }),
  trouble,
  h('div', { class: 'actions' }, h('button', { type: 'submit', class: 'main' }, t('play.start.begin')),
    button(t('play.keys'), () => showKeyHelp(t), { class: 'quiet' })));

  /** @returns {Start} */
  function fields() {
    const { crawford, holland, jacoby, beavers, automatic } = chosen;
    const all = played().map((game) => formatGame(game, chosen.agreed[game.name]));
    const usualTavli = isTavli() && all.join() === context.table.tavli.join();
    const what = usualTavli ? { frame: TAVLI } : all.length > 1 ? { frame: all.join() } : { game: all[0] };
    /** @type {Start} */
    const start = { ...what, cube: hasCube(), ...tableFields(context, chosen) };
    if (length() !== NO_LENGTH) {
      return { ...start, match: Number(length()), ...(hasCube() && { crawford, holland }) };
    }
    if (!hasCube()) return start;
    return { ...start, jacoby, beavers, automatic_doubles: Number(automatic) };
  }
}

/**
 * Drop-down list of engine levels.
 *
 * @param {Context} context
 * @param {{levels: string[]}} game
 * @param {string} id
 */
export function levelSelect({ t, settings }, { levels }, id) {
  const named = (/** @type {string} */ level) => {
    const ply = /^(\d+)-ply$/.exec(level);
    return ply ? t('play.level.ply', { ply: Number(ply[1]) }) : t(`play.level.${level}`);
  };
  const choices = /** @type {[string, string][]} */ (levels.map((level) => [level, named(level)]));
  return select(t('play.level'), choices, levelOf(settings, levels),
    (value) => settings.set('level', value), { id });
}

/**
 * The level from the settings, or the strongest one if the game does not support it.
 *
 * @param {import('../common/settings.js').Settings} settings
 * @param {string[]} levels
 */
export function levelOf(settings, levels) {
  const set = settings.get('level');
  return levels.includes(set) ? set : levels[levels.length - 1];
}
