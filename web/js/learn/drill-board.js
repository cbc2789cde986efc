// The position of a session shown on the board.

import { lineToSan } from '../rules.js';

/**
 * Returns the position that a session shows on the board.
 * @param {import('./drill.js').Drill} drill
 */
export function drillBoard({ fen, line, at, lastMove }) {
  if (at === 0) return { fen, lastMove };
  const moves = lineToSan(fen, line.slice(0, at));
  const last = moves[moves.length - 1];
  return last ? { fen: last.fen, lastMove: [last.uci.slice(0, 2), last.uci.slice(2, 4)] } : { fen, lastMove };
}
