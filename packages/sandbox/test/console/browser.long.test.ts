import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import type { World } from '../api/world.ts';
import { describeCamera } from '../verifier/camera.ts';
import { makeBusy, consoleWorld, type BusyConsole } from './busy-console.ts';
import { describeCancelledContract } from './cancelled-contract.ts';
import {
  faultsOfEveryLook,
  launchBrowser,
  previewCancellation,
  previewImport,
  signedInPage,
  tryTariff,
} from './in-browser.ts';
import { describeTasks } from './tasks.ts';

describe('in a browser,', function () {
  this.timeout(300_000);
  let world: World;
  let busy: BusyConsole;
  let browser: Browser | undefined;
  let page: Page;
  const complaints: string[] = [];

  before(async function () {
    browser = await launchBrowser();
    if (!browser) return this.skip();
    world = await consoleWorld();
  });
  after(async () => {
    await browser?.close();
    await world?.stop();
  });

  // Runs first, before the sandbox's clock is moved.
  describeCamera(() => world);

  describe('a busy console', () => {
    before(async () => {
      busy = await makeBusy(world);
      if (browser) page = await signedInPage(browser, busy.operator, 'Awa', complaints);
    });
    afterEach(() => expect(complaints.splice(0)).to.deep.equal([]));

    const origin = (): string => new URL(page.url()).origin;

    it('has only accessible pages, without errors, at both sizes, in light and dark mode', async () => {
      for (const path of busy.every) {
        expect((await page.goto(origin() + path))?.status(), path).to.equal(200);
        expect(await faultsOfEveryLook(page), path).to.deep.equal([]);
      }
      await tryTariff(page, busy.tariff);
      expect(await faultsOfEveryLook(page), 'a simulation').to.deep.equal([]);
      await previewCancellation(page, busy.contract);
      expect(await faultsOfEveryLook(page), 'the preview of a cancellation').to.deep.equal([]);
      await previewImport(page, busy.statement);
      expect(await faultsOfEveryLook(page), 'the preview of an import').to.deep.equal([]);
    });

    const tools = () => ({ world, busy, browser: browser ?? expect.fail('the browser has gone') });
    describeTasks(tools);
    describeCancelledContract(tools);

    it('reloads the list with its heading, and goes to the sign-in page when the session has ended', async () => {
      if (!browser) throw new Error('the browser has gone');
      const [desk, phone] = [
        await signedInPage(browser, busy.operator, 'Koffi'),
        await signedInPage(browser, busy.operator, 'Koffi'),
      ];
      await desk.clock.install();
      await desk.reload();
      const heading = desk.getByRole('heading', { level: 1 });
      const counted = await heading.textContent();
      // Twice, since the replaced list must also reload.
      for (let times = 0; times < 2; times += 1) {
        await heading.evaluate('(each) => (each.textContent = "before")');
        await desk.clock.runFor(31_000);
        await desk.getByRole('heading', { level: 1, name: counted ?? '' }).waitFor();
      }
      await phone.getByRole('button', { name: 'Se déconnecter' }).click();
      await phone.waitForURL('**/sign-in');
      await desk.clock.runFor(31_000);
      await desk.waitForURL('**/sign-in');
    });

    it('lists a simulation without choosing the file again', async () => {
      await tryTariff(page, busy.tariff);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: /CSV/ }).click(),
      ]);
      expect(download.suggestedFilename()).to.equal('devis.csv');
      const chunks: Buffer[] = [];
      for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
      expect(Buffer.concat(chunks).toString('utf8')).to.match(/^\ufeffcompany_id;quote_id;.*\n[^\n]+;cheaper_up_to_5;/);
    });

    it('can be used with the keyboard only, and without scripts', async () => {
      const offline = await page.context().browser()?.newContext({ javaScriptEnabled: false });
      if (!offline) throw new Error('the browser has gone');
      await offline.addCookies(await page.context().cookies());
      const plain = await offline.newPage();
      await plain.goto(`${origin()}/search`);
      await plain.getByRole('searchbox').fill('0700000011');
      await plain.keyboard.press('Enter');
      // The contract of the two that is not cancelled.
      await plain
        .getByRole('row')
        .filter({ hasText: 'refusée', hasNotText: 'annulé' })
        .getByRole('link', { name: /^VI-/ })
        .focus();
      await plain.keyboard.press('Enter');
      await plain.getByRole('link', { name: 'Relancer la demande d’attestation' }).first().focus();
      await plain.keyboard.press('Enter');
      await plain.getByLabel('Motif').fill('le stock est là');
      await plain.keyboard.press('Enter');
      expect(await plain.getByRole('status').textContent()).to.include('La demande d’attestation est relancée');
      await offline.close();
    });

    it('is accessible where a discrepancy is explained and a month is closed', async () => {
      await world.clock.advance('P31D');
      for (const [list, action] of [
        ['/statement', 'Justifier l’écart'],
        ['/books', 'Clôturer le mois'],
      ] as const) {
        await page.goto(origin() + list);
        await page.getByRole('link', { name: action }).first().click();
        await page.getByLabel('Motif').waitFor();
        expect(await faultsOfEveryLook(page), action).to.deep.equal([]);
      }
    });
  });
});
