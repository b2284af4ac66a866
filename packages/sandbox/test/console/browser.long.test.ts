import { execFileSync } from 'node:child_process';
import axe from 'axe-core';
import { expect } from 'chai';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { operatorOn } from '../operator/operator-command.ts';
import { journeysOn } from '../operator/operator-journey.ts';
import { startSandbox, type TestSandbox } from '../sandbox.ts';
import { linkOf } from './visitor.ts';

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

/** Where the system's own Chromium is; undefined where there is none. */
const chromiumIsAt = (): string | undefined => {
  try {
    return execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
};

describe('the console in a browser', function () {
  this.timeout(180_000);
  let sandbox: TestSandbox;
  let browser: Browser | undefined;
  let context: BrowserContext;
  let page: Page;
  const complaints: string[] = [];
  const paths = ['/', '/search?q=0700000011', '/proposals', '/company', '/health', '/catalogue', '/figures'];

  before(async function () {
    const executablePath = chromiumIsAt();
    if (executablePath === undefined) {
      process.stdout.write(
        'chromium is not installed: the console is not tried in a browser. Debian: apt-get install chromium\n',
      );
      return this.skip();
    }
    sandbox = await startSandbox({ CONSOLE_PORT: '0' });
    const caller = journeysOn(sandbox);
    const refused = await caller.contract('0700000011');
    const insured = await caller.contract('0700001234');
    await caller.advance('PT7H');
    const { body } = await sandbox.call<{ paymentId: string }>('GET', `/contract/${insured}`);
    paths.push(`/contract/${refused}`, `/contract/${insured}`, `/payment/${body.paymentId}`);
    paths.push(`/act/certificate-attach/${refused}`, `/act/payment-refunded/${body.paymentId}`);
    // Chromium's own sandbox needs rights that containers do not give.
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    context = await browser.newContext();
    page = await context.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    const link = await linkOf(operatorOn(sandbox.dataDir, sandbox.database), 'Awa', 'act');
    await page.goto(link.href);
    await page.getByRole('button', { name: 'Entrer' }).click();
  });
  after(async () => {
    await browser?.close();
    if (browser) await sandbox.stop();
  });

  const origin = (): string => new URL(page.url()).origin;

  for (const colorScheme of ['light', 'dark'] as const)
    it(`can be read by everyone, at both sizes, ${colorScheme}, without an error`, async () => {
      await page.emulateMedia({ colorScheme });
      for (const size of SIZES) {
        await page.setViewportSize(size);
        for (const path of paths) {
          const at = `${path} at ${size.width}`;
          expect((await page.goto(origin() + path))?.status(), at).to.equal(200);
          await page.evaluate(axe.source);
          const violations = await page.evaluate<readonly string[]>(
            `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`,
          );
          expect(violations, at).to.deep.equal([]);
          const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
          expect(wide, `${at}: wider than the window`).to.be.at.most(0);
          const small = await page.evaluate<readonly string[]>(
            `[...document.querySelectorAll('button, .button, nav a, input:not([type=hidden]):not([type=checkbox])')]
              .filter((each) => each.getBoundingClientRect().height < 44).map((each) => each.outerHTML)`,
          );
          expect(small, `${at}: smaller than a finger`).to.deep.equal([]);
        }
      }
      expect(complaints).to.deep.equal([]);
    });

  it('is used by keyboard alone, and works without scripts', async () => {
    const offline = await context.browser()?.newContext({ javaScriptEnabled: false });
    if (!offline) throw new Error('the browser has gone');
    await offline.addCookies(await context.cookies());
    const plain = await offline.newPage();
    await plain.goto(`${origin()}/search`);
    await plain.getByRole('searchbox').fill('0700000011');
    await plain.keyboard.press('Enter');
    await plain.getByRole('link', { name: /^VI-/ }).first().focus();
    await plain.keyboard.press('Enter');
    await plain.getByRole('link', { name: 'Redemander l’attestation' }).first().focus();
    await plain.keyboard.press('Enter');
    await plain.getByLabel('Motif').fill('le stock est là');
    await plain.keyboard.press('Enter');
    expect(await plain.getByRole('status').textContent()).to.include('L’attestation est redemandée');
    await offline.close();
  });
});
