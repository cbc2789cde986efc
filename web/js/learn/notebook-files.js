// The files of a notebook: in IndexedDB, or in a folder on the server. If the browser stores
// nothing, they are held in memory while the page is open.

import { ask } from '../server.js';
import { t } from '../i18n.js';

/**
 * The files by name. `games` has one text per game; `reviews` is the text of the journal.
 * @typedef {{settings: string | null, games: string, reviews: string, others: Map<string, string>}}
 * NotebookText
 * @typedef {{
 *   kind: 'browser' | 'memory' | 'server', read(): Promise<NotebookText>, readReviews():
 * Promise<string>,
 *   addGame(pgn: string): Promise<void>, addReviews(lines: string[]): Promise<void>,
 *   change(change: (files: Map<string, string>) => void): Promise<void>, }}
 * NotebookFiles `change` passes the files as they are stored, `notebook.toml` and those in
 * `repertoire` and `puzzles`, and stores what the function has changed in them. No other page can
 * write in between.
 */

const DATABASE = 'reynard-notebook';
export const SETTINGS = 'notebook.toml';
/** Number of journal lines sent to the server at once. */
const LINES_AT_ONCE = 2000;
/** Time limit for the browser to open the database, in milliseconds. */
const OPEN_TIMEOUT = 3000;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @returns {Promise<IDBDatabase>} */
function openDatabase() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('files');
      request.result.createObjectStore('games', { autoIncrement: true });
      request.result.createObjectStore('reviews');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('blocked'));
    setTimeout(() => reject(new Error('no answer')), OPEN_TIMEOUT);
  });
}

/**
 * Returns the key of a journal line. All copies of a line have the same key.
 * @param {string} line
 */
function keyOf(line) {
  const { time, run, count } = JSON.parse(line);
  return [time, run, count];
}

/** @returns {Promise<NotebookFiles>} */
async function browserFiles() {
  const database = await openDatabase();
  database.onversionchange = () => database.close();
  /**
   * @param {'files' | 'games' | 'reviews'} name
   * @param {(store: IDBObjectStore) => void} change
   * @returns {Promise<void>}
   */
  const write = (name, change) =>
    new Promise((resolve, reject) => {
      // An answer is on disk before the next question is asked.
      const transaction = database.transaction(name, 'readwrite', { durability: 'strict' });
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
      change(transaction.objectStore(name));
    });
  const all = (/** @type {string} */ name) => done(database.transaction(name).objectStore(name).getAll());
  const readReviews = async () => (await all('reviews')).map((line) => `${line}\n`).join('');
  return {
    kind: 'browser',
    readReviews,
    read: async () => {
      const files = database.transaction('files').objectStore('files');
      const [names, texts, games, reviews] = await Promise.all([
        done(files.getAllKeys()),
        done(files.getAll()),
        all('games'),
        readReviews(),
      ]);
      const others = new Map(names.map((name, i) => [String(name), String(texts[i])]));
      const settings = others.get(SETTINGS) ?? null;
      others.delete(SETTINGS);
      return { settings, games: games.join('\n\n'), reviews, others };
    },
    addGame: (pgn) => write('games', (store) => store.add(pgn)),
    addReviews: (lines) =>
      write('reviews', (store) => {
        for (const line of lines) store.put(line, keyOf(line));
      }),
    change: (change) =>
      write('files', (store) => {
        const names = store.getAllKeys();
        const texts = store.getAll();
        // The answers come in the order of the questions.
        texts.onsuccess = () => {
          const before = new Map(names.result.map((name, i) => [String(name), String(texts.result[i])]));
          const after = new Map(before);
          change(after);
          for (const [name, text] of after) if (text !== before.get(name)) store.put(text, name);
          for (const name of before.keys()) if (!after.has(name)) store.delete(name);
        };
      }),
  };
}

