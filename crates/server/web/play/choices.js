// @ts-check
// Choices for a new session: kept in the browser, and converted to a request.

import { findGame, formatGame } from '../common/games.js';
import { sharedLevels } from '../common/levels.js';
import { restore, store } from '../common/settings.js';
import { areAllPeople, chouetteFields, defaultChouette } from './chouette/players.js';
import { defaultRules, tableFields } from './house-rules.js';

/** @typedef {import('../common/types').Context} Context */
/** @typedef {import('../common/types').Game} Game */
/** @typedef {import('../common/types').Start} Start */
/** @typedef {import('./people.js').People} People */

/**
 * Called with the request for a session, and the names of its players if two people play it.
 *
 * @typedef {(start: Start, people: People | null) => void} Begin
 */

const KEY = 'shesh.start';
/** Choices of a game that stand for several games in turn. */
export const TAVLI = 'tavli';
export const MIXED = 'mixed';
/** Length of a tavli match if money was chosen before, which tavli does not support. */
const TAVLI_POINTS = '7';
/** Money; with several games in turn, each is played once. */
export const NO_LENGTH = '0';
/** A match to one point is one game, with nothing to double. */
export const ONE_GAME = '1';
/** Initial selection for several games in turn. */
const MIXED_GAMES = ['long-nardi', 'portes', 'hypergammon'];

const DEFAULTS = {
  game: 'backgammon', length: '5', cube: true, crawford: true, holland: false, jacoby: true,
  beavers: true, finalRaccoon: false, raises: false, automatic: '0', games: MIXED_GAMES, opponent: 'engine',
  names: { bottom: '', top: '' },
};

export class Choices {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    const kept = /** @type {object | null} */ (restore(KEY));
    /** True before the first game. */
    this.isFirst = kept === null;
    this.of = { ...DEFAULTS, chouette: defaultChouette(), ...defaultRules(), ...kept };
    this.of.games = this.of.games.filter((name) => findGame(context.games, name));
    /** Position to start from, as text; not kept. */
    this.position = '';
  }

  keep() {
    store(KEY, this.of);
  }

  get isTavli() {
    return this.of.game === TAVLI;
  }

  get isMixed() {
    return this.of.game === MIXED;
  }

  /** True if two people play. */
  get isForTwo() {
    return this.of.opponent === 'person';
  }

  /** True for a chouette. */
  get isChouette() {
    return this.of.opponent === 'chouette';
  }

  /** Selected games, in order. @returns {Game[]} */
  played() {
    const { games, table } = this.context;
    const names = this.isTavli ? table.tavli : this.isMixed ? this.of.games : [this.of.game];
    const all = names.flatMap((name) => findGame(games, name) ?? []);
    return all.length === 0 ? [games[0]] : all;
  }

  /** Levels that all selected games have. */
  levels() {
    return sharedLevels(this.played());
  }

  get length() {
    if (this.isChouette) return NO_LENGTH;
    return this.isTavli && this.of.length === NO_LENGTH ? TAVLI_POINTS : this.of.length;
  }

  get hasCube() {
    return this.of.cube && this.length !== ONE_GAME && this.played().some(({ has_cube }) => has_cube);
  }

  /** True if only people play. The engine cannot evaluate a stake that is raised. */
  get isAmongPeople() {
    return this.isForTwo || (this.isChouette && areAllPeople(this.of.chouette, this.played()[0]));
  }

  /** True if the stake is raised and not doubled. */
  get isRaised() {
    return this.of.raises && this.isAmongPeople && this.length === NO_LENGTH;
  }

  /** The selected game: “Backgammon”. */
  gameName() {
    const { t } = this.context;
    return this.isTavli ? t('welcome.tavli') : this.isMixed ? t('play.start.mixed') : t(`game.${this.played()[0].name}`);
  }

  /** The length, and the cube if there is one: “5 points, with the doubling cube”. */
  stakes() {
    const { t } = this.context;
    const { length } = this;
    if (length === ONE_GAME && this.played().length === 1) return t('welcome.one-game');
    const points = length !== NO_LENGTH ? t('play.start.points', { n: Number(length) })
      : t(this.isMixed ? 'play.start.each-once' : 'glossary.money');
    return this.hasCube ? t('welcome.with-cube', { points }) : points;
  }

  /** Players, if two people play. @returns {People | null} */
  people() {
    const { t } = this.context;
    const { names } = this.of;
    return this.isForTwo
      ? { bottom: names.bottom.trim() || t('two.first'), top: names.top.trim() || t('two.second') } : null;
  }

  /** @returns {Start} */
  start() {
    const { of, context } = this;
    const all = this.played().map((game) => formatGame(game, of.agreed[game.name]));
    const rules = tableFields(context, of);
    if (this.isChouette) {
      const fields = chouetteFields(context, of.chouette, this.played()[0]);
      return { game: all[0], ...fields, ...this.stakeFields(), ...rules };
    }
    const position = this.position.trim();
    if (position !== '') return { ...this.from(position), ...rules };
    const isUsualTavli = this.isTavli && all.join() === context.table.tavli.join();
    const what = isUsualTavli ? { frame: TAVLI } : all.length > 1 ? { frame: all.join() } : { game: all[0] };
    return { ...what, ...this.stakeFields(), ...rules };
  }

  /**
   * Length, cube and their rules.
   *
   * @param {boolean} [cube]
   * @returns {Start}
   */
  stakeFields(cube = this.hasCube) {
    const { crawford, holland, jacoby, beavers, finalRaccoon, automatic } = this.of;
    if (this.length !== NO_LENGTH) {
      return { cube, match: Number(this.length), ...(cube && { crawford, holland }) };
    }
    if (this.isRaised) return { cube, ...(cube && { jacoby, arithmetic_raises: true }) };
    const raccoon = beavers && finalRaccoon && { final_raccoon: true };
    return { cube, ...(cube && { jacoby, beavers, ...raccoon, automatic_doubles: Number(automatic) }) };
  }

  /**
   * Fields for a position. An ID with stakes, such as an XGID, keeps them; others have those of the
   * form.
   *
   * @param {string} position
   * @returns {Start}
   */
  from(position) {
    const named = findGame(this.context.games, /([\w-]+)@/.exec(position)?.[1]);
    const game = named ?? this.played()[0];
    const hasStakes = position.includes(':');
    // XGIDs are of games with hitting.
    const isKnown = !hasStakes || game.family === 'hitting';
    return {
      position, ...(isKnown && { game: formatGame(game, this.of.agreed[game.name]) }),
      ...(hasStakes ? {} : this.stakeFields(this.of.cube && this.length !== ONE_GAME && game.has_cube)),
    };
  }
}
