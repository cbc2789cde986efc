// Writes that may not end before the page does: the browser ends a page without waiting for
// IndexedDB, but it keeps what is in the local storage. The next page finishes the writes.

/** @typedef {{stored: import('./library.js').StoredDocument, games: [number, string][]}} Pending */

const PREFIX = 'reynard.pending.';
/** Maximum length of a pending write; the local storage holds about five million characters. */
const LONGEST = 2_000_000;

/**
 * Stores the writes of a page that is about to end. A write with the file of a list is left out,
 * since a file can be larger than the local storage.
 * @param {string} owner the name of the page
 * @param {{stored: import('./library.js').StoredDocument, texts: import('./library.js').Texts}[]} writes
 */
export function keepPending(owner, writes) {
  /** @type {Pending[]} */
  const pending = writes
    .filter(({ texts }) => !texts.file)
    .map(({ stored, texts }) => ({ stored, games: [...texts.games] }));
  try {
    const text = JSON.stringify(pending);
    if (pending.length > 0 && text.length <= LONGEST) localStorage.setItem(PREFIX + owner, text);
  } catch {
    // The storage is denied or full. The usual write may still end in time.
  }
}

/** Key of the documents that pages have left, with the times. */
const LEFT = 'reynard.left';
/** Time in milliseconds in which a page that is reloaded opens its document again. */
const RELOAD = 120_000;

/** Returns the documents that pages have left a short time ago, such as for a reload. @returns {Map<string, number>} */
export function leftDocuments() {
  try {
    /** @type {[string, number][]} */
    const all = JSON.parse(localStorage.getItem(LEFT) ?? '[]');
    return new Map(all.filter(([, time]) => Math.abs(Date.now() - time) < RELOAD));
  } catch {
    return new Map();
  }
}

/** Notes that a page leaves a document. @param {string} id */
export function noteLeft(id) {
  try {
    localStorage.setItem(LEFT, JSON.stringify([...leftDocuments().set(id, Date.now())]));
  } catch {
    // Without the note, the lock of the document still spares it while it is open.
  }
}

/** Forgets the pending writes of a page. @param {string} owner */
export function forgetPending(owner) {
  try {
    localStorage.removeItem(PREFIX + owner);
  } catch {
    // There is nothing to forget.
  }
}

/** Returns the pending writes of pages that have ended, and forgets them. @returns {Pending[]} */
export function takePending() {
  /** @type {Pending[]} */
  const found = [];
  try {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))) {
      const text = localStorage.getItem(key) ?? '[]';
      localStorage.removeItem(key);
      found.push(...JSON.parse(text));
    }
  } catch {
    // A write that cannot be read is left out.
  }
  return found;
}
