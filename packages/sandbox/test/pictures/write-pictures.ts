import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { openBrowser, type Screen } from './chromium.ts';
import { SHOWN_PAPERS } from './documents.ts';
import { insuring } from './insured-car.ts';
import { paperPages } from './paper-pages.ts';
import { programNamed } from './programs.ts';

// Writes the pictures in docs/: `npm run docs -- pictures`. Look at each before it is committed.

const FOLDER = join(import.meta.dirname, '../../../../docs/pictures');
const PHONE: Screen = { width: 390, height: 844, dots: 2 };
/** A certificate is A5, lying. */
const CERTIFICATE: Screen = { width: 1000, height: 707 };

const keep = (name: string, picture: Buffer): void => {
  writeFileSync(join(FOLDER, `${name}.webp`), picture);
  console.error(`${name}.webp: ${Math.ceil(picture.length / 1024)} KB`);
};

const [chromium, pdftoppm] = [programNamed('chromium', 'chromium-browser', 'google-chrome'), programNamed('pdftoppm')];
if (chromium === undefined || pdftoppm === undefined) {
  const missing = [...(chromium === undefined ? ['chromium'] : []), ...(pdftoppm === undefined ? ['pdftoppm'] : [])];
  console.error(`SKIPPED: no picture was taken, for want of ${missing.join(' and ')}.`);
  console.error('On Debian: apt-get install chromium poppler-utils');
  process.exit();
}

mkdirSync(join(FOLDER, 'documents'), { recursive: true });
const browser = await openBrowser(chromium);
const pages = paperPages(browser, pdftoppm);
try {
  await insuring(async (insure) => {
    const { contract, receipt, certificateUrl, proofUrl } = await insure({}, async (paymentUrl) =>
      keep('payment', await browser.picture(paymentUrl, PHONE)),
    );
    for (const [name, pdf] of Object.entries({ contract, receipt }))
      for (const picture of await pages(pdf)) keep(name, picture);
    const certificate = Buffer.from(await (await fetch(certificateUrl)).arrayBuffer()).toString('base64');
    const page = `<body style="margin: 0"><img src="data:image/png;base64,${certificate}" width="${CERTIFICATE.width}">`;
    keep('certificate', await browser.picture(`data:text/html,${encodeURIComponent(page)}`, CERTIFICATE));
    keep('check', await browser.picture(proofUrl, PHONE));
    for (const { name, paper, wish, pages: numbers } of SHOWN_PAPERS)
      for (const [at, picture] of (await pages((await insure(wish))[paper], numbers)).entries())
        keep(`documents/${name}${numbers.length > 1 ? `-${numbers[at]}` : ''}`, picture);
  });
} finally {
  await browser.close();
}
