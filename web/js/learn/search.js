// Searches made for the notebook. They always use one thread, so the same number of nodes gives the
// same result.

import { EngineClient } from '../engine.js';
import { openWorker } from '../transport.js';

const engine = new EngineClient(openWorker);

/**
 * @typedef {{score: string | null, line: string[]}} Searched `score` is JSON, from the point of view
 * of the side to move; `null` if the engine gave none
 */

/**
 * Searches a position.
 * @param {{fen: string, moves: string[], nodes: number, chess960: boolean}} search
 * @param {Pick<EngineClient, 'newGame' | 'search'>} [client]
 * @returns {Promise<Searched | null>} `null` if it was stopped
 */
export async function searchPosition({ fen, moves, nodes, chess960 }, client = engine) {
  /** @type {import('../uci.js').UciInfo | null} */
  let last = null;
  await client.newGame();
  const best = await client.search({
    fen,
    moves,
    go: `nodes ${nodes}`,
    chess960,
    onInfo: (info) => {
      if (!info.bound && info.score) last = info;
    },
  });
  const found = /** @type {import('../uci.js').UciInfo | null} */ (last);
  if (best === null) return null;
  return { score: found ? JSON.stringify(found.score) : null, line: found?.pv ?? [] };
}

/** Ends the search and closes the engine. */
export const endSearch = () => engine.close();
