import { cancelContract, jobs, type Entry, type Quote } from '@vehicle-insurance/core';
import { aCoverage, aPremium } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { scenario, type Scenario } from '../scenario.ts';

const linesOf = ({ postings }: Entry): readonly (readonly [string, number])[] =>
  postings.map(({ account, amount }) => [account, amount] as const);

const entriesOf = (it: Scenario): Promise<readonly Entry[]> => it.books.entries(it.company.id, null, 100);

const readBooked = async (it: Scenario): Promise<Readonly<Record<string, ReturnType<typeof linesOf>>>> =>
  Object.fromEntries((await entriesOf(it)).map((entry) => [entry.cause, linesOf(entry)]));

const pay = async (over: Partial<Quote>, begin: (authority: Scenario['authority']) => void = () => undefined) => {
  const it = await scenario(over);
  begin(it.authority);
  const { id: paymentId } = (await it.pay()).unwrap();
  it.provider.pay(paymentId);
  await it.pass({ minutes: 3 });
  return { ...it, paymentId };
};

const POSTED = [
  ['wallet', 121_428],
  ['provider_fees', -1_203],
  ['premium_due', -100_000],
  ['accessories', -5_000],
  ['tax', -15_225],
] as const;

describe('the books', () => {
  it('split a payment into the amount in the wallet, the payer’s fee and each line of the premium', async () => {
    const it = await pay({ coverage: aCoverage({ insurer: 'sanlam' }) });
    const [entry, ...more] = await entriesOf(it);
    expect(more).to.deep.equal([]);
    expect(entry).to.deep.include({
      companyId: it.company.id,
      insurer: 'sanlam',
      wallet: it.provider.provider,
      cause: 'payment_succeeded',
      subjectId: it.paymentId,
      at: (await it.latestPayment()).completed,
      bookedOn: '2026-01-15',
    });
    expect(entry && linesOf(entry)).to.deep.equal(POSTED);
  });

  it('book each levy to its fund, a raised premium to the premium, and the commission from the net premium', async () => {
    const line = (kind: 'component' | 'adjustment' | 'fee' | 'tax' | 'levy', code: string, amount: number) =>
      ({ kind, code, amount, label: code, basis: null }) as const;
    const lines = [
      line('component', 'rc', 40_001),
      line('adjustment', 'minimum', 2_500),
      line('fee', 'policy_fee', 5_000),
      line('tax', 'tax', 6_163),
      line('levy', 'fga', 850),
      line('tax', 'brown_card', 1_000),
      line('levy', 'constructor', 100),
    ];
    const it = await pay({ coverage: aCoverage({ commission: 1_500 }), premium: aPremium({ amount: 55_614, lines }) });
    expect((await readBooked(it))['payment_succeeded']).to.deep.equal([
      ['wallet', 56_171],
      ['provider_fees', -557],
      ['premium_due', -40_001],
      ['premium_due', -2_500],
      ['accessories', -5_000],
      ['tax', -6_163],
      ['guarantee_fund', -850],
      ['brown_card', -1_000],
      ['tax', -100],
      ['premium_due', 6_375],
      ['commission', -6_375],
    ]);
  });

  it('reverse a cancelled contract completely, with its commission, and show the whole charge as due to the payer', async () => {
    const it = await pay({ coverage: aCoverage({ commission: 1_000 }) }, (authority) => authority.refuseAll(true));
    const { contract } = await it.contract();
    (await cancelContract(it)({ contractId: contract.id, why: 'insured elsewhere', by: 'an operator' })).unwrap();
    await it.pass({ minutes: 1 });
    const { contract_cancelled: cancelled, refund_done: given } = await readBooked(it);
    expect(cancelled).to.deep.equal([
      ['refunds_due', -121_428],
      ['provider_fees', 1_203],
      ['premium_due', 100_000],
      ['accessories', 5_000],
      ['tax', 15_225],
      ['premium_due', -10_000],
      ['commission', 10_000],
    ]);
    expect(given).to.deep.equal([
      ['refunds_due', 121_428],
      ['wallet', -121_428],
    ]);
    const subjects = (await entriesOf(it)).map(({ cause, subjectId }) => [cause, subjectId]);
    expect(subjects).to.deep.include(['contract_cancelled', contract.id]);
  });

  it('book the amount by which an imported quote differs from its lines as suspense, even without a net premium', async () => {
    const lines = [{ kind: 'fee', code: 'policy_fee', label: 'policy_fee', amount: 5_000, basis: null }] as const;
    const quote = { coverage: aCoverage({ commission: 1_000 }), premium: aPremium({ amount: 5_007, lines }) };
    const it = await pay(quote, (authority) => authority.refuseAll(true));
    const { contract } = await it.contract();
    (await cancelContract(it)({ contractId: contract.id, why: 'insured elsewhere', by: 'an operator' })).unwrap();
    const { payment_succeeded: collected, contract_cancelled: cancelled } = await readBooked(it);
    const collectedBy = { wallet: 5_058, provider_fees: -51, accessories: -5_000, suspense: -7 };
    expect(Object.fromEntries(collected ?? [])).to.deep.equal(collectedBy);
    const given = { refunds_due: -5_058, provider_fees: 51, accessories: 5_000, suspense: 7 };
    expect(Object.fromEntries(cancelled ?? [])).to.deep.equal(given);
  });

  it('date money that bought nothing when it was paid, even if it is discovered late', async () => {
    const it = await scenario();
    const { id } = (await it.pay()).unwrap();
    it.clock.advance({ minutes: 1 });
    it.provider.pay(id, { amount: 7 });
    const completed = it.clock.now();
    it.clock.advance({ minutes: 9 });
    await jobs(it).payments();
    const [entry] = await entriesOf(it);
    expect(entry).to.include({ cause: 'payment_unused', at: completed });
  });
});
