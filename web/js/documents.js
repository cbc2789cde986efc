// Stores the open document, and opens stored documents: after a reload or a crash, with Back and
// Forward, and from the list.

import { beforeLeaving, gamePgn, isBlank, leave, listEdits, openStored, store } from './chess-state.js';
import {
  OWNER,
  deleteDocument,
  hasUnstored,
  isInMemory,
  listDocuments,
  lockName,
  MOST_DOCUMENTS,
  newId,
  openDocuments,
  openLibrary,
  storageState,
  storeMemory,
  takeDocument,
  wasRemoved,
  whenRemoved,
  writeDocument,
} from './library.js';
import { isLinked, readAddress } from './address.js';
import { paused } from './clock.js';
import { forgetPending, keepPending, noteLeft, takePending } from './pending.js';
import { toast } from './dom.js';
import { save } from './saving.js';
import { t } from './i18n.js';

/** Milliseconds without a change before the document is written. */
const PAUSE = 400;
/** Milliseconds between two writes while a clock is running. */
const CLOCK_PAUSE = 2000;

/** The texts that have been written. Unchanged texts are not written again. */
const written = { id: '', hasFile: false, revision: -1, version: -1 };
/**
 * The copies of documents that other pages continue, by the id of the document.
 * @type {Map<string, string>}
 */
const copies = new Map();
/** Set if something has changed since the last write. */
let isDirty = false;
/** The last write in the queue, which serializes writes. */
let queue = Promise.resolve();
/**
 * The writes in the queue that have not ended.
 * @type {Set<{stored: import('./library.js').StoredDocument, texts: import('./library.js').Texts}>}
 */
const unfinished = new Set();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let isTold = false;
/** The number of the last document asked for: an older one that arrives later is not shown. */
let openings = 0;
/** @type {Set<() => void>} */
const listeners = new Set();

/**
 * Sets a function to be called after each change to the stored documents.
 * @param {() => void} listener
 */
export const whenKept = (listener) => {
  listeners.add(listener);
};

/**
 * Opens the library and the document of this page. If the page has no document, opens the most
 * recent one, unless it is open in another page. Returns `true` if a document was opened.
 * @param {boolean} isLinked the URL contains a game
 */
export async function restoreDocument(isLinked) {
  await openLibrary();
  for (const { stored, games } of takePending()) await finish(stored, new Map(games)).catch(() => {});
  const { document: own, isKept } = history.state ?? stateBefore() ?? {};
  // A page that ended at once after the first change has no mark in its state.
  if (own && (await openDocument(own))) return true;
  if (own && isKept) {
    toast(t('storage.gone'));
    return false;
  }
  if (isLinked) return false;
  const [last] = await listDocuments();
  return last !== undefined && !(await openDocuments())(last.id) && openDocument(last.id);
}

/**
 * Finishes the write of a page that has ended. If another page has written the document since, the
 * write becomes a copy of its own.
 * @param {import('./library.js').StoredDocument} stored
 * @param {Map<number, string>} games
 */
async function finish(stored, games) {
  const known = (await listDocuments()).find(({ id }) => id === stored.id);
  // A list without its file cannot be read.
  const isWhole = stored.games === 1 && games.has(0);
  const hasEnded =
    known && (known.changed === stored.changed || (known.owner === stored.owner && known.changed > stored.changed));
  if (hasEnded || (!known && !isWhole)) return;
  const outcome = await writeDocument(stored, { games }, { isWhole });
  if (outcome === 'foreign' && isWhole) await writeDocument({ ...stored, id: newId() }, { games });
}

/** Key of the state in the session storage. */
const STATE = 'reynard.state';

/**
 * Returns the history state before a reload. Chromium loses it if the reload makes the page
 * isolated, which happens after the first visit.
 */
function stateBefore() {
  try {
    const [entry] = performance.getEntriesByType('navigation');
    const isReload = /** @type {PerformanceNavigationTiming | undefined} */ (entry)?.type === 'reload';
    return isReload ? JSON.parse(sessionStorage.getItem(STATE) ?? 'null') : null;
  } catch {
    return null;
  }
}

/**
 * Sets the state of the current history entry, or adds a new entry with it.
 * @param {{document: string, isKept?: boolean}} state
 */
function setState(state, isNew = false) {
  if (isNew) history.pushState(state, '', location.href);
  else history.replaceState(state, '', location.href);
  try {
    sessionStorage.setItem(STATE, JSON.stringify(state));
  } catch {
    // The history contains the state anyway.
  }
}

