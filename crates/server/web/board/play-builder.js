// @ts-check
// Entry of a play, as a walk over the tree of legal plays.

/** @typedef {import('../common/types').PlayTree} PlayTree */
/** @typedef {import('../common/types').Step} Step */

export class PlayBuilder {
  /**
   * @param {PlayTree} tree
   * @param {boolean} forces play forced steps automatically
   * @param {number} doubles number of times that a double is played
   */
  constructor(tree, forces, doubles) {
    this.tree = tree;
    this.doubles = doubles;
    this.forces = forces;
    /** The dice, with the one to play first in front. */
    this.dice = [...tree.dice].map(Number);
    /** @type {{step: Step, forced: boolean}[]} */
    this.path = [];
    this.force();
  }

  get node() {
    const last = this.path[this.path.length - 1];
    return this.tree.nodes[last ? last.step.node : 0];
  }

  get board() {
    return this.node.board;
  }

  /** The board before the play. */
  get before() {
    return this.tree.nodes[0].board;
  }

  /** The complete play in notation, once it may end. */
  get play() {
    return this.node.play;
  }

  /** True if no move is possible. */
  get isPass() {
    return this.tree.nodes[0].steps.length === 0;
  }

  /** Steps forced since the last choice. */
  get forced() {
    const chosen = this.path.findLastIndex(({ forced }) => !forced);
    return this.path.slice(chosen + 1).map(({ step }) => step);
  }

  /** Dice to show, doubles repeated, and flags for those already played. */
  shownDice() {
    const [first, second, third] = this.dice;
    if (first === second && third === undefined) {
      const dice = Array(this.doubles).fill(first);
      return { dice, used: dice.map((_, which) => which < this.path.length) };
    }
    const played = this.path.map(({ step }) => step.die);
    const used = this.dice.map((die) => {
      const at = played.indexOf(die);
      if (at >= 0) played.splice(at, 1);
      return at >= 0;
    });
    return { dice: this.dice, used };
  }

  /** True if the dice can be played in different orders. */
  get hasOrder() {
    return this.dice.some((die) => die !== this.dice[0]);
  }

  /** Places from which a checker can move. */
  sources() {
    return new Set(this.node.steps.map(({ from }) => from));
  }

  /**
   * Destinations of the checkers of a place with one or more dice, and the steps to each. If there
   * is a choice, steps with the front die come first.
   *
   * @param {number} from
   * @returns {Map<number, Step[]>}
   */
  ways(from) {
    /** @type {Map<number, Step[]>} */
    const found = new Map();
    /** @type {Step[][]} */
    let ways = [[]];
    while (ways.length > 0) {
      ways = ways.flatMap((way) => {
        const last = way[way.length - 1];
        const node = last ? this.tree.nodes[last.node] : this.node;
        return this.preferred(node.steps.filter((step) => step.from === (last ? last.to : from)))
          .map((step) => [...way, step]);
      });
      for (const way of ways) {
        const { to } = way[way.length - 1];
        if (!found.has(to)) found.set(to, way);
      }
    }
    return found;
  }

  /** @param {number} from */
  targets(from) {
    return new Set(this.ways(from).keys());
  }

  /**
   * Sorts steps: those with the front die first.
   *
   * @param {Step[]} steps
   */
  preferred(steps) {
    return [...steps].sort((a, b) => Number(b.die === this.dice[0]) - Number(a.die === this.dice[0]));
  }

  /**
   * Moves a checker between two places.
   *
   * @param {number} from
   * @param {number} to
   * @returns {boolean} true if the move is legal
   */
  move(from, to) {
    const way = this.ways(from).get(to);
    if (!way) return false;
    this.path.push(...way.map((step) => ({ step, forced: false })));
    this.force();
    return true;
  }

  /**
   * Moves a checker by the front die, or by another one if that is not possible.
   *
   * @param {number} from
   * @returns {boolean} true if a move is legal
   */
  press(from) {
    const [step] = this.preferred(this.node.steps.filter((step) => step.from === from));
    if (!step) return false;
    this.path.push({ step, forced: false });
    this.force();
    return true;
  }

  /** Plays steps that have no alternative. */
  force() {
    while (this.forces && this.node.steps.length === 1 && this.node.play === undefined) {
      this.path.push({ step: this.node.steps[0], forced: true });
    }
  }

  /** Puts the front die behind the others, until another number is in front. */
  swap() {
    const [front] = this.dice;
    if (!this.hasOrder) return;
    do this.dice.push(Number(this.dice.shift()));
    while (this.dice[0] === front);
  }

  /** Undoes the last chosen step and the steps it forced. @returns {boolean} */
  undo() {
    if (this.path.length === 0) return false;
    while (this.path[this.path.length - 1]?.forced && this.path.some(({ forced }) => !forced)) {
      this.path.pop();
    }
    this.path.pop();
    return true;
  }

  /** Undoes all steps. Returns true if there were any. */
  clear() {
    const any = this.path.length > 0;
    this.path = [];
    return any;
  }

  /**
   * Enters a complete play: the steps to a node.
   *
   * @param {number} target
   */
  goTo(target) {
    const way = this.wayTo(target);
    if (way) this.path = way.map((step) => ({ step, forced: false }));
    return way !== null;
  }

  /**
   * @param {number} target
   * @returns {Step[] | null}
   */
  wayTo(target) {
    const seen = new Set([0]);
    /** @type {[number, Step[]][]} */
    const open = [[0, []]];
    for (let next = open.shift(); next; next = open.shift()) {
      const [node, way] = next;
      if (node === target) return way;
      for (const step of this.preferred(this.tree.nodes[node].steps)) {
        if (seen.has(step.node)) continue;
        seen.add(step.node);
        open.push([step.node, [...way, step]]);
      }
    }
    return null;
  }
}
