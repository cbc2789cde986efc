// The documents kept by the browser: games, lists of games and games in play, in IndexedDB. If
// access is denied, they are held in memory while the page is open.

import { leftDocuments } from './pending.js';

/**
 * The maximum number of documents that are kept. Those that were only opened are removed before
 * those that the user has made or edited, and the oldest first.
 */
export const MOST_DOCUMENTS = 20;
/** The number of documents that are kept although they were only opened. */
export const LEAST_OPENED = 5;
const DATABASE = 'reynard';
/** Time limit for the browser to open the database, in milliseconds. */
const OPEN_TIMEOUT = 3000;
/**
 * Key of the text that is a whole file. Other texts are games, and their keys are the indices of
 * the games.
 */
const FILE = -1;

/**
 * A document without its text. `owner` is the page that wrote it last. `place` is the part that was
 * shown. `play` is a game against an engine, with its clocks. `letters` is the language of the
 * piece letters in the file. `content` is missing in documents of earlier versions, which may have
 * been edited.
 * @typedef {'opened' | 'edited'} Content `opened` if the document is as it was where it came from,
 * such as a file or a database
 * @typedef {{
 *   id: string, title: string, changed: number, owner: string, games: number, name: string | null,
 *   letters: string | null,
 *   place: {index: number, path: number[], orientation: 'white' | 'black', tab: string},
 *   play: object | null, content?: Content, }} StoredDocument
 * @typedef {{file?: Uint8Array | null, games: Map<number, string>}} Texts the file of a list
 * and its edited games, or the only game
 * @typedef {'kept' | 'denied' | 'full'} StorageState
 * @typedef {'written' | 'foreign' | 'missing'} Outcome of a write: `foreign` if another page has
 * written the document in the meantime, `missing` if the texts that are left unchanged are not there
 */

/** The unique name of this page. A document is owned by the page that last wrote it. */
export const OWNER = newId();

/** Returns a new name for a document or a page. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return [...bytes].map((byte) => byte.toString(36).padStart(2, '0')).join('');
}

/** @type {IDBDatabase | null} */
let database = null;
/** The documents of a page that may not store anything. */
const memory = {
  documents: /** @type {Map<string, StoredDocument>} */ (new Map()),
  texts: /** @type {Map<string, Map<number, any>>} */ (new Map()),
};
/** @type {StorageState} */
let state = 'denied';

/** Returns the state of the storage, that is, whether documents are stored. */
export const storageState = () => state;

/** Opens the database. Never fails: see `storageState`. */
export async function openLibrary() {
  try {
    database = await new Promise((resolve, reject) => {
      const request = indexedDB.open(DATABASE, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore('documents', { keyPath: 'id' });
        request.result.createObjectStore('texts');
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
      request.onblocked = () => reject(new Error('blocked'));
      // Some browsers never answer, but the page must start.
      setTimeout(() => reject(new Error('no answer')), OPEN_TIMEOUT);
    });
    // Another page wants to change the database, or the browser closes it.
    const end = () => {
      database?.close();
      database = null;
      state = 'denied';
    };
    /** @type {IDBDatabase} */ (database).onversionchange = end;
    /** @type {IDBDatabase} */ (database).onclose = end;
    state = 'kept';
  } catch {
    database = null;
    state = 'denied';
  }
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
const finished = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    // A request that fails, such as for want of space, aborts. The reason is known only then.
    transaction.onabort = () => reject(transaction.error);
  });

/** Returns the key range of all texts of a document. @param {string} id */
const textsOf = (id) => IDBKeyRange.bound([id, FILE], [id, Infinity]);

/**
 * Writes a document. Texts that are not given are left unchanged. Changes nothing if another page
 * has written the document in the meantime, in which case the document should get a new name, or if
 * the document is missing and not all of its texts are given.
 * @param {StoredDocument} stored
 * @param {Texts} texts
 * @param {{isClaimed?: boolean, isWhole?: boolean}} [options] `isClaimed` to take the document over
 * from another page, `isWhole` if all texts are given
 * @returns {Promise<Outcome>}
 */
