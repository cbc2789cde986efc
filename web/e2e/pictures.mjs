// Takes the pictures for the documentation: node web/e2e/pictures.mjs FOLDER. Compress them
// afterward.

import { join } from 'node:path';
import { launch, openPage, press, serveSite, whyNot } from './support.mjs';

const folder = process.argv[2] ?? '.';
const GAME = `[Event "Friendly game"]
[Site "London"]
[Date "1851.06.21"]
[White "Anderssen, Adolf"]
[Black "Kieseritzky, Lionel"]
[Result "1-0"]

1. e4 e5 2. f4 {The King's Gambit.} exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6
10. g4 Nf6 (10... g6 11. h4 Qf6 (11... Qd8)) 11. Rg1 cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5
17. Nd5 $1 Qxb2 18. Bd6 $3 {[%cal Gd6g3,Gd5c7] Both rooks are offered.} Bxg1 19. e5 Qxa1+ 20. Ke2 Na6 21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7# 1-0
`;
/**
 * A position with a castled king that still has a castling right, and with an en passant square on
 * the wrong rank.
 */
const FAULTY = 'r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w Kkq e4 0 1';
const rest = (/** @type {number} */ time) => new Promise((resolve) => setTimeout(resolve, time));

if (await whyNot()) process.exit(0);
const [browser, site] = [await launch(), await serveSite()];
const hash = `#pgn=${encodeURIComponent(GAME)}&ply=35`;
try {
  const { page } = await openPage(browser, site.url + hash, { width: 1440, height: 900 });
  await press(page, 'Analyze the game');
  await page.waitForFunction(
    () => document.querySelector('.graph-card progress').hidden && document.querySelectorAll('.graph-dot').length > 3,
    { timeout: 110_000 },
  );
  await page.keyboard.press('a');
  await press(page, 'More lines');
  await press(page, 'More lines');
  await page.mouse.move(2, 2);
  await rest(6000);
  /**
   * @param {import('puppeteer-core').Page} shown
   * @param {string} name
   * @param {number} width
   * @param {number} height
   * @param {string} scheme
   */
  const picture = async (shown, name, width, height, scheme) => {
    await shown.setViewport({ width, height });
    await shown.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    await rest(600);
    await shown.screenshot({ path: /** @type {`${string}.png`} */ (join(folder, `web-${name}.png`)) });
  };
  await picture(page, 'analyze', 1440, 900, 'light');
  await picture(page, 'analyze-dark', 1440, 900, 'dark');
  await picture(page, 'tablet', 768, 1024, 'light');
  await picture(page, 'phone', 360, 780, 'light');
  await picture(page, 'phone-dark', 360, 780, 'dark');
  await picture(page, 'low', 844, 390, 'light');
  await page.close();
  const game = await openPage(browser, site.url, { width: 1440, height: 900 });
  await game.page.click('#tab-play');
  await game.page.select('#play-control', '3');
  await press(game.page, 'Start the game');
  for (const [index, move] of ['e4', 'Nf3', 'Be2', 'd3'].entries()) {
    await game.page.focus('.type-move');
    await game.page.keyboard.type(move);
    await game.page.keyboard.press('Enter');
    await game.page.waitForFunction(
      (count) =>
        document.querySelector('.play-status')?.textContent === 'Your move.' &&
        document.querySelectorAll('#panel-play .move').length === count,
      { timeout: 60_000 },
      2 * index + 2,
    );
  }
  await game.page.$eval('.type-move', (field) => field.blur());
  await picture(game.page, 'play', 1440, 900, 'light');
  await game.page.close();
  const setup = await openPage(browser, site.url, { width: 1440, height: 900 });
  await setup.page.click('#tab-setup');
  await setup.page.$eval(
    '#setup-fen',
    (field, fen) => {
      field.value = fen;
      field.dispatchEvent(new Event('input'));
    },
    FAULTY,
  );
  await picture(setup.page, 'setup', 1440, 900, 'dark');
} finally {
  await browser.close();
  await site.close();
}
