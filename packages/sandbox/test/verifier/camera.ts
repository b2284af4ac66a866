import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect } from 'chai';
import { chromium, type Page } from 'playwright-core';
import { insuringOn, type InsuredCar } from '../pictures/insured-car.ts';
import { programNamed } from '../pictures/programs.ts';
import type { TestSandbox } from '../sandbox.ts';
import { filmed } from './filmed.ts';

const PHONE = { width: 390, height: 844 };
// Chromium refuses its own sandbox to the superuser, who runs containers.
const AS_ROOT = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const FAKE_CAMERA = '--use-fake-device-for-media-stream';
const ALLOWED = '--use-fake-ui-for-media-stream';
const REFUSED = '--deny-permission-prompts';

const executablePath = programNamed('chromium', 'chromium-browser', 'google-chrome') ?? '';

/** The sandbox’s clock must be the machine’s: a phone goes by its own. */
export const describeCamera = (sandbox: () => TestSandbox) =>
  describe('the page that checks papers, with a camera', () => {
    const folder = mkdtempSync(join(tmpdir(), 'filmed-'));
    let paper: InsuredCar;
    let longest: InsuredCar;

    before(async () => {
      const insure = insuringOn(sandbox());
      paper = await insure();
      longest = await insure({ vehicle: { licencePlate: 'W'.repeat(20) } });
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    /** Opens the page on a phone before whose camera a paper is held, and presses the button. */
    const scanning = async (video: Buffer, answers: string, look: (page: Page) => Promise<void>): Promise<void> => {
      const file = join(folder, 'paper.y4m');
      writeFileSync(file, video);
      const args = [...AS_ROOT, '--lang=fr-FR', FAKE_CAMERA, answers, `--use-file-for-fake-video-capture=${file}`];
      const browser = await chromium.launch({ executablePath, args });
      try {
        const context = await browser.newContext({ locale: 'fr-FR', viewport: PHONE, isMobile: true, hasTouch: true });
        const page = await context.newPage();
        const complaints: string[] = [];
        page.on('console', (message) => complaints.push(message.text()));
        page.on('pageerror', (error) => complaints.push(error.message));
        await page.goto(new URL('/v/', paper.proofUrl).href);
        await page.evaluate('navigator.serviceWorker.ready');
        // Nothing is sent: what is read is checked on the phone.
        await context.setOffline(true);
        await page.getByRole('button', { name: 'Scanner le code' }).click();
        await look(page);
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        expect(wide, 'wider than the phone').to.equal(0);
        expect(complaints).to.deep.equal([]);
      } finally {
        await browser.close();
      }
    };

    const heading = (page: Page) => page.locator('#answer h2').textContent();
    const isFilming = (page: Page) => page.locator('#camera').isVisible();

    for (const kind of ['contract', 'receipt'] as const)
      // Proves: proof-camera
      it(`picks our code among those on a ${kind}, and shows what it proves`, async () => {
        await scanning(await filmed(paper[kind]), ALLOWED, async (page) => {
          const name = kind === 'contract' ? 'Contrat authentique' : 'Quittance authentique';
          expect(await heading(page)).to.equal(`${name}, période d’assurance en cours`);
          expect(await page.locator('#answer .plate').textContent()).to.equal('AA-101-AB');
          expect(await isFilming(page)).to.equal(false);
          expect(await page.getByRole('button', { name: 'Scanner le code' }).isVisible()).to.equal(true);
        });
      });

    // Proves: proof-camera
    it('believes no code that was altered and pasted over the printed one', async () => {
      const at = paper.proofUrl.length - 60;
      const other = paper.proofUrl[at] === 'A' ? 'B' : 'A';
      const altered = `${paper.proofUrl.slice(0, at)}${other}${paper.proofUrl.slice(at + 1)}`;
      await scanning(await filmed(paper.contract, altered), ALLOWED, async (page) => {
        expect(await heading(page)).to.equal('Ce code ne prouve rien');
      });
    });

    it('believes no key that was withdrawn while the page stood open', async () => {
      const browser = await chromium.launch({ executablePath, args: AS_ROOT });
      try {
        const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
        await page.goto(new URL('/v/', paper.proofUrl).href, { waitUntil: 'networkidle' });
        const published = await fetch(new URL('/.well-known/vehicle-insurance-proof-keys.json', paper.proofUrl));
        const { keys } = (await published.json()) as { readonly keys: readonly object[] };
        const json = { keys: keys.map((key) => ({ ...key, withdrawn: true })) };
        // Asked for again and again, also while the page closes.
        await page.route('**/.well-known/*', (route) => route.fulfill({ json }).catch(() => undefined));
        const renewed = page.waitForEvent('requestfinished', (request) => request.url().includes('/.well-known/'));
        await page.getByLabel('Adresse ou texte du code').fill(paper.proofUrl);
        await renewed;
        await page.getByRole('button', { name: 'Vérifier' }).click();
        expect(await heading(page)).to.equal('Ce code ne prouve rien');
      } finally {
        await browser.close();
      }
    });

    it('shows the longest plate whole on the narrowest phone, as do the pages of both codes', async () => {
      const browser = await chromium.launch({ executablePath, args: AS_ROOT });
      try {
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
        await page.getByLabel('Adresse ou texte du code').fill(longest.proofUrl);
        await page.getByRole('button', { name: 'Vérifier' }).click();
        expect(await heading(page)).to.equal('Contrat authentique, période d’assurance en cours');
        await shows('#answer .plate');
        await page.goto(longest.proofUrl);
        await shows('dd.plate');
        await page.goto(longest.authorityUrl);
        await shows('p.plate');
      } finally {
        await browser.close();
      }
    });

    it('can be stopped, and says what else can be done where the camera is refused', async () => {
      const blank = await filmed(paper.contract, 'https://authority.example/attestations/1');
      await scanning(blank, ALLOWED, async (page) => {
        await page.getByRole('button', { name: 'Arrêter' }).click();
        await page.getByRole('button', { name: 'Scanner le code' }).waitFor();
        expect([await isFilming(page), await page.locator('#answer').textContent()]).to.deep.equal([false, '']);
      });
      await scanning(blank, REFUSED, async (page) => {
        await page.getByText('Cette page n’a pas accès à l’appareil photo').waitFor();
        expect(await isFilming(page)).to.equal(false);
        await page.getByLabel('Adresse ou texte du code').fill(paper.proofUrl);
        await page.getByRole('button', { name: 'Vérifier' }).click();
        expect(await heading(page)).to.equal('Contrat authentique, période d’assurance en cours');
      });
    });
  });