export async function writeDocument(stored, texts, { isClaimed = false, isWhole = true } = {}) {
  if (!database) return writeToMemory(stored, texts, isWhole);
  try {
    const outcome = await writeToDatabase(database, stored, texts, { isClaimed, isWhole });
    if (outcome !== 'written') return outcome;
  } catch (error) {
    // Only the user can say which documents may go, so none is deleted to make room.
    return writeToMemory(stored, texts, isWhole, isQuota(error) ? 'full' : 'denied');
  }
  memory.documents.delete(stored.id);
  memory.texts.delete(stored.id);
  await prune(stored.id).catch(() => {});
  await storeMemory();
  return 'written';
}

/**
 * Stores the documents that are held in memory, now that there may be room for them. One that
 * another page has written in the meantime becomes a copy.
 */
export async function storeMemory() {
  if (!database) return;
  const options = { isClaimed: false, isWhole: true };
  for (const [id, stored] of memory.documents) {
    const texts = textsIn(memory.texts.get(id) ?? new Map());
    try {
      const outcome = await writeToDatabase(database, stored, texts, options);
      if (outcome === 'foreign') await writeToDatabase(database, { ...stored, id: newId() }, texts, options);
      memory.documents.delete(id);
      memory.texts.delete(id);
    } catch {
      // There is no room for this one, but there may be for a smaller one.
    }
  }
  if (memory.documents.size === 0) state = 'kept';
}

/** Returns `true` if a document is held in memory, and is lost when the page closes. @param {string} id */
export const isInMemory = (id) => memory.documents.has(id);
/** Returns `true` if any document is lost when the page closes. */
export const hasUnstored = () => memory.documents.size > 0;

/** @param {unknown} error */
const isQuota = (error) => error instanceof DOMException && error.name === 'QuotaExceededError';

/**
 * @param {IDBDatabase} open
 * @param {StoredDocument} stored
 * @param {Texts} texts
 * @param {{isClaimed: boolean, isWhole: boolean}} options
 * @returns {Promise<Outcome>}
 */
async function writeToDatabase(open, stored, texts, { isClaimed, isWhole }) {
  const transaction = open.transaction(['documents', 'texts'], 'readwrite', { durability: 'relaxed' });
  const documents = transaction.objectStore('documents');
  const end = finished(transaction);
  const before = await done(documents.get(stored.id));
  const isForeign = before && before.owner !== stored.owner && !isClaimed;
  if (isForeign || (!before && !isWhole)) {
    await end;
    return isForeign ? 'foreign' : 'missing';
  }
  documents.put(stored);
  const kept = transaction.objectStore('texts');
  if (texts.file) kept.put(texts.file, [stored.id, FILE]);
  for (const [index, pgn] of texts.games) kept.put(pgn, [stored.id, index]);
  await end;
  return 'written';
}

/**
 * @param {StoredDocument} stored
 * @param {Texts} texts
 * @param {boolean} isWhole
 * @param {StorageState} [reason]
 * @returns {Outcome}
 */
function writeToMemory(stored, texts, isWhole, reason) {
  if (reason) state = reason;
  if (!isWhole && !memory.documents.has(stored.id)) return 'missing';
  memory.documents.set(stored.id, structuredClone(stored));
  const kept = memory.texts.get(stored.id) ?? new Map();
  if (texts.file) kept.set(FILE, texts.file);
  for (const [index, pgn] of texts.games) kept.set(index, pgn);
  memory.texts.set(stored.id, kept);
  return 'written';
}

/**
 * Reads a document and its texts, and makes this page the owner of the document. Returns `null` if
 * it does not exist.
 * @param {string} id
 * @returns {Promise<{stored: StoredDocument, texts: Texts} | null>}
 */
