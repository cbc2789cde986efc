// Measures the Lighthouse scores of the page, on a phone and on a desktop: node
// web/e2e/lighthouse.mjs. It has the same requirements as the tests, and also needs the package
// itself, which is too large to be fetched for every test: npm install --no-save --prefix web
// lighthouse

import { launch, openPage, serveSite, whyNot } from './support.mjs';

/** Minimum scores of the categories that do not depend on the load of the machine. */
const FLOORS = { accessibility: 95, 'best-practices': 95 };

if (await whyNot()) process.exit(0);
// @ts-ignore The package is present only if it has been installed.
const found = await import('lighthouse').catch(() => null);
if (!found) {
  console.log('skipped: no Lighthouse (npm install --no-save --prefix web lighthouse)');
  process.exit(0);
}
const [browser, site] = [await launch(), await serveSite()];
try {
  // The first page that a browser opens is slow, whatever it shows.
  await (await openPage(browser, site.url)).close();
  console.log('| device | category | mark | floor |\n|---|---|---|---|');
  for (const [device, config] of [
    ['phone', undefined],
    ['desk', found.desktopConfig],
  ]) {
    const { lhr } = await found.default(
      site.url,
      { port: Number(new URL(browser.wsEndpoint()).port), output: 'json', logLevel: 'error' },
      config,
    );
    for (const { id, score, auditRefs } of Object.values(lhr.categories)) {
      const mark = Math.round((score ?? 0) * 100);
      const floor = FLOORS[/** @type {'accessibility'} */ (id)];
      console.log(`| ${device} | ${id} | ${mark} | ${floor ?? ''} |`);
      if (floor && mark < floor) process.exitCode = 1;
      for (const audit of auditRefs.map((/** @type {{id: string}} */ ref) => lhr.audits[ref.id])) {
        if (audit.score !== null && audit.score < 0.9)
          console.error(`${device} ${id}: ${audit.title} ${audit.displayValue ?? ''}`);
      }
    }
  }
} finally {
  await browser.close();
  await site.close();
}
