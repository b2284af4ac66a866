import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import encodeQR from 'qr';
import type { World } from '../api/world.ts';
import { launchBrowser } from '../console/in-browser.ts';
import { codeOn, insuringOn, type InsuredCar } from '../pictures/insured-car.ts';

const PHONE = { width: 390, height: 844 };
const FAKE_CAMERA = '--use-fake-device-for-media-stream';
const ALLOWED = '--use-fake-ui-for-media-stream';

const inBrowser = async (options: readonly string[], look: (browser: Browser) => Promise<void>): Promise<void> => {
  const browser = (await launchBrowser(...options)) ?? expect.fail('there is no browser');
  await look(browser).finally(() => browser.close());
};

/** The sandbox’s clock must be the machine’s, since a phone uses its own. */
export const describeCamera = (world: () => World) =>
  describe('the page that checks papers with a camera', () => {
    const folder = mkdtempSync(join(tmpdir(), 'filmed-'));
    let paper: InsuredCar;
    let longest: InsuredCar;

    before(async () => {
      const insure = insuringOn(world());
      paper = await insure();
      longest = await insure({ vehicle: { licencePlate: 'W'.repeat(20) } });
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    /** Opens the page on a phone with a paper in front of its camera, and presses the button. */
    const scanning = async (video: Buffer, look: (page: Page) => Promise<void>): Promise<void> => {
      const file = join(folder, 'paper.y4m');
      writeFileSync(file, video);
      await inBrowser([FAKE_CAMERA, ALLOWED, `--use-file-for-fake-video-capture=${file}`], async (browser) => {
        const context = await browser.newContext({ locale: 'fr-FR', viewport: PHONE, isMobile: true, hasTouch: true });
        const page = await context.newPage();
        const complaints: string[] = [];
        page.on('console', (message) => complaints.push(message.text()));
        page.on('pageerror', (error) => complaints.push(error.message));
        await page.goto(new URL('/v/', paper.proofUrl).href);
        await page.evaluate('navigator.serviceWorker.ready');
        // Nothing is sent: the phone itself checks the code.
        await context.setOffline(true);
        await page.getByRole('button', { name: 'Scanner le QR code' }).click();
        await look(page);
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        expect(wide, 'wider than the phone').to.equal(0);
        expect(complaints).to.deep.equal([]);
      });
    };

    const heading = (page: Page) => page.locator('#answer h2').textContent();

    for (const kind of ['contract', 'receipt'] as const)
      // Proves: proof-camera
      it(`finds our code among those on a ${kind}, and shows the proof`, async () => {
        await scanning(await film(paper[kind]), async (page) => {
          const name = kind === 'contract' ? 'Contrat authentique' : 'Quittance authentique';
          expect(await heading(page)).to.equal(`${name}, période d’assurance en cours`);
          expect(await page.locator('#answer .plate').textContent()).to.equal('AA-101-AB');
          expect(await page.locator('#camera').isVisible()).to.equal(false);
          expect(await page.getByRole('button', { name: 'Scanner le QR code' }).isVisible()).to.equal(true);
        });
      });

    // Proves: proof-camera
    it('rejects an altered code pasted over the printed one', async () => {
      const at = paper.proofUrl.length - 60;
      const other = paper.proofUrl[at] === 'A' ? 'B' : 'A';
      const altered = `${paper.proofUrl.slice(0, at)}${other}${paper.proofUrl.slice(at + 1)}`;
      await scanning(await film(paper.contract, altered), async (page) => {
        expect(await heading(page)).to.equal('Ce code n’est pas valable');
      });
    });

    it('shows the longest plate in full on the narrowest phone, like the pages behind both codes', async () => {
      await inBrowser([], async (browser) => {
        const page = await browser.newPage({ viewport: { width: 320, height: 568 }, isMobile: true });
        const shows = async (plate: string) => {
          expect(await page.locator(plate).textContent()).to.equal('W'.repeat(20));
          const [wide = 0, cut = 0] = await page.evaluate<readonly number[]>(
            `(({ scrollWidth, clientWidth }) => [document.documentElement.scrollWidth - innerWidth, scrollWidth - clientWidth])(
            document.querySelector('${plate}'))`,
          );
          expect([wide, cut], page.url()).to.deep.equal([0, 0]);
        };
        await page.goto(new URL('/v/', longest.proofUrl).href);
        await page.getByLabel('Lien ou texte du QR code').fill(longest.proofUrl);
        await page.getByRole('button', { name: 'Vérifier' }).click();
        expect(await heading(page)).to.equal('Contrat authentique, période d’assurance en cours');
        await shows('#answer .plate');
        await page.goto(longest.proofUrl);
        await shows('dd.plate');
        await page.goto(longest.authorityUrl);
        await shows('p.plate');
      });
    });
  });

// Films a sheet of paper like a phone held over its codes. A different library from the paper's draws the picture.

const [WIDTH, HEIGHT] = [1280, 720];

/** Pixels per point of the paper, so that a sheet fills the width. */
const SCALE = 2.2;
const WHITE = 235;
const BLACK = 16;

/** A video, for Chromium's fake camera, of the part of a paper that has the codes. `pasted`, if given, covers ours. */
const film = async (pdf: Uint8Array, pasted?: string): Promise<Buffer> => {
  const code = await codeOn(pdf);
  const library = await PDFiumLibrary.init();
  try {
    const page = (await library.loadDocument(pdf.slice())).getPage(code.page - 1);
    const { data, width, height } = await page.render({ scale: SCALE, render: 'bitmap' });
    const fromTop = Math.round((code.top + code.side / 2) * SCALE - HEIGHT / 2);
    const light = Buffer.alloc(WIDTH * HEIGHT, WHITE);
    for (let y = 0; y < HEIGHT; y += 1)
      for (let x = 0; x < Math.min(WIDTH, width); x += 1) {
        const at = (y + fromTop) * width + x;
        if (y + fromTop >= 0 && y + fromTop < height)
          light[y * WIDTH + x] = BLACK + ((data[4 * at + 1] ?? 0) / 255) * (WHITE - BLACK);
      }
    if (pasted !== undefined) paste(light, pasted, { ...code, top: code.top - fromTop / SCALE });
    const colours = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
    const frame = Buffer.concat([Buffer.from('FRAME\n'), light, colours]);
    return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420\n`), frame, frame]);
  } finally {
    library.destroy();
  }
};

const paste = (light: Buffer, text: string, { left, top, side }: Awaited<ReturnType<typeof codeOn>>): void => {
  // Without the margin, since the paper has its own.
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1));
  const [fromX = 0, fromY = 0, pixels = 0] = [left, top, side].map((points) => Math.round(points * SCALE));
  for (let y = 0; y < pixels; y += 1)
    for (let x = 0; x < pixels; x += 1) {
      const module = (at: number) => Math.floor((at * modules.length) / pixels);
      light[(fromY + y) * WIDTH + fromX + x] = modules[module(y)]?.[module(x)] ? BLACK : WHITE;
    }
};
