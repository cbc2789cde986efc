// The pictures of the documentation: node web/e2e/pictures.mjs FOLDER. They should then be made small.

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
const rest = (/** @type {number} */ time) => new Promise((resolve) => setTimeout(resolve, time));

if (await whyNot()) process.exit(0);
const [browser, site] = [await launch(), await serveSite()];
const hash = `#pgn=${encodeURIComponent(GAME)}&ply=35`;
try {
  const { page } = await openPage(browser, site.url + hash, { width: 1440, height: 900 });
  await press(page, 'Analyze the game');
  await page.waitForFunction(() => document.querySelector('.graph-card progress').hidden && document.querySelectorAll('.graph-dot').length > 3, { timeout: 110_000 });
  await page.keyboard.press('a');
  await press(page, 'More lines');
  await press(page, 'More lines');
  await page.mouse.move(2, 2);
  await rest(6000);
  /** @param {string} name @param {number} width @param {number} height @param {string} scheme */
  const picture = async (name, width, height, scheme) => {
    await page.setViewport({ width, height });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }, { name: 'prefers-reduced-motion', value: 'reduce' }]);
    await rest(600);
    await page.screenshot({ path: /** @type {`${string}.png`} */ (join(folder, `web-${name}.png`)) });
  };
  await picture('analyze', 1440, 900, 'light');
  await picture('analyze-dark', 1440, 900, 'dark');
  await picture('tablet', 768, 1024, 'light');
  await picture('phone', 360, 780, 'light');
  await picture('phone-dark', 360, 780, 'dark');
  await page.keyboard.press('a');
  await page.click('#tab-play');
  await picture('play', 1440, 900, 'light');
  await page.click('#tab-setup');
  await picture('setup', 768, 1180, 'dark');
} finally {
  await browser.close();
  await site.close();
}