/** @returns {NotebookFiles} */
function memoryFiles() {
  const text = { games: '', reviews: '' };
  /** @type {Map<string, string>} */
  const files = new Map();
  return {
    kind: 'memory',
    read: async () => {
      const others = new Map(files);
      others.delete(SETTINGS);
      return { ...text, settings: files.get(SETTINGS) ?? null, others };
    },
    readReviews: async () => text.reviews,
    addGame: async (pgn) => {
      text.games += `${pgn}\n\n`;
    },
    addReviews: async (lines) => {
      text.reviews += lines.map((line) => `${line}\n`).join('');
    },
    change: async (change) => change(files),
  };
}

/** @returns {NotebookFiles} */
function serverFiles() {
  return {
    kind: 'server',
    readReviews: async () => (await ask('api/notebook/reviews')).reviews,
    read: async () => {
      const [{ settings, games, others }, { reviews }] = await Promise.all([
        ask('api/notebook'),
        ask('api/notebook/reviews'),
      ]);
      return { settings, games, reviews, others: new Map(Object.entries(others)) };
    },
    addGame: async (pgn) => {
      await ask('api/notebook/add', { part: 'games', text: pgn });
    },
    addReviews: async (lines) => {
      for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
        await ask('api/notebook/add', {
          part: 'reviews',
          text: lines
            .slice(at, at + LINES_AT_ONCE)
            .map((line) => `${line}\n`)
            .join(''),
        });
      }
    },
    // The folder belongs to the learner: the server only ever adds to it.
    change: async () => {
      throw new Error(t('learn.folder'));
    },
  };
}

/**
 * Adds a file unless its text is there under its name already. If another text has the name, the
 * file gets the next free one: `white-2.pgn` after `white.pgn`.
 * @param {Map<string, string>} files
 * @param {string} name
 * @param {string} text
 */
export function addUnderFreeName(files, name, text) {
  const [, stem, ending] = /^(.*?)((?:\.[^./]*)?)$/s.exec(name) ?? [name, name, ''];
  let own = name;
  for (let count = 2; files.has(own) && files.get(own) !== text; count++) own = `${stem}-${count}${ending}`;
  files.set(own, text);
}

/**
 * Returns the place of a brought file in the notebook, or `null` if it is neither a repertoire nor
 * a file of puzzles. Folders above the notebook are left out, and hidden files do not count.
 * @param {string} path
 */
export function placeOf(path) {
  const [, folder, name] = /(?:^|\/)(repertoire|puzzles)\/((?:[^/.][^/]*\/)*[^/.][^/]*)$/i.exec(path) ?? [];
  return folder === undefined ? null : `${folder.toLowerCase()}/${pgnName(name)}`;
}

/**
 * Returns the part of a notebook that a brought file is, or `null` if it is none. `folder` is a file
 * that has a place by `placeOf`, such as `repertoire/games.pgn`.
 * @param {string} path
 * @returns {'settings' | 'reviews' | 'games' | 'folder' | null}
 */
export function partOf(path) {
  const name = path.replace(/^.*\//s, '');
  if (/^notebook\.toml$/i.test(name)) return 'settings';
  if (/^reviews.*\.jsonl$/i.test(name)) return 'reviews';
  if (placeOf(path) !== null) return 'folder';
  return /^games\.pgn(\.gz)?$/i.test(name) ? 'games' : null;
}

/** Returns `true` for a file that systems and programs hide, as in a folder of macOS. @param {string} path */
export const isHidden = (path) => /(^|\/)(\.|__MACOSX\/)/.test(path);

/** Returns a name that `reynard learn` reads as one of a PGN file. @param {string} name */
export const pgnName = (name) => `${name.replace(/\.gz$/i, '').replace(/\.(pgn|txt)$/i, '')}.pgn`;

/**
 * Opens the files of the notebook: those on the server if it has a notebook, otherwise those in the
 * browser. Never fails.
 * @param {boolean} isOnServer
 * @returns {Promise<NotebookFiles>}
 */
export async function openFiles(isOnServer) {
  if (isOnServer) return serverFiles();
  return browserFiles().catch(memoryFiles);
}
