// Messages for errors.

/**
 * @type {string} the text of the last panic in the WASM file, which JavaScript sees only as
 * `unreachable`
 */
let panic = '';

/** Starts recording the panic messages that the WASM module writes to the console. */
export function hearPanics() {
  const write = console.error.bind(console);
  console.error = (...words) => {
    if (String(words[0]).startsWith('Reynard: ')) panic = String(words[0]).slice(9);
    write(...words);
  };
}

/** Returns a readable message for an error. @param {unknown} error */
export function sentence(error) {
  if (error instanceof WebAssembly.RuntimeError && panic) return panic;
  return error instanceof Error ? error.message : String(error);
}
