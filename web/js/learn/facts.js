// Sentences about moves, from the facts that the WASM file proves.

import { showSan } from '../dom.js';
import { lineToSan } from '../rules.js';
import { numbered } from '../tree.js';
import { t } from '../i18n.js';

/**
 * A fact about a move, and the line from `fen` that proves it. `isReply`: the line begins after
 * the move.
 * @typedef {{
 *   kind: string, piece?: string, square?: string, moves?: number, pawns?: number, motif?: string,
 *   outcome?: string, isReply: boolean, fen: string, line: string[], }} LearnFact
 */

/** Stands for the move in a text. */
const MOVE = '\u{fffc}';

/**
 * The sentence of a fact, with its first move as the page writes moves.
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
  const move = () => showSan(first ? numbered(fen, first.san) : '');
  return text.split(MOVE).flatMap((part, i) => (i === 0 ? [part] : [move(), part]));
}
