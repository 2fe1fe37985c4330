// @ts-check
// The form for a new session, with all options.

import { button, checkbox, h, radios, select } from '../common/dom.js';
import { findGame, otherNames } from '../common/games.js';
import { gameList } from './game-list.js';
import { Choices, MIXED, NO_LENGTH, ONE_GAME, TAVLI } from './choices.js';
import { explained } from '../common/glossary.js';
import { showKeyHelp } from '../common/keys.js';
import { isPlain, levelName, levelOf, playerName } from '../common/levels.js';
import { MoreRules } from './more-rules.js';
import { PlayersForm } from './chouette/players-form.js';

/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('../common/glossary.js').Term} Term */

const LENGTHS = ['1', '3', '5', '7', '9', '11', '13', '15', '17', '21', '25'];
/** Minimum number of games in a list. */
const FEWEST_GAMES = 2;

/**
 * A field with the explanation of its term beside it.
 *
 * @param {HTMLElement} field
 * @param {Term} term
 */
const withTerm = (field, term) => h('div', { class: 'with-term' }, field, explained(term, '?'));

/**
 * Creates the form, with the choices of the last time.
 *
 * @param {Context} context
 * @param {import('./choices.js').Begin} begin
 * @param {{position?: string, game?: string, forTwo?: boolean}} [preset] a position to start from, its
 *   game, and true for two people: then the form is short, to begin at once
 */
