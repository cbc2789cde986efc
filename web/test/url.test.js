import assert from 'node:assert/strict';
import test from 'node:test';
import { LONGEST, packText, readHash, unpackText, writeHash } from '../js/url.js';

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
  const found = readHash(writeHash({ pgn: 'x'.repeat(10_000), fen }));
  assert.deepEqual(found, { fen, isCut: true });
});

test('a game is packed where that makes the address shorter, and read as the same', async () => {
  const pgn = `[White "Ä"]\n\n${'1. e4 {[%clk 0:05:00]} e5 '.repeat(200)}*`;
  const packed = await packText(pgn);
  const hash = writeHash({ pgn, packed, ply: 3 });
  assert.ok(hash.startsWith('#z=') && hash.length < 500 && hash.length < LONGEST);
  assert.equal(await unpackText(readHash(hash).packed ?? ''), pgn);
  assert.ok(writeHash({ pgn: '1. e4 *', packed }).startsWith('#pgn='));
});

test('a packed text that is damaged or endless is refused', async () => {
  for (const text of ['!!!', 'AAAA', (await packText('x'))?.slice(1) ?? ''])
    await assert.rejects(unpackText(text), text);
  await assert.rejects(unpackText((await packText('x'.repeat(5_000_000))) ?? ''), /too long/);
});

test('nonsense is left out', () => {
  assert.deepEqual(readHash('#ply=x&side=green&fen=%E0%A4%A&other=1&'), {});
});