/** From now on, stores the document whenever it changes. */
export function keepDocument() {
  beforeLeaving(writeNow);
  whenRemoved(({ title }) => toast(t('recent.removed', { title, most: MOST_DOCUMENTS })));
  store.subscribe(
    ({ document }) => document,
    (document) => {
      holdDocument(document);
      if (history.state?.document === document) return;
      // A page without a game needs no history entry of its own, and a new URL already has one.
      setState({ document }, history.state !== null && (Boolean(history.state.isKept) || isLinked()));
    },
  );
  store.subscribe(
    ({ version, node, orientation, tab, play, list }) => [version, node, orientation, tab, play, list],
    () => {
      clearTimeout(timer);
      isDirty = true;
      timer = setTimeout(writeNow, PAUSE);
    },
  );
  isDirty = false;
  setInterval(() => {
    if (store.get().play?.running) writeNow();
  }, CLOCK_PAUSE);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) leave();
  });
  // When the user leaves the page, the browser may keep it for Back, but no document is then open
  // in it.
  addEventListener('pagehide', () => {
    leave();
    keepPending(OWNER, [...unfinished]);
    noteLeft(store.get().document);
    letGo?.();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    forgetPending(OWNER);
    holdDocument(store.get().document);
  });
  addEventListener('popstate', ({ state }) => {
    if (state?.document) goToDocument(state.document);
  });
  addEventListener('beforeunload', (event) => {
    if (storageState() !== 'kept' && (hasUnstored() || !isBlank())) event.preventDefault();
  });
}

/** Writes all changes to the document immediately. */
export function writeNow() {
  clearTimeout(timer);
  if (!isDirty && !store.get().play?.running) return queue;
  isDirty = false;
  // A link that is only viewed is not stored as a document.
  const isUnchanged = isBlank() || store.get().version === store.get().linked;
  if (isUnchanged && written.id !== store.get().document) return queue;
  const { document: id, documentName, list, node, orientation, tab, play, tree, version } = store.get();
  const edits = list ? listEdits() : null;
  const whole = wholeTexts(edits);
  const isWhole = written.id !== id;
  const games = new Map(
    [...whole.games].filter(([index]) =>
      edits ? (edits.games.get(index)?.revision ?? 0) > written.revision : version !== written.version,
    ),
  );
  const texts = isWhole ? whole : { games, file: written.hasFile ? null : whole.file };
  const stored = {
    id,
    title: titleOf(),
    changed: Date.now(),
    owner: OWNER,
    games: list?.games.length ?? 1,
    name: documentName || null,
    letters: list?.letters ?? null,
    place: { index: list?.index ?? 0, path: tree.indicesOf(node), orientation, tab },
    play: paused(play),
    content: contentOf(edits),
  };
  Object.assign(written, { id, hasFile: list !== null, revision: edits?.revision ?? -1, version });
  if (history.state?.document === id && !history.state.isKept) setState({ document: id, isKept: true });
  const own = { stored, texts };
  unfinished.add(own);
  queue = queue
    .then(() => write(stored, isWhole ? null : texts, whole))
    .catch((error) => console.error(error))
    .finally(() => unfinished.delete(own));
  return queue;
}

/**
 * Returns `opened` if the document is as it was where it came from, or else `edited`.
 * @param {import('./chess-state.js').ListEdits | null} edits the edits of a list of games
 * @returns {import('./library.js').Content}
 */
function contentOf(edits) {
  const { version, opened } = store.get();
  return (edits ? opened >= 0 && edits.games.size === 0 : version === opened) ? 'opened' : 'edited';
}

/**
 * Returns all texts of the document.
 * @param {import('./chess-state.js').ListEdits | null} edits the edits of a list of games
 * @returns {import('./library.js').Texts}
 */
function wholeTexts(edits) {
  if (!edits) return { games: new Map([[0, gamePgn()]]), file: null };
  return {
    games: new Map([...edits.games].map(([index, { pgn }]) => [index, pgn])),
    file: store.get().list?.file ?? null,
  };
}

/**
 * @param {import('./library.js').StoredDocument} stored
 * @param {import('./library.js').Texts | null} changed the texts that have changed, if not all have
 * @param {import('./library.js').Texts} whole all texts
 */
