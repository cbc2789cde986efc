// Reynard's levels, which are those of `reynard play`. A test in `reynard-wasm` checks that they
// are equal.

/**
 * Search and evaluation of a level, the nodes per move, and the rating on the `UCI_Elo` scale (600
 * to 3000), as in `docs/src/play.md`; `below` and `above` are outside the scale.
 * @typedef {{search: string, evaluation: string | null, nodes: number | null,
 *   elo: number | 'below' | 'above'}} Level
 */

/** @type {readonly Level[]} */
export const LEVELS = Object.freeze([
  { search: 'random', evaluation: null, nodes: null, elo: 'below' },
  { search: 'minimax', evaluation: 'activity', nodes: 400, elo: 'below' },
  { search: 'alpha-beta', evaluation: 'material', nodes: 200, elo: 1370 },
  { search: 'alpha-beta', evaluation: null, nodes: 50, elo: 1800 },
  { search: 'alpha-beta', evaluation: null, nodes: 250, elo: 1870 },
  { search: 'alpha-beta', evaluation: null, nodes: 1_000, elo: 1960 },
  { search: 'alpha-beta', evaluation: null, nodes: 5_000, elo: 2080 },
  { search: 'alpha-beta', evaluation: null, nodes: 25_000, elo: 2230 },
  { search: 'alpha-beta', evaluation: null, nodes: 100_000, elo: 2520 },
  { search: 'alpha-beta', evaluation: null, nodes: null, elo: 'above' },
]);
