// @ts-check
// The rules: a list of all games, and a page for each game and for tavli.

import { failure, h } from '../common/dom.js';
import { findGame, otherNames } from '../common/games.js';
import { exampleDiagram, startDiagram } from './diagram.js';
import { optionList } from './options.js';
import { loadTexts, textOf } from './texts.js';

/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('../common/types').Game} Game */
/** @typedef {import('./texts.js').Texts} Texts */

/** The series of games with a page of its own. */
const TAVLI = 'tavli';
/** Topics of a game's page, in order. */
const TOPICS = ['aim', 'move', 'contact', 'special', 'off', 'win'];

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @returns {import('../common/types').PageView}
 */
export function view(root, context) {
  const { t, games, table } = context;
  /** Boards on the page. @type {{leave: () => void}[]} */
  let boards = [];
  let isShown = false;

  /** @param {Texts} texts @param {Game} game @param {string} caption */
  const draw = (texts, game, caption = texts['head.start']) => {
    const drawn = startDiagram(context, game, caption);
    boards.push(drawn);
    return drawn.element;
  };
  /** @param {Texts} texts @param {Game} game */
  const example = (texts, game) => {
    const drawn = exampleDiagram(context, game, textOf(texts, 'example', game));
    if (!drawn) return [];
    boards.push(drawn);
    return [drawn.element];
  };
  /** @param {string} name */
  const link = (name) => h('a', { href: `#rules/${name}` }, t(name === TAVLI ? 'play.start.tavli' : `game.${name}`));
  /** @param {'p' | 'span'} tag @param {string} name */
  const also = (tag, name) => h(tag, { class: 'faint other-names' }, otherNames(t, name));
  /** @param {Texts} texts */
  const back = (texts) => h('p', {}, h('a', { class: 'all-rules', href: '#rules' }, texts['head.all']));

  /** @param {Texts} texts */
  const listPage = (texts) => [h('ul', { class: 'games' }, ...[...games.map(({ name }) => name), TAVLI].map((name) =>
    h('li', {}, link(name), ' ', also('span', name), h('p', { class: 'faint' }, texts[`lead.${name}`]))))];

  /** @param {Texts} texts */
  const tavliPage = (texts) => [back(texts), h('p', {}, texts['lead.tavli']), h('p', {}, texts['special.tavli']),
    ...table.tavli.flatMap((name) => {
      const game = findGame(games, name);
      if (!game) return [];
      return [h('h3', {}, link(name)), h('p', {}, texts[`lead.${name}`]),
        draw(texts, game, `${t(`game.${name}`)}. ${texts['head.start']}`)];
    })];

  /** @param {Texts} texts @param {Game} game */
  const gamePage = (texts, game) => [back(texts), h('p', {}, texts[`lead.${game.name}`]), draw(texts, game),
    ...TOPICS.flatMap((topic) => {
      const text = textOf(texts, topic, game);
      return text === '' ? [] : [h('h3', {}, textOf(texts, `head.${topic}`, game)), h('p', {}, text),
        ...(topic === 'contact' ? example(texts, game) : [])];
    }),
    h('h3', {}, texts['head.options']), h('p', {}, texts['head.about-options']), optionList(context, game)];

  const clear = () => {
    boards.forEach((board) => board.leave());
    boards = [];
  };

  /** @param {string} name of a game, or empty for the list */
  async function show(name) {
    const game = findGame(games, name);
    const title = game ? t(`game.${game.name}`) : name === TAVLI ? t('play.start.tavli') : t('app.rules');
    document.title = `${game || name === TAVLI ? `${title} · ` : ''}${t('app.rules')} · Sheshbesh`;
    const heading = h('h2', { tabindex: -1 }, title);
    /** @type {Texts} */
    let texts;
    try {
      texts = await loadTexts();
    } catch {
      clear();
      root.replaceChildren(heading, ...failure(t('app.unreachable'), t('play.again'), () => show(name)));
      return;
    }
    // Another page may have been chosen meanwhile.
    if (!isShown || name !== wanted) return;
    clear();
    root.replaceChildren(h('article', { class: 'panel rules' }, heading, also('p', name),
      ...(game ? gamePage(texts, game) : name === TAVLI ? tavliPage(texts) : listPage(texts))));
    window.scrollTo({ top: 0, behavior: 'instant' });
    // Readers by keyboard and screen reader start at the heading.
    heading.focus({ preventScroll: true });
  }
  let wanted = '';

  return {
    show(name) {
      isShown = true;
      wanted = name;
      show(name);
    },
    hide() {
      isShown = false;
      clear();
      root.replaceChildren();
    },
  };
}
