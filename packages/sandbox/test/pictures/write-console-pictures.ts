import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Page } from 'playwright-core';
import { makeBusy, consoleWorld } from '../console/busy-console.ts';
import {
  launchBrowser,
  previewCancellation,
  previewImport,
  signedInPage,
  SIZES,
  tryTariff,
} from '../console/in-browser.ts';

// Writes the pictures in docs/pictures/console: part of `npm run docs -- pictures`. Look at each before you commit it.

const FOLDER = join(import.meta.dirname, '../../../../docs/pictures/console');

const browser = await launchBrowser();
if (!browser) process.exit();

/** The height of a picture of a desktop, so that a dense page stays below the maximum size of a picture. */
const SHORT = 720;
/** The pages that are also shown on a phone. */
const ON_A_PHONE = ['items', 'contract-refused'];

const keep = async (page: Page, name: string): Promise<void> => {
  for (const size of SIZES.filter(({ width }) => width > 400 || ON_A_PHONE.includes(name))) {
    await page.setViewportSize(size);
    const clip = { x: 0, y: 0, width: size.width, height: size.width > 400 ? SHORT : size.height };
    const picture = await page.screenshot({ type: 'png', clip });
    writeFileSync(join(FOLDER, `${name}-${size.width}.png`), picture);
    console.error(`${name}-${size.width}.png: ${Math.ceil(picture.length / 1024)} KB`);
  }
};

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const world = await consoleWorld();
try {
  const busy = await makeBusy(world);
  const page = await signedInPage(browser, busy.operator, 'Koffi Kouassi');
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/sign-in`);
  await keep(page, 'sign-in');
  for (const [name, path] of busy.pages) {
    await page.goto(origin + path);
    await keep(page, name);
  }
  await tryTariff(page, busy.tariff);
  await keep(page, 'simulation');
  await previewCancellation(page, busy.contract);
  await keep(page, 'preview-cancellation');
  await previewImport(page, busy.statement);
  await keep(page, 'preview-import');
} finally {
  await browser.close();
  await world.stop();
}
