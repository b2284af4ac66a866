import type { Cause, Difference, Transaction } from '@vehicle-insurance/core';
import { aDifference, aPaidPayment } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import type { Compared } from '../../src/domain/statement/match.ts';
import { bookFees, unbookedFees, type UnbookedFee } from '../../src/use-cases/statement/book-fees.ts';
import { expectedFees } from '../../src/use-cases/statement/expected-fees.ts';
import { explainDifference } from '../../src/use-cases/statement/explain-difference.ts';
import { importStatement } from '../../src/use-cases/statement/import-statement.ts';
import { START } from '../scenario.ts';
import { account, CHARGED, line } from './account.ts';

const FEE = 1_214;

const trackFees = async () => {
  const it = await account();
  const entries = () => it.books.entries(it.company.id, null, 100);
  const on = async (name: string) =>
    (await entries())
      .flatMap(({ postings }) => postings)
      .reduce((sum, { account: each, amount }) => (each === name ? sum + amount : sum), 0);
  const fees = async () =>
    (await entries()).filter(({ cause }) => cause.startsWith('merchant_fee')).map(({ cause, at }) => [cause, at]);
  return { ...it, on, fees };
};

describe('the merchant fee', () => {
  it('is expected to be the booked one if the statement shows another, otherwise the agreed one', async () => {
    const it = await trackFees();
    const reference = await it.paid();
    // A charge and a payment without a line have no difference in their fee.
    it.statement.add({ kind: 'other', reference, amount: -500, at: it.clock.now() });
    const facts = async (...asked: Parameters<typeof it.statements.facts>) =>
      (await it.statements.facts(...asked)).map((of) => ({ ...of, payments: [...of.payments, aPaidPayment()] }));
    const statements = { ...it.statements, facts };
    const expected = async (merchantFees?: Readonly<Partial<Record<string, number>>>) => {
      const differences = await it.statements.differences(2);
      const fees = await expectedFees({ statements, merchantFees })([...differences, ...told]);
      expect([...fees.keys()]).to.deep.equal(fees.size === 0 ? [] : told.map(({ id }) => id));
      return fees.get(told[0]?.id ?? '');
    };
    it.statement.tell((line) => (line.kind === 'payment' ? { ...line, fee: 1_500 } : line));
    await it.pass(24);
    const told = (await it.statements.differences(2)).filter(({ kind }) => kind === 'other_fee');
    expect(await expected({ fake: 100 })).to.equal(FEE);
    expect(await expected({ fake: 150 })).to.equal(1_821);
    expect(await expected({})).to.equal(undefined);
    expect(await expected()).to.equal(undefined);
    it.statement.tell((line) => line);
    await it.pass(24);
    expect(await expected({ fake: 150 })).to.equal(1_821);
    it.statement.tell((line) => (line.kind === 'payment' ? { ...line, fee: 1_500 } : line));
    await it.pass(24);
    expect(await expected({ fake: 150 })).to.equal(FEE);
  });

  it('is booked when an operator explains a fee that was not agreed, or as corrected if the statement is corrected', async () => {
    for (const end of ['explained', 'corrected'] as const) {
      const it = await trackFees();
      const paymentId = await it.paid();
      it.statement.tell((line) => ({ ...line, fee: 1_500 }));
      await it.pass(24);
      expect((await it.differences()).map(({ kind }) => kind)).to.deep.equal(['other_fee']);
      expect(await it.on('merchant_fees')).to.equal(0);
      const { id } = await it.difference();
      const command = { companyId: it.company.id, paymentId, id, reason: 'a month', by: 'Awa' };
      if (end === 'explained') {
        (await explainDifference(it.dependencies)(command)).unwrap();
        // The fee is booked at once, because the statement's day may not be read again.
        expect(await it.on('merchant_fees')).to.equal(1_500);
      } else it.statement.tell((line) => line);
      await it.pass(48);
      expect(await it.differences()).to.deep.equal([]);
      expect(await it.on('merchant_fees')).to.equal(end === 'explained' ? 1_500 : FEE);
      expect(await it.on('wallet')).to.equal(it.statement.balance() - it.statement.kept());
    }
  });

  it('is also booked as returned if an operator records that the payer owes money that was refunded by mistake', async () => {
    // A fee that was not agreed is not booked with the other one.
    for (const [fee, booked] of [
      [FEE, FEE],
      [1_500, 0],
    ] as const) {
      const it = await trackFees();
      const paymentId = await it.paid();
      it.statement.tell((each) => (each.kind === 'payment' ? { ...each, fee } : each));
      await it.provider.refund(it.provider.session(paymentId).id);
      await it.pass(24);
      expect(await it.on('merchant_fees')).to.equal(booked);
      (await it.settle(paymentId)).unwrap();
      expect([await it.on('merchant_fees'), await it.on('wallet')]).to.deep.equal([booked - FEE, FEE - booked]);
      await it.pass(48);
      expect([await it.on('merchant_fees'), await it.on('wallet')]).to.deep.equal([booked - FEE, FEE - booked]);
    }
  });

  for (const [name, agreed] of [
    ['known', { fake: 100 }],
    ['unknown', {}],
  ] as const)
    it(`is corrected once per explanation if it changes after it was booked (agreed fee: ${name})`, async () => {
      const it = await trackFees();
      Object.assign(it.dependencies, { merchantFees: agreed });
      const paymentId = await it.paid();
      await it.pass(24);
      const bring = async (fee: number, times = 1): Promise<void> => {
        it.statement.tell((line) => ({ ...line, fee }));
        for (const lines of Array.from({ length: times }, () => it.statement.lines()))
          await importStatement(it.dependencies)('fake', lines);
      };
      for (const [before, fee] of [
        [FEE, 2_000],
        [2_000, 0],
        [0, 1_500],
        [1_500, 2_000],
      ] as const) {
        await bring(fee);
        expect(await it.differences()).to.deep.equal([{ kind: 'other_fee', here: CHARGED, there: CHARGED }]);
        expect(await it.on('merchant_fees')).to.equal(before);
        const { id } = await it.difference();
        const command = { companyId: it.company.id, paymentId, id, reason: 'a new contract', by: 'Awa' };
        (await explainDifference(it.dependencies)(command)).unwrap();
        expect(await it.on('merchant_fees')).to.equal(fee);
        await Promise.all([bring(fee, 2), bring(fee, 2)]);
        expect(await it.differences()).to.deep.equal([]);
        expect([await it.on('merchant_fees'), await it.on('wallet')]).to.deep.equal([
          fee,
          it.statement.balance() - fee,
        ]);
      }
      const causes = (await it.fees()).map(([cause]) => cause);
      expect(causes).to.deep.equal(['merchant_fee_kept', ...Array.from({ length: 4 }, () => 'merchant_fee_corrected')]);
    });
});

