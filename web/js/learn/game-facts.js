// Facts about the game on the board, found by an engine pass and worded as in the notebook.

import { readGames } from '../rules.js';
import { store } from '../chess-state.js';
import { markedPgn } from '../analysis.js';
import { newNotebook } from './notebook.js';
import { USUAL } from './notebook-settings.js';

/** The cards of both sides, with the evaluations from which they were created. */
const known = {
  points: /** @type {object | null} */ (null),
  notebooks: /** @type {import('../../wasm/reynard.js').Notebook[]} */ ([]),
};

/** @returns {import('../../wasm/reynard.js').Notebook[]} */
function notebooks() {
  const { points } = store.get().pass;
  if (known.points === points) return known.notebooks;
  for (const old of known.notebooks) old.free();
  known.points = points;
  const list = readGames(new TextEncoder().encode(markedPgn()));
  known.notebooks = [1, 2].map((side) => {
    const notebook = newNotebook(USUAL);
    notebook.addGames(list, Uint8Array.of(side), 0, 1);
    return notebook;
  });
  list.free();
  return known.notebooks;
}

/**
 * Returns the facts about a bad move of the game.
 * @param {string} fen before the move
 * @param {string} uci
 * @returns {import('./facts.js').LearnFact[]}
 */
export function gameFacts(fen, uci) {
  for (const notebook of notebooks()) {
    const facts = JSON.parse(notebook.explain(fen, uci));
    if (facts.length > 0) return facts;
  }
  return [];
}
