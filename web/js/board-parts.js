// Parts of `<reynard-board>`: its words, the names of squares, coordinates.

/** English words; the page replaces them by those of its language. */
export const WORDS = {
  white: 'white', black: 'black', p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king',
  empty: 'empty', board: 'Chess board', promotion: 'Promote to', selected: 'selected', target: 'legal target',
  piece: '{color} {piece}',
};

/** @param {string} piece as in a FEN */
export const isWhite = (piece) => piece === piece.toUpperCase();

/**
 * A coordinate in the corner of a square.
 * @param {'rank' | 'file'} kind
 * @param {number} at row or column on the screen
 */
export function coordinate(kind, at) {
  const element = document.createElement('span');
  const isDark = (at + (kind === 'rank' ? 0 : 7)) % 2 === 1;
  element.className = `label ${kind}${isDark ? ' on-dark' : ''}`;
  element.style.setProperty('--at', String(at));
  return element;
}

/** Takes a piece away, which fades. @param {HTMLElement} element */
export function vanish(element) {
  element.classList.add('gone');
  setTimeout(() => element.remove(), 160);
}

/**
 * The name of a square for screen readers, with its piece.
 * @param {string} name
 * @param {string} piece
 * @param {typeof WORDS} words
 */
export function squareLabel(name, piece, words) {
  const said = piece ? words.piece.replace('{color}', isWhite(piece) ? words.white : words.black)
    .replace('{piece}', words[/** @type {'p'} */ (piece.toLowerCase())]) : words.empty;
  return `${name}, ${said}`;
}