export async function takeDocument(id) {
  const inMemory = memory.documents.get(id);
  if (inMemory) return { stored: inMemory, texts: textsIn(memory.texts.get(id) ?? new Map()) };
  if (!database) return null;
  const transaction = database.transaction(['documents', 'texts'], 'readwrite');
  const end = finished(transaction);
  const documents = transaction.objectStore('documents');
  const stored = await done(documents.get(id));
  if (!stored) {
    await end;
    return null;
  }
  stored.owner = OWNER;
  documents.put(stored);
  const texts = transaction.objectStore('texts');
  const [keys, values] = await Promise.all([done(texts.getAllKeys(textsOf(id))), done(texts.getAll(textsOf(id)))]);
  await end;
  return {
    stored,
    texts: textsIn(new Map(keys.map((key, i) => [/** @type {[string, number]} */ (key)[1], values[i]]))),
  };
}

/** @param {Map<number, any>} kept @returns {Texts} */
function textsIn(kept) {
  const games = new Map([...kept].filter(([index]) => index !== FILE));
  return { file: kept.get(FILE) ?? null, games };
}

/** Returns the stored documents, the latest first. @returns {Promise<StoredDocument[]>} */
export async function listDocuments() {
  /** @type {Map<string, StoredDocument>} */
  const found = new Map();
  if (database) {
    const all = await done(database.transaction('documents').objectStore('documents').getAll()).catch(() => []);
    for (const stored of all) found.set(stored.id, stored);
  }
  for (const stored of memory.documents.values()) found.set(stored.id, stored);
  return [...found.values()].sort((a, b) => b.changed - a.changed);
}

/** Deletes a document. @param {string} id */
export async function deleteDocument(id) {
  memory.documents.delete(id);
  memory.texts.delete(id);
  if (!database) return;
  const transaction = database.transaction(['documents', 'texts'], 'readwrite');
  transaction.objectStore('documents').delete(id);
  transaction.objectStore('texts').delete(textsOf(id));
  await finished(transaction);
}

/** Returns the name of the lock that a page holds while a document is open. @param {string} id */
export const lockName = (id) => `reynard-document-${id}`;

/** Returns a function that tells whether a document is open in a page, if the browser supports locks. */
export async function openDocuments() {
  const { held = [] } = (await navigator.locks?.query().catch(() => ({ held: [] }))) ?? {};
  return (/** @type {string} */ id) => held.some(({ name }) => name === lockName(id));
}

/** @type {(removed: StoredDocument) => void} */
let tellRemoved = () => {};
/**
 * Sets a function to be called for each document that is removed since there are later ones, unless
 * it was only opened.
 * @param {(removed: StoredDocument) => void} listener
 */
export const whenRemoved = (listener) => {
  tellRemoved = listener;
};

/** The documents that this page has removed to make room for others. */
const removed = new Set();
/** Returns `true` if this page has removed a document to make room. @param {string} id */
export const wasRemoved = (id) => removed.has(id);

/**
 * Returns the documents that are too many. A document that was only opened is never the reason to
 * delete one that was edited, and the latest ones stay however many were edited.
 * @param {StoredDocument[]} all the latest first
 */
export function tooMany(all) {
  const edited = all.filter(({ content }) => content === 'edited');
  const others = all.filter(({ content }) => content !== 'edited');
  return [...others.slice(Math.max(LEAST_OPENED, MOST_DOCUMENTS - edited.length)), ...edited.slice(MOST_DOCUMENTS)];
}

/**
 * Deletes the documents that are too many, except those that are open or are being reloaded.
 * @param {string} newest the document that has just been written
 */
async function prune(newest) {
  const old = tooMany(await listDocuments());
  if (old.length === 0) return;
  const isOpen = await openDocuments();
  const left = leftDocuments();
  for (const document of old) {
    const { id, content } = document;
    if (id === newest || isOpen(id) || left.has(id)) continue;
    await deleteDocument(id);
    removed.add(id);
    if (content !== 'opened') tellRemoved(document);
  }
}
