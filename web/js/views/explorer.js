// The moves that were played in the position: by the databases of a server, or by the PGN that is open.

import { h, sentence, showSan, toast } from '../dom.js';
import { current, openFromList, openPgn, playMove, store } from '../chess-state.js';
import { fileUrl } from '../files.js';
import { wasmFiles } from '../transport.js';
import { lineToSan } from '../rules.js';
import { formatNumber, t } from '../i18n.js';

/** @type {{worker: Worker, games: any} | null} */
let index = null;
let asked = 0;

export function explorerPanel() {
  const body = h('div', { class: 'explorer-body' });
  const details = h('details', { class: 'card explorer', 'aria-label': t('explorer.label') }, h('summary', {}, h('h2', { text: t('explorer.label') })), body);
  const update = () => { if (details.open) show(body); };
  details.addEventListener('toggle', update);
  store.subscribe(({ tree, node, list, server }) => [tree.node(node).fen, list?.games, server], update);
  return details;
}

/** @param {HTMLElement} body */
async function show(body) {
  const request = ++asked;
  const { server, list } = store.get();
  const say = (/** @type {string} */ text) => { if (request === asked) body.replaceChildren(h('p', { class: 'empty', text })); };
  const { fen } = current();
  try {
    if (server && server.databases.length > 0) {
      const found = await ask('api/explore', { fen });
      if (request === asked) body.replaceChildren(...draw(found, null), ...(server.tables ? await tables(fen) : []));
    } else if (server?.tables) {
      const found = await tables(fen);
      if (request === asked) body.replaceChildren(...found);
    } else if (list) {
      const worker = await indexed(list.games, (games, total) => say(t('explorer.indexing', { games, total })));
      const found = await explore(worker, fen, request);
      if (request === asked) body.replaceChildren(...draw(found, list));
    } else say(t('explorer.empty'));
  } catch (error) {
    say(sentence(error));
  }
}

/**
 * @param {string} path
 * @param {object} question
 */
async function ask(path, question) {
  const response = await fetch(new URL(path, document.baseURI), {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(question),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(t('explorer.failed', { reason: readError(text) || String(response.status) }));
  return JSON.parse(text);
}

/** @param {string} text */
function readError(text) {
  try {
    return JSON.parse(text).error ?? text;
  } catch {
    return text;
  }
}

/** What tablebases say about a position. @param {string} fen */
async function tables(fen) {
  if (fen.split(' ')[0].replace(/[^a-z]/gi, '').length > (store.get().server?.tables ?? 0)) return [];
  try {
    const found = await ask('api/tb', { fen });
    const moves = (found.moves ?? []).slice(0, 12).map((/** @type {any} */ mv) => h('li', {},
      h('button', { type: 'button', class: 'line-move', onclick: () => playMove(mv.uci ?? mv.move) }, showSan(mv.san ?? mv.move)), h('span', { class: 'number', text: ` ${mv.outcome ?? ''}${mv.dtz ? ` · ${t('explorer.dtz', { plies: mv.dtz })}` : ''}` })));
    return [h('h3', { text: t('explorer.tables') }), h('p', { text: String(found.outcome ?? found.missing ?? '') }), h('ul', { class: 'table-moves' }, ...moves)];
  } catch {
    return [];
  }
}

/**
 * The worker with the index of a PGN file.
 * @param {any} games
 * @param {(games: number, total: number) => void} progress
 * @returns {Promise<Worker>}
 */
async function indexed(games, progress) {
  if (index && index.games === games) return index.worker;
  index?.worker.terminate();
  const worker = new Worker(fileUrl('worker.js'));
  const own = { worker, games };
  index = own;
  const bytes = new TextEncoder().encode(games.pgn());
  await new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.type === 'ready') worker.postMessage({ type: 'index', bytes }, [bytes.buffer]);
      else if (data.type === 'progress') progress(data.games, data.total);
      else if (data.type === 'indexed') resolve(undefined);
      else if (data.type === 'failed') { if (index === own) index = null; worker.terminate(); reject(new Error(data.message)); }
    };
    worker.onerror = (event) => reject(new Error(event.message));
    wasmFiles().then((files) => worker.postMessage({ ...files, network: null }), reject);
  });
  return worker;
}

