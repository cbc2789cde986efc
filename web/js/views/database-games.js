// The games of a server's database: the filter of the explorer, and a list in which clicking a game
// opens it.

import { h, toast } from '../dom.js';
import { sentence } from '../sentence.js';
import { openPgn, store } from '../chess-state.js';
import { ask } from '../server.js';
import { formatNumber, t } from '../i18n.js';
import { queryRow, showFilterError } from './query-row.js';
import { gameRow, gameRows } from './game-row.js';

/** Number of rows fetched at once. */
const PAGE = 100;

/**
 * A game as listed by a database.
 * @typedef {{id: number, white: string, black: string, white_elo: number | null, black_elo: number
 * | null, result: string,
 *   date: string, event: string, eco: string | null}} StoredGame
 */

export function databaseGames() {
  const count = h('p', { class: 'count-text', 'aria-live': 'polite' });
  const rows = gameRows(t('database.label'));
  const more = h('button', { type: 'button', class: 'button', text: t('games.more'), onclick: () => fill(false) });
  const view = h(
    'section',
    { class: 'card', 'aria-label': t('database.label') },
    h('div', { class: 'row' }, h('h2', { text: t('database.label') }), h('span', { class: 'spacer' }), count),
    queryRow(),
    rows,
    more,
  );
  let shown = 0;
  let asked = 0;
  async function fill(/** @type {boolean} */ isNew) {
    const request = ++asked;
    const { db, filter } = store.get().query;
    if (isNew) shown = 0;
    try {
      const found = await ask('api/games', { db, filter, offset: shown, limit: PAGE });
      if (request !== asked) return;
      const added = found.games.map((/** @type {StoredGame} */ game) => storedRow(db, game));
      if (isNew) rows.replaceChildren(...added);
      else rows.append(...added);
      shown += found.games.length;
      more.hidden = shown >= found.total;
      count.textContent = t('games.count', { count: found.total });
      if (found.total === 0) rows.append(h('p', { class: 'empty', text: t('database.none') }));
    } catch (error) {
      if (request !== asked || showFilterError(error)) return;
      more.hidden = true;
      count.textContent = '';
      rows.replaceChildren(h('p', { class: 'empty', text: sentence(error) }));
    }
  }
  store.subscribe(
    ({ server, query: { db, filter }, tab }) => [server?.databases.length, db, filter, tab === 'games'],
    ([databases, , , isShown]) => {
      view.hidden = !databases;
      if (databases && isShown) fill(true);
    },
  );
  return view;
}

/** @param {number} db @param {StoredGame} game */
function storedRow(db, { id, white, black, white_elo: whiteElo, black_elo: blackElo, result, date, event, eco }) {
  return gameRow({
    number: formatNumber(id),
    players: [
      [white, whiteElo],
      [black, blackElo],
    ],
    result,
    more: [event, date, eco],
    isOpen: false,
    open: async () => {
      if (await openStored(db, id)) store.set({ tab: 'analyze' });
    },
  });
}

/**
 * Opens a game from a database. Returns `false` if it cannot be read.
 * @param {number} db
 * @param {number} id
 */
export async function openStored(db, id) {
  try {
    const { pgn } = await ask(`api/game/${id}?db=${db}`);
    return openPgn(new TextEncoder().encode(pgn), '');
  } catch (error) {
    toast(sentence(error), { isError: true });
    return false;
  }
}