export function startForm(context, begin, { position = '', game, forTwo = false } = {}) {
  const { t, games, settings } = context;
  const choices = new Choices(context);
  const chosen = choices.of;
  choices.position = position;
  // The first game is one game, as on the first screen.
  if (choices.isFirst && position === '') chosen.length = ONE_GAME;
  if (forTwo) chosen.opponent = 'person';
  // Several games in turn cannot start from a position.
  if (position !== '' && (game !== undefined || choices.isMixed || choices.isTavli)) {
    chosen.game = findGame(games, game)?.name ?? games[0].name;
  }
  const cubeless = h('p', { class: 'faint' }, t('play.start.no-cube'));
  const noNetwork = h('p', { class: 'faint' }, t('play.start.no-network'));
  const trouble = h('p', { class: 'trouble', role: 'alert' });
  const also = h('p', { class: 'faint other-names', id: 'start-game-also' });
  const rulesLink = h('a', { class: 'rules-link', id: 'start-rules' }, t('app.rules'));

  const names = /** @type {[string, string][]} */ ([
    ...games.map(({ name }) => [name, t(`game.${name}`)]),
    [TAVLI, t('play.start.tavli')], [MIXED, t('play.start.mixed')],
  ]);
  const doubles = /** @type {[string, string][]} */ ([0, 1, 2, 3].map((n) =>
    [String(n), n === 0 ? t('play.start.automatic.none') : t('play.start.automatic.some', { n })]));
  const tick = (/** @type {'cube' | 'crawford' | 'holland' | 'jacoby'} */ name) =>
    withTerm(checkbox(t(`play.start.${name}`), chosen[name], (value) => {
      chosen[name] = value;
      fit();
    }, { id: `start-${name}` }), name);
  const beavers = withTerm(checkbox(t('play.start.beavers'), chosen.beavers, (value) => {
    chosen.beavers = value;
    fit();
  }, { id: 'start-beavers' }), 'beaver');
  const finalRaccoon = checkbox(t('play.start.final-raccoon'), chosen.finalRaccoon, (value) => {
    chosen.finalRaccoon = value;
  }, { id: 'start-final-raccoon' });
  const raises = checkbox(t('play.start.raises'), chosen.raises, (value) => {
    chosen.raises = value;
    fit();
  }, { id: 'start-raises' });
  const automatic = withTerm(select(t('play.start.automatic'), doubles, chosen.automatic, (value) => {
    chosen.automatic = value;
  }, { id: 'start-automatic' }), 'automatic-double');
  const match = h('div', {}, tick('crawford'), tick('holland'));
  const money = h('div', {}, tick('jacoby'), raises, beavers, finalRaccoon, automatic);
  const rules = h('fieldset', {}, h('legend', {}, t('play.start.rules')), tick('cube'), match, money);
  const more = new MoreRules(context, chosen);
  const level = h('div', {});
  const lengths = h('div', {});
  const once = h('p', { class: 'faint' }, t('play.start.once'));
  const mixed = gameList(context, chosen.games, () => fitGames());

  const name = (/** @type {'bottom' | 'top'} */ seat) => {
    const field = h('input', {
      id: `start-name-${seat}`, autocomplete: 'off', maxlength: 60, value: chosen.names[seat],
      placeholder: t(seat === 'bottom' ? 'two.first' : 'two.second'),
    });
    field.addEventListener('input', () => {
      chosen.names = { ...chosen.names, [seat]: field.value };
    });
    return h('label', { class: 'field' }, h('span', {}, t(`start.name.${seat}`)), field);
  };
  const people = h('div', { class: 'people' }, name('bottom'), name('top'),
    checkbox(t('settings.turns'), settings.get('turns'), (value) => settings.set('turns', value),
      { id: 'start-turns' }));
  const opponent = radios(t('start.opponent'),
    ['engine', 'person', 'chouette'].map((value) => [value, t(`start.opponent.${value}`)]), chosen.opponent, (value) => {
      chosen.opponent = value;
      fit();
    }, { id: 'start-opponent' });
  const chouette = new PlayersForm(context, chosen.chouette, () => fit());
  const tutor = withTerm(checkbox(t('settings.tutor'), settings.get('tutor'),
    (value) => settings.set('tutor', value), { id: 'start-tutor' }), 'tutor');
  const positionField = h('input', {
    id: 'start-position', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', value: position,
    placeholder: 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10',
  });
  positionField.addEventListener('input', () => {
    choices.position = positionField.value;
  });
  const fromPosition = h('details', { class: 'more-rules', id: 'start-from', open: position !== '' },
    h('summary', {}, t('start.position')),
    h('div', { class: 'folded' },
      withTerm(h('label', { class: 'field' }, h('span', {}, t('start.position.id')), positionField), 'position-id'),
      h('p', { class: 'faint' }, t('start.position.stakes'))));

  /** Shows the fields that apply to the current choices. */
  function fit() {
    const isMatch = choices.length !== NO_LENGTH;
    const all = choices.played();
    const isCubeKnown = all.some(({ has_cube }) => has_cube);
    rules.hidden = !isCubeKnown || choices.length === ONE_GAME;
    cubeless.hidden = isCubeKnown || all.length > 1;
    noNetwork.hidden = all.every(({ has_network }) => has_network);
    match.hidden = !choices.hasCube || !isMatch;
    money.hidden = !choices.hasCube || isMatch;
    raises.hidden = !choices.isAmongPeople;
    beavers.hidden = choices.isRaised;
    finalRaccoon.hidden = !chosen.beavers || choices.isRaised;
    automatic.hidden = choices.isRaised;
    once.hidden = !choices.isMixed || isMatch || choices.isChouette;
    people.hidden = !choices.isForTwo;
    chouette.element.hidden = !choices.isChouette;
    lengths.hidden = choices.isChouette;
    fromPosition.hidden = choices.isChouette;
    level.hidden = chosen.opponent !== 'engine';
    tutor.hidden = chosen.opponent !== 'engine';
  }

  /** Updates the fields after the games have changed. */
  function fitGames() {
    trouble.textContent = '';
    mixed.hidden = !choices.isMixed;
    also.textContent = otherNames(t, chosen.game);
    rulesLink.href = choices.isMixed ? '#rules' : `#rules/${chosen.game}`;
    const points = LENGTHS.map((n) => [n, t('play.start.points', { n: Number(n) })]);
    const none = choices.isMixed ? t('play.start.each-once') : t('play.start.money');
    lengths.replaceChildren(withTerm(select(t('play.start.length'),
      /** @type {[string, string][]} */ ([...points, ...(choices.isTavli ? [] : [[NO_LENGTH, none]])]),
      choices.length, (value) => {
        chosen.length = value;
        fit();
      }, { id: 'start-length' }), 'match'));
    more.fit(choices.played());
    chouette.fit(choices.played()[0]);
    const levels = choices.levels();
    level.replaceChildren(radios(t('play.level'), levels.map((one) => /** @type {[string, Node]} */ ([one,
      h('span', {}, levelName(t, one), ' ', !isPlain(one) && h('small', { class: 'faint' }, playerName(t, one)))])),
    levelOf(settings, levels), (value) => settings.set('level', value), { id: 'start-level', class: 'levels' },
    explained('bots', '?')));
    fit();
  }
  fitGames();

  /** @param {string} words @param {HTMLElement | null} field */
  const refuse = (words, field) => {
    trouble.textContent = words;
    field?.focus();
  };
  return h('form', {
    class: 'panel start',
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const isMany = choices.isMixed || choices.isTavli;
      if (choices.isChouette && isMany) {
        refuse(t('chouette.one-game'), document.getElementById('start-game'));
      } else if (choices.isMixed && chosen.games.length < FEWEST_GAMES) {
        refuse(t('play.start.too-few'), mixed.querySelector('select'));
      } else if (isMany && choices.position.trim() !== '') {
        refuse(t('start.position.frame'), positionField);
      } else {
        choices.keep();
        if (choices.isFirst) settings.set('lessons', true);
        begin(choices.start(), choices.people());
      }
    },
  },
  h('h2', { tabindex: -1 }, t(forTwo ? 'welcome.two' : 'play.start.title')),
  h('div', { class: 'game-and-rules' }, select(t('play.start.game'), names, chosen.game, (value) => {
    chosen.game = value;
    fitGames();
  }, { id: 'start-game', 'aria-describedby': also.id }), rulesLink, also),
  mixed,
  !forTwo && opponent, people, chouette.element,
  level,
  cubeless, noNetwork,
  lengths, once,
  rules,
  more.element,
  !forTwo && fromPosition,
  !forTwo && h('div', { class: 'looks' },
    select(t('settings.checkers'), ['light', 'dark'].map((value) => [value, t(`settings.checkers.${value}`)]),
      settings.get('checkers'), (value) => settings.set('checkers', value), { id: 'start-checkers' }),
    select(t('settings.home'), ['right', 'left'].map((value) => [value, t(`settings.home.${value}`)]),
      settings.get('home'), (value) => settings.set('home', value), { id: 'start-home' })),
  tutor,
  trouble,
  h('div', { class: 'actions' }, h('button', { type: 'submit', class: 'main' }, t('play.start.begin')),
    button(t('play.keys'), () => showKeyHelp(t), { class: 'quiet by-keys' })));
}
