import assert from 'node:assert/strict';
import test from 'node:test';
import { newJournal } from '../js/learn/journal.js';

test('lines that could not be stored are stored with the next ones', async () => {
  /** @type {string[][]} */
  const stored = [];
  let isGone = true;
  const keep = newJournal(async (lines) => {
    if (isGone) throw new Error('gone');
    stored.push(lines);
  });
  await assert.rejects(keep(['a']), /gone/);
  await assert.rejects(keep(['b']), /gone/);
  isGone = false;
  await keep([]);
  await keep([]);
  await keep(['c']);
  assert.deepEqual(stored, [['a', 'b'], ['c']]);
});

test('lines of overlapping calls are stored once each, in order', async () => {
  /** @type {string[]} */
  const stored = [];
  const keep = newJournal(async (lines) => {
    await new Promise((resolve) => setTimeout(resolve, 2));
    stored.push(...lines);
  });
  await Promise.all([keep(['a']), keep(['b']), keep(['c'])]);
  assert.deepEqual(stored, ['a', 'b', 'c']);
});
