// @ts-check
// The first screen: a board, and a card over it from which one press starts a game.

import { Board } from '../board/board.js';
import { button, h, s } from '../common/dom.js';
import { findGame, otherNames } from '../common/games.js';
import { levelName, levelOf, levelOfRank, MAIN_RANKS } from '../common/levels.js';
import { boardView, seriesPlace } from './board-view.js';
import { Choices, ONE_GAME, TAVLI } from './choices.js';
import { contextForTwo } from './people.js';
import { loadTexts } from '../rules/texts.js';

/** @typedef {import('../common/types').Context} Context */

/** Games beside the chosen one that are offered first. */
const OTHER_GAMES = ['backgammon', 'long-nardi', TAVLI, 'plakoto'];
/** Length of the first game at each rank: one game, until somebody plays well. */
const FIRST_LENGTH = /** @type {Record<string, string>} */ ({ strong: '5', world: '5' });
/** Level of a newcomer in a game other than backgammon. */
const FIRST_RANK = 'casual';

/**
 * @param {Context} context
 * @param {import('./session.js').Session} session
 * @param {import('./choices.js').Begin} begin
 * @param {() => void} goOn continues the stored game
 * @returns {{element: HTMLElement, leave: () => void}} `leave` releases the board
 */
export function welcome(context, session, begin, goOn) {
  const { t, settings, games } = context;
  const choices = new Choices(context);
  const { of: chosen, isFirst } = choices;
  // A level starts a game against the engine; the form is the place for another chouette.
  if (choices.isChouette) chosen.opponent = 'engine';
  const levels = choices.levels();
  const level = levelOf(settings, levels);

  /** @param {string} game @param {string} [length] */
  const play = (game, length) => {
    chosen.game = game;
    chosen.opponent = 'engine';
    if (isFirst && game !== TAVLI) chosen.length = length ?? ONE_GAME;
    choices.keep();
    if (isFirst) settings.set('lessons', true);
    begin(choices.start(), null);
  };
  /** Starts another game at the level of the last one. @param {string} game */
  const playOther = (game) => {
    chosen.game = game;
    const first = levelOfRank(FIRST_RANK, choices.levels());
    if (isFirst && first) settings.set('level', first);
    play(game);
  };

  /** Levels that are offered, with the one of the last game. */
  const offered = levels.filter((one) => (one === level && !isFirst)
    || MAIN_RANKS.some((rank) => levelOfRank(rank, levels) === one));
  const isPlayed = session.turn !== null && session.turn.decide.what !== 'match_over';
  // A game that goes on comes before another one.
  const emphasis = isPlayed ? 'last' : 'main';
  const levelButtons = offered.map((one, place) => {
    const isLast = !isFirst && !choices.isForTwo && one === level;
    const rank = MAIN_RANKS.find((name) => levelOfRank(name, levels) === one) ?? '';
    const length = FIRST_LENGTH[rank] ?? ONE_GAME;
    return button('', () => {
      settings.set('level', one);
      play(chosen.game, length);
    }, { type: isLast ? 'submit' : 'button', class: `level ${isLast ? emphasis : ''}`, id: `welcome-${one}` },
    strength(place + 1, offered.length), h('span', {}, levelName(t, one)),
    isFirst && h('small', {}, length === ONE_GAME ? t('welcome.one-game') : t('play.start.points', { n: Number(length) })));
  });

  const others = OTHER_GAMES.filter((name) => name !== chosen.game && (name === TAVLI || findGame(games, name)))
    .map((name) => button(name === TAVLI ? t('welcome.tavli') : t(`game.${name}`), () => playOther(name),
      { 'data-game': name }));
  const rest = games.filter(({ name }) => name !== chosen.game && !OTHER_GAMES.includes(name));
  const listed = rest.map(({ name }) => ({ name, lead: h('small', { class: 'faint' }) }));
  const tellLeads = async () => {
    // Without the texts, the names have to do.
    const texts = await loadTexts().catch(() => null);
    for (const { name, lead } of listed) lead.textContent = texts?.[`lead.${name}`] ?? '';
  };
  const all = h('details', { class: 'all-games', ontoggle: tellLeads }, h('summary', {}, t('welcome.all-games')),
    h('div', { class: 'games' }, ...listed.map(({ name, lead }) =>
      h('button', { type: 'button', 'data-game': name, onclick: () => playOther(name) },
        h('span', {}, t(`game.${name}`), ' ', h('small', { class: 'faint' }, otherNames(t, name))), lead))),
    h('p', {}, h('a', { class: 'rules-link', href: '#rules' }, t('welcome.all-rules'))));

  const rules = choices.isMixed ? '#rules' : `#rules/${chosen.game}`;
  const two = choices.isForTwo
    ? h('button', { type: 'submit', class: emphasis, id: 'welcome-two' }, t('welcome.two'))
    : h('a', { class: 'button', href: '#play/two', id: 'welcome-two' }, t('welcome.two'));
  const card = h('form', {
    class: 'panel start welcome-card',
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      // The buttons of levels begin by themselves.
      if (choices.isForTwo) begin(choices.start(), choices.people());
    },
  },
  h('h2', {}, t('welcome.title', { game: choices.gameName() })),
  !isFirst && h('p', { class: 'faint' }, choices.stakes()),
  goOnButton(context, session, goOn),
  h('div', { class: 'levels', role: 'group', 'aria-label': t('play.level') }, ...levelButtons),
  two,
  h('div', { class: 'other-games', role: 'group', 'aria-label': t('welcome.others') }, ...others), all,
  h('p', { class: 'links' },
    h('a', { href: '#play/new', id: 'welcome-more' }, t('welcome.more')),
    h('a', { href: rules }, t('welcome.rules', { game: choices.gameName() })),
    h('a', { href: '#analyse' }, t('welcome.analyse')), h('a', { href: '#matches' }, t('welcome.matches'))));

  const shown = shownBoard(context, session, choices);
  return { element: h('div', { class: 'welcome' }, shown.element, card), leave: () => shown.leave() };
}

