// The rules of chess, PGN and openings, from the WASM file on the main thread of the page.

import init, * as wasm from '../wasm/reynard.js';
import { wasmModule } from './transport.js';
import { currentLanguage, t, typedSan } from './i18n.js';

/**
 * @typedef {import('./board.js').LegalMove} LegalMove
 * @typedef {{name: string, text: string, result: string}} Outcome
 * @typedef {{
 *   fen: string, turn: 'white' | 'black', check: string | null, chess960: boolean, moves:
 * LegalMove[],
 *   outcome: Outcome | null, opening: {eco: string, name: string} | null, }} PositionInfo
 * @typedef {{fen: string | null, diagnostics: Diagnostic[]}} Inspection
 * @typedef {{kind: string, code: string, message: string, offset: number | null, values:
 * Record<string, string | number>}} Diagnostic
 * @typedef {{outcome: Outcome | null, claim: Outcome | null, flag: Outcome, repetitions: number,
 * turn: 'white' | 'black'}} Status
 * @typedef {{uci: string, san: string, fen: string}} LineMove
 * @typedef {{index: number, white: string, black: string, result: string, date: string, event:
 * string, round: string,
 *   whiteElo: string, blackElo: string, eco: string}} GameRow
 * @typedef {{games: number, white: number, draws: number, black: number}} Score
 * @typedef {Score & {moves: (Score & {uci: string, san: string})[], list: number[]}} Explored
 */

export const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** Loads the WASM file, which all other functions need. */
export async function loadRules() {
  await init({ module_or_path: await wasmModule() });
}

/** @type {Map<string, PositionInfo>} */
const known = new Map();

/**
 * Returns a position with its legal moves, check, outcome and opening. Throws an error with a
 * message if the FEN is invalid.
 * @param {string} fen
 * @returns {PositionInfo}
 */
export function positionInfo(fen) {
  const found = known.get(fen);
  if (found) return found;
  /** @type {PositionInfo} */
  const info = JSON.parse(wasm.positionInfo(fen));
  if (known.size > 500) known.clear();
  known.set(fen, info);
  return info;
}

/** @param {string} text @returns {Inspection} */
export const inspectFen = (text) => JSON.parse(wasm.inspectFen(text));

/**
 * Returns the text of a FEN diagnostic, in the language of the page.
 * @param {Diagnostic} diagnostic
 */
export function diagnosticText({ code, values }) {
  return t(`diagnostic.${code}`, { ...values, ...(values.field ? { field: t(`field.${values.field}`) } : {}) });
}

/**
 * Parses a typed move. If it is not a legal move, throws an error whose message suggests similar
 * legal moves.
 * @param {string} fen
 * @param {string} text SAN or UCI notation
 * @returns {LegalMove}
 */
export function parseMove(fen, text) {
  // Tries the piece letters of the page's language if the standard letters yield no move.
  const standard = wasm.standardMove(text, currentLanguage());
  for (const move of [text, standard]) {
    try {
      return JSON.parse(wasm.parseMove(fen, move));
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error;
    }
  }
  const meant = new Intl.ListFormat(currentLanguage(), { type: 'disjunction' }).format(
    JSON.parse(wasm.suggestMoves(fen, standard)).map(typedSan),
  );
  throw new Error(meant ? t('move.meant', { text, moves: meant }) : t('move.illegal', { text }));
}

/** @param {string} fen @param {string[]} moves @returns {LineMove[]} */
export const lineToSan = (fen, moves) => JSON.parse(wasm.lineToSan(fen, moves.join(' ')));

/** @param {string} fen @param {string[]} moves @returns {Status} */
export const gameStatus = (fen, moves) => JSON.parse(wasm.gameStatus(fen, moves.join(' ')));

/** Returns the position after a null move. @param {string} fen @returns {string} */
export const pass = (fen) => wasm.pass(fen);

/** @param {number} number 0 to 959 @returns {string} */
export const chess960Fen = (number) => wasm.chess960Fen(number);

/** @returns {string} */
export const version = () => wasm.version();

/**
 * Creates a game in the WASM module. Throws an error that lists the faults if the FEN is invalid.
 * @param {string} [fen]
 */
export function newGame(fen) {
  if (fen !== undefined) {
    const { fen: proper, diagnostics } = inspectFen(fen);
    if (proper === null) throw new Error(diagnostics.map(diagnosticText).join(' '));
  }
  return new wasm.Game(fen);
}

/**
 * Creates an empty notebook.
 * @param {{newCardsADay: number, retention: number, rolloverHour: number}} settings
 * @param {string} run a random name
 */
export const newCards = (settings, run) => new wasm.Notebook(JSON.stringify(settings), run);

/** Creates an encoder for an animated GIF. @param {number} size width and height in pixels */
export const newGif = (size) => new wasm.GifAnimation(size);

/**
 * Returns a `Preparation`, which completes a game so that cards can be made from it.
 * @param {wasm.Game} own @param {number} side 1 for White
 */
export const prepareGame = (own, side) => new wasm.Preparation(own, side);

/** Returns the first game in PGN text. @param {string} pgn */
export const readGame = (pgn) => wasm.Game.fromPgn(pgn);

/**
 * Returns the games of a PGN file.
 * @param {Uint8Array} bytes
 * @param {string | null} [letters] the language of the piece letters
 */
export const readGames = (bytes, letters = null) =>
  letters ? wasm.Games.withLetters(bytes, letters) : new wasm.Games(bytes);

/**
 * A diagnostic for PGN text.
 * @typedef {{code: string, severity: 'error' | 'lint', line: number, column: number, ply?: number,
 *   token: string, message: string, letters?: string[]}} PgnNote
 */

/** Returns the diagnostics for the text of a game. @param {wasm.Game} game @returns {PgnNote[]} */
export const notesOf = (game) => JSON.parse(game.notes());

/** Returns a diagnostic as a sentence in the language of the page. @param {PgnNote} note */
export function noteText({ code, line, token, message }) {
  const translated = t(`pgn.${code}`, { token });
  const said = translated === `pgn.${code}` ? `${token ? `“${token}” ` : ''}${message}` : translated;
  return t('notes.line', { line, said });
}
