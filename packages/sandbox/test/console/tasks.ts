import { readFileSync } from 'node:fs';
import { sum, VOUCHERS, type LocalDate } from '@vehicle-insurance/core';
import { expect } from 'chai';
import type { Browser, Download, Locator, Page } from 'playwright-core';
import type { World } from '../api/world.ts';
import type { BusyConsole } from './busy-console.ts';
import { SIZES, signedInPage } from './in-browser.ts';

/** The maximum number of steps from the home page: clicks, and Enter in a field. Confirming a preview is one, too. */
const MOST = 4;
/** The simulated authority refuses certificates for this phone. */
const REFUSED = '0700000011';
const REFUSAL = 'Stock d’attestations épuisé';

interface Walk {
  readonly page: Page;
  readonly click: (what: Locator) => Promise<void>;
  readonly follow: (name: string | RegExp) => Promise<void>;
  readonly search: (typed: string) => Promise<void>;
  /** Fills in the reason and sends the form. */
  readonly send: (why: string, button: string) => Promise<void>;
  /** Asks for the preview, which contains this text, and proposes the action. */
  readonly propose: (why: string, previewed: string) => Promise<void>;
}

/** The tasks of an operator's day, by clicks only, from the home page. The last one moves the sandbox's clock. */
export const describeTasks = (on: () => { world: World; busy: BusyConsole; browser: Browser }) =>
  describe('leads from the home page in at most four steps, on a phone and on a desktop,', () => {
    let awa: Page;
    let koffi: Page;
    /** A contract without a certificate for each size. */
    const late: { readonly holder: string; readonly policyNumber: string }[] = [];

    before(async () => {
      const { world, busy, browser } = on();
      awa = await signedInPage(browser, busy.operator, 'Awa Koné');
      koffi = await signedInPage(browser, busy.operator, 'Koffi Yao');
      for (const holder of ['Fatou Diabaté', 'Salif Traoré']) {
        const { contract } = await world.insured({ policyHolderPhone: REFUSED, policyHolderName: holder });
        late.push({ holder, policyNumber: contract.policyNumber });
      }
      await world.clock.advance('PT7H');
    });

    /** Walks from the home page at both sizes, in exactly this number of steps. */
    const walk = async (
      person: Page,
      expected: number,
      task: (on: Walk, at: number) => Promise<void>,
    ): Promise<void> => {
      expect(expected).to.be.within(1, MOST);
      for (const [at, size] of SIZES.entries()) {
        let steps = 0;
        const click = async (what: Locator): Promise<void> => {
          steps += 1;
          await what.click();
        };
        const send = async (why: string, button: string): Promise<void> => {
          await person.getByLabel('Motif').fill(why);
          await click(person.getByRole('button', { name: button }));
        };
        await person.setViewportSize(size);
        await person.goto(new URL(person.url()).origin);
        await task(
          {
            page: person,
            send,
            click,
            follow: (name) => click(person.getByRole('link', { name }).first()),
            search: async (typed) => {
              steps += 1;
              await person.getByRole('searchbox').fill(typed);
              await person.getByRole('searchbox').press('Enter');
            },
            propose: async (why, previewed) => {
              await send(why, 'Afficher l’aperçu');
              await person.getByText('Rien n’est encore enregistré').waitFor();
              await shows(person, previewed);
              await click(person.getByRole('button', { name: 'Proposer cette action' }));
              await says(person, 'L’action est proposée');
            },
          },
          at,
        );
        expect(steps, `steps at ${size.width} px`).to.equal(expected);
      }
    };
    const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
    const says = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();
    const item = (page: Page, at: number) => page.getByRole('listitem').filter({ hasText: late[at]?.holder ?? '' });

    it('to a client found by part of the name, in two', () =>
      walk(awa, 2, async ({ page, search, follow }) => {
        await search('kon mar');
        await follow('Mariam Koné');
        await page.getByRole('heading', { level: 1, name: /^Mariam Koné/ }).waitFor();
        await page.getByRole('table', { name: 'Contrats' }).getByRole('link', { name: /^VI-/ }).waitFor();
      }));

    it('to the reason of a missing certificate, and to a new request for it, in two', () =>
      walk(awa, 2, async ({ page, click, send }, at) => {
        const line = item(page, at);
        await line.getByText(REFUSAL).waitFor();
        await click(line.getByRole('link', { name: 'Relancer la demande d’attestation' }));
        await send('le stock est reconstitué', 'Relancer la demande d’attestation');
        await says(page, 'La demande d’attestation est relancée');
        await page.getByRole('heading', { level: 1, name: late[at]?.policyNumber ?? '' }).waitFor();
        await shows(page, 'le stock est reconstitué');
      }));

    it('to a contract that two people cancel, in four and in two', async () => {
      await walk(awa, 4, async ({ page, click, search, propose }, at) => {
        await search(late[at]?.holder ?? '');
        const found = page.getByRole('row').filter({ hasText: late[at]?.policyNumber ?? '' });
        await click(found.getByRole('link', { name: 'Annuler le contrat' }));
        await page.getByLabel('Cause').selectOption('Vente du véhicule');
        await propose('assuré ailleurs', 'La totalité de la somme payée est remboursée.');
      });
      await walk(koffi, 2, async ({ page, click, follow }, at) => {
        await follow('À confirmer');
        await click(item(page, at).getByRole('button', { name: 'Confirmer' }));
        await page.getByRole('heading', { level: 1, name: late[at]?.policyNumber ?? '' }).waitFor();
        await shows(page, /annulé le[^]*Motif\s*:\s*assuré ailleurs/);
      });
    });

    it('to a discrepancy that is explained, in two', async () => {
      const { operator } = on().busy;
      const open = async () => (await operator.json<readonly object[]>('statement', 'differences')).length;
      const before = await open();
      await walk(awa, 2, async ({ page, follow, send }) => {
        await follow('Justifier l’écart');
        await send('frais convenus avec Wave', 'Justifier l’écart');
        await page
          .getByRole('table', { name: /Écarts justifiés/ })
          .getByText('frais convenus avec Wave')
          .first()
          .waitFor();
      });
      expect(await open()).to.equal(before - SIZES.length);
    });

    it('to the ledger of an insurer, in two', () =>
      walk(awa, 2, async ({ page, follow }) => {
        await follow('Comptabilité');
        await follow('Assurances du bac à sable');
        await page.getByRole('heading', { level: 1, name: 'Grand livre : Assurances du bac à sable' }).waitFor();
        await page.getByRole('table', { name: 'Écritures' }).getByRole('row').nth(1).waitFor();
      }));

    it('to a remittance that two people record, which lowers the balance due to the insurer, in four and in two', async () => {
      const { world } = on();
      const day = await world.clock.today();
      const due = async (): Promise<number> => {
        const { ports } = await world.operator.context();
        const balances = await ports.books.movements({ from: day as LocalDate, until: day as LocalDate });
        const open = balances.filter(
          ({ account, insurer }) =>
            VOUCHERS.remittance.clears.some((each) => each === account) && insurer === 'sandbox',
        );
        return sum(open.map(({ carried, debit, credit }) => credit - debit - carried));
      };
      const before = await due();
      await walk(awa, 4, async ({ page, click, follow, propose }, at) => {
        await follow('Comptabilité');
        const insurer = page.getByRole('row').filter({ hasText: 'Assurances du bac à sable' });
        await click(insurer.getByRole('link', { name: 'Enregistrer un reversement' }));
        await page.getByLabel('Montant en FCFA').fill('1000');
        await page.getByLabel('Date comptable').fill(day);
        await page.getByLabel(/^Référence/).fill(`REV-${at}`);
        await propose('primes du mois', 'Pièce à comptabiliser');
      });
      await walk(koffi, 2, async ({ page, click, follow }, at) => {
        await follow('À confirmer');
        const card = page.getByRole('listitem').filter({ hasText: `REV-${at}` });
        await click(card.getByRole('button', { name: 'Confirmer' }));
        await says(page, 'Pièce comptabilisée.');
        await page
          .getByRole('row')
          .filter({ hasText: `REV-${at}` })
          .waitFor();
      });
      expect(await due()).to.equal(before - 1_000 * SIZES.length);
    });

    it('to a file with the contracts of the last month, in three', async () => {
      const { clock } = on().world;
      const today = await clock.today();
      const [month, days] = [today.slice(0, 7), 32 - Number(today.slice(8))];
      await clock.advance(`P${days}D`);
      await walk(awa, 3, async ({ page, follow, click }) => {
        await follow('Contrats');
        await follow('Mois précédent');
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          click(page.getByRole('link', { name: 'Télécharger (CSV)' })),
        ]);
        const [headings = '', ...lines] = (await textOf(download)).trim().split('\n');
        const created = headings.split(';').indexOf('Créé le');
        expect(new Set(lines.map((line) => line.split(';')[created]?.slice(0, 7)))).to.deep.equal(new Set([month]));
        for (const { policyNumber } of late) expect(lines.join('\n')).to.include(policyNumber);
      });
    });
  });

const textOf = async (download: Download): Promise<string> => readFileSync(await download.path(), 'utf8');
