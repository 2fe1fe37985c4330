// @ts-check
// Questions about a position: as a value, as a request, and as a link.

import { BAR, OFF, POINTS } from '../board/geometry.js';
import { copyBoard, keepPins, liesUnder, settlePins, swapSides } from '../board/pins.js';
import { numbersAcross, whiteSide } from '../board/white.js';

/** @typedef {import('../common/answers').Question} Question */
/** @typedef {import('../common/answers').Looked} Looked */
/** @typedef {import('../common/answers').Asking} Asking */
/** @typedef {import('../common/types').Game} Game */
/** @typedef {import('../common/types').Position} Position */
/** @typedef {import('../common/types').Seat} Seat */
/** @typedef {import('../common/types').Side} Side */

/**
 * The start of a game, for money and before the roll.
 *
 * @param {Game} game
 * @returns {Question}
 */
export function startQuestion(game) {
  return {
    game: game.name,
    board: copyBoard(game.start.board),
    dice: '',
    cube: { value: 1, owner: null },
    match: 0,
    score: { own: 0, opponent: 0 },
    crawford: false,
    jacoby: false,
    beavers: false,
    ply: null,
    seat: 'bottom',
  };
}

/**
 * Converts a looked-up position to a question.
 *
 * @param {Looked} found
 * @param {number | null} ply
 * @param {Seat} [seat] of the player on roll
 * @returns {Question}
 */
export function fromPosition(found, ply, seat = 'bottom') {
  return {
    game: found.game,
    board: copyBoard(found.board),
    dice: found.dice ?? '',
    cube: found.cube ?? { value: 1, owner: null },
    match: found.match ?? 0,
    score: { own: found.score?.own ?? 0, opponent: found.score?.other ?? 0 },
    crawford: found.crawford ?? false,
    jacoby: found.jacoby ?? false,
    beavers: found.beavers ?? false,
    ply,
    seat,
  };
}

/**
 * Returns true if the player on roll may double: there is a cube that they have access to, and it is
 * not yet worth all the points that they need.
 *
 * @param {Game} game
 * @param {Question} question
 */
export function mayDouble(game, { cube, crawford, match, score }) {
  const isAlive = match === 0 || score.own + cube.value < match;
  return game.has_cube && !crawford && cube.owner !== 'opponent' && isAlive;
}

/** @param {Seat} seat @returns {Seat} */
export const facing = (seat) => (seat === 'bottom' ? 'top' : 'bottom');

/**
 * The same position with the opponent on roll. Nobody changes seats.
 *
 * @param {Game} game
 * @param {Question} question
 * @returns {Question}
 */
export function turnSides(game, question) {
  const { board, score, cube } = question;
  const owners = /** @type {const} */ ({ own: 'opponent', opponent: 'own' });
  return {
    ...question,
    board: swapSides(game, board),
    score: { own: score.opponent, opponent: score.own },
    cube: { value: cube.value, owner: cube.owner && owners[cube.owner] },
    dice: '',
    seat: facing(question.seat),
  };
}

/**
 * Request fields of a question; the position is included as a board.
 *
 * @param {Question} question
 * @param {Game} game
 * @returns {Asking}
 */
export function toRequest(question, game) {
  const { board, cube, match, score, crawford, jacoby, beavers, ply } = question;
  /** @type {Asking} */
  const request = { position: board, game: question.game };
  if (ply !== null) request.ply = ply;
  if (match > 0) {
    Object.assign(request, { match, score: `${score.own}-${score.opponent}` });
    if (crawford) request.crawford = true;
  } else {
    request.money = true;
    if (jacoby && game.has_cube) request.jacoby = true;
    if (beavers && game.has_cube) request.beavers = true;
  }
  if (game.has_cube && !crawford && (cube.value > 1 || cube.owner)) {
    request.cube = cube.owner ? `${cube.value}:${cube.owner}` : String(cube.value);
  }
  return request;
}

/**
 * Link to a position: `#analyse/xgid=…`, or with its ID if the game has no XGIDs.
 *
 * @param {{xgid?: string, position_id: string}} position
 * @param {Question} question
 */
export function toLink({ xgid, position_id }, { game, dice, ply, seat }) {
  const parts = [];
  if (xgid) {
    parts.push(`xgid=${xgid.replace(/^XGID=/, '')}`);
  } else {
    parts.push(`position=${encodeURIComponent(position_id)}`);
    if (dice) parts.push(`dice=${dice}`);
  }
  // IDs of other games contain the game's name. Games that differ from backgammon only in their
  // start share its XGIDs, so they are named here.
  if (game !== 'backgammon' && !position_id.includes('@')) parts.push(`game=${game}`);
  if (ply !== null) parts.push(`ply=${ply}`);
  if (seat !== 'bottom') parts.push(`seat=${seat}`);
  return `#analyse/${parts.join('&')}`;
}

/**
 * Parses a link; `null` if it names no position.
 *
 * @param {string} route part after `#`, with or without `analyse/`
 * @returns {{position: string, game?: string, dice?: string, ply?: number, seat?: Seat} | null}
 */
