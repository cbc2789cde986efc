// The moves played in the open PGN file: an index in a worker, kept in sync with the page's edits.

import { newWorker, wasmFiles } from './transport.js';
import { listEdits } from './chess-state.js';

/** @typedef {import('../wasm/reynard.js').Games} Games */

/** @type {{games: Games, worker: Worker, revision: number, isReady: Promise<void>} | null} */
let index = null;
let questions = 0;

/**
 * Returns the moves played in a position, according to the current state of the games in a list.
 * @param {Games} games
 * @param {string} fen
 * @param {(games: number, total: number) => void} progress
 * @returns {Promise<import('./rules.js').Explored>}
 */
export async function exploreList(games, fen, progress) {
  const edits = listEdits();
  if (index?.games !== games) start(games, edits.revision, progress);
  const own = /** @type {NonNullable<typeof index>} */ (index);
  await own.isReady;
  for (const [number, { revision, pgn }] of edits.games) {
    if (revision <= own.revision) continue;
    const bytes = new TextEncoder().encode(pgn);
    own.worker.postMessage({ type: 'replace', index: number, bytes }, [bytes.buffer]);
  }
  own.revision = Math.max(own.revision, edits.revision);
  return explore(own.worker, fen);
}

/**
 * @param {Games} games
 * @param {number} revision
 * @param {(games: number, total: number) => void} progress
 */
function start(games, revision, progress) {
  index?.worker.terminate();
  const worker = newWorker();
  const bytes = new TextEncoder().encode(games.pgn());
  const isReady = new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.type === 'ready') worker.postMessage({ type: 'index', bytes }, [bytes.buffer]);
      else if (data.type === 'progress') progress(data.games, data.total);
      else if (data.type === 'indexed') resolve(undefined);
      else if (data.type === 'failed') {
        worker.terminate();
        if (index?.worker === worker) index = null;
        reject(new Error(data.message));
      }
    };
    worker.onerror = (event) => reject(new Error(event.message));
    wasmFiles().then((files) => worker.postMessage({ ...files, network: null }), reject);
  });
  index = { games, worker, revision, isReady: /** @type {Promise<void>} */ (isReady) };
}

/**
 * @param {Worker} worker
 * @param {string} fen
 * @returns {Promise<import('./rules.js').Explored>}
 */
function explore(worker, fen) {
  const id = ++questions;
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
