import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, type Difference, type Payment } from '@vehicle-insurance/core';
import { aRefund, inUnit, BY_A_TEST } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import type { Visitor } from '../../console/test/visitor.ts';
import { ME, officeForEach, officeForAll, type Fields } from './office.ts';

const MAPPING = {
  separator: ';',
  columns: { transaction: 'Id', date: 'Date', kind: 'Genre', amount: 'Montant', fee: 'Frais', reference: 'Réf' },
  kinds: { payment: ['P'], refund: ['R'] },
  date: 'DD/MM/YYYY HH:mm:ss',
};
const RECORDED = ['--reference', 'MP-2026-7', '--why', 'sent by the cashier'];

describe('a refund by hand at a provider without refunds by API', () => {
  const { office, operator } = officeForAll({ opensWith: 'cinetpay' });
  /**
   * A payment for each case: refunded on the pages; recorded as a transfer but made on the pages; refunded twice;
   * refunded by a transfer; refunded on the pages and recorded in the console.
   */
  const paid: Payment[] = [];

  const paidTooLate = async (): Promise<Payment> => {
    const payment = await office.pay(await office.quote());
    await office.pass({ minutes: 31 });
    await office.confirm(payment);
    const { payment: failed, refund } = await office.find(payment.id);
    expect([failed.status, refund?.status]).to.deep.equal(['failed', 'manual']);
    return failed;
  };
  const differences = async () => {
    await operator.json('work', 'run', 'days');
    const found = await operator.json<readonly Difference[]>('statement', 'differences');
    return found.map(({ kind, paymentId }) => `${paid.findIndex(({ id }) => id === paymentId)} ${kind}`).sort();
  };
  /** Settles by the choice that the console's form offers in these words; returns what is booked. */
  const settle = async (which: number, words: string) => {
    const { text } = await awa.get(`/act/payment-settle/${paid[which]?.id}`);
    const how = new RegExp(`value="(\\w+)" *>${words}`).exec(text)?.[1] ?? '';
    const all = await operator.json<readonly { readonly cause: string }[]>(
      ...['payment', 'settle', paid[which]?.id ?? '', '--how', how, '--why', 'seen on the pages'],
    );
    return all.map(({ cause }) => cause);
  };
  let awa: Visitor;

  before(async () => {
    awa = await office.signedIn('Awa', 'act');
    for (let index = 0; index < 5; index += 1) paid.push(await paidTooLate());
  });

  it('is compared with the imported statement in the way in which the operator recorded it', async () => {
    const today = office.today();
    const at = `${today.split('-').toReversed().join('/')} 12:00:00`;
    for (const [index, { id }] of paid.slice(0, 4).entries())
      await operator.json('payment', 'refunded', id, ...RECORDED, ...(index === 0 ? ['--on-pages'] : []));
    const form = `/act/payment-refunded/${paid[4]?.id}`;
    await awa.fill(form, form, { reference: 'MP-2026-8', why: 'sur ses pages', onPages: 'yes' });
    const line = (kind: 'P' | 'R', { id, amount, fees }: Payment) =>
      `${kind}-${id};${at};${kind};${kind === 'P' ? '' : '-'}${amount + fees};0;${id}`;
    const rows = [...paid.map((each) => line('P', each)), ...paid.toSpliced(3, 1).map((each) => line('R', each))];
    const [file, mapping] = [join(office.folder, 'statement.csv'), join(office.folder, 'mapping.json')];
    writeFileSync(mapping, JSON.stringify(MAPPING));
    writeFileSync(file, `Id;Date;Genre;Montant;Frais;Réf\n${rows.join('\n')}\n`);
    await office.nextMorning();
    await office.nextMorning();
    const words = ['statement', 'import', file, '--mapping', mapping, '--provider', 'cinetpay'];
    await operator.json(...words, '--from', addDays(today, -1), '--until', addDays(office.today(), -1));
    expect(await differences()).to.deep.equal(['1 refunded_twice', '2 refunded_twice', '3 refund_not_seen']);
  });

  it('is settled by the operator, once, until statement and records match', async () => {
    expect(await settle(1, 'Remboursement fait depuis l’espace marchand')).to.deep.equal(['refund_on_pages']);
    expect(await settle(2, 'Remboursement fait à tort')).to.deep.equal(['refund_repeated']);
    expect(await settle(3, 'Remboursement fait par virement depuis notre compte')).to.deep.equal(['transfer_covered']);
    expect(await differences()).to.deep.equal([]);
    expect(await settle(2, 'Créance sur le payeur réglée')).to.deep.equal(['repeated_settled']);
    const again = ['payment', 'settle', paid[1]?.id ?? '', '--how', 'on_pages', '--why', 'again'];
    expect(await operator.refusal(...again)).to.contain('or it is booked already');
    expect(await operator.text('payment', 'show', paid[1]?.id ?? '')).to.contain('seen on the pages');
  });
});

describe('a refund by hand at a provider that does not answer', () => {
  const { office, operator } = officeForEach();

  for (const by of [ME, 'Awa'])
    it(`is recorded once by ${by === ME ? 'the command' : 'the console'}, if the provider’s pages show no refund`, async () => {
      const { id } = await office.pay(await office.quote());
      office.provider.fallSilent();
      await operator.text('payment', 'close', id, '--why', 'the payer asked');
      // As if the provider had answered that it cannot refund the payment.
      const { companyId, provider, session } = (await office.find(id)).payment;
      const refund = aRefund({
        ...{ companyId, paymentId: id, provider, sessionId: session?.id ?? '', status: 'manual', due: null },
      });
      await inUnit(office.store.unitOfWork, (tx) => tx.refunds.add(refund, { at: refund.created, why: BY_A_TEST }));
      // Only while payments are paused, after a restore, may the provider query be omitted.
      expect(await operator.refusal('payment', 'refunded', id, ...RECORDED, '--unasked')).to.match(/paus/);
      const manual = async () =>
        (await operator.json<readonly Fields[]>('payment', 'list', '--refund', 'manual')).map((each) => each['id']);
      const awa = await office.signedIn('Awa', 'act');
      const form = `/act/payment-refunded/${id}`;
      const fields = { reference: 'MP-2026-7', why: 'sent by the cashier' };
      expect((await awa.fill(form, form, fields)).text).to.include('Ne faites aucun virement');
      expect(await operator.refusal('payment', 'refunded', id, ...RECORDED)).to.match(/Do not transfer/);
      expect(await manual()).to.deep.equal([id]);
      if (by === ME) await operator.json('payment', 'refunded', id, ...RECORDED, '--unanswered');
      else await awa.fill(form, form, { ...fields, unanswered: 'yes' });
      expect((await office.find(id)).refund).to.include({ status: 'done' });
      expect(await manual()).to.deep.equal([]);
      expect((await office.find(id)).history.at(-1)).to.deep.include({
        ...{ what: 'refund', to: 'done', by },
        evidence: { reference: 'MP-2026-7', note: 'sent by the cashier' },
      });
      expect(await operator.refusal('payment', 'refunded', id, ...RECORDED)).to.match(/done already/);
      const second = ['--reference', 'MP-2026-8', '--why', 'by mistake'];
      const printed = await operator.text('payment', 'refunded', id, ...second);
      expect(printed).to.include('already been refunded by another transfer');
    });
});
