// Undo and redo: the states of the page before each change, across all documents.

/** The most states kept. */
const MOST = 100;

/**
 * A history of states. `T` is a state that can be restored.
 * @template T
 */
export class UndoHistory {
  /** @type {T[]} */
  #undone = [];
  /** @type {T[]} */
  #redone = [];

  get canUndo() {
    return this.#undone.length > 0;
  }
  get canRedo() {
    return this.#redone.length > 0;
  }

  /** Stores the state before a change. @param {T} before */
  push(before) {
    this.#undone = [...this.#undone.slice(1 - MOST), before];
    this.#redone = [];
  }

  /**
   * Returns the state to restore, if there is one.
   * @param {T} now the state that `redo` comes back to
   * @returns {T | undefined}
   */
  undo(now) {
    const state = this.#undone.pop();
    if (state !== undefined) this.#redone.push(now);
    return state;
  }

  /**
   * Returns the most recently undone state, if there is one.
   * @param {T} now the state that `undo` comes back to
   * @returns {T | undefined}
   */
  redo(now) {
    const state = this.#redone.pop();
    if (state !== undefined) this.#undone.push(now);
    return state;
  }
}