describe('the fees on a statement that are not booked yet', () => {
  const rows = (text: string) => text.split(', ').flatMap((row) => (row === '' ? [] : [row.split(' ')]));
  const listUnbooked = (booked: string, found: string): string => {
    const all = rows(found).map(([kind, id = '', fee, status = 'open']) => {
      const own = line(id, START, { fee: Number(fee) });
      const movement = { ...own, kind: 'payment', sessionId: id, paymentId: 'P', subjectId: id, fee: 0 } as const;
      const difference = { ...own, kind, subject: `line payment ${id}`, here: own.amount, there: own.amount, status };
      return [{ kind, line: own, movement } as Compared, aDifference(difference as Partial<Difference>)] as const;
    });
    const facts = {
      ...{ reference: 'P', companyId: 'C', quoteId: 'Q', payments: [], refunds: [], lines: [] },
      booked: rows(booked).map(([cause, subjectId = '', fee]) => ({
        ...{ id: `of-${subjectId}`, cause: cause as Cause, subjectId, amount: 0, fee: Number(fee) },
      })),
      differences: all.map(([, difference]) => difference),
    };
    const unbooked = unbookedFees(
      facts,
      all.map(([finding]) => finding),
    );
    return unbooked.map((each) => `${each.cause} ${each.subjectId} ${'amount' in each && each.amount}`).join(', ');
  };

  const [OWED, ANOTHER] = ['A', 'B'].map((owed) => `refund_by_hand A 0, refund_repeated ${owed} 0`);
  for (const [what, [booked = '', found, expected]] of Object.entries({
    'are no fees of zero': ['', 'matched A 0', ''],
    'are one that is corrected, and another that equals the fee before the correction': [
      ...['merchant_fee_kept A 10', 'other_fee A 20 explained, matched B 10'],
      'merchant_fee_corrected of-A 10, merchant_fee_kept B 10',
    ],
    'are all but as many as were booked under other movements': [
      ...['merchant_fee_kept gone 10', 'matched A 5, matched B 10, matched C 10'],
      'merchant_fee_kept A 5, merchant_fee_kept C 10',
    ],
    'are one of a second refund that the payer owes': [OWED, 'refunded_twice A -3', 'merchant_fee_returned A -3'],
    'are none of a second refund while another one is owed': [ANOTHER, 'refunded_twice A -3', ''],
    'are none of a second refund that is only explained': [ANOTHER, 'refunded_twice A -3 explained', ''],
    'are none of another amount than owed': [OWED, 'other_amount A -3', ''],
    'are the change after booking if it is explained': [
      ...[`${OWED}, merchant_fee_returned A -3`, 'refunded_twice A -4 explained'],
      'merchant_fee_corrected of-A -1',
    ],
    'are no change after booking unless it is explained': [
      `${OWED}, merchant_fee_returned A -3`,
      'refunded_twice A -4',
      '',
    ],
  } satisfies Record<string, readonly (string | undefined)[]>))
    it(what, () => expect(listUnbooked(booked, found ?? '')).to.equal(expected));

  it('are booked in a fixed order, so that two processes do not deadlock', async () => {
    const order: string[] = [];
    const ledger = { book: async ({ subjectId }: UnbookedFee) => void order.push(subjectId) };
    const fees = ['B', 'C', 'A'].map((subjectId) => ({ subjectId }) as UnbookedFee);
    await bookFees({ ledger } as unknown as Transaction, { clock: { now: () => START } }, fees);
    expect(order).to.deep.equal(['A', 'B', 'C']);
  });
});
