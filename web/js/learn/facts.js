// Sentences about moves, from the facts proved by the WASM file.

import { showSan } from '../dom.js';
import { lineToSan } from '../rules.js';
import { isWhiteToMove, moveNumber, numbered } from '../tree.js';
import { t } from '../i18n.js';

/**
 * A fact about a move, and the line from `fen` that proves it. If `isReply` is set, the line begins
 * after the move.
 * @typedef {{
 *   kind: string, piece?: string, square?: string, moves?: number, pawns?: number, motif?: string,
 *   outcome?: string, isReply: boolean, fen: string, line: string[], }} LearnFact
 */

/** Placeholder for the moves within the text of a sentence. */
const MOVE = '\u{fffc}';

/** The kinds of fact that only the whole line proves. */
const WHOLE_LINES = ['losesMaterial', 'missesMaterial'];

/**
 * Returns the moves of a line with their numbers.
 * @param {string} fen
 * @param {string[]} line
 */
function lineText(fen, line) {
  const after = isWhiteToMove(fen) ? 0 : 1;
  const moves = lineToSan(fen, line).map(({ san }, i) => {
    if (i === 0) return numbered(fen, san);
    return (i + after) % 2 === 0 ? `${moveNumber(fen) + (i + after) / 2}. ${san}` : san;
  });
  return moves.join(' ');
}

/**
 * Returns the sentence for a fact. It contains the first move of the line, or all of its moves, in
 * the notation of the page.
 * @param {LearnFact} fact
 * @returns {(Node | string)[]}
 */
export function factSentence({ kind, piece, square, moves, pawns, motif, fen, line }) {
  const [first] = lineToSan(fen, line.slice(0, 1));
  const count = moves ?? Math.max(1, pawns ?? 1);
  const key = kind === 'positionalOnly' && !first ? 'fact.nothing' : `fact.${kind}`;
  const text = t(key, {
    move: MOVE,
    count,
    square: square ?? '',
    piece: piece ? t(`taken.${piece}`) : '',
    motif: motif ? t(`motif.${motif.replaceAll(' ', '-')}`) : '',
  });
  const words = first ? lineText(fen, WHOLE_LINES.includes(kind) ? line : line.slice(0, 1)) : '';
  const move = () => showSan(words);
  return text.split(MOVE).flatMap((part, i) => (i === 0 ? [part] : [move(), part]));
}