/**
 * Button that continues the stored game; nothing if there is none in progress.
 *
 * @param {Context} context
 * @param {import('./session.js').Session} session
 * @param {() => void} goOn
 */
function goOnButton({ t }, session, goOn) {
  const { turn } = session;
  if (!turn || turn.decide.what === 'match_over') return null;
  const game = seriesPlace(t, turn.game, turn.frame) || t(`game.${turn.game.split(':')[0]}`);
  const score = session.isChouette ? t('chouette.title')
    : turn.match ? t('welcome.score', { ...turn.score, match: turn.match }) : '';
  return button(t('welcome.continue'), goOn, { class: 'main go-on', id: 'go-on' },
    h('small', {}, [game, score].filter((part) => part !== '').join(', ')));
}

/**
 * The board behind the card: the stored game, or the start of the chosen one. It cannot be pressed.
 *
 * @param {Context} context
 * @param {import('./session.js').Session} session
 * @param {Choices} choices
 */
function shownBoard(context, session, choices) {
  const { turn } = session;
  const stored = turn && findGame(context.games, turn.game);
  const board = new Board(stored ?? choices.played()[0], context);
  const named = session.people ? contextForTwo(context, session, () => false) : context;
  if (turn && stored && session.isChouette) board.show({ board: turn.board, flipped: turn.on_roll === 'top' });
  else board.show(turn && stored ? boardView(named, turn, null) : { board: board.game.start.board });
  board.words.remove();
  board.element.inert = true;
  return { element: board.element, leave: () => board.leave() };
}

/**
 * Checkers that show how strong a level is.
 *
 * @param {number} filled
 * @param {number} of
 */
function strength(filled, of) {
  const dots = Array.from({ length: of }, (_, place) =>
    s('circle', { class: place < filled ? 'on' : '', cx: 7 + 13 * place, cy: 7, r: 5 }));
  return s('svg', { class: 'strength', viewBox: `0 0 ${13 * of + 1} 14`, 'aria-hidden': 'true' }, ...dots);
}
