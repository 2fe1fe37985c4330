// @ts-check
// What is chosen before the first game.

import { button, checkbox, h, select } from './dom.js';
import { help } from './keys.js';
import { restore, store } from './settings.js';

/** @typedef {import('./types').Start} Start */
/** @typedef {import('./types').Context} Context */

const KEY = 'shesh.start';
/** In the list of games, what is several of them in turn. */
const TAVLI = 'tavli';
/** Points that tavli is played to where money was chosen. */
const TAVLI_POINTS = 7;
const SCORINGS = ['usual', 'gammon3', 'oyn-mars', 'nardi4', 'single', 'left'];
const LENGTHS = [1, 3, 5, 7, 9, 11, 13, 15, 17, 21, 25];

/**
 * The form. What was chosen last time is chosen again.
 *
 * @param {Context} context
 * @param {(start: Start) => void} begin
 */
export function form(context, begin) {
  const { t, games, settings } = context;
  const chosen = {
    game: 'backgammon', length: '5', cube: true, crawford: true, holland: false, jacoby: true,
    beavers: true, automatic: '0', scoring: 'usual', 'last-roll': false,
    .../** @type {object} */ (restore(KEY) ?? {}),
  };
  const isTavli = () => chosen.game === TAVLI;
  // Tavli begins with portes.
  const game = () => games.find(({ name }) => name === (isTavli() ? 'portes' : chosen.game)) ?? games[0];
  const cubeless = h('p', { class: 'faint' }, t('play.start.no-cube'));
  const noNetwork = h('p', { class: 'faint' }, t('play.start.no-network'));

  const names = /** @type {[string, string][]} */ ([
    ...games.map(({ name }) => [name, t(`game.${name}`)]), [TAVLI, t('play.start.tavli')],
  ]);
  const lengths = /** @type {[string, string][]} */ ([
    ...LENGTHS.map((n) => [String(n), t('play.start.points', { n })]), ['0', t('play.start.money')],
  ]);
  const doubles = /** @type {[string, string][]} */ ([0, 1, 2, 3].map((n) =>
    [String(n), n === 0 ? t('play.start.automatic.none') : t('play.start.automatic.some', { n })]));
  const tick = (/** @type {'cube' | 'crawford' | 'holland' | 'jacoby' | 'beavers' | 'last-roll'} */ name) =>
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
  const scorings = /** @type {[string, string][]} */ (
    SCORINGS.map((name) => [name, t(`play.start.scoring.${name}`)]));
  const table = h('fieldset', {}, h('legend', {}, t('play.start.table')),
    select(t('play.start.scoring'), scorings, chosen.scoring, (value) => {
      chosen.scoring = value;
    }, { id: 'start-scoring' }),
    tick('last-roll'));
  const level = h('div', {});
  const rules = h('fieldset', {}, h('legend', {}, t('play.start.rules')), cube, match, money);

  /** Shows what the choices so far leave to be chosen. */
  const fit = () => {
    const isMatch = chosen.length !== '0';
    const hasCube = game().has_cube && chosen.cube;
    level.replaceChildren(levels(context, game(), 'start-level'));
    rules.hidden = !game().has_cube;
    cubeless.hidden = game().has_cube;
    noNetwork.hidden = game().has_network;
    match.hidden = !hasCube || !isMatch;
    money.hidden = !hasCube || isMatch;
  };
  fit();

  return h('form', {
    class: 'panel start',
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      store(KEY, chosen);
      begin(fields());
    },
  },
  h('h2', {}, t('play.start.title')),
  select(t('play.start.game'), names, chosen.game, (value) => {
    chosen.game = value;
    fit();
  }, { id: 'start-game' }),
  cubeless, noNetwork,
  select(t('play.start.length'), lengths, chosen.length, (value) => {
    chosen.length = value;
    fit();
  }, { id: 'start-length' }),
  rules,
  table,
  level,
  select(t('settings.checkers'), ['light', 'dark'].map((value) => [value, t(`settings.checkers.${value}`)]),
    settings.get('checkers'), (value) => settings.set('checkers', value), { id: 'start-checkers' }),
  select(t('settings.home'), ['right', 'left'].map((value) => [value, t(`settings.home.${value}`)]),
    settings.get('home'), (value) => settings.set('home', value), { id: 'start-home' }),
  checkbox(t('settings.tutor'), settings.get('tutor'), (value) => settings.set('tutor', value),
    { id: 'start-tutor' }),
  h('div', { class: 'actions' }, h('button', { type: 'submit', class: 'main' }, t('play.start.begin')),
    button(t('play.keys'), () => help(t), { class: 'quiet' })));

  /** @returns {Start} */
  function fields() {
    const { length, crawford, holland, jacoby, beavers, automatic, scoring } = chosen;
    const hasCube = game().has_cube && chosen.cube;
    const agreed = {
      ...(scoring !== 'usual' && { scoring }), ...(chosen['last-roll'] && { last_roll: true }),
    };
    if (isTavli()) return { frame: TAVLI, match: Number(length) || TAVLI_POINTS, ...agreed };
    /** @type {Start} */
    const start = { game: game().name, cube: hasCube, ...agreed };
    if (length !== '0') return { ...start, match: Number(length), ...(hasCube && { crawford, holland }) };
    if (!hasCube) return start;
    return { ...start, jacoby, beavers, automatic_doubles: Number(automatic) };
  }
}

/**
 * The choice of the engine's level.
 *
 * @param {Context} context
 * @param {import('./types').Game} game
 * @param {string} id
 */
export function levels({ t, settings }, { levels }, id) {
  const named = (/** @type {string} */ level) => {
    const ply = /^(\d+)-ply$/.exec(level);
    return ply ? t('play.level.ply', { ply: Number(ply[1]) }) : t(`play.level.${level}`);
  };
  const choices = /** @type {[string, string][]} */ (levels.map((level) => [level, named(level)]));
  return select(t('play.level'), choices, levelOf(settings, levels),
    (value) => settings.set('level', value), { id });
}

/**
 * The level that is set, or the strongest where the game has no such player.
 *
 * @param {import('./settings.js').Settings} settings
 * @param {string[]} levels
 */
export function levelOf(settings, levels) {
  const set = settings.get('level');
  return levels.includes(set) ? set : levels[levels.length - 1];
}
