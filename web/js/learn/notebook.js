// The page's notebook: its files, its cards, and the games added to it.

import { newCards, prepareGame, readGame, readGames } from '../rules.js';
import { store } from '../chess-state.js';
import { newId } from '../library.js';
import { surroundings } from '../server.js';
import { newJournal } from './journal.js';
import { openFiles } from './notebook-files.js';
import { textOf } from '../opened-files.js';
import { commonestNames, sideIn } from './names.js';
import { USUAL, newSettings, readSettings, withSetting } from './notebook-settings.js';
import { endSearch, searchPosition } from './search.js';
import { t } from '../i18n.js';

/**
 * Counts of the notebook's games, cards and answers.
 * @typedef {{
 *   games: number, cards: number, kinds: Record<string, number>, due: number, new: number,
 *   suspended: number, leeches: number, answers: number, daysInARow: number, nextDueDays: number |
 * null, unknownLines: number, }} NotebookStatus
 * @typedef {{game: number, games: number, part: number}} Work games that are being added
 * @typedef {{list: import('../../wasm/reynard.js').Games, names: string[]}} Waiting games that wait
 * for the learner's name
 * @typedef {{
 *   kind: import('./notebook-files.js').NotebookFiles['kind'], settings:
 *     import('./notebook-settings.js').NotebookSettings, status: NotebookStatus, files: string[], }}
 * OpenNotebook `files` are the names of the repertoires and puzzles
 * @typedef {{
 *   isOpening: boolean, notebook: OpenNotebook | null, work: Work | null, waiting: Waiting | null,
 *   said: string, }} LearnState
 */

/** Number of games processed between two updates of the page. */
const AT_ONCE = 50;

/** @type {import('./notebook-files.js').NotebookFiles | null} */
let files = null;
/** @typedef {import('../../wasm/reynard.js').Notebook} Notebook */

/** @type {Notebook | null} */
let notebook = null;
let settingsText = '';
let settings = USUAL;
/** @type {string[]} */
let fileNames = [];
/** @type {Promise<void> | null} */
let opening = null;

/** @returns {LearnState} */
const state = () => store.get().learn;
/** @param {Partial<LearnState>} patch */
const set = (patch) => store.set({ learn: { ...state(), ...patch } });

/** Returns the offset of local time from UTC in minutes. */
export const offset = () => -new Date().getTimezoneOffset();

/** Returns the cards and their schedule. A notebook must be open. */
export const cards = () => /** @type {Notebook} */ (notebook);
/** Returns the number of nodes per search, from the settings. */
export const nodesOfSearch = () => settings.nodes;

/** @param {import('./notebook-settings.js').NotebookSettings} own */
export const newNotebook = ({ newCardsADay, retention, rolloverHour }) =>
  newCards({ newCardsADay, retention, rolloverHour }, newId().slice(0, 8));

/** Opens the stored notebook. Further calls return the promise of the first call. */
export function openNotebook() {
  opening ??= open();
  return opening;
}

async function open() {
  set({ isOpening: true });
  try {
    await surroundings;
    files = await openFiles(Boolean(store.get().server?.notebook));
    const text = await files.read();
    if (text.settings !== null) await load(text);
  } finally {
    set({ isOpening: false });
  }
}

/** @param {import('./notebook-files.js').NotebookText} text */
async function load({ settings: own, games, reviews, others }) {
  settingsText = own ?? newSettings([]);
  settings = readSettings(settingsText);
  notebook = newNotebook(settings);
  const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);
  await addList(readGames(bytes(games)));
  fileNames = [...others.keys()].sort();
  for (const [name, text] of others) {
    const list = readGames(bytes(text));
    if (name.startsWith('repertoire/')) notebook.addRepertoire(list, name, sidesOf(list));
    else notebook.addPuzzles(list);
  }
  notebook.addReviews(bytes(reviews));
  showStatus();
}

/** Adds the reviews that other pages and programs have stored. */
export async function takeReviews() {
  if (files && notebook) notebook.addReviews(new TextEncoder().encode(await files.readReviews()));
}

/** Updates the numbers of cards that are currently due. */
export function showStatus() {
  if (!files || !notebook) return;
  const status = JSON.parse(notebook.status(Date.now(), offset()));
  set({ notebook: { kind: files.kind, settings, status, files: fileNames } });
}

/** @param {import('../../wasm/reynard.js').Games} list @returns {{white: string, black: string}[]} */
const playersOf = (list) => JSON.parse(list.page('', 0, list.length)).rows;

/**
 * Returns the learner's side in each game of a list.
 * @param {import('../../wasm/reynard.js').Games} list
 */
const sidesOf = (list) => Uint8Array.from(playersOf(list), (game) => sideIn(settings.me, game));

