import assert from 'node:assert/strict';
import test from 'node:test';
import { searchPosition } from '../js/learn/search.js';

const POSITION = { fen: '4k3/8/8/8/8/8/8/4K3 w - - 0 1', moves: [], nodes: 5, chess960: false };

/**
 * Returns an engine whose searches end with a move, after some information.
 * @param {string | null} best
 * @param {object[]} infos
 */
const engine = (best, ...infos) =>
  /** @type {any} */ ({
    newGame: async () => {},
    search: async (/** @type {{onInfo: (info: object) => void}} */ { onInfo }) => {
      for (const info of infos) onInfo(info);
      return best;
    },
  });

test('a stopped search has no result, and one without a score has no score', async () => {
  const info = { score: { cp: 5 }, pv: ['e1e2'] };
  assert.equal(await searchPosition(POSITION, engine(null, info)), null);
  assert.deepEqual(await searchPosition(POSITION, engine('0000', { pv: [] })), { score: null, line: [] });
  assert.deepEqual(await searchPosition(POSITION, engine('e1e2', info)), { score: '{"cp":5}', line: ['e1e2'] });
});
