// The piece layer of `<reynard-board>`, which animates pieces as they move between squares.

import { pieceSvg } from './board-draw.js';
import { vanish } from './board-parts.js';
import { pairPieces, place } from './geometry.js';

/** @typedef {import('./geometry.js').Side} Side */

export class PieceLayer {
  /** @type {string[]} */
  #pieces = new Array(64).fill('');
  /** @type {Map<number, HTMLElement>} pieces on the screen by square */
  #elements = new Map();

  constructor() {
    this.element = document.createElement('div');
    this.element.className = 'pieces';
  }

  /** The letters of the pieces by square; an empty string for each empty square. */
  get pieces() {
    return this.#pieces;
  }

  /** Returns the element of the piece on a square. @param {number} square */
  get(square) {
    return this.#elements.get(square);
  }

  /**
   * Shows a new set of pieces. It is matched with the previous set to find the pieces that have
   * moved.
   * @param {string[]} pieces
   */
  set(pieces) {
    const { moved, removed, added } = pairPieces(this.#pieces, pieces);
    for (const square of removed) {
      const element = this.#elements.get(square);
      this.#elements.delete(square);
      if (element) vanish(element);
    }
    const moving = moved.map(([from, to]) => ({ element: this.#elements.get(from), from, to }));
    for (const { from } of moving) this.#elements.delete(from);
    for (const { element, from, to } of moving) {
      if (!element) continue;
      this.#elements.set(to, element);
      if (this.#pieces[from] !== pieces[to]) element.replaceChildren(pieceSvg(pieces[to]));
    }
    for (const square of added) {
      const element = document.createElement('div');
      element.className = 'piece still';
      element.append(pieceSvg(pieces[square]));
      this.element.append(element);
      this.#elements.set(square, element);
    }
    this.#pieces = pieces;
  }

  /**
   * Moves the elements of the pieces to their squares.
   * @param {Side} side the side at the bottom
   * @param {{isStill: boolean, dragged: number}} how `isStill`: without animation; `dragged`: the
   * square of the piece being dragged, or -1
   */
  place(side, { isStill, dragged }) {
    for (const [square, element] of this.#elements) {
      if (square === dragged) continue;
      const [column, row] = place(square, side);
      element.classList.toggle('still', isStill || !element.style.transform);
      element.style.transform = `translate(${column * 100}%, ${row * 100}%)`;
    }
  }

  /** Makes the pieces jump to their next squares instead of sliding. */
  still() {
    for (const element of this.#elements.values()) element.classList.add('still');
  }

  /** Redraws the pieces after their appearance has changed. */
  redraw() {
    for (const [square, element] of this.#elements) element.replaceChildren(pieceSvg(this.#pieces[square]));
  }
}
