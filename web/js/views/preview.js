// Previews of positions for hovered or focused elements.

import { store } from '../chess-state.js';

/** @typedef {Pick<import('../shown.js').Preview, 'source' | 'moves' | 'fen'>} Target */

/** @type {WeakMap<Element, Target>} */
const targets = new WeakMap();

/**
 * Sets the position that is previewed for an element, or `null` for none.
 * @param {Element} element
 * @param {Target | null} target
 */
export const setPreview = (element, target) => {
  if (target) targets.set(element, target);
  else targets.delete(element);
};

/**
 * Previews the position set for an element of a container while that element is hovered or focused.
 * @param {HTMLElement} container
 */
export function previewOnMove(container) {
  const show = (/** @type {Event} */ event) => {
    const element = /** @type {Element} */ (event.target).closest?.('button');
    const target = element && targets.get(element);
    const { preview, node, version } = store.get();
    if (!target) end();
    else if (preview?.fen !== target.fen || preview.node !== node) store.set({ preview: { ...target, node, version } });
  };
  const end = () => {
    if (store.get().preview) store.set({ preview: null });
  };
  container.addEventListener('pointermove', (event) => {
    if (event.pointerType !== 'touch') show(event);
  });
  container.addEventListener('pointerleave', end);
  container.addEventListener('focusin', (event) => {
    if (/** @type {Element} */ (event.target).matches(':focus-visible')) show(event);
  });
  container.addEventListener('focusout', end);
}
