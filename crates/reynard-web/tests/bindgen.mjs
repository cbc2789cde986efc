// The file for the page under Node: `node bindgen.mjs FOLDER [NETWORK] < lines`.
import { readFileSync } from 'node:fs';

const [folder, network] = process.argv.slice(2);
const { initSync, Engine } = await import(`${folder}/reynard.js`);
initSync({ module: readFileSync(`${folder}/reynard_bg.wasm`) });
const engine = new Engine((line) => console.log(line), network ? readFileSync(network) : undefined);
for (const line of readFileSync(0, 'utf8').split('\n')) engine.line(line);
