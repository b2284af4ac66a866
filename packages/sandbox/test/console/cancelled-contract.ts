import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listClosings, longDayInFrench, type LocalDate } from '@vehicle-insurance/core';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { eventually, type World } from '../api/world.ts';
import { insuringOn } from '../pictures/insured-car.ts';
import type { BusyConsole } from './busy-console.ts';
import { previewCancellation, signedInPage } from './in-browser.ts';

const HOLDER = 'Salimata Bamba';
/** Milliseconds after which a cancellation is shown to whoever checks the contract. */
const SHOWN_WITHIN = 5_000;

/** One contract from its quote to its bordereau, through the API, the console and the page that its code opens. */
export const describeCancelledContract = (on: () => { world: World; busy: BusyConsole; browser: Browser }) =>
  it('shows a contract that two people cancel today to everyone, from its code’s page to the bordereau', async () => {
    const {
      world,
      busy: { operator },
      browser,
    } = on();
    // The refund two mornings later is in the same month.
    if ((await world.clock.today()).slice(8) > '25') await world.clock.advance('P7D');
    const { quoteId, proofUrl } = await insuringOn(world)({ holder: HOLDER });
    const today = await world.clock.nextMorning();
    const { contractId, payment } = await world.standing(quoteId);
    const contractNow = () => world.contract(contractId);
    const { policyNumber } = await eventually(contractNow, ({ status }) => status === 'started');
    const paid = payment ?? expect.fail('it is paid');
    const answers = (text: string) =>
      eventually(
        () => textAt(proofUrl),
        (page) => page.includes(text),
        SHOWN_WITHIN,
      );
    await answers('n’a pas été annulé');

    const awa = await signedInPage(browser, operator, 'Awa Koné');
    const koffi = await signedInPage(browser, operator, 'Koffi Yao');
    await previewCancellation(awa, contractId ?? '');
    await awa.getByText('Jours à rembourser').first().waitFor();
    await awa.getByRole('button', { name: 'Proposer cette action' }).click();
    await says(awa, 'L’action est proposée');
    expect((await contractNow()).status).to.equal('started');
    const goTo = (page: Page, path: string) => page.goto(new URL(path, page.url()).href);
    await goTo(koffi, '/proposals');
    const card = koffi.getByRole('listitem').filter({ hasText: HOLDER });
    await card.getByRole('button', { name: 'Confirmer' }).click();
    await koffi.getByRole('heading', { level: 1, name: policyNumber }).waitFor();
    expect(await answers('Contrat annulé')).to.include(
      `Le dernier jour de garantie est le ${longDayInFrench(today as LocalDate)}.`,
    );

    await world.clock.nextMorning();
    expect((await eventually(contractNow, ({ status }) => status === 'expired')).endDate).to.equal(today);
    const refundNow = async () => (await world.standing(quoteId)).payment?.refund;
    const refund = (await refundNow()) ?? expect.fail('a part is refunded');
    expect(refund.status).to.equal('manual');
    expect(refund.amount).to.be.within(1, paid.chargedAmount - 1);
    await operator.text('payment', 'refunded', paid.id, '--reference', 'VIR-900', '--why', 'virement fait');
    expect(await refundNow()).to.deep.include({ status: 'done', amount: refund.amount });

    const month = today.slice(0, 7);
    await world.clock.advance('P32D');
    const ledger = `/books/ledger?account=refunds_due&from=${month}-01&until=${await world.clock.today()}`;
    await goTo(awa, ledger);
    const lines = awa.getByRole('table', { name: 'Écritures' }).getByRole('row').filter({ hasText: policyNumber });
    expect((await lines.allInnerTexts()).map((line) => line.split('\t')[1])).to.have.members([
      ...['Contrat annulé', 'Remboursement par virement'],
    ]);
    const { ports } = await world.operator.context();
    const nextToClose = async () => (await listClosings(ports)()).next?.month ?? 'none';
    for (let open = await nextToClose(); open <= month; open = await nextToClose())
      await operator.json('books', 'close', open, '--why', 'vu');
    const rows = await bordereauOf(operator, month, policyNumber);
    expect(rows.cancelled, 'the bordereau of cancellations').to.have.length(1);
    const collected = rows.collected.find((row) => row.includes('Remboursement par virement'));
    expect(collected?.split(';')).to.include(String(-refund.amount));
  });

const textAt = async (url: string): Promise<string> => (await fetch(url)).text();

const says = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

/** The rows of a contract in the bordereaux of a month. */
const bordereauOf = async (operator: BusyConsole['operator'], month: string, policyNumber: string) => {
  const made = await operator.json<readonly { readonly folder: string }[]>('bordereau', 'make', month);
  const rowsIn = (name: string): readonly string[] =>
    made
      .flatMap(({ folder }) => readFileSync(join(folder, name), 'utf8').split('\n'))
      .filter((row) => row.includes(`${policyNumber};`));
  return { cancelled: rowsIn('annulations.csv'), collected: rowsIn('encaissements.csv') };
};
