// In Node the WASM file is read from the disk; in browsers `reynard.js` fetches it.

import { readFile } from 'node:fs/promises';
import init from './reynard.js';

export * from './reynard.js';

/** Loads the WASM file that lies beside this one, or another. */
export default async function load(source) {
  return init(source ?? { module_or_path: await readFile(new URL('./reynard_bg.wasm', import.meta.url)) });
}
