import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { apiWorld } from '../api/world.ts';
import { launchBrowser, findProgram } from '../console/in-browser.ts';
import { insuringOn, type Wish } from './insured-car.ts';

// Writes the pictures in docs/: `npm run docs -- pictures`. Look at each before it is committed.

interface Screen {
  readonly width: number;
  readonly height: number;
  readonly dots?: number;
}

const FOLDER = join(import.meta.dirname, '../../../../docs/pictures');
const PHONE: Screen = { width: 390, height: 844, dots: 2 };
/** A certificate is A5 in landscape format. */
const CERTIFICATE: Screen = { width: 1000, height: 707 };
/** A4 at 100 dots per inch. */
const SHEET: Screen = { width: 827, height: 1169 };
/** WebP quality, from 0 to 100, at which small letters stay sharp. */
const QUALITY = 82;

const SHOWN: Readonly<Record<string, Wish & { readonly pages?: readonly number[] }>> = {
  'all-risk': { coverage: -1, pages: [1, 2, 3, 4] },
  motorbike: { vehicle: { type: 'bike', power: 125, noSeat: 2 } },
  rental: { usage: 'renting' },
  'long-name': { holder: `${'Kouassi Konan '.repeat(5)}Yao N’Dri` },
  arabic: { holder: 'محمد بن عبد الله' },
  'west-african': { holder: 'Kɔ̀fí Ɛ̃sɛ̀n Yao' },
  romanised: { holder: '王小明' },
  english: { language: 'en' },
};

const [browser, pdftoppm] = [await launchBrowser(), findProgram('pdftoppm')];
if (!browser || pdftoppm === undefined) {
  console.error('SKIPPED: no picture was taken. On Debian: apt-get install chromium chromium-l10n poppler-utils');
  process.exit();
}

const keep = async (name: string, address: string, { width, height, dots = 1 }: Screen): Promise<void> => {
  const options = { viewport: { width, height }, deviceScaleFactor: dots, isMobile: dots > 1 };
  const page = await browser.newPage(options);
  await page.goto(address);
  const protocol = await page.context().newCDPSession(page);
  const { data } = await protocol.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await page.close();
  writeFileSync(join(FOLDER, `${name}.webp`), data, 'base64');
};

/** Shows a PNG from a file, since Chromium loads no local address into a page without an origin. */
const keepImage = async (name: string, image: Uint8Array, screen: Screen): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'paper-'));
  const page = join(folder, 'page.html');
  writeFileSync(join(folder, 'page.png'), image);
  writeFileSync(page, `<body style="margin: 0"><img src="page.png" width="${screen.width}"></body>`);
  await keep(name, pathToFileURL(page).href, screen);
  rmSync(folder, { recursive: true });
};

const keepSheet = (name: string, pdf: Uint8Array, number = 1): Promise<void> => {
  const only = ['-f', `${number}`, '-l', `${number}`, '-singlefile'];
  return keepImage(name, execFileSync(pdftoppm, [...only, '-png', '-r', '100', '-'], { input: pdf }), SHEET);
};

mkdirSync(join(FOLDER, 'documents'), { recursive: true });
const world = await apiWorld();
try {
  const insure = insuringOn(world);
  const first = await insure({}, (paymentUrl) => keep('payment', paymentUrl, PHONE));
  await keepSheet('contract', first.contract);
  await keepSheet('receipt', first.receipt);
  const certificate = await fetch(first.certificateUrl);
  await keepImage('certificate', new Uint8Array(await certificate.arrayBuffer()), CERTIFICATE);
  await keep('check', first.proofUrl, PHONE);
  for (const [name, { pages = [1], ...wish }] of Object.entries(SHOWN)) {
    const { contract } = await insure(wish);
    for (const number of pages)
      await keepSheet(`documents/${name}${pages.length > 1 ? `-${number}` : ''}`, contract, number);
  }
  await keepSheet('documents/receipt-english', (await insure({ language: 'en' })).receipt);
} finally {
  await browser.close();
  await world.stop();
}
