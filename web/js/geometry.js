// Squares and their places on the screen. A square is a number: 0 is a1, 7 is h1, 63 is h8.

/** @typedef {'white' | 'black'} Side */

/**
 * Returns the name of a square.
 * @param {number} square
 */
export const squareName = (square) => 'abcdefgh'[square & 7] + ((square >> 3) + 1);

/**
 * Returns the square with a name, or -1 if there is none.
 * @param {string} name
 */
export function squareOf(name) {
  const file = 'abcdefgh'.indexOf(name[0] ?? '?');
  const rank = '12345678'.indexOf(name[1] ?? '?');
  return name.length === 2 && file >= 0 && rank >= 0 ? rank * 8 + file : -1;
}

/**
 * Returns the column and the row on the screen at which a square is shown, counted from the top
 * left.
 * @param {number} square
 * @param {Side} side the side at the bottom
 * @returns {[number, number]}
 */
export function place(square, side) {
  const file = square & 7;
  const rank = square >> 3;
  return side === 'white' ? [file, 7 - rank] : [7 - file, rank];
}

/**
 * Returns the square shown at a column and a row on the screen.
 * @param {number} column
 * @param {number} row
 * @param {Side} side
 */
export const squareAt = (column, row, side) => (side === 'white' ? (7 - row) * 8 + column : row * 8 + 7 - column);

/**
 * Returns the square under a point, or -1 if the point is outside the board.
 * @param {number} x
 * @param {number} y
 * @param {{left: number, top: number, width: number, height: number}} box
 * @param {Side} side
 */
export function squareUnder(x, y, box, side) {
  const column = Math.floor(((x - box.left) / box.width) * 8);
  const row = Math.floor(((y - box.top) / box.height) * 8);
  if (column < 0 || column > 7 || row < 0 || row > 7) return -1;
  return squareAt(column, row, side);
}

/**
 * Returns the next square in the direction of an arrow key. At the edge of the board, returns the
 * same square.
 * @param {number} square
 * @param {number} right
 * @param {number} down
 * @param {Side} side
 */
export function step(square, right, down, side) {
  const [column, row] = place(square, side);
  const clamp = (/** @type {number} */ value) => Math.max(0, Math.min(7, value));
  return squareAt(clamp(column + right), clamp(row + down), side);
}

/**
 * Returns those of `moves` that the user may mean by moving a piece to a square. There are several
 * for a promotion. A king moved onto its own rook castles. A king moved to another square makes an
 * ordinary move if there is one, and otherwise castles.
 * @template {{to: string, rook: string | null}} M
 * @param {M[]} moves
 * @param {string} square
 * @returns {M[]}
 */
export function movesTo(moves, square) {
  const onRook = moves.filter(({ rook }) => rook === square);
  if (onRook.length > 0) return onRook;
  const there = moves.filter(({ to }) => to === square);
  const steps = there.filter(({ rook }) => rook === null);
  return steps.length > 0 ? steps : there;
}

/**
 * Returns the pieces in the first field of a FEN: 64 letters, or empty strings for empty squares.
 * Unreadable squares are empty.
 * @param {string} fen
 * @returns {string[]}
 */
export function piecesOf(fen) {
  const pieces = new Array(64).fill('');
  const ranks = (fen.split(/\s/)[0] ?? '').split('/');
  ranks.slice(0, 8).forEach((rank, row) => {
    let file = 0;
    for (const letter of rank) {
      if (letter >= '1' && letter <= '8') file += Number(letter);
      else if (/[pnbrqk]/i.test(letter) && file < 8) pieces[(7 - row) * 8 + file++] = letter;
    }
  });
  return pieces;
}

/**
 * Returns the first field of a FEN for the pieces on the board.
 * @param {string[]} pieces
 */
export function placementOf(pieces) {
  const ranks = [];
  for (let rank = 7; rank >= 0; rank--) {
    let text = '';
    let empty = 0;
    for (let file = 0; file < 8; file++) {
      const piece = pieces[rank * 8 + file];
      if (!piece) empty++;
      else {
        text += (empty || '') + piece;
        empty = 0;
      }
    }
    ranks.push(text + (empty || ''));
  }
  return ranks.join('/');
}

/**
 * The distance assigned to a promotion: greater than any distance on the board, so that all other
 * pairs come first.
 */
const PROMOTION = 100;

/**
 * Returns `true` if `pawn` on the square `from` can be promoted to `piece` on the square `to`.
 * @param {string} pawn
 * @param {number} from
 * @param {string} piece
 * @param {number} to
 */
function isPromotion(pawn, from, piece, to) {
  const [start, end, pieces] = pawn === 'P' ? [6, 7, 'QRBN'] : [1, 0, 'qrbn'];
  const isPawn = pawn === 'P' || pawn === 'p';
  return (
    isPawn && pieces.includes(piece) && from >> 3 === start && to >> 3 === end && Math.abs((from & 7) - (to & 7)) <= 1
  );
}

/**
 * Matches the pieces of two boards to animate moves. A piece that is still on its square stays. Any
 * other piece goes to the nearest square on which an equal piece has appeared, and a pawn also to a
 * square on which it can be promoted.
 * @param {string[]} before
 * @param {string[]} after
 * @returns {{moved: [number, number][], removed: number[], added: number[]}}
 */
export function pairPieces(before, after) {
  const gone = [];
  const come = [];
  for (let square = 0; square < 64; square++) {
    if (before[square] === after[square]) continue;
    if (before[square]) gone.push(square);
    if (after[square]) come.push(square);
  }
  const distance = (/** @type {number} */ a, /** @type {number} */ b) =>
    Math.hypot((a & 7) - (b & 7), (a >> 3) - (b >> 3));
  const pairs = [];
  for (const from of gone) {
    for (const to of come) {
      if (before[from] === after[to]) pairs.push({ from, to, length: distance(from, to) });
      else if (isPromotion(before[from], from, after[to], to) || isPromotion(after[to], to, before[from], from))
        pairs.push({ from, to, length: PROMOTION + distance(from, to) });
    }
  }
  pairs.sort((a, b) => a.length - b.length);
  /** @type {[number, number][]} */
  const moved = [];
  const usedFrom = new Set();
  const usedTo = new Set();
  for (const { from, to } of pairs) {
    if (usedFrom.has(from) || usedTo.has(to)) continue;
    usedFrom.add(from);
    usedTo.add(to);
    moved.push([from, to]);
  }
  return {
    moved,
    removed: gone.filter((square) => !usedFrom.has(square)),
    added: come.filter((square) => !usedTo.has(square)),
  };
}
