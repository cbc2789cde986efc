// The page's URL. It contains the game if there is room, and opening the URL opens the game.

import { current, gamePgn, goTo, openPgn, startGame, store } from './chess-state.js';
import { LONGEST, packText, readHash, unpackText, writeHash } from './url.js';
import { copyText, save } from './saving.js';
import { toast } from './dom.js';
import { t } from './i18n.js';

/** Milliseconds without a change before the URL is written. */
const PAUSE = 250;
const TABS = ['analyze', 'play', 'learn', 'games', 'setup'];

let last = '';
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** The compressed text of a game, and the version of the game that the text contains. */
let packed = {
  version: -1,
  pgn: /** @type {string | undefined} */ (undefined),
  text: /** @type {string | undefined} */ (undefined),
};
/** The numbers of the last write and of the last reading: an older one that ends later is void. */
let writes = 0;
let readings = 0;

/** Returns `true` if the URL contains a position or a game. */
export const isLinked = () => {
  const { fen, pgn, packed: text } = readHash(location.hash);
  return fen !== undefined || pgn !== undefined || text !== undefined;
};

/**
 * Reads the URL unless it has already been read. From then on, updates the URL when the state
 * changes.
 * @param {{isRead: boolean}} options
 */
export async function followAddress({ isRead }) {
  if (isRead) await readAddress();
  else last = location.hash;
  addEventListener('hashchange', () => {
    if (location.hash !== last && !history.state?.document) readAddress();
  });
  store.subscribe(
    ({ tree, node, orientation, setup, document }) => [tree, node, orientation, setup, document],
    () => {
      clearTimeout(timer);
      timer = setTimeout(writeAddress, PAUSE);
    },
  );
}

/**
 * Opens the game or position in the URL.
 * @param {Partial<import('./chess-state.js').PageState>} [patch] such as the name of the document
 */
export async function readAddress(patch = {}) {
  const own = ++readings;
  last = location.hash;
  const place = readHash(location.hash);
  let { pgn } = place;
  if (place.packed !== undefined) {
    pgn = await unpackText(place.packed).catch(() => undefined);
    // The user may have gone on to another address, or to a document, in the meantime.
    if (own !== readings || (patch.document && history.state?.document !== patch.document)) return;
    if (pgn === undefined) toast(t('link.broken'), { isError: true });
  }
  const side = place.side ?? 'white';
  if (pgn !== undefined) {
    if (openPgn(new TextEncoder().encode(pgn), '', { orientation: side, ...patch })) {
      store.set({ linked: store.get().version });
      goToPly(place.ply);
    }
  } else if (place.fen !== undefined) {
    if (startGame(place.fen, { orientation: side, ...patch })) store.set({ linked: store.get().version });
    if (place.isCut) toast(t('link.onlyPosition'));
  } else if (place.side) store.set({ orientation: side });
  const tab = /** @type {import('./chess-state.js').Tab} */ (place.tab);
  if (TABS.includes(tab)) store.set({ tab });
}

/** @param {number | undefined} ply */
function goToPly(ply) {
  const { tree } = store.get();
  const node = ply === undefined ? undefined : ply === 0 ? tree.root : tree.mainLine()[ply - 1];
  if (node) goTo(node.id, { isSilent: true });
}

/**
 * Returns `true` if a game has neither moves nor a comment.
 * @param {import('./tree.js').Tree} tree
 */
const isBare = (tree) => tree.json.nodes.length === 1 && !tree.root.comment;

/** Returns the compressed text of the game. */
async function packedGame() {
  const { tree, version } = store.get();
  if (packed.version === version) return packed;
  // Unknown tags contain no information and would make the URL longer.
  const pgn = isBare(tree)
    ? undefined
    : gamePgn()
        .split('\n')
        .filter((line) => !/^\[\w+ "(\?|\?{4}\.\?\?\.\?\?|\*)"\]$/.test(line))
        .join('\n')
        .trim();
  const own = { version, pgn, text: pgn === undefined ? undefined : await packText(pgn) };
  // A later game may have been compressed in less time.
  if (version > packed.version) packed = own;
  return own;
}

/**
 * Returns the part of the URL after `#` that represents the state, and whether it contains a game.
 * For a long list of games, it contains only the open game.
 */
async function makeHash() {
  const { tree, node, orientation } = store.get();
  const isUsual = isBare(tree) && tree.tag('FEN') === '';
  const fen = isUsual ? undefined : current().fen;
  const ply = tree.isMainLine(node) ? tree.path(node).length : undefined;
  const { pgn, text } = await packedGame();
  return { hash: writeHash({ fen, pgn, packed: text, ply, side: orientation }), hasGame: pgn !== undefined };
}

/** Writes the URL. */
export async function writeAddress() {
  clearTimeout(timer);
  const { setup, document: own } = store.get();
  if (setup) return;
  const number = ++writes;
  const { hash } = await makeHash();
  if (number !== writes || store.get().document !== own || hash === location.hash) return;
  history.replaceState(history.state, '', hash || location.pathname + location.search);
  last = location.hash;
}

/** Copies a link, and reports what it contains. */
export async function copyLink() {
  const { hash, hasGame } = await makeHash();
  const link = new URL(hash || location.pathname, location.href).href;
  const isCut = /&cut\b/.test(hash);
  const all = store.get().list?.games.length ?? 1;
  if (!(await copyText(link))) return;
  if (!isCut && all === 1) toast(t(hasGame ? 'link.copied' : 'link.position'));
  else
    toast(isCut ? t('link.tooLong', { most: LONGEST }) : t('link.oneOfMany', { all }), {
      action: { label: t('storage.save'), run: save },
    });
}
