import assert from 'node:assert/strict';
import test from 'node:test';
import { createStore } from '../js/store.js';

test('a listener is called at once and then when its part changes', () => {
  const store = createStore({ a: 1, b: 1 });
  /** @type {number[]} */
  const heard = [];
  store.subscribe(
    ({ a }) => a,
    (a) => heard.push(a),
  );
  store.set({ b: 2 });
  store.set({ a: 2 });
  store.set({ a: 2 });
  assert.deepEqual(heard, [1, 2]);
});

test('a selector of several parts hears each of them', () => {
  const store = createStore({ a: 1, b: 1, c: 1 });
  let calls = 0;
  store.subscribe(
    ({ a, b }) => [a, b],
    () => {
      calls++;
    },
  );
  store.set({ c: 2 });
  store.set({ b: 2 });
  assert.equal(calls, 2);
});

test('a change made by a listener is passed on, and all see the last state', () => {
  const store = createStore({ a: 0, double: 0 });
  /** @type {number[][]} */
  const heard = [];
  store.subscribe(
    ({ a }) => a,
    (a) => store.set({ double: a * 2 }),
  );
  store.subscribe(
    ({ a, double }) => [a, double],
    ([a, double]) => heard.push([a, double]),
  );
  store.set({ a: 3 });
  assert.deepEqual(heard.at(-1), [3, 6]);
});

test('who unsubscribes hears nothing more, and the state cannot be changed from outside', () => {
  const store = createStore({ a: 1 });
  let calls = 0;
  store.subscribe(
    ({ a }) => a,
    () => {
      calls++;
    },
  )();
  store.set({ a: 2 });
  assert.equal(calls, 1);
  assert.throws(() => {
    /** @type {any} */ (store.get()).a = 3;
  }, TypeError);
});
