import type { InitInput, InitOutput } from './reynard.js';

export * from './reynard.js';

/** Loads the WASM file that lies beside this one, or another. */
export default function load(source?: { module_or_path: InitInput | Promise<InitInput> }): Promise<InitOutput>;
