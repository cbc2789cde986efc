// The state of the page in one place.

/**
 * A store of state: `get` returns the state, and `set` merges a patch into it and notifies those
 * listeners whose selected part has changed.
 * @template {object} T
 * @typedef {{
 *   get(): Readonly<T>,
 *   set(patch: Partial<T>): void,
 *   subscribe<U>(select: (state: Readonly<T>) => U, listener: (part: U, state: Readonly<T>) =>
 * void): () => void, }} Store
 */

/**
 * Creates a store. A listener is called once when it subscribes, and again after each change to its
 * selected part. A change that a listener makes is reported after all listeners have been notified
 * of the current one.
 * @template {object} T
 * @param {T} initial
 * @returns {Store<T>}
 */
export function createStore(initial) {
  let state = Object.freeze({ ...initial });
  /**
   * @type {Set<{select: (state: T) => unknown, listener: (part: any, state: T) => void, last: unknown}>}
   */
  const subscriptions = new Set();
  let isTelling = false;
  let isDirty = false;

  function tell() {
    isDirty = true;
    if (isTelling) return;
    isTelling = true;
    try {
      while (isDirty) {
        isDirty = false;
        for (const subscription of [...subscriptions]) {
          const part = subscription.select(state);
          if (same(part, subscription.last)) continue;
          subscription.last = part;
          subscription.listener(part, state);
        }
      }
    } finally {
      isTelling = false;
    }
  }

  return {
    get: () => state,
    set(patch) {
      state = Object.freeze({ ...state, ...patch });
      tell();
    },
    subscribe(select, listener) {
      const subscription = { select, listener, last: select(state) };
      subscriptions.add(subscription);
      listener(subscription.last, state);
      return () => subscriptions.delete(subscription);
    },
  };
}

/**
 * Returns `true` if two values are equal. Arrays are equal if their items are, so a selector may
 * return several parts of the state in an array.
 * @param {unknown} a
 * @param {unknown} b
 */
function same(a, b) {
  if (Object.is(a, b)) return true;
  return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => Object.is(item, b[i]));
}