async function write(stored, changed, whole) {
  let outcome = changed ? await writeDocument(stored, changed, { isWhole: false }) : 'missing';
  // Another page may have removed the document, together with the texts that have not changed.
  if (outcome === 'missing') outcome = await writeDocument(stored, whole);
  if (outcome === 'foreign') {
    // Another page continues this document, so this page uses a new id and writes all texts. Writes
    // that are already in the queue belong to the same copy.
    written.id = '';
    const id = copies.get(stored.id) ?? newId();
    copies.set(stored.id, id);
    if (store.get().document !== stored.id) {
      // The user has left the document: what it holds is only here.
      await write({ ...stored, id }, null, whole);
      return;
    }
    setState({ document: id });
    store.set({ document: id });
    toast(t('document.copied'));
    isDirty = true;
    clearTimeout(timer);
    timer = setTimeout(writeNow);
    return;
  }
  // A document that could not be stored is written again after the next change.
  if (isInMemory(stored.id)) written.id = '';
  tellStorage();
  for (const listener of listeners) listener();
}

/**
 * Reports once that the browser does not store documents, and offers to save a file instead.
 */
function tellStorage() {
  const state = storageState();
  if (state === 'kept' || isTold) return;
  isTold = true;
  toast(t(`storage.${state}`), { action: { label: t('storage.save'), run: save } });
}

/**
 * Opens a stored document; the previous document is stored as it is. Returns `false` if the
 * document does not exist.
 * @param {string} id
 */
export async function openDocument(id) {
  const number = ++openings;
  if (store.get().document === id && !isBlank()) return true;
  await writeNow();
  // Another document has been asked for in the meantime, such as with Back and then Forward.
  if (number !== openings) return true;
  const found = await takeDocument(id).catch(() => null);
  if (number !== openings) return true;
  if (!found) return false;
  try {
    openStored(found.stored, found.texts);
  } catch (error) {
    // Text that cannot be read must not break the page.
    console.error(error);
    return false;
  }
  copies.delete(id);
  const { version, list } = store.get();
  if (found.stored.content === 'opened') store.set({ opened: version });
  Object.assign(written, { id, hasFile: list !== null, revision: list?.edits.revision ?? -1, version });
  return true;
}

/** Shows the document to which the user has navigated with Back or Forward. @param {string} id */
async function goToDocument(id) {
  if (await openDocument(id)) return;
  if (history.state?.document !== id) return;
  if (isLinked()) {
    await readAddress({ document: id });
    return;
  }
  toast(t(wasRemoved(id) ? 'storage.removed' : 'storage.gone'));
  setState({ document: store.get().document, isKept: !isBlank() });
}

/** Removes a document from the list, and offers to bring it back. @param {string} id */
export async function forgetDocument(id) {
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const found = await takeDocument(id).catch(() => null);
  /** @param {() => Promise<unknown>} change */
  const inQueue = (change) => {
    queue = queue.then(change).then(tell);
    return queue;
  };
  await deleteDocument(id);
  // There may be room now for what is held in memory.
  await inQueue(storeMemory);
  if (!found) return;
  const run = () => inQueue(() => writeDocument(found.stored, found.texts, { isClaimed: true }));
  toast(t('recent.forgotten', { title: found.stored.title }), { action: { label: t('undo'), run } });
}

/** Returns the title of the current document for the list of documents. */
function titleOf() {
  const { tree, list } = store.get();
  if (list) return list.name;
  const players = ['White', 'Black'].map((name) => tree.tag(name)).filter((name) => name && name !== '?');
  if (players.length > 0) return players.join(' – ');
  const event = tree.tag('Event');
  if (event && event !== '?') return event;
  const moves = tree
    .mainLine()
    .slice(0, 4)
    .map(({ san }) => san)
    .join(' ');
  return moves || (tree.tag('FEN') ? t('document.position') : t('document.untitled'));
}

/** @type {(() => void) | null} */
let letGo = null;

/**
 * Lets other pages know that a document is open here, if the browser supports locks.
 * @param {string} id
 */
function holdDocument(id) {
  letGo?.();
  // Another page may have the lock for long, so the request ends with the document, too.
  const request = new AbortController();
  /** @type {Promise<void>} */
  const end = new Promise((resolve) => {
    letGo = () => {
      request.abort();
      resolve();
    };
  });
  navigator.locks?.request(lockName(id), { signal: request.signal }, () => end).catch(() => {});
}