export function parseLink(route) {
  const text = route.replace(/^#?\/?(analyse\/?)?/, '');
  /** @type {Map<string, string>} */
  const parts = new Map();
  for (const part of text.split('&')) {
    const at = part.indexOf('=');
    if (at > 0) parts.set(part.slice(0, at).toLowerCase(), decodePart(part.slice(at + 1)));
  }
  const xgid = parts.get('xgid');
  const position = xgid === undefined ? parts.get('position') : `XGID=${xgid.replace(/^XGID=/i, '')}`;
  if (!position) return null;
  const ply = Number(parts.get('ply'));
  return {
    position,
    game: parts.get('game'),
    dice: parts.get('dice'),
    ply: Number.isInteger(ply) && ply > 0 ? ply : undefined,
    seat: parts.get('seat') === 'top' ? 'top' : undefined,
  };
}

/**
 * Parses the first link to a position within a text; `null` if there is none.
 *
 * @param {string} text
 */
export function findLink(text) {
  const route = /#\/?analyse\/(\S+?)[.,;:!?)>\]"']*(?:\s|$)/.exec(text)?.[1];
  return route === undefined ? null : parseLink(route);
}

/**
 * Percent-decodes a part of an address; returns it unchanged if it is not valid.
 *
 * @param {string} text
 */
export function decodePart(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Converts a side's index to that of the other side; bars and trays are separate for each side.
 *
 * @param {Game} game
 * @param {Position} board
 * @param {Side} side
 * @param {number} index
 */
export function oppositeIndex(game, board, side, index) {
  const white = whiteSide(board);
  const others = numbersAcross(game, white !== null && white !== side);
  return index === OFF || index === BAR ? index : others[index];
}

/**
 * Adds a checker of a side. Returns the key of an error message if that is not allowed.
 *
 * @param {Game} game
 * @param {Question} question modified if it is allowed
 * @param {Side} side
 * @param {number} index 1 to 25, in that side's numbering
 * @returns {string | null}
 */
export function addChecker(game, { board }, side, index) {
  const [own, other] = side === 'own' ? [board.own, board.other] : [board.other, board.own];
  if (index === BAR && !game.has_bar) return 'analyse.refused.bar';
  const theirs = index >= 1 && index <= POINTS ? other[oppositeIndex(game, board, side, index)] : 0;
  // A single opposing checker gets pinned, unless it pins one itself. Several opposing checkers pin
  // the new one.
  const alone = theirs === 1 ? !liesUnder(game, board, side, index) : own[index] === 0;
  if (theirs > 0 && !(game.family === 'pinning' && alone)) return 'analyse.refused.both';
  if (own[OFF] === 0) return 'analyse.refused.many';
  own[OFF] -= 1;
  own[index] += 1;
  settlePins(game, board, side, index);
  return null;
}

/**
 * Removes a checker, which counts as borne off.
 *
 * @param {Game} game
 * @param {Question} question
 * @param {Side} side
 * @param {number} index
 */
export function removeChecker(game, question, side, index) {
  const counts = question.board[side];
  if (index === OFF || counts[index] === 0) return false;
  counts[index] -= 1;
  counts[OFF] += 1;
  settlePins(game, question.board, side, index);
  return true;
}

/**
 * Moves a checker of a side. Returns the key of an error message if that is not allowed.
 *
 * @param {Game} game
 * @param {Question} question modified if it is allowed
 * @param {Side} side
 * @param {number} from
 * @param {number} to
 * @returns {string | null}
 */
export function moveChecker(game, question, side, from, to) {
  if (from === to) return null;
  const changed = { ...question, board: copyBoard(question.board) };
  if (from !== OFF) removeChecker(game, changed, side, from);
  const refused = to === OFF ? null : addChecker(game, changed, side, to);
  if (!refused) question.board = changed.board;
  return refused;
}

/**
 * Formats a side's checkers: `24:2 13:5 8:3 6:5`.
 *
 * @param {number[]} counts
 */
export function formatCheckers(counts) {
  const places = [];
  for (let index = BAR; index > OFF; index -= 1) {
    if (counts[index]) places.push(`${index === BAR ? 'bar' : index}:${counts[index]}`);
  }
  return places.join(' ');
}

/**
 * Parses the format of [`formatCheckers`] into a question. Returns the key of an error message if it is
 * not valid.
 *
 * @param {Game} game
 * @param {Question} question modified if the text is valid
 * @param {Side} side
 * @param {string} text
 * @returns {string | null}
 */
export function parseCheckers(game, question, side, text) {
  const changed = { ...question, board: { ...question.board, [side]: Array(BAR + 1).fill(0) } };
  changed.board[side][OFF] = game.checkers;
  for (const word of text.toLowerCase().split(/[\s,;]+/).filter((part) => part !== '')) {
    const found = /^(bar|\d{1,2})[:×x*](\d{1,2})$/.exec(word);
    const index = found?.[1] === 'bar' ? BAR : Number(found?.[1]);
    if (!found || index < 1 || index > BAR) return 'analyse.refused.words';
    for (let count = 0; count < Number(found[2]); count += 1) {
      const refused = addChecker(game, changed, side, index);
      if (refused) return refused;
    }
  }
  question.board = keepPins(game, question.board, changed.board);
  return null;
}
