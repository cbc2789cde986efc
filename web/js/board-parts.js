// Parts of `<reynard-board>`: its strings, its squares and their names, and the coordinates.

import { squareAt, squareName } from './geometry.js';

/** The board's strings in English. The page replaces them with strings in its own language. */
export const WORDS = {
  white: 'white',
  black: 'black',
  p: 'pawn',
  n: 'knight',
  b: 'bishop',
  r: 'rook',
  q: 'queen',
  k: 'king',
  empty: 'empty',
  board: 'Chess board',
  promotion: 'Promote to',
  selected: 'selected',
  target: 'legal target',
  piece: '{color} {piece}',
};

/** The steps to the right and up that the keys of the keyboard make on the board. */
export const STEPS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-7, 0],
  End: [7, 0],
};

/** @param {string} piece as in a FEN */
export const isWhite = (piece) => piece === piece.toUpperCase();

/**
 * Creates a coordinate in the corner of a square.
 * @param {'rank' | 'file'} kind
 * @param {number} at row or column on the screen
 */
function coordinate(kind, at) {
  const element = document.createElement('span');
  const isDark = (at + (kind === 'rank' ? 0 : 7)) % 2 === 1;
  element.className = `label ${kind}${isDark ? ' on-dark' : ''}`;
  element.style.setProperty('--at', String(at));
  return element;
}

/**
 * Creates the buttons for the squares in a grid, starting at the top left, and the elements for the
 * coordinates.
 * @param {HTMLElement} grid
 * @param {HTMLElement} labels
 */
export function buildSquares(grid, labels) {
  const buttons = [];
  for (let row = 0; row < 8; row++) {
    const line = document.createElement('div');
    line.className = 'row';
    line.setAttribute('role', 'row');
    for (let column = 0; column < 8; column++) {
      const button = document.createElement('button');
      button.type = 'button';
      button.setAttribute('role', 'gridcell');
      buttons.push(button);
      line.append(button);
    }
    grid.append(line);
    labels.append(coordinate('rank', row), coordinate('file', row));
  }
  return buttons;
}

/**
 * Writes the coordinates at the edge of the board.
 * @param {HTMLElement} labels
 * @param {import('./geometry.js').Side} side the side at the bottom
 */
export function labelSquares(labels, side) {
  [...labels.children].forEach((own, i) => {
    const at = i >> 1;
    own.textContent = i % 2 ? squareName(squareAt(at, 7, side))[0] : squareName(squareAt(0, at, side))[1];
  });
}

/** Removes the element of a piece after fading it out. @param {HTMLElement} element */
export function vanish(element) {
  element.classList.add('gone');
  setTimeout(() => element.remove(), 160);
}

/**
 * Returns the name of a square and its piece, for screen readers.
 * @param {string} name
 * @param {string} piece
 * @param {typeof WORDS} words
 */
export function squareLabel(name, piece, words) {
  const said = piece
    ? words.piece
        .replace('{color}', isWhite(piece) ? words.white : words.black)
        .replace('{piece}', words[/** @type {'p'} */ (piece.toLowerCase())])
    : words.empty;
  return `${name}, ${said}`;
}
