import assert from 'node:assert/strict';
import test from 'node:test';
import { accuracy } from '../js/chances.js';

test('accuracy is 100 for moves that give nothing away, and 0 for blunders', () => {
  assert.equal(accuracy([0, 400]), 50);
  assert.equal(accuracy([0]), 100);
  assert.equal(accuracy([150, 0]), 75);
  assert.equal(accuracy([1000]), 0);
  assert.equal(accuracy([]), null);
});
