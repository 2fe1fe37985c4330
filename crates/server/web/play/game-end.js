// @ts-check
// Panel at the end of a game: loaded when it is needed, shown, and removed when the next game begins.

/** Delay before the panel is loaded in advance, in milliseconds. */
const LATER = 4000;

/** Loads the panel; `null` without a server. */
const load = () => import('./result-panel.js').catch(() => null);

export class GameEnd {
  /** @param {import('./table.js').Table} table */
  constructor(table) {
    this.table = table;
    this.timer = setTimeout(load, LATER);
  }

  get isOver() {
    const { left, busy, turn } = this.table;
    return !left && !busy && ['next_game', 'match_over'].includes(turn.decide.what);
  }

  /** Shows the panel if the game is over. */
  async show() {
    const { table } = this;
    if (!this.isOver) this.remove();
    if (!this.isOver || table.result) return;
    const loaded = await load();
    if (!loaded || !this.isOver || table.result) return;
    table.result = new loaded.ResultPanel(table);
    table.board.overlay.element.append(table.result.element);
    table.result.analyse();
    table.showButtons();
  }

  remove() {
    this.table.result?.leave();
    this.table.result = null;
  }

  /** Releases the panel when the table is left. */
  leave() {
    clearTimeout(this.timer);
    this.remove();
  }
}
