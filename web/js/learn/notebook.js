// The page's notebook: its files, its cards, and the games added to it.

import { newCards, positionInfo, prepareGame, readGame, readGames } from '../rules.js';
import { store } from '../chess-state.js';
import { newId } from '../library.js';
import { surroundings } from '../server.js';
import { newJournal } from './journal.js';
import { SETTINGS, addUnderFreeName, isHidden, openFiles, partOf, pgnName, placeOf } from './notebook-files.js';
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
 * @typedef {import('../../wasm/reynard.js').Games} Games
 * @typedef {{names: string[], lists: {list: Games, treatment: Treatment}[]}} Waiting games that wait
 * for the learner's name, and the names that are offered
 * @typedef {'complete' | 'asTheyAre'} Treatment of games that are added: the engine completes them
 * first, or they are not changed
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
let settings = USUAL;
/** @type {string[]} */
let fileNames = [];
/** @type {Promise<void> | null} */
let opening = null;
/** The end of the last change to `notebook`: changes wait for each other. */
let turn = Promise.resolve();

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

/**
 * Opens the stored notebook, if there is one. After a failure, and while there is none, a further
 * call looks again: the server may be back, or another page may have begun a notebook.
 */
export async function openNotebook() {
  if (notebook) return;
  opening ??= open().finally(() => {
    opening = null;
  });
  await opening;
}

async function open() {
  set({ isOpening: files === null });
  try {
    await surroundings;
    files ??= await openFiles(Boolean(store.get().server?.notebook));
    await reload();
  } finally {
    set({ isOpening: false });
  }
}

/** Performs a change to `notebook` after those before it. @param {() => Promise<void>} change */
function inTurn(change) {
  const own = turn.then(change);
  turn = own.catch(() => {});
  return own;
}

/** Reads the stored notebook. The one before is in use until the new one is whole. */
const reload = () =>
  inTurn(async () => {
    const text = await files?.read();
    if (!text || text.settings === null) return;
    const own = readSettings(text.settings);
    const { made, unfinished } = await read(text, own);
    notebook = made;
    settings = own;
    fileNames = [...text.others.keys()].sort();
    if (unfinished > 0) set({ said: t('learn.unfinished', { count: unfinished }) });
    showStatus();
  });

/**
 * Returns the notebook with the cards of all files, and the number of the learner's games that were
 * left out since they have no result at their end.
 * @param {import('./notebook-files.js').NotebookText} text
 * @param {import('./notebook-settings.js').NotebookSettings} own
 */
