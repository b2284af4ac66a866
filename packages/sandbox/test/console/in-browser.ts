import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import axe from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { OperatorCommand } from '../operator/operator-command.ts';
import { linkOf } from './enter.ts';

export const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const;

export const findProgram = (...names: readonly string[]): string | undefined =>
  names
    .flatMap((name) => (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name)))
    .find((path) => existsSync(path));

/** Starts the system's Chromium. Without one, returns undefined and prints a note. */
export const launchBrowser = async (...options: readonly string[]): Promise<Browser | undefined> => {
  const executablePath = findProgram('chromium', 'chromium-browser', 'google-chrome');
  if (executablePath === undefined) {
    process.stdout.write(
      'SKIPPED: chromium is not installed, no page is tested in a browser. Debian: apt-get install chromium chromium-l10n\n',
    );
    return undefined;
  }
  // Chromium does not support its own sandbox for root, who runs containers.
  const args = ['--lang=fr', ...options, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  return chromium.launch({ executablePath, args, env: { ...process.env, LANGUAGE: 'fr' } });
};

export const signedInPage = async (
  browser: Browser,
  operator: OperatorCommand,
  name: string,
  complaints: string[] = [],
): Promise<Page> => {
  const page = await (await browser.newContext({ locale: 'fr-CI' })).newPage();
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  const link = await linkOf(operator, name, 'act');
  await page.goto(link.href);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.waitForURL(`${link.origin}/`);
  return page;
};

export const tryTariff = async (page: Page, tariff: string): Promise<void> => {
  await page.goto(`${new URL(page.url()).origin}/what-if`);
  const buffer = Buffer.from(tariff);
  await page.getByLabel(/^Fichier/).setInputFiles({ name: 'tarif.json', mimeType: 'application/json', buffer });
  await page.getByLabel('Devis créés depuis le').fill('2020-01-01');
  await page.getByRole('button', { name: 'Comparer' }).click();
  await page.getByRole('button', { name: /CSV/ }).waitFor();
};

const preview = async (page: Page): Promise<void> => {
  await page.getByLabel('Motif').fill('vu avec le comptable');
  await page.getByRole('button', { name: 'Afficher l’aperçu' }).click();
  await page.getByText('Rien n’est encore enregistré').waitFor();
};

export const previewCancellation = async (page: Page, contract: string): Promise<void> => {
  await page.goto(`${new URL(page.url()).origin}/act/contract-cancel/${contract}`);
  await page.getByLabel('Cause').selectOption('Vente du véhicule');
  await preview(page);
};

const MAPPING = {
  separator: ';',
  columns: { transaction: 'Id', date: 'Date', amount: 'Montant', fee: 'Frais', reference: 'Réf' },
  date: 'YYYY-MM-DD HH:mm',
};

export const previewImport = async (page: Page, statement: string): Promise<void> => {
  await page.goto(`${new URL(page.url()).origin}/act/statement-import/-`);
  const files = page.locator('input[type=file]');
  const choose = (at: number, name: string, text: string): Promise<void> =>
    files.nth(at).setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await choose(0, 'releve.csv', statement);
  await choose(1, 'colonnes.json', JSON.stringify(MAPPING));
  await page.getByLabel('Opérateur de paiement', { exact: true }).selectOption('Wave');
  await preview(page);
};

/** The rules of axe that depend on colours or on the window's size, which hides nothing. */
const OF_LOOKS = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];

/** Faults of a page: findings of axe, content wider than the window, and targets too small for a finger or a mouse. */
const faultsOf = async (page: Page, rules?: readonly string[]): Promise<readonly string[]> => {
  if (await page.evaluate<boolean>('!window.axe')) await page.evaluate(axe.source);
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  const violations = await page.evaluate<readonly string[]>(
    `axe.run(${options}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`,
  );
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  const small = await page.evaluate<readonly string[]>(
    `[...document.querySelectorAll('button, .button, nav a, summary, input:not([type=hidden]):not([type=checkbox])')]
      .filter((each) => each.getBoundingClientRect().height < (innerWidth < 720 ? 44 : 36)).map((each) => each.outerHTML)`,
  );
  return [
    ...violations,
    ...(wide > 0 ? [`wider than the window by ${wide}`] : []),
    ...small.map((each) => `too small: ${each}`),
  ];
};

/** The same at both sizes, in light and dark mode; rules that do not depend on these are checked once. */
export const faultsOfEveryLook = async (page: Page): Promise<readonly string[]> => {
  const faults: string[] = [];
  let rules: readonly string[] | undefined;
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const fault of await faultsOf(page, rules)) faults.push(`${size.width}, ${colorScheme}: ${fault}`);
      rules = OF_LOOKS;
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return faults;
};
