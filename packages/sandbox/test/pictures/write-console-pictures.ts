import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Page } from 'playwright-core';
import { makeBusy, consoleWorld } from '../console/busy-console.ts';
import { launchBrowser, signedInPage, SIZES, tryTariff } from '../console/in-browser.ts';

// Writes the pictures in docs/pictures/console: part of `npm run docs -- pictures`. Look at each before you commit it.

const FOLDER = join(import.meta.dirname, '../../../../docs/pictures/console');

const browser = await launchBrowser();
if (!browser) process.exit();

const keep = async (page: Page, name: string): Promise<void> => {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const picture = await page.screenshot({ type: 'png' });
    writeFileSync(join(FOLDER, `${name}-${size.width}.png`), picture);
    console.error(`${name}-${size.width}.png: ${Math.ceil(picture.length / 1024)} KB`);
  }
};

mkdirSync(FOLDER, { recursive: true });
const world = await consoleWorld({ CONSOLE_SECOND_PERSON: 'true' });
try {
  const busy = await makeBusy(world);
  const page = await signedInPage(browser, busy.operator, 'Awa Koné');
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/sign-in`);
  await keep(page, 'sign-in');
  await page.goto(origin + (busy.pages.get('payment-late') ?? ''));
  await page.getByRole('link', { name: 'Abandonner la demande de paiement' }).first().click();
  await page.getByLabel('Motif').fill('l’opérateur ne répond pas, le souscripteur veut payer de nouveau');
  await page.getByRole('button', { name: 'Proposer cette action' }).click();
  await page.getByRole('status').waitFor();
  for (const [name, path] of busy.pages) {
    await page.goto(origin + path);
    await keep(page, name);
  }
  await tryTariff(page, busy.tariff);
  await keep(page, 'simulation');
} finally {
  await browser.close();
  await world.stop();
}