async function read({ games, reviews, others }, own) {
  const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);
  const made = newNotebook(own);
  const unfinished = await addList(made, readGames(bytes(games)), own.me);
  for (const [name, text] of others) {
    const list = readGames(bytes(text));
    if (/^repertoire\//i.test(name)) made.addRepertoire(list, name, sidesOf(list, own.me));
    else made.addPuzzles(list);
  }
  made.addReviews(bytes(reviews));
  return { made, unfinished };
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

/** @param {Games} list @returns {{white: string, black: string}[]} */
const playersOf = (list) => JSON.parse(list.page('', 0, list.length)).rows;

/** Returns the learner's side in each game of a list. @param {Games} list @param {string[]} me */
const sidesOf = (list, me = settings.me) => Uint8Array.from(playersOf(list), (game) => sideIn(me, game));

/**
 * Makes cards from the games of a list. Returns the number of games that have no result at their end
 * and give no cards.
 * @param {Notebook} own
 * @param {Games} list
 * @param {string[]} me the learner's names
 */
async function addList(own, list, me) {
  const sides = sidesOf(list, me);
  for (let at = 0; at < list.length; at += AT_ONCE) {
    own.addGames(list, sides, at, at + AT_ONCE);
    if (at > 0) await new Promise((resolve) => setTimeout(resolve));
  }
  const { games } = JSON.parse(own.status(Date.now(), offset()));
  const mine = sides.filter((side) => side > 0).length;
  return games === mine ? 0 : JSON.parse(own.lookAt(list, sides)).new.length;
}

/** Stores lines of the review journal, after those that could not be stored before. */
export const keepReviews = newJournal((lines) => files?.addReviews(lines));

/**
 * Changes the settings as they are stored, which another page may have written in the meantime. A
 * notebook that does not exist begins with them.
 * @param {(text: string) => string} change
 */
async function changeSettings(change) {
  await openNotebook();
  await files?.change((all) => all.set(SETTINGS, change(all.get(SETTINGS) ?? newSettings([]))));
  await reload();
}

/** Changes a setting. @param {string} key @param {number} value */
export const changeSetting = (key, value) => changeSettings((text) => withSetting(text, key, value));

/** Changes the learner's names from those that are shown. @param {string[]} names */
export function changeNames(names) {
  const removed = settings.me.filter((name) => !names.includes(name));
  return changeSettings((text) => withNames(text, names, removed));
}

/**
 * Returns the text of the settings with more names.
 * @param {string} text
 * @param {string[]} names
 * @param {string[]} [removed]
 */
function withNames(text, names, removed = []) {
  const kept = readSettings(text).me.filter((name) => !removed.includes(name));
  return withSetting(text, 'me', [...new Set([...kept, ...names])]);
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
  if (!askName(list, commonestNames(playersOf(list), 5), 'complete')) await addGames(list, 'complete');
}

/**
 * Asks for the learner's name if no game of a list has it. Returns `true` if the games wait for it,
 * after those that wait already.
 * @param {Games} list
 * @param {string[]} names the names that are offered
 * @param {Treatment} treatment
 */
function askName(list, names, treatment) {
  if (list.length === 0 || sidesOf(list).some((side) => side > 0)) return false;
  if (files?.kind === 'server') throw new Error(t('learn.nameInFolder'));
  const before = state().waiting ?? { names: [], lists: [] };
  const waiting = {
    names: [...new Set([...before.names, ...names])],
    lists: [...before.lists, { list, treatment }],
  };
  set({ waiting, said: '' });
  return true;
}

/** Adds the waiting games, after storing the learner's names. @param {string[]} names */
export async function takeNames(names) {
  checkIdle();
  const { waiting } = state();
  await changeSettings((text) => withNames(text, names));
  set({ waiting: null });
  const said = [];
  for (const { list, treatment } of waiting?.lists ?? []) {
    const outcome = await addGames(list, treatment);
    said.push(state().said);
    if (outcome === 'stopped') break;
  }
  set({ said: said.join(' ') });
}

/** Discards the waiting games. */
export const leaveGames = () => set({ waiting: null });

/** Stops adding games. The games added so far are kept. */
export function stopWork() {
  set({ work: null });
  endSearch();
}

/** Throws an error while games are being added. */
function checkIdle() {
  if (state().work) throw new Error(t('learn.busy'));
}

/**
 * Adds the new games of a list: each is completed where that is asked for, stored, and converted to
 * cards.
 * @param {Games} list
 * @param {Treatment} treatment
 * @returns {Promise<'done' | 'stopped'>}
 */
async function addGames(list, treatment) {
  checkIdle();
  const sides = sidesOf(list);
  const before = JSON.parse(cards().status(Date.now(), offset()));
  const look = JSON.parse(cards().lookAt(list, sides));
  const open = new Set(treatment === 'complete' ? look.open : []);
  set({ work: { game: 0, games: look.new.length, part: 0 }, said: '' });
  let added = 0;
  let unscored = 0;
  /** @type {'done' | 'stopped'} */
  let outcome = 'done';
  try {
    for (const index of look.new) {
      const game = list.game(index);
      const own = !state().work ? 'stopped' : open.has(index) ? await prepared(game, sides[index]) : game;
      if (own === 'stopped') {
        outcome = own;
        break;
      }
      if (own === 'unscored') unscored++;
      else {
        await keepGame(own.pgn(), sides[index]);
        added++;
      }
      set({ work: state().work && { game: added + unscored, games: look.new.length, part: 0 } });
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
      look.empty > 0 ? t('learn.empty', { count: look.empty }) : '',
      foreign > 0 ? t('learn.foreign', { count: foreign }) : '',
      unscored > 0 ? t('learn.unscored', { count: unscored }) : '',
    ]
      .filter(Boolean)
      .join(' '),
  });
  return outcome;
}

/** @param {string} pgn @param {number} side */
const keepGame = (pgn, side) =>
  inTurn(async () => {
    const list = readGames(new TextEncoder().encode(pgn));
    await files?.addGame(pgn.trim());
    cards().addGames(list, Uint8Array.of(side), 0, 1);
  });

/**
 * Completes a game with the engine, unless adding games is stopped, or the engine gives a position no
 * score.
 * @param {import('../../wasm/reynard.js').Game} game
 * @param {number} side
 * @returns {Promise<import('../../wasm/reynard.js').Game | 'stopped' | 'unscored'>}
 */
async function prepared(game, side) {
  const preparation = prepareGame(game, side);
  for (let next = preparation.nextSearch(); next; next = preparation.nextSearch()) {
    const { fen, moves, searched, open } = JSON.parse(next);
    const { chess960 } = positionInfo(fen);
    const found = await searchPosition({ fen, moves, nodes: settings.nodes, chess960 });
    const { work } = state();
    if (!found || !work) return 'stopped';
    if (found.score === null) return 'unscored';
    preparation.take(found.score, found.line.join(' '));
    set({ work: { ...work, part: searched / (searched + open) } });
  }
  return preparation.finish();
}

