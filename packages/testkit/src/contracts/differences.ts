import { later, type Difference, type DifferenceFilter, type Lateness } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { day, SOME_MORNING } from '../builders/days.ts';
import { aDifference } from '../builders/difference.ts';
import { freshId } from '../builders/ids.ts';
import { aPaidPayment } from '../builders/payment.ts';
import { minutesOn, SOON, storeCases } from './store-bench.ts';

const LATENESS: Lateness = {
  windowsBegunUntil: SOME_MORNING,
  lateSince: SOME_MORNING,
  certificatesAskedUntil: SOME_MORNING,
  today: day('2026-01-15'),
};

/** Discrepancies between statements and records, as operators find and list them. */
export const differencesContract = storeCases('Differences', {
  'list a discrepancy while it is open, and in any state by its payment': async (store) => {
    const { company, quote } = await store.addQuote();
    const { companyId, id: paymentId } = await store.addPayment(aPaidPayment(), quote);
    const late = aDifference({ companyId, paymentId, subject: 'line payment T2', found: SOON });
    const early = aDifference({ companyId, paymentId });
    for (const each of [late, early]) await store.unit((tx) => tx.statements.put(each));
    const withName = (each: Difference, total = 1) => ({ ...each, companyName: company.name, total });
    expect(await store.statements.differences(10)).to.deep.equal([withName(early, 2), withName(late, 2)]);
    expect(await store.statements.differences(1)).to.deep.equal([withName(early, 2)]);
    const [first, second] = [early, late]
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ id }) => ({ id, provider: 'fake', paymentId }));
    expect(await store.statements.openReferences(1)).to.deep.equal([first]);
    expect(await store.statements.openReferences(10, { after: first?.id })).to.deep.equal([second]);
    expect(await store.statements.openReferences(10, { after: second?.id })).to.deep.equal([]);
    const ofKinds = (...kinds: readonly Difference['kind'][]) => store.statements.openReferences(10, { kinds });
    expect(await ofKinds('other_fee', 'twice')).to.deep.equal([first, second]);
    expect(await ofKinds('other_fee')).to.deep.equal([]);
    const explained = { ...early, status: 'explained' as const, explanation: 'a test' };
    await store.unit((tx) => tx.statements.put(explained));
    expect(await store.unit((tx) => tx.statements.difference(companyId, early.id))).to.deep.equal(explained);
    expect(await store.unit((tx) => tx.statements.difference(freshId(), early.id))).to.equal(undefined);
    expect(await store.statements.differences(10)).to.deep.equal([withName(late)]);
    const shown = (limit: number, filter: DifferenceFilter) => store.statements.differences(limit, filter);
    expect(await shown(10, { paymentIds: [paymentId] })).to.deep.equal([withName(explained, 2), withName(late, 2)]);
    expect(await shown(10, { paymentIds: [freshId(), 'no id'] })).to.deep.equal([]);
    expect(await shown(10, { status: 'explained' })).to.deep.equal([withName(explained)]);
    await store.unit((tx) => tx.statements.put({ ...late, status: 'explained', explanation: 'another test' }));
    expect((await shown(1, { status: 'explained' })).map(({ id }) => id)).to.deep.equal([late.id]);
    const other = { kind: 'other_fee', here: 1, there: 2, fee: 3, status: 'open', explanation: null } as const;
    const changed = { ...late, ...other, at: minutesOn(5), found: minutesOn(6) };
    await store.unit((tx) => tx.statements.put(changed));
    expect(await store.unit((tx) => tx.statements.difference(companyId, late.id))).to.deep.equal(changed);
  },

  'give each kind of discrepancy an equal share of the list, the most urgent first, and count all of them': async (
    store,
  ) => {
    const { quote } = await store.addQuote();
    const { companyId, id: paymentId } = await store.addPayment(aPaidPayment(), quote);
    const many = (kind: Difference['kind'], count: number, found = SOME_MORNING) =>
      Array.from({ length: count }, (_, each) =>
        aDifference({ companyId, paymentId, kind, found, subject: `line payment ${kind} ${each}` }),
      );
    const all = [
      ...many('other_amount', 110),
      ...many('other_fee', 110),
      ...many('missing_there', 1, SOON),
      ...many('refund_not_seen', 3, SOON),
    ];
    await store.unit(async (tx) => {
      for (const each of all) await tx.statements.put(each);
    });
    const shares = (kinds: readonly string[]) =>
      [...Map.groupBy(kinds, (kind) => kind)].map(([kind, same]) => [kind, same.length]);
    const listed = await store.statements.differences(100);
    expect(shares(listed.map(({ kind }) => kind))).to.deep.equal([
      ['missing_there', 1],
      ['refund_not_seen', 3],
      ['other_amount', 48],
      ['other_fee', 48],
    ]);
    expect(shares(listed.map(({ kind, total }) => `${kind} of ${total}`)).map(([kind]) => kind)).to.deep.equal([
      'missing_there of 1',
      'refund_not_seen of 3',
      'other_amount of 110',
      'other_fee of 110',
    ]);
    expect((await store.statements.differences(2)).map(({ kind }) => kind)).to.deep.equal([
      'missing_there',
      'refund_not_seen',
    ]);
    for (const items of [
      await store.workQueries.actionItems(LATENESS, [paymentId]),
      await store.workQueries.actionItems(LATENESS),
    ]) {
      const kinds = items.map(({ why }) => (why?.code === 'statement_differs' ? why.kind : ''));
      expect(shares(kinds)).to.deep.equal(shares(listed.map(({ kind }) => kind)));
      expect(items.every(({ total }) => total === all.length)).to.equal(true);
    }
  },

  'show the currency of a discrepancy, and change it with the line': async (store) => {
    const { quote } = await store.addQuote();
    const { companyId, id: paymentId } = await store.addPayment(aPaidPayment(), quote);
    const dalasi = aDifference({
      companyId,
      paymentId,
      kind: 'other_amount',
      here: 9_000,
      there: 9_000,
      currency: 'GMD',
    });
    const why = async () => (await store.workQueries.actionItems(LATENESS, [paymentId]))[0]?.why;
    await store.unit((tx) => tx.statements.put(dalasi));
    const { kind, provider, transactionId, there, here, fee, currency, hereCurrency } = dalasi;
    const amounts = { there, here, fee, currency, hereCurrency };
    const differs = { code: 'statement_differs', kind, provider, transactionId, ...amounts };
    expect(await why()).to.deep.equal(differs);
    await store.unit((tx) => tx.statements.put({ ...dalasi, there: null }));
    expect(await why()).to.deep.equal({ ...differs, there: null });
    await store.unit((tx) => tx.statements.put({ ...dalasi, currency: 'XOF', hereCurrency: 'XAF', there: 8_000 }));
    const changed = { currency: 'XOF', hereCurrency: 'XAF', there: 8_000 };
    expect((await store.statements.differences(1))[0]).to.include(changed);
  },

  'find a discrepancy by a range of its own or its payment’s ids': async (store) => {
    const { quote } = await store.addQuote();
    const { companyId, id: paymentId } = await store.addPayment(aPaidPayment(), quote);
    const [one, other] = [
      aDifference({ companyId, paymentId }),
      aDifference({ companyId, paymentId, subject: 'line payment T2' }),
    ];
    for (const each of [one, other]) await store.unit((tx) => tx.statements.put(each));
    const found = async (from: string, to: string) =>
      (await store.statements.differences(10, { status: 'open', ids: { from, to } })).map(({ id }) => id);
    expect(await found(one.id, one.id)).to.deep.equal([one.id]);
    expect(await found(paymentId, paymentId)).to.have.members([one.id, other.id]);
    const none = freshId();
    expect(await found(none, none)).to.deep.equal([]);
    await store.unit((tx) => tx.statements.put({ ...one, status: 'settled' }));
    expect(await found(one.id, one.id)).to.deep.equal([]);
  },

  'list an open discrepancy as an action item of its payment, dated when it was found': async (store) => {
    const { quote } = await store.addQuote();
    const { companyId, id: paymentId } = await store.addPayment(aPaidPayment(), quote);
    const difference = aDifference({ companyId, paymentId, here: 5, found: SOON });
    await store.unit((tx) => tx.statements.put(difference));
    const lateness = {
      windowsBegunUntil: SOME_MORNING,
      lateSince: later(SOME_MORNING, { hours: -1 }),
      certificatesAskedUntil: SOME_MORNING,
      today: day('2026-01-15'),
    };
    const items = () => store.workQueries.actionItems(lateness, [paymentId]);
    const [item, ...more] = await items();
    expect(more).to.deep.equal([]);
    expect(item).to.include({ kind: 'statement_differs', companyId, id: paymentId, since: SOON, nextTry: null });
    expect(item?.why).to.deep.include({ code: 'statement_differs', kind: 'twice', there: 121_428, here: 5 });
    await store.unit((tx) => tx.statements.put({ ...difference, status: 'settled' }));
    expect(await items()).to.deep.equal([]);
  },
});
