// Files and the clipboard.

import { h, toast } from './dom.js';
import { sentence } from './sentence.js';
import { store, wholePgn } from './chess-state.js';
import { t } from './i18n.js';

/**
 * Saves bytes or text as a file.
 * @param {BlobPart} content
 * @param {string} name
 * @param {string} type
 */
export function download(content, name, type) {
  const link = h('a', { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Returns a file name for the game, without an extension. */
export function fileName() {
  const { list, tree } = store.get();
  const players = ['White', 'Black']
    .map((name) => tree.tag(name))
    .filter((name) => name && name !== '?')
    .join('-');
  const name = list?.name.replace(/(\.(pgn|txt|gz))+$/i, '') ?? players;
  return (name || 'game').replace(/[^\p{L}\p{N}._-]+/gu, '_');
}

/** Saves the game, or all games in the list, as PGN. */
export function save() {
  try {
    download(wholePgn(), `${fileName()}.pgn`, 'application/x-chess-pgn');
  } catch (error) {
    toast(sentence(error), { isError: true });
  }
}

/**
 * Copies text to the clipboard. Returns `false` if the browser does not allow this.
 * @param {string} text
 * @param {string} [said]
 */
export async function copyText(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    if (said) toast(said);
    return true;
  } catch {
    toast(t('copy.failed'), { isError: true });
    return false;
  }
}