/** Makes cards from the games of a list. @param {import('../../wasm/reynard.js').Games} list */
async function addList(list) {
  const sides = sidesOf(list);
  for (let at = 0; at < list.length; at += AT_ONCE) {
    cards().addGames(list, sides, at, at + AT_ONCE);
    if (at > 0) await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Stores lines of the review journal, after those that could not be stored before. */
export const keepReviews = newJournal((lines) => files?.addReviews(lines));

/** Changes a setting. @param {string} key @param {number | string[]} value */
export async function changeSetting(key, value) {
  await openNotebook();
  settingsText = withSetting(settingsText || newSettings([]), key, value);
  await files?.write('notebook.toml', settingsText);
  const text = await files?.read();
  if (text) await load(text);
}

/**
 * Adds the games of a PGN file to the notebook. If no game has a player with the learner's name,
 * the games wait until the learner has entered a name.
 * @param {Uint8Array} bytes
 */
export async function takeGames(bytes) {
  await openNotebook();
  const list = readGames(bytes);
  if (list.length === 0) throw new Error(t('games.none'));
  const isMine = sidesOf(list).some((side) => side > 0);
  if (isMine) await addGames(list);
  else set({ waiting: { list, names: commonestNames(playersOf(list), 5) }, said: '' });
}

/** Adds the waiting games, after storing the learner's names. @param {string[]} names */
export async function takeNames(names) {
  const { waiting } = state();
  await changeSetting('me', [...new Set([...settings.me, ...names])]);
  set({ waiting: null });
  if (waiting) await addGames(waiting.list);
}

/** Discards the waiting games. */
export const leaveGames = () => set({ waiting: null });

/** Stops adding games. The games added so far are kept. */
export function stopWork() {
  set({ work: null });
  endSearch();
}

/**
 * Adds the new games of a list. The engine completes each game, which is then stored and converted
 * to cards.
 * @param {import('../../wasm/reynard.js').Games} list
 */
async function addGames(list) {
  if (state().work) return;
  const sides = sidesOf(list);
  const before = JSON.parse(cards().status(Date.now(), offset()));
  const look = JSON.parse(cards().lookAt(list, sides));
  const open = new Set(look.open);
  set({ work: { game: 0, games: look.new.length, part: 0 }, said: '' });
  let added = 0;
  try {
    for (const index of look.new) {
      if (!state().work) break;
      const game = list.game(index);
      const done = open.has(index) ? await prepared(game, sides[index]) : game;
      if (!done) break;
      await keepGame(done.pgn(), sides[index]);
      added++;
      set({ work: state().work && { game: added, games: look.new.length, part: 0 } });
      if (added % AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve));
    }
  } finally {
    if (open.size > 0) endSearch();
    set({ work: null });
    showStatus();
  }
  const after = JSON.parse(cards().status(Date.now(), offset()));
  const foreign = sides.filter((side) => side === 0).length;
  set({
    said: [
      t('learn.added', { count: added, cards: after.cards - before.cards }),
      look.known > 0 ? t('learn.known', { count: look.known }) : '',
      foreign > 0 ? t('learn.foreign', { count: foreign }) : '',
    ]
      .filter(Boolean)
      .join(' '),
  });
}

/** @param {string} pgn @param {number} side */
async function keepGame(pgn, side) {
  const list = readGames(new TextEncoder().encode(pgn));
  await files?.addGame(pgn.trim());
  cards().addGames(list, Uint8Array.of(side), 0, 1);
}

/**
 * Completes a game with the engine. Returns `null` if adding games was stopped.
 * @param {import('../../wasm/reynard.js').Game} game
 * @param {number} side
 */
async function prepared(game, side) {
  const preparation = prepareGame(game, side);
  for (let next = preparation.nextSearch(); next; next = preparation.nextSearch()) {
    const { fen, moves, searched, open } = JSON.parse(next);
    const found = await searchPosition({ fen, moves, nodes: settings.nodes });
    const { work } = state();
    if (!found || !work) return null;
    preparation.take(found.score, found.line.join(' '));
    set({ work: { ...work, part: searched / (searched + open) } });
  }
  return preparation.finish();
}

/**
 * Adds a game that was analyzed on the page. The learner's side is the one with the learner's name
 * or, if there is none, the side at the bottom of the board.
 * @param {string} pgn
 * @param {'white' | 'black'} bottom
 */
export async function addAnalyzed(pgn, bottom) {
  await openNotebook();
  if (!notebook) {
    settingsText = newSettings([]);
    await files?.write('notebook.toml', settingsText);
    notebook = newNotebook(settings);
  }
  const game = readGame(pgn);
  const list = readGames(new TextEncoder().encode(pgn));
  const [players] = playersOf(list);
  let side = sideIn(settings.me, players);
  if (side === 0) {
    side = bottom === 'white' ? 1 : 2;
    const name = (side === 1 ? players.white : players.black).trim();
    if (!name) {
      game.setTag(side === 1 ? 'White' : 'Black', t('learn.me'));
      await changeSetting('me', [...settings.me, t('learn.me')]);
    } else await changeSetting('me', [...settings.me, name]);
  }
  const look = JSON.parse(cards().lookAt(list, Uint8Array.of(side)));
  if (look.new.length > 0) await keepGame(game.pgn(), side);
  showStatus();
  return look.new.length > 0;
}

/**
 * Removes a file of the notebook. Returns a function that brings it back.
 * @param {string} name
 */
export async function removeFile(name) {
  const reload = async () => {
    const all = await files?.read();
    if (all) await load(all);
  };
  const text = (await files?.read())?.others.get(name) ?? '';
  await files?.remove(name);
  await reload();
  return async () => {
    await files?.write(name, text);
    await reload();
  };
}

/** Returns `true` if a game of a list has moves. @param {import('../../wasm/reynard.js').Games} list */
function hasMoves(list) {
  for (let i = 0; i < list.length; i++) if (JSON.parse(list.game(i).json()).nodes.length > 1) return true;
  return false;
}

/**
 * Adds a repertoire or puzzle file. Throws an error if no game in it has moves.
 * @param {'repertoire' | 'puzzles'} folder
 * @param {string} name
 * @param {string} text
 */
export async function addFile(folder, name, text) {
  await openNotebook();
  const list = readGames(new TextEncoder().encode(text));
  if (!hasMoves(list)) throw new Error(t('learn.noGames', { name }));
  const own = name.replace(/[\\/]/g, '-');
  await files?.write('notebook.toml', settingsText || newSettings([]));
  await files?.write(`${folder}/${own}`, text);
  const all = await files?.read();
  if (!all) return;
  await load(all);
  if (folder === 'repertoire') {
    const without = newNotebook(settings).addRepertoire(list, own, sidesOf(list));
    set({ said: without > 0 ? t('learn.whichSide', { name: own }) : '' });
  }
}

/**
 * Returns the files of the notebook, in the format of `reynard learn`.
 * @returns {Promise<{name: string, bytes: Uint8Array}[]>}
 */
export async function exportFiles() {
  const text = await files?.read();
  const encode = (/** @type {string} */ own) => new TextEncoder().encode(own);
  if (!text) return [];
  return [
    { name: 'notebook.toml', bytes: encode(text.settings ?? newSettings([])) },
    { name: 'games.pgn', bytes: encode(`${text.games.trim()}\n\n`) },
    { name: 'reviews.jsonl', bytes: encode(text.reviews) },
    ...[...text.others].map(([name, own]) => ({ name, bytes: encode(own) })),
  ];
}

/**
 * Imports the files of another notebook. Existing files are kept, and each game and each review is
 * stored only once.
 * @param {{name: string, bytes: Uint8Array}[]} brought
 */
export async function importFiles(brought) {
  await openNotebook();
  const named = (/** @type {RegExp} */ pattern) => brought.filter(({ name }) => pattern.test(name));
  const [own] = named(/(^|\/)notebook\.toml$/i);
  const [games, reviews] = [named(/(^|\/)games\.pgn$/i), named(/(^|\/)reviews[^/]*\.jsonl$/i)];
  const parts = named(/(^|\/)(repertoire|puzzles)\/[^/]+\.pgn$/i);
  if (!own && games.length + reviews.length + parts.length === 0) throw new Error(t('learn.noNotebook'));
  if (own && !notebook) await files?.write('notebook.toml', textOf(own.bytes));
  else if (own) {
    const more = readSettings(textOf(own.bytes)).me;
    await files?.write('notebook.toml', withSetting(settingsText, 'me', [...new Set([...settings.me, ...more])]));
  }
  for (const { name, bytes } of parts) await files?.write(name.split('/').slice(-2).join('/'), textOf(bytes));
  const lines = reviews.flatMap(({ bytes }) =>
    textOf(bytes)
      .split('\n')
      .map((line) => line.trim())
      .filter(isLine),
  );
  await files?.addReviews(lines);
  const before = await files?.read();
  if (before) await load(before);
  for (const { bytes } of games) await importGames(bytes);
  showStatus();
}

/** Adds the games of another notebook without changing them. @param {Uint8Array} bytes */
async function importGames(bytes) {
  const list = readGames(bytes);
  const sides = sidesOf(list);
  const look = JSON.parse(cards().lookAt(list, sides));
  for (const index of look.new) await keepGame(list.game(index).pgn(), sides[index]);
}

/** Returns `true` for a line of a review journal. @param {string} line */
function isLine(line) {
  try {
    const { time, run, count, card } = JSON.parse(line);
    return Number.isInteger(time) && typeof run === 'string' && Number.isInteger(count) && typeof card === 'string';
  } catch {
    return false;
  }
}