/** Begins a notebook, unless another page has done so. */
const beginNotebook = () => changeSettings((text) => text);

/**
 * Adds a game that was analyzed on the page. If neither player has the learner's name, the game
 * waits until the learner has entered a name. A player without a name at the bottom of the board is
 * the learner.
 * @param {string} pgn
 * @param {'white' | 'black'} bottom
 * @returns {Promise<'added' | 'known' | 'asked'>}
 */
export async function addAnalyzed(pgn, bottom) {
  await openNotebook();
  if (!notebook) await beginNotebook();
  const game = readGame(pgn);
  const listOf = () => readGames(new TextEncoder().encode(game.pgn()));
  const named = (/** @type {string} */ name) => !/^[\s?]*$/.test(name);
  const [players] = playersOf(listOf());
  const me = settings.me[0] ?? t('learn.me');
  if (!named(players[bottom]) && sideIn(settings.me, players) === 0)
    game.setTag(bottom === 'white' ? 'White' : 'Black', me);
  const list = listOf();
  const [{ white, black }] = playersOf(list);
  const names = (bottom === 'white' ? [white, black] : [black, white]).filter(named);
  if (askName(list, names, 'asTheyAre')) return 'asked';
  const sides = sidesOf(list);
  const isNew = JSON.parse(cards().lookAt(list, sides)).new.length > 0;
  if (isNew) await keepGame(game.pgn(), sides[0]);
  showStatus();
  return isNew ? 'added' : 'known';
}

/**
 * Removes a file of the notebook. Returns a function that brings it back.
 * @param {string} name
 */
export async function removeFile(name) {
  let text = '';
  await files?.change((all) => {
    text = all.get(name) ?? '';
    all.delete(name);
  });
  await reload();
  return async () => {
    await files?.change((all) => addUnderFreeName(all, name, text));
    await reload();
  };
}

/** Returns `true` if a game of a list has moves. @param {Games} list */
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
  const own = pgnName(name.replace(/[\\/]/g, '-'));
  await files?.change((all) => {
    if (!all.has(SETTINGS)) all.set(SETTINGS, newSettings([]));
    addUnderFreeName(all, `${folder}/${own}`, text);
  });
  await reload();
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
  if (!text) return [];
  const all = new Map([
    [SETTINGS, text.settings ?? newSettings([])],
    ['games.pgn', `${text.games.trim()}\n\n`],
    ['reviews.jsonl', text.reviews],
  ]);
  for (const [name, own] of text.others) addUnderFreeName(all, placeOf(name) ?? name, own);
  return [...all].map(([name, own]) => ({ name, bytes: new TextEncoder().encode(own) }));
}

/**
 * Imports the files of another notebook. Existing files are kept, and each game and each review is
 * stored only once. If no game has a player with the learner's name, the games wait until the
 * learner has entered a name. Returns the names of the files that are no part of a notebook, without
 * the hidden ones.
 * @param {{name: string, bytes: Uint8Array}[]} brought
 */
export async function importFiles(brought) {
  checkIdle();
  await openNotebook();
  const found = brought.map(({ name, bytes }) => ({ name, bytes, part: partOf(name) }));
  const textsOf = (/** @type {ReturnType<typeof partOf>} */ wanted) =>
    found.filter(({ part }) => part === wanted).map(({ bytes }) => textOf(bytes));
  const [own] = textsOf('settings');
  const reviews = textsOf('reviews');
  const list = readGames(new TextEncoder().encode(textsOf('games').join('\n\n')));
  const parts = found.flatMap(({ name, bytes, part }) => {
    const place = part === 'folder' ? placeOf(name) : null;
    return place && (/\.pgn$/i.test(name) || hasMoves(readGames(bytes))) ? [{ name, place, text: textOf(bytes) }] : [];
  });
  const left = found.filter(
    ({ name, part }) => part === null || (part === 'folder' && parts.every((taken) => taken.name !== name)),
  );
  if (own === undefined && list.length + reviews.length + parts.length === 0) throw new Error(t('learn.noNotebook'));
  await files?.change((all) => {
    const known = all.get(SETTINGS);
    if (known === undefined) all.set(SETTINGS, own ?? newSettings([]));
    else if (own !== undefined) all.set(SETTINGS, withNames(known, readSettings(own).me));
    for (const { place, text } of parts) addUnderFreeName(all, place, text);
  });
  await files?.addReviews(reviews.flatMap((text) => text.split('\n').map((line) => line.trim())).filter(isLine));
  await reload();
  if (list.length > 0 && !askName(list, commonestNames(playersOf(list), 5), 'asTheyAre'))
    await addGames(list, 'asTheyAre');
  return left.map(({ name }) => name).filter((name) => !isHidden(name));
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
