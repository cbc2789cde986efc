// The moves played in the position: in the databases of a server, or in the open PGN file.

import { h, showSan } from '../dom.js';
import { sentence } from '../sentence.js';
import { current, goTo, openFromList, playMove, store } from '../chess-state.js';
import { ask } from '../server.js';
import { exploreList } from '../game-index.js';
import { lineToSan } from '../rules.js';
import { formatNumber, t } from '../i18n.js';
import { openStored } from './database-games.js';
import { resultText } from './game-row.js';
import { queryRow, showFilterError } from './query-row.js';
import { previewOnMove, setPreview } from './preview.js';
import { tableView } from './tables.js';

/** Maximum number of moves listed, and maximum number of games. */
const MOST_MOVES = 14;
const MOST_GAMES = 8;
let asked = 0;

/** @typedef {{text: string, open: () => void}} ListedGame */

export function explorerPanel() {
  const tables = h('div');
  const body = h('div', { class: 'explored-body' });
  const details = h(
    'details',
    { class: 'card explorer', 'aria-label': t('explorer.label') },
    h('summary', {}, h('h2', { text: t('explorer.label') })),
    h('div', { class: 'explorer-body' }, tables, queryRow(), body),
  );
  const update = () => {
    if (details.open) show(tables, body);
  };
  previewOnMove(body);
  details.addEventListener('toggle', update);
  store.subscribe(
    ({ tree, node, list, server, version, query: { db, filter } }) => [
      tree.node(node).fen,
      list?.games,
      server,
      version,
      db,
      filter,
    ],
    update,
  );
  return details;
}

/**
 * @param {HTMLElement} tables
 * @param {HTMLElement} body
 */
async function show(tables, body) {
  const request = ++asked;
  const {
    server,
    list,
    query: { db, filter },
  } = store.get();
  const say = (/** @type {string} */ text) => {
    if (request === asked) body.replaceChildren(h('p', { class: 'empty', text }));
  };
  const { fen } = current();
  tableView(fen).then((found) => {
    if (request === asked) tables.replaceChildren(...found);
  });
  try {
    if (server && server.databases.length > 0) {
      const found = await ask('api/explore', { fen, filter, db });
      if (request === asked)
        body.replaceChildren(
          ...draw(
            found,
            found.top.map((/** @type {import('./database-games.js').StoredGame} */ game) => storedGame(db, game)),
          ),
        );
    } else if (list) {
      const found = await exploreList(list.games, fen, (games, total) => say(t('explorer.indexing', { games, total })));
      if (request === asked)
        body.replaceChildren(
          ...draw(
            found,
            found.list.slice(0, MOST_GAMES).map((number) => listedGame(list.games, number)),
          ),
        );
    } else if (server?.tables) body.replaceChildren();
    else say(t('explorer.empty'));
  } catch (error) {
    if (request === asked && !showFilterError(error)) say(sentence(error));
  }
}

/**
 * @param {import('../rules.js').Score & {moves: (import('../rules.js').Score & {uci: string, san:
 * string})[]}} found
 * @param {ListedGame[]} games
 * @returns {Node[]}
 */
function draw({ games: count, moves }, games) {
  if (count === 0) return [h('p', { class: 'empty', text: t('explorer.none') })];
  const column = (/** @type {string} */ key) => h('th', { scope: 'col', text: t(key) });
  const table = h(
    'table',
    { class: 'explored' },
    h('thead', {}, h('tr', {}, column('explorer.move'), column('explorer.games'), column('explorer.results'))),
    h('tbody', {}, ...moves.slice(0, MOST_MOVES).map(moveRow)),
  );
  const links = games
    .slice(0, MOST_GAMES)
    .map(({ text, open }) => h('li', {}, h('button', { type: 'button', class: 'link-button', onclick: open, text })));
  return [
    moves.length > 0 ? table : h('p', { class: 'empty', text: t('explorer.ended') }),
    h('ul', { class: 'games-here', 'aria-label': t('explorer.list') }, ...links),
  ];
}

/** @param {import('../rules.js').Score & {uci: string, san: string}} mv */
function moveRow({ uci, san, games, white, draws, black }) {
  const [after] = lineToSan(current().fen, [uci]);
  const button = h('button', { type: 'button', class: 'line-move', onclick: () => playMove(uci) }, showSan(san));
  if (after) setPreview(button, { source: 'explorer', moves: [uci], fen: after.fen });
  return h(
    'tr',
    {},
    h('th', { scope: 'row' }, button),
    h('td', { class: 'number-cell', text: formatNumber(games) }),
    h('td', {}, resultBar(white, draws, black)),
  );
}

/** @param {number} white @param {number} draws @param {number} black */
function resultBar(white, draws, black) {
  const all = Math.max(1, white + draws + black);
  const part = (/** @type {string} */ name, /** @type {number} */ count) => {
    const percent = Math.round((count / all) * 100);
    const element = h('span', { class: `part ${name}`, text: percent >= 14 ? `${percent}` : '' });
    element.style.flexGrow = String(count);
    return element;
  };
  return h(
    'span',
    { class: 'result-bar', role: 'img', 'aria-label': t('explorer.bar', { white, draws, black }) },
    part('w', white),
    part('d', draws),
    part('b', black),
  );
}

/** @param {string} white @param {string} black @param {string} result @param {string} year */
const gameText = (white, black, result, year) =>
  `${white || '?'} – ${black || '?'} ${resultText(result)} ${year}`.trim();

/**
 * @param {number} db
 * @param {import('./database-games.js').StoredGame} game
 * @returns {ListedGame}
 */
const storedGame = (db, { id, white, black, result, date }) => ({
  text: gameText(white, black, result, date.slice(0, 4).replace(/^\?+$/, '')),
  open: () => openHere(() => openStored(db, id)),
});

/**
 * @param {import('../../wasm/reynard.js').Games} games
 * @param {number} number
 * @returns {ListedGame}
 */
function listedGame(games, number) {
  const { white, black, result, date } = JSON.parse(games.page('', number, 1)).rows[0];
  return { text: gameText(white, black, result, date.slice(0, 4)), open: () => openHere(() => openFromList(number)) };
}

/**
 * Opens a game, and goes to the explored position in it.
 * @param {() => unknown} open
 */
async function openHere(open) {
  const placeOf = (/** @type {string} */ fen) => fen.split(' ').slice(0, 3).join(' ');
  const explored = placeOf(current().fen);
  const before = store.get().tree;
  await open();
  const { tree } = store.get();
  const found = tree === before ? undefined : tree.mainLine().find(({ fen }) => placeOf(fen) === explored);
  if (found) goTo(found.id, { isSilent: true });
}
