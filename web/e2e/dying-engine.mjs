// An engine for the tests of `reynard serve --engine` that dies soon after it has begun to analyze.

import { createInterface } from 'node:readline';

for await (const line of createInterface({ input: process.stdin })) {
  const [command] = line.split(' ');
  if (command === 'quit') break;
  if (command === 'uci') console.log('id name Dying Engine\nuciok');
  if (command === 'isready') console.log('readyok');
  if (command === 'go') {
    console.log('info depth 1 multipv 1 score cp 1 nodes 1 nps 1 time 1 pv d2d4');
    setTimeout(() => process.exit(1), 300);
  }
}
