// @ts-check
// A play that is being entered: a walk over the tree of all legal plays.

/** @typedef {import('./types').PlayTree} PlayTree */
/** @typedef {import('./types').Step} Step */

export class Entry {
  /**
   * @param {PlayTree} tree
   * @param {boolean} forces whether steps without a choice are made by themselves
   * @param {number} doubles how often the number of a double is played
   */
  constructor(tree, forces, doubles) {
    this.tree = tree;
    this.doubles = doubles;
    this.forces = forces;
    /** The roll, the die that is played first in front. */
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

  /** The whole play as people write it, once it may end. */
  get play() {
    return this.node.play;
  }

  /** Whether nothing at all can be played. */
  get isPass() {
    return this.tree.nodes[0].steps.length === 0;
  }

  /** Steps that were made by themselves since the last choice. */
  get forced() {
    const chosen = this.path.findLastIndex(({ forced }) => !forced);
    return this.path.slice(chosen + 1).map(({ step }) => step);
  }

  /** The dice, a double's as often as they are played, and which of them are. */
  shownDice() {
    const [first, second] = this.dice;
    if (first === second) {
      const dice = Array(this.doubles).fill(first);
      return { dice, used: dice.map((_, which) => which < this.path.length) };
    }
    const played = this.path.map(({ step }) => step.die);
    return { dice: this.dice, used: this.dice.map((die) => played.includes(die)) };
  }

  /** From where a checker can move. */
  sources() {
    return new Set(this.node.steps.map(({ from }) => from));
  }

  /**
   * Where the checkers of a place can go with one die or more, and by which steps: those that begin
   * with the die in front where there is a choice.
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
   * Steps, those of the die in front first.
   *
   * @param {Step[]} steps
   */
  preferred(steps) {
    return [...steps].sort((a, b) => Number(b.die === this.dice[0]) - Number(a.die === this.dice[0]));
  }

  /**
   * Moves a checker from one place to another.
   *
   * @param {number} from
   * @param {number} to
   * @returns {boolean} whether that could be done
   */
  move(from, to) {
    const way = this.ways(from).get(to);
    if (!way) return false;
    this.path.push(...way.map((step) => ({ step, forced: false })));
    this.force();
    return true;
  }

  /**
   * Moves a checker by the die in front, or by the other where that cannot be played.
   *
   * @param {number} from
   * @returns {boolean} whether that could be done
   */
  press(from) {
    const [step] = this.preferred(this.node.steps.filter((step) => step.from === from));
    if (!step) return false;
    this.path.push({ step, forced: false });
    this.force();
    return true;
  }

  /** Makes the steps that are the only ones. */
  force() {
    while (this.forces && this.node.steps.length === 1 && this.node.play === undefined) {
      this.path.push({ step: this.node.steps[0], forced: true });
    }
  }

  /** Plays the other die first. */
  swap() {
    this.dice.reverse();
  }

  /** Takes the last chosen step back, and those that it forced. @returns {boolean} */
  undo() {
    if (this.path.length === 0) return false;
    while (this.path[this.path.length - 1]?.forced && this.path.some(({ forced }) => !forced)) {
      this.path.pop();
    }
    this.path.pop();
    return true;
  }

  /** Takes all back. */
  clear() {
    const any = this.path.length > 0;
    this.path = [];
    return any;
  }

  /**
   * Makes a whole play at once: the steps to a node.
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
