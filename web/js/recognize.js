// Recognizes text that the user pastes or drops: PGN, positions in many forms, and links to chess
// sites.

import { readHash } from './url.js';

/**
 * The kind of pasted text: a position, UCI moves from a position, PGN, a compressed game of this
 * page, or a link to a game on another site.
 * @typedef {{kind: 'fen', fen: string} | {kind: 'pgn', pgn: string} | {kind: 'packed', text: string}
 *   | {kind: 'remote', address: string}} Brought
 */

/** A pattern for a piece placement: eight ranks separated by slashes. */
const PLACEMENT = /(?<![a-z0-9])(?:[pnbrqk1-8]{1,8}~?\/){7}[pnbrqk1-8]{1,8}/i;
/** The maximum number of fields of a FEN, and the number of EPD fields before the operations. */
const [FIELDS, EPD_FIELDS] = [6, 4];

/**
 * Recognizes the kind of pasted text.
 * @param {string} text
 * @returns {Brought}
 */
export function recognize(text) {
  const trimmed = text.trim();
  if (/^https?:\/\/\S+$/i.test(trimmed)) return ofLink(trimmed);
  const line = trimmed.replace(/^position\s+/i, '');
  const command = /^(?:fen\s+)?(startpos|\S+(?:\s+\S+){0,5}?)\s+moves((?:\s+[a-h][1-8][a-h][1-8][nbrq]?)+)\s*$/i.exec(
    line,
  );
  if (command) return { kind: 'pgn', pgn: fromMoves(command[1], command[2].trim()) };
  if (/^startpos$/i.test(line)) return { kind: 'pgn', pgn: '*' };
  const positions = line
    .split('\n')
    .filter((own) => own.trim() !== '')
    .map(positionOf);
  if (positions.length === 1 && positions[0]) return { kind: 'fen', fen: positions[0] };
  // A list of positions becomes a list of games that begin there.
  if (positions.length > 1 && positions.every(Boolean))
    return { kind: 'pgn', pgn: positions.map((fen) => `[SetUp "1"]\n[FEN "${fen}"]\n\n*\n\n`).join('') };
  return { kind: 'pgn', pgn: trimmed };
}

/**
 * Returns the position in a line: a FEN (including variants written by other programs), or an EPD
 * record without its operations. Returns `null` for any other text.
 * @param {string} line
 */
function positionOf(line) {
  const text = line
    .trim()
    .replace(/^(["'`“„])(.*)["'`”“]$/, '$2')
    .replace(/^fen\s*[:=]?\s+/i, '');
  const [placed, ...fields] = text.split(/[\s_]+/);
  if (/[[{]/.test(text) || !PLACEMENT.test(placed)) return null;
  const isNumber = (/** @type {string | undefined} */ field) => field === undefined || /^(\d+|-)$/.test(field);
  const isEpd = !isNumber(fields[EPD_FIELDS - 1]);
  const kept = fields.slice(0, isEpd ? EPD_FIELDS - 1 : FIELDS - 1);
  // Some programs also write a slash after the last rank, and start counting at 0.
  const [moves = ''] = kept.splice(FIELDS - 2);
  return [placed.replace(/\/$/, ''), ...kept, moves === '0' ? '1' : moves].join(' ').trim();
}

/**
 * Returns PGN text whose moves are in UCI notation, which the reader also accepts.
 * @param {string} start
 * @param {string} moves
 */
function fromMoves(start, moves) {
  const tags = /^startpos$/i.test(start) ? '' : `[SetUp "1"]\n[FEN "${start.replaceAll('"', '')}"]\n\n`;
  return `${tags}${moves} *`;
}

/** @param {string} address @returns {Brought} */
function ofLink(address) {
  const url = new URL(address);
  const hash = readHash(url.hash);
  if (hash.packed !== undefined) return { kind: 'packed', text: hash.packed };
  const pgn = hash.pgn ?? url.searchParams.get('pgn');
  if (pgn) return { kind: 'pgn', pgn };
  const fen = hash.fen ?? url.searchParams.get('fen');
  if (fen) return { kind: 'fen', fen };
  const path = decode(url.pathname);
  // Moves with underscores between them.
  const moves = /\/pgn\/(.+)$/.exec(path);
  if (moves) return { kind: 'pgn', pgn: moves[1].replace(/[_+]/g, ' ') };
  const placed = PLACEMENT.exec(path);
  if (placed)
    return {
      kind: 'fen',
      fen: path
        .slice(placed.index)
        .replace(/[_+]/g, ' ')
        .replace(/\/(white|black)$/, ''),
    };
  return { kind: 'remote', address: url.host };
}

/** @param {string} path */
function decode(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
