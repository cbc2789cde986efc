import assert from 'node:assert/strict';
import test from 'node:test';
import { LEAST_OPENED, MOST_DOCUMENTS, tooMany } from '../js/library.js';

/**
 * Returns documents, the latest first.
 * @param {number} count
 * @param {import('../js/library.js').Content} [content]
 */
const documents = (count, content) =>
  Array.from({ length: count }, (_, i) => {
    const stored = { id: `${content}-${i}`, title: '', changed: -i, owner: '', games: 1, name: null, letters: null };
    const place = { index: 0, path: [], orientation: /** @type {const} */ ('white'), tab: 'analyze' };
    return { ...stored, place, play: null, content };
  });
const ids = (/** @type {ReturnType<typeof documents>} */ all) => all.map(({ id }) => id);

test('the latest documents that were only opened stay, however many are edited', () => {
  const opened = documents(LEAST_OPENED + 2, 'opened');
  for (const count of [MOST_DOCUMENTS, MOST_DOCUMENTS + 3]) {
    const edited = documents(count, 'edited');
    assert.deepEqual(
      ids(tooMany([...opened, ...edited])),
      [...opened.slice(LEAST_OPENED), ...edited.slice(MOST_DOCUMENTS)].map(({ id }) => id),
    );
  }
});

test('with few edited documents there are as many as may be, and none is too many before', () => {
  assert.deepEqual(tooMany([...documents(17, 'opened'), ...documents(3, 'edited')]), []);
  assert.deepEqual(ids(tooMany([...documents(18, 'opened'), ...documents(3, 'edited')])), ['opened-17']);
});

test('documents of earlier versions push out none that is opened later', () => {
  const old = documents(MOST_DOCUMENTS);
  assert.deepEqual(ids(tooMany([...documents(2, 'opened'), ...old])), ids(old.slice(-2)));
});
