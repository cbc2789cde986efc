// The tablebases of a server: the value of the position and of every move.

import { h, showSan } from '../dom.js';
import { positionInfo } from '../rules.js';
import { isWhiteToMove, numbered } from '../tree.js';
import { sentence } from '../sentence.js';
import { playLine, playMove, sanLine, store } from '../chess-state.js';
import { ask } from '../server.js';
import { t } from '../i18n.js';

/** The maximum number of moves listed. */
const MOST_MOVES = 12;

/**
 * Returns the elements that show the tablebase values of a position. Returns no elements if the
 * position has too many pieces for the tablebases, or if the server has no tablebases.
 * @param {string} fen
 * @returns {Promise<Node[]>}
 */
export async function tableView(fen) {
  const pieces = fen.split(' ')[0].replace(/[^a-z]/gi, '').length;
  if (pieces > (store.get().server?.tables ?? 0)) return [];
  const title = h('h3', { text: t('tables.label') });
  try {
    const found = await ask('api/tb', { fen });
    const value = found.outcome ?? NAMES[/** @type {2} */ (found.wdl)];
    const text = value ? t(`tables.${value}`) : found.missing ? t('tables.missing', { table: found.missing }) : '';
    return [
      h(
        'section',
        { class: 'tables', 'aria-label': t('tables.label') },
        h('div', { class: 'row' }, title, h('span', { class: `table-value ${sideOf(value)}`, text })),
        ...mateLine(fen, found.line ?? []),
        h('ul', { class: 'table-moves' }, ...found.moves.slice(0, MOST_MOVES).map(row)),
      ),
    ];
  } catch (error) {
    return [title, h('p', { class: 'empty', text: sentence(error) })];
  }
}

/** Names of the values from the point of view of the side to move, as in `outcome`. */
const NAMES = { 2: 'win', 1: 'cursed-win', 0: 'draw', '-1': 'blessed-loss', '-2': 'loss' };

/** @param {string | undefined} value */
const sideOf = (value) => (!value ? '' : value.endsWith('win') ? 'win' : value.endsWith('loss') ? 'loss' : 'draw');

/** Maximum number of moves shown per line. */
const MOST_LINE_MOVES = 16;

/**
 * Returns the elements that show the line of best moves if it ends with mate: the number of moves
 * to the mate, and the moves as buttons that play them. For any other line, returns no elements.
 * The tablebases give the distance to the next capture or pawn move, so a faster mate may exist.
 * @param {string} fen
 * @param {string[]} line
 */
function mateLine(fen, line) {
  const moves = sanLine(fen, line);
  const last = moves.at(-1);
  if (!last || positionInfo(last.fen).outcome?.name !== 'checkmate') return [];
  const before = [fen, ...moves.map((mv) => mv.fen)];
  // The winner makes the last move.
  const count = Math.ceil(line.length / 2);
  return [
    h(
      'p',
      { class: 'table-line' },
      h('b', { text: t('tables.mate', { count }), title: t('tables.mateHint') }),
      ' ',
      ...moves.slice(0, MOST_LINE_MOVES).flatMap((mv, i) => [
        h(
          'button',
          {
            type: 'button',
            class: 'line-move',
            onclick: () => playLine(line.slice(0, i + 1)),
          },
          showSan(i === 0 || isWhiteToMove(before[i]) ? numbered(before[i], mv.san) : mv.san),
        ),
        ' ',
      ]),
      moves.length > MOST_LINE_MOVES ? '…' : '',
    ),
  ];
}

/** @param {{uci: string, san: string, outcome: string, dtz?: number}} mv */
function row({ uci, san, outcome, dtz }) {
  const distance = dtz ? t('tables.dtz', { plies: Math.abs(dtz) }) : '';
  return h(
    'li',
    {},
    h('button', { type: 'button', class: 'line-move', onclick: () => playMove(uci) }, showSan(san)),
    h('span', { class: `table-value ${sideOf(outcome)}`, text: t(`tables.${outcome}`) }),
    h('span', { class: 'table-distance', text: distance }),
  );
}
