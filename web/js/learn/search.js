// Searches made for the notebook. They always use one thread, so the same number of nodes gives the
// same result.

import { EngineClient } from '../engine.js';
import { openWorker } from '../transport.js';

const engine = new EngineClient(openWorker);

/**
 * @typedef {{score: string, line: string[]}} Searched `score` is JSON, from the point of view of
 * the side to move
 */

/**
 * Searches a position.
 * @param {{fen: string, moves: string[], nodes: number, chess960?: boolean}} search
 * @returns {Promise<Searched | null>} `null` if it was stopped
 */
export async function searchPosition({ fen, moves, nodes, chess960 = false }) {
  /** @type {import('../uci.js').UciInfo | null} */
  let last = null;
  await engine.newGame();
  const best = await engine.search({
    fen,
    moves,
    go: `nodes ${nodes}`,
    chess960,
    onInfo: (info) => {
      if (!info.bound && info.score) last = info;
    },
  });
  const found = /** @type {import('../uci.js').UciInfo | null} */ (last);
  if (best === null || !found) return null;
  return { score: JSON.stringify(found.score), line: found.pv };
}

/** Ends the search and closes the engine. */
export const endSearch = () => engine.close();
