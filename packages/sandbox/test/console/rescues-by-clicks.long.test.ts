import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { operatorOn, type OperatorCommand } from '../operator/operator-command.ts';
import { journeysOn } from '../operator/operator-journey.ts';
import { eventually, startSandbox, type Fields, type TestSandbox } from '../sandbox.ts';
import { faultsOf, launched, signedInPage, SIZES } from './in-browser.ts';

interface Status {
  readonly attention: readonly { readonly id: string; readonly kind: string }[];
  readonly paymentsPaused: Fields | null;
}

// Every rescue of docs/operator.md and docs/morning.md, from the list or by search, as a person does it.
describe('the operator’s rescues by clicks', function () {
  this.timeout(180_000);
  let sandbox: TestSandbox;
  let operator: OperatorCommand;
  let caller: ReturnType<typeof journeysOn>;
  let browser: Browser | undefined;
  let page: Page;
  let origin: string;
  const complaints: string[] = [];

  before(async function () {
    browser = await launched();
    if (!browser) return this.skip();
    sandbox = await startSandbox({ CONSOLE_PORT: '0', MOBILE_MONEY: 'cinetpay' });
    operator = operatorOn(sandbox.dataDir, sandbox.database);
    caller = journeysOn(sandbox);
    page = await signedInPage(browser, operator, 'Awa', complaints);
    origin = new URL(page.url()).origin;
  });
  after(async () => {
    await browser?.close();
    if (browser) await sandbox.stop();
  });
  afterEach(() => expect(complaints.splice(0)).to.deep.equal([]));

  for (const size of SIZES)
    describe(`at ${size.width}`, () => {
      before(() => page.setViewportSize(size));

      const shown = (noun: string, id: string) =>
        operator.json<Fields & { history: readonly Fields[] }>(noun, 'show', id);
      const contract = async (id: string) => (await sandbox.call('GET', `/contract/${id}`)).body;
      const listed = (id: string) =>
        eventually(
          async () => (await operator.json<Status>('work', 'status')).attention.filter((item) => item.id === id),
          ({ length }) => length > 0,
        );
      /** From the list of what waits to the page of one thing. */
      const openFromList = async (id: string): Promise<void> => {
        await listed(id);
        await page.goto(origin);
        await page
          .getByRole('link', { name: new RegExp(`${id.slice(-8)}$`) })
          .first()
          .click();
        await page.waitForURL(/\/(payment|contract)\//);
        expect(await faultsOf(page)).to.deep.equal([]);
      };
      const openBySearch = async (typed: string): Promise<void> => {
        await page.goto(origin);
        await page.getByRole('link', { name: 'Chercher' }).click();
        await page.getByRole('searchbox').fill(typed);
        await page.getByRole('button', { name: 'Chercher' }).click();
        await page.getByRole('table').getByRole('link').first().click();
        await page.waitForURL(/\/(payment|contract)\//);
      };
      /** Takes a remedy of the page that is open, fills in its form, and answers what is said then. */
      const remedy = async (name: string, fields: Fields & Readonly<Record<string, string>>): Promise<string> => {
        await page.getByRole('link', { name, exact: true }).first().click();
        await page.waitForURL(/\/act\//);
        expect(await faultsOf(page)).to.deep.equal([]);
        for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
        await page.getByRole('button', { name, exact: true }).click();
        const said = (await page.getByRole('status').textContent()) ?? '';
        expect(await faultsOf(page)).to.deep.equal([]);
        return said;
      };
      const attach = (number: string, links: Readonly<Record<string, string>>) =>
        remedy('Joindre ou corriger l’attestation', {
          'Numéro de l’attestation': number,
          'Adresse du PDF': links['pdfLink'] ?? '',
          'Adresse de l’image': links['imageLink'] ?? '',
          'Adresse du code QR': links['qrCodeLink'] ?? '',
          Motif: 'éditée au guichet',
        });

      it('a payment whose provider is silent is closed', async () => {
        const { body } = await caller.pay(await caller.quote('0700001234'), '0500000009');
        await caller.advance('PT40M');
        await openFromList(body.id);
        expect(await remedy('Clôturer le paiement', { Motif: 'le fournisseur se tait' })).to.include('est clôturé');
        expect(await shown('payment', body.id)).to.include({ status: 'failed' });
      });

      it('money that was given back by hand is recorded', async () => {
        const { body } = await caller.pay(await caller.quote('0700001234'));
        await caller.advance('PT31M');
        await fetch(`${body.paymentUrl}/confirm`, { method: 'POST' });
        await openFromList(body.id);
        const said = await remedy('Noter un remboursement fait à la main', {
          'Référence du virement': 'MP.1',
          Motif: 'depuis la caisse',
        });
        expect(said).to.include('sont notés comme rendus');
        expect((await shown('payment', body.id)).history.at(-1)).to.include({ to: 'done', by: 'Awa' });
      });

      it('a refused certificate is asked for again, alone and with all others', async () => {
        const id = await caller.contract('0700000011');
        await caller.advance('PT7H');
        await openFromList(id);
        expect(await remedy('Redemander l’attestation', { Motif: 'le stock est là' })).to.include('est redemandée');
        expect(await contract(id)).to.include({ certificateStatus: 'pending' });
        await caller.advance('PT7H');
        await page.goto(origin);
        await page.getByRole('link', { name: 'Santé' }).click();
        const said = await remedy('Redemander toutes les attestations refusées', { Motif: 'le stock est là' });
        expect(said).to.match(/\d+ attestations/);
        expect(await contract(id)).to.include({ certificateStatus: 'pending' });
      });

      it('a certificate is attached', async () => {
        const [issued, id] = [await caller.contract('0700001234'), await caller.contract('0700000011')];
        const isIssued = () => contract(issued);
        const { certificate } = await eventually(isIssued, ({ certificateStatus }) => certificateStatus === 'issued');
        await caller.advance('PT2H');
        await openFromList(id);
        const number = `CI-${size.width}`;
        await page.goto(`${origin}/contract/${id}`);
        expect(await attach(number, certificate as Record<string, string>)).to.include('est jointe');
        expect(await contract(id)).to.include({ certificateStatus: 'issued' });
        expect((await shown('contract', id)).history.some(({ by }) => by === 'Awa')).to.equal(true);
        await openBySearch(number);
        expect(page.url()).to.include(id);
      });

      it('a contract is cancelled', async () => {
        const id = await caller.contract('0700000011');
        await openBySearch(String((await contract(id))['policyNumber']));
        expect(await remedy('Annuler le contrat', { Motif: 'assuré ailleurs' })).to.include('est annulé');
        expect((await contract(id))['cancelled']).to.include({ reason: 'assuré ailleurs' });
      });

      it('an item that needs no action is dismissed', async () => {
        const id = await caller.contract('0700000018');
        await openFromList(id);
        expect(await remedy('Retirer de la liste', { Motif: 'retirée par l’autorité' })).to.include('est retirée');
        expect((await operator.json<Status>('work', 'status')).attention.map((item) => item.id)).not.to.include(id);
      });

      it('documents that are late are made again', async () => {
        await page.goto(origin);
        await page.getByRole('link', { name: 'Santé' }).click();
        expect(await remedy('Refaire les documents en retard', {})).to.include('Chaque document attendu');
      });

      it('payments are paused and opened again', async () => {
        const paused = async () => (await operator.json<Status>('work', 'status')).paymentsPaused;
        await page.goto(`${origin}/health`);
        expect(await remedy('Suspendre les paiements', { Motif: 'entretien' })).to.include('sont suspendus');
        expect(await paused()).to.include({ why: 'entretien', by: 'Awa' });
        await page.goto(`${origin}/health`);
        expect(await remedy('Reprendre les paiements', {})).to.include('s’ouvrent de nouveau');
        expect(await paused()).to.equal(null);
      });

      it('a company is taken on, given a key that is seen once, and closed', async () => {
        await page.goto(origin);
        await page.getByRole('link', { name: 'Sociétés' }).click();
        const name = `Courtage ${size.width}`;
        await remedy('Ajouter une société', { Nom: name });
        await page.getByRole('link', { name: 'Sociétés' }).click();
        await page.getByRole('link', { name, exact: true }).click();
        await page.getByRole('link', { name: 'Donner une clé' }).click();
        await page.getByLabel('À quoi elle sert').fill('caisse');
        await page.getByRole('button', { name: 'Donner une clé' }).click();
        const key = (await page.locator('pre').textContent()) ?? '';
        expect(key).to.match(/^vi_test_/);
        await page.getByRole('link', { name: 'C’est gardé' }).click();
        expect(await remedy('Fermer à la société', {})).to.include('est fermée');
        const called = async () => (await sandbox.call('GET', '/vehicle', undefined, key)).status;
        expect(await eventually(called, (status) => status === 401)).to.equal(401);
      });
    });
});
