// Text fields of the game, such as comments and tags.

import { beforeLeaving, may, store } from './chess-state.js';

/** Milliseconds without a key before a text is stored. */
const TYPING_PAUSE = 300;

/**
 * The document, the game of its list, and the move to which a text belongs.
 * @typedef {{id: string, index: number | undefined, node: number}} TextPlace
 */

/**
 * Binds a field to a text of the game. The text belongs to the place that was shown when the field
 * got the focus, even if another move has been selected since. It is stored while the user types,
 * and before another game is shown. Returns a function that returns the move to which the shown
 * text belongs.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @param {{read: (state: import('./chess-state.js').PageState) => string, write: (place: TextPlace,
 * text: string) => void}} text `write` changes nothing if the text is the same; all changes for one
 * place can be undone in one step with `place` as the key
 */
export function bindText(field, { read, write }) {
  /** @returns {TextPlace} */
  const placeNow = () => {
    const { document: id, list, node } = store.get();
    return { id, index: list?.index, node };
  };
  let place = placeNow();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const keep = (isTyped = timer !== undefined) => {
    clearTimeout(timer);
    timer = undefined;
    if (isTyped && may('annotate')) write(place, field.value);
  };
  const fill = () => {
    field.value = read(store.get());
  };
  field.addEventListener('focus', () => {
    place = placeNow();
  });
  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(keep, TYPING_PAUSE, true);
  });
  field.addEventListener('change', () => keep(true));
  field.addEventListener('blur', () => {
    keep();
    place = placeNow();
    fill();
  });
  beforeLeaving(() => keep());
  store.subscribe(
    ({ tree, node, document: id, list }) => [tree, node, id, list?.index],
    () => {
      const now = placeNow();
      const isOther = now.id !== place.id || now.index !== place.index;
      // A game that becomes a copy, since another page has it, is still the game of the text.
      if (isOther) place = timer === undefined ? now : { ...now, node: place.node };
      if (document.activeElement !== field || (isOther && timer === undefined)) fill();
    },
  );
  return () => {
    const { tree, node } = store.get();
    return document.activeElement === field && tree.has(place.node) ? place.node : node;
  };
}
