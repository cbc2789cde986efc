// An engine for the tests of `reynard serve --engine`. It has two moves, one for each side; Reynard
// would not answer 1. e4 with that of Black.

import { createInterface } from 'node:readline';

const ANSWERS = {
  uci: ['id name Test Engine 2', 'option name MultiPV type spin default 1 min 1 max 5', 'uciok'],
  isready: ['readyok'],
  go: ['info depth 7 seldepth 9 multipv 1 score cp 34 nodes 4200 nps 100000 time 42 pv d2d4 d7d5'],
  stop: ['bestmove d2d4'],
};

let isBlack = false;
for await (const line of createInterface({ input: process.stdin })) {
  const [command] = line.split(' ');
  if (command === 'quit') break;
  if (command === 'position') isBlack = (line.split(' moves ')[1]?.split(' ').length ?? 0) % 2 === 1;
  if (command === 'go' && !line.includes('infinite')) console.log(`bestmove ${isBlack ? 'h7h5' : 'd2d4'}`);
  for (const answer of ANSWERS[/** @type {'uci'} */ (command)] ?? []) console.log(answer);
}
