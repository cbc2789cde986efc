// Sentences about moves, from the facts proved by the WASM file.

import { showSan } from '../dom.js';
import { lineToSan } from '../rules.js';
import { isWhiteToMove, moveNumber, numbered } from '../tree.js';
import { sayMove, t } from '../i18n.js';

/**
 * A fact about a move, and the line from `fen` that proves it. If `isReply` is set, the line begins
 * after the move.
 * @typedef {{
 *   kind: string, piece?: string, square?: string, moves?: number, pawns?: number, won?: string,
 *   given?: string, motif?: string, outcome?: string, isReply: boolean, fen: string, line: string[], }} LearnFact
 */

/** Encloses moves within the text of a sentence. */
const MOVE = '\u{fffc}';

/** Returns moves as a value in the text of a sentence. @param {string} san */
export const enclosed = (san) => `${MOVE}${san}${MOVE}`;

/**
 * Returns text whose enclosed moves are in the notation of the page.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export const shownText = (text) => text.split(MOVE).map((part, i) => (i % 2 === 1 ? showSan(part) : part));

/**
 * Returns text whose enclosed moves are in words, for screen readers.
 * @param {string} text
 */
export const spokenText = (text) =>
  text
    .split(MOVE)
    .map((part, i) => (i % 2 === 1 ? sayMove(part) : part))
    .join('');

/** The kinds of fact that only the whole line proves. */
const WHOLE_LINES = ['losesExchange', 'losesMaterial', 'missesMaterial'];

/** The kinds of fact that name the pieces won. */
const WON = [...WHOLE_LINES, 'allows', 'misses'];

/**
 * Returns a list of pieces as words.
 * @param {string} letters pieces as lower-case letters; `x` is the exchange
 */
function piecesText(letters) {
  const words = [...new Set(letters)].map((letter) =>
    t(`won.${letter}`, { count: [...letters].filter((other) => other === letter).length }),
  );
  return words.reduce((first, second) => t('won.and', { first, second }));
}

/**
 * Returns the pieces that a line wins, and those that are given for them.
 * @param {LearnFact} fact
 */
export function tradeText({ won, given }) {
  if (!won) return '';
  return given ? t('won.for', { won: piecesText(won), given: piecesText(given) }) : piecesText(won);
}

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
export function factSentence(fact) {
  const { kind, piece, square, moves, pawns, motif, fen, line } = fact;
  const [first] = lineToSan(fen, line.slice(0, 1));
  const count = moves ?? Math.max(1, pawns ?? 1);
  const won = tradeText(fact);
  const named = won && WON.includes(kind) ? `fact.${kind}.won` : `fact.${kind}`;
  const key = kind === 'positionalOnly' && !first ? 'fact.nothing' : named;
  const words = first ? lineText(fen, WHOLE_LINES.includes(kind) ? line : line.slice(0, 1)) : '';
  const text = t(key, {
    move: enclosed(words),
    count,
    square: square ?? '',
    won,
    side: t(isWhiteToMove(fen) ? 'White' : 'Black'),
    piece: piece ? t(`taken.${piece}`) : '',
    motif: motif ? t(`motif.${motif.replaceAll(' ', '-')}`) : '',
  });
  return shownText(text);
}
