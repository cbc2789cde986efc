// Undo and redo: the states of the page before each change, across all documents.

/** The maximum number of states kept. */
const MOST = 100;

/**
 * A history of states for undo and redo. `T` is the type of a state that can be restored.
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

  /** Stores the state before a change, for undo. @param {T} before */
  push(before) {
    this.#undone = [...this.#undone.slice(1 - MOST), before];
    this.#redone = [];
  }

  /**
   * Returns the state before the last change, if there is one.
   * @param {T} now the current state, to which `redo` returns
   * @returns {T | undefined}
   */
  undo(now) {
    const state = this.#undone.pop();
    if (state !== undefined) this.#redone.push(now);
    return state;
  }

  /**
   * Returns the state that was undone last, if there is one.
   * @param {T} now the current state, to which `undo` returns
   * @returns {T | undefined}
   */
  redo(now) {
    const state = this.#redone.pop();
    if (state !== undefined) this.#undone.push(now);
    return state;
  }
}
