import assert from 'node:assert/strict';
import test from 'node:test';
import { readHash, writeHash } from '../js/url.js';

test('what is written into the address is read as the same', () => {
  const pgn = '[White "Ä & B = 100 %"]\n\n1. e4 {#1} *';
  assert.deepEqual(readHash(writeHash({ pgn, ply: 3, side: 'black' })), { pgn, ply: 3, side: 'black' });
  const fen = '4k3/8/8/8/8/8/8/4K2R w K - 0 1';
  assert.deepEqual(readHash(writeHash({ fen })), { fen });
  assert.equal(writeHash({}), '');
});

test('positions may be coded or have underscores', () => {
  assert.equal(readHash('#fen=4k3/8/8/8/8/8/8/4K3%20w%20-%20-%200%201').fen, '4k3/8/8/8/8/8/8/4K3 w - - 0 1');
  assert.equal(readHash('#fen=4k3/8/8/8/8/8/8/4K3_w_-_-_0_1').fen, '4k3/8/8/8/8/8/8/4K3 w - - 0 1');
});

test('a game that is too long for an address becomes its position', () => {
  const fen = '4k3/8/8/8/8/8/8/4K3 w - - 0 1';
  assert.equal(readHash(writeHash({ pgn: 'x'.repeat(10_000), fen })).fen, fen);
});

test('nonsense is left out', () => {
  assert.deepEqual(readHash('#ply=x&side=green&fen=%E0%A4%A&other=1&'), {});
});
