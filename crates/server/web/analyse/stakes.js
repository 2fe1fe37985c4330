// @ts-check
// Form for cube, score and rules of a question, folded below a summary. It only accepts valid
// combinations.

import { h } from '../common/dom.js';
import { explained } from '../common/glossary.js';

/** @typedef {import('../common/answers').Question} Question */
/** @typedef {import('../common/types').Game} Game */
/** @typedef {import('../common/types').Translate} Translate */

const CUBES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

/** Terms of the rules that can be ticked. */
const TERMS = /** @type {const} */ ({ crawford: 'crawford', jacoby: 'jacoby', beavers: 'beaver' });

export class Stakes {
  /**
   * @param {Translate} t
   * @param {number} longest maximum match length
   * @param {(question: Question) => void} changed
   */
  constructor(t, longest, changed) {
    this.t = t;
    this.longest = longest;
    this.changed = changed;
    /** Present values in one line. */
    this.summary = h('span', { class: 'faint' });
    this.fields = h('div', { class: 'stakes' });
    this.element = h('details', { class: 'stakes-fold' },
      h('summary', {}, h('strong', {}, t('analyse.stakes')), ' ', this.summary), this.fields);
  }

  /**
   * @param {Question} question modified by the form
   * @param {Game} game
   */
  show(question, game) {
    const { t } = this;
    const set = (/** @type {Partial<Question>} */ change) => {
      Object.assign(question, change);
      makeConsistent(question);
      this.changed(question);
      this.show(question, game);
    };
    const focused = this.element.contains(document.activeElement)
      ? document.activeElement?.getAttribute('data-name') : null;
    const isMatch = question.match > 0;
    this.summary.textContent = summarise(t, question, game);
    /** @type {HTMLElement[]} */
    const parts = [];
    if (game.has_cube) {
      const { value, owner } = question.cube;
      const tops = CUBES.map((cube) => pair(String(cube), String(cube)));
      const owners = ['', 'own', 'opponent'].map((who) => pair(who, t(`analyse.owner.${who || 'none'}`)));
      parts.push(
        this.pick('cube', tops, String(value), (cube) => set({ cube: { value: Number(cube), owner } })),
        this.pick('owner', owners, owner ?? '', (who) => set({
          cube: { value, owner: who === 'own' || who === 'opponent' ? who : null },
        })));
    }
    const { own, opponent } = question.score;
    parts.push(this.count('match', question.match, 0, this.longest, (match) => set({ match })));
    if (isMatch) {
      const most = question.match - 1;
      parts.push(
        this.count('own', own, 0, most, (points) => set({ score: { own: points, opponent } })),
        this.count('opponent', opponent, 0, most, (points) => set({ score: { own, opponent: points } })));
      if (game.has_cube && (most === own || most === opponent) && own !== opponent) {
        parts.push(this.tick('crawford', question.crawford, (crawford) => set({ crawford })));
      }
    } else if (game.has_cube) {
      parts.push(
        this.tick('jacoby', question.jacoby, (jacoby) => set({ jacoby })),
        this.tick('beavers', question.beavers, (beavers) => set({ beavers })));
    }
    this.fields.replaceChildren(...parts);
    const again = focused && this.element.querySelector(`[data-name="${focused}"]`);
    if (again instanceof HTMLElement) again.focus();
  }

  /**
   * @param {string} name
   * @param {[string, string][]} choices
   * @param {string} chosen
   * @param {(value: string) => void} choose
   */
  pick(name, choices, chosen, choose) {
    const options = choices.map(([value, words]) =>
      h('option', { value, selected: value === chosen }, words));
    const list = h('select', { 'data-name': name }, ...options);
    list.addEventListener('change', () => choose(list.value));
    return this.labelled(name, list);
  }

  /**
   * @param {string} name
   * @param {number} value
   * @param {number} least
   * @param {number} most
   * @param {(value: number) => void} choose
   */
  count(name, value, least, most, choose) {
    const field = h('input', {
      type: 'number', 'data-name': name, min: least, max: most, step: 1, value, inputmode: 'numeric',
    });
    field.addEventListener('change', () => {
      const typed = Math.round(Number(field.value));
      choose(Math.max(least, Math.min(most, Number.isFinite(typed) ? typed : least)));
    });
    return this.labelled(name, field);
  }

  /**
   * @param {keyof typeof TERMS} name
   * @param {boolean} ticked
   * @param {(ticked: boolean) => void} choose
   */
  tick(name, ticked, choose) {
    const box = h('input', { type: 'checkbox', 'data-name': name });
    box.checked = ticked;
    box.addEventListener('change', () => choose(box.checked));
    return h('div', { class: 'with-term' }, h('label', { class: 'tick' }, box, this.t(`analyse.${name}`)), explained(TERMS[name], '?'));
  }

  /**
   * @param {string} name
   * @param {HTMLElement} control
   */
  labelled(name, control) {
    return h('label', { class: 'field' }, h('span', {}, this.t(`analyse.${name}`)), control);
  }
}

/**
 * Game, score, cube and rules in one line.
 *
 * @param {Translate} t
 * @param {Question} question
 * @param {Game} game
 */
function summarise(t, { match, score, crawford, cube, jacoby, beavers }, game) {
  const { own, opponent } = score;
  const parts = [
    t(`game.${game.name}`),
    match > 0 ? t('analyse.stakes.match', { n: match, own, opponent }) : t('analyse.money'),
    crawford && t('analyse.crawford'),
    game.has_cube && !crawford && (cube.owner
      ? t(`analyse.stakes.cube.${cube.owner}`, { value: cube.value }) : t('analyse.stakes.cube.none', { value: cube.value })),
    jacoby && t('analyse.jacoby'),
    beavers && t('analyse.beavers'),
  ];
  return parts.filter(Boolean).join(' · ');
}

/**
 * Makes a question consistent: no player has won yet, and a Crawford game has no cube.
 *
 * @param {Question} question
 */
export function makeConsistent(question) {
  const { match, score, cube } = question;
  if (match === 0) {
    question.score = { own: 0, opponent: 0 };
    question.crawford = false;
  } else {
    question.jacoby = false;
    question.beavers = false;
    const most = match - 1;
    question.score = { own: Math.min(score.own, most), opponent: Math.min(score.opponent, most) };
    const { own, opponent } = question.score;
    if ((own === most) === (opponent === most)) question.crawford = false;
  }
  if (question.crawford) question.cube = { value: 1, owner: null };
  // An owned cube has been turned at least once.
  else if (cube.owner && cube.value === 1) question.cube = { value: 2, owner: cube.owner };
}

/**
 * @param {string} value
 * @param {string} words
 * @returns {[string, string]}
 */
function pair(value, words) {
  return [value, words];
}
