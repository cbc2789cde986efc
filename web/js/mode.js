// The modes of the page, and the actions that each allows. Every action checks the mode, whether it
// was triggered by a key, a button or a failure.

/**
 * @typedef {'study' | 'play' | 'setup' | 'drill'} Mode
 * @typedef {'step' | 'explore' | 'annotate' | 'undo' | 'document' | 'evaluate' | 'preview'
 *   | 'arrange' | 'move' | 'takeBack' | 'resign' | 'offerDraw'} Action
 *
 * `step` goes to another move; `explore` adds moves; `annotate` changes the game in other ways;
 * `document` opens another game or list; `evaluate` queries the engine, the explorer or the
 * tablebases; `arrange` sets up a position; the remaining actions belong to a game in play.
 */

/** @type {Readonly<Record<Mode, ReadonlySet<Action>>>} */
const ALLOWED = Object.freeze({
  study: new Set(
    /** @type {Action[]} */ (['step', 'explore', 'annotate', 'undo', 'document', 'evaluate', 'preview', 'arrange']),
  ),
  play: new Set(/** @type {Action[]} */ (['step', 'move', 'takeBack', 'resign', 'offerDraw'])),
  setup: new Set(/** @type {Action[]} */ (['document', 'arrange'])),
  drill: new Set(/** @type {Action[]} */ (['document'])),
});

/**
 * Returns the mode that belongs to a state. A finished game has the mode `study`. Cards are shown
 * only in the Learn section.
 * @param {{play: {ending: object | null} | null, setup: object | null, tab?: string, drill?:
 *   {end: object | null} | null}} state
 * @returns {Mode}
 */
export function modeOf({ play, setup, tab, drill }) {
  if (setup) return 'setup';
  if (play && !play.ending) return 'play';
  return tab === 'learn' && drill && !drill.end ? 'drill' : 'study';
}

/**
 * Returns `true` if an action is allowed in a state.
 * @param {Action} action
 * @param {Parameters<typeof modeOf>[0]} state
 */
export const isAllowed = (action, state) => ALLOWED[modeOf(state)].has(action);
