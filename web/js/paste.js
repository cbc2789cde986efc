// Opens text that the user pastes or drops. Nothing is fetched.

import { openPgn, startGame, store } from './chess-state.js';
import { recognize } from './recognize.js';
import { diagnosticText, inspectFen } from './rules.js';
import { unpackText } from './url.js';
import { toast } from './dom.js';
import { t } from './i18n.js';

/** The codes of diagnostics for a repair that changes the position. */
const CHANGES = /castling|en-passant|pieces-alone/;

/**
 * Opens pasted or dropped text as a new document. Returns `false` if nothing was opened.
 * @param {string} text
 */
export async function openBrought(text) {
  const brought = recognize(text);
  const patch = shownPatch();
  switch (brought.kind) {
    case 'fen':
      return openFen(brought.fen, patch);
    case 'remote':
      toast(t('paste.remote', { site: brought.address }));
      return false;
    case 'packed': {
      const pgn = await unpackText(brought.text).catch(() => '');
      return openPgn(new TextEncoder().encode(pgn), '', patch, 'edited');
    }
    default:
      // Its only copy may have been in the clipboard.
      return openPgn(new TextEncoder().encode(brought.pgn), '', patch, 'edited');
  }
}

/**
 * Returns the section that shows a game that is opened, if the current one does not.
 * @returns {Partial<import('./chess-state.js').PageState>}
 */
function shownPatch() {
  const { tab } = store.get();
  return tab === 'learn' || tab === 'setup' ? { tab: 'analyze' } : {};
}

/**
 * Opens a position, and reports any changes made to repair it.
 * @param {string} text
 * @param {Partial<import('./chess-state.js').PageState>} [patch]
 */
export function openFen(text, patch = {}) {
  const { fen, diagnostics } = inspectFen(text);
  if (!startGame(fen ?? text, patch)) return false;
  const changes = diagnostics.filter(({ code }) => CHANGES.test(code));
  if (changes.length > 0) toast(changes.map(diagnosticText).join(' '));
  return true;
}