/**
 * @param {Worker} worker
 * @param {string} fen
 * @param {number} id
 * @returns {Promise<import('../rules.js').Explored>}
 */
function explore(worker, fen, id) {
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', function hear({ data }) {
      if (data.type === 'explored' && data.id === id) resolve(JSON.parse(data.found));
      else if (data.type === 'failed') reject(new Error(data.message));
      else return;
      worker.removeEventListener('message', hear);
    });
    worker.postMessage({ type: 'explore', id, fen });
  });
}

/**
 * @param {any} found
 * @param {{games: any} | null} list
 * @returns {Node[]}
 */
function draw(found, list) {
  const score = found.score ?? found;
  const moves = found.moves ?? [];
  if ((score.games ?? 0) === 0 || moves.length === 0) return [h('p', { class: 'empty', text: t('explorer.none') })];
  const rows = moves.slice(0, 14).map((/** @type {any} */ mv) => {
    const own = mv.score ?? mv;
    const uci = mv.uci ?? mv.move;
    const [known] = lineToSan(current().fen, [uci]);
    const white = own.white ?? own.wins ?? 0;
    const black = own.black ?? own.losses ?? 0;
    return h('tr', {},
      h('th', { scope: 'row' }, h('button', { type: 'button', class: 'line-move', onclick: () => playMove(uci),
        onmouseenter: () => known && store.set({ hover: { fen: known.fen, uci } }), onmouseleave: () => store.set({ hover: null }) }, showSan(mv.san ?? known?.san ?? uci))),
      h('td', { class: 'number-cell', text: formatNumber(own.games) }),
      h('td', {}, resultBar(white, own.draws ?? 0, black)));
  });
  const table = h('table', { class: 'explored' },
    h('thead', {}, h('tr', {}, h('th', { scope: 'col', text: t('explorer.move') }), h('th', { scope: 'col', text: t('explorer.games') }), h('th', { scope: 'col', text: t('explorer.results') }))),
    h('tbody', {}, ...rows));
  return [table, list ? gamesHere(found.list ?? [], list) : topGames(found.top ?? [])];
}

/**
 * The best games of a database.
 * @param {{id: number, white: string, black: string, white_elo: number | null, black_elo: number | null, result: string, date: string}[]} heads
 */
function topGames(heads) {
  const rows = heads.slice(0, 8).map(({ id, white, black, result, date }) => h('li', {}, h('button', {
    type: 'button', class: 'link-button', onclick: () => openStored(id),
    text: `${white || '?'} – ${black || '?'} ${result.replaceAll('1/2', '½').replace('-', '–')} ${(date ?? '').slice(0, 4)}`,
  })));
  return h('ul', { class: 'games-here', 'aria-label': t('explorer.list') }, ...rows);
}

/** Opens a game of the server's database. @param {number} id */
async function openStored(id) {
  try {
    const response = await fetch(new URL(`api/game/${id}`, document.baseURI));
    const text = await response.text();
    if (!response.ok) throw new Error(t('explorer.failed', { reason: readError(text) || String(response.status) }));
    const pgn = response.headers.get('content-type')?.includes('json') ? JSON.parse(text).pgn : text;
    if (openPgn(new TextEncoder().encode(pgn), `game-${id}.pgn`)) store.set({ list: null });
  } catch (error) {
    toast(sentence(error), { isError: true });
  }
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
  return h('span', { class: 'result-bar', role: 'img', 'aria-label': t('explorer.bar', { white, draws, black }) }, part('w', white), part('d', draws), part('b', black));
}

/** @param {number[]} numbers @param {{games: any}} list */
function gamesHere(numbers, list) {
  const rows = numbers.slice(0, 8).map((number) => {
    const row = JSON.parse(list.games.page('', number, 1)).rows[0];
    return h('li', {}, h('button', { type: 'button', class: 'link-button', onclick: () => openFromList(number) },
      `${row.white || '?'} – ${row.black || '?'} ${row.result.replaceAll('1/2', '½').replace('-', '–')}`));
  });
  return h('ul', { class: 'games-here', 'aria-label': t('explorer.list') }, ...rows);
}
