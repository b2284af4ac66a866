import {
  cancelContract,
  done,
  explainDifference,
  type MobileMoney,
  recordRefund,
  refused,
  SETTLEMENTS,
  settleRefund,
  type StatementLine,
} from '@vehicle-insurance/core';
import { inUnit, providersOf } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { importStatement } from '../../src/use-cases/statement/import-statement.ts';
import type { Settlement } from '../../src/use-cases/statement/settle-refund.ts';
import { account, CHARGED } from './account.ts';

const PAID = 1_000;
const BY = { reference: 'VIR-7', note: 'by bank', by: 'an operator' } as const;

/**
 * A payment of too little, whose money must be refunded. With `isDoubled`, a second session of the payment is paid too.
 */
const oweRefund = async (refund: boolean | 'unsupported' = false, isDoubled = false) => {
  const it = await account();
  it.provider.allow({ refund });
  if (isDoubled) it.provider.scriptNextOpening('doubled');
  const { id } = (await it.pay()).unwrap();
  const [, duplicate] = it.provider.sessions();
  if (duplicate) it.provider.put(duplicate.id, { state: 'paid', completed: it.clock.now() });
  it.provider.pay(id, { amount: PAID });
  it.clock.advance({ minutes: 3 });
  await it.run();
  // This provider has no refunds by API, so it does not report refunds that were made on its website.
  const modest = { ...it.provider, capabilities: { ...it.provider.capabilities, refund: false } };
  const byHand = async (onPages = false, paymentId = id) =>
    (await recordRefund({ ...it, providers: providersOf(modest) })({ paymentId, ...BY, onPages })).unwrap();
  const refunds = async () => (await it.statements.facts('fake', [id])).flatMap((facts) => facts.refunds);
  const atProvider = () =>
    it.provider.put(it.provider.session(id).id, { refunds: 1, refunded: it.clock.now(), state: 'paid' });
  const settle = (how: Settlement) => it.settle(id, how);
  const open = async () => (await it.differences()).map(({ kind, here, there }) => [kind, here, there]);
  /** The balance of each account without merchant fees, zero balances omitted. */
  const accounts = async () => {
    const all = new Map<string, number>();
    for (const { cause, postings } of await it.books.entries(it.company.id, null, 100))
      for (const { account: name, amount } of cause.startsWith('merchant_fee') ? [] : postings)
        all.set(name, (all.get(name) ?? 0) + amount);
    return Object.fromEntries([...all].filter(([, amount]) => amount !== 0));
  };
  return { ...it, id, byHand, refunds, atProvider, settleFor: it.settle, settle, open, accounts };
};

type Owed = Awaited<ReturnType<typeof oweRefund>>;

const HOURS = { 'on the same day': 1, 'on another day': 30 } as const;
const TWICE = [['refunded_twice', -PAID, -PAID]];

const READINGS: Readonly<Record<string, (it: Owed) => Promise<unknown>>> = {
  'the statement is read': (it) => it.pass(48),
  'the statement is imported': async (it) => {
    it.clock.advance({ hours: 48 });
    return importStatement(it)('fake', it.statement.lines());
  },
  'the statement is imported in two parts, the later one first and twice': async (it) => {
    it.clock.advance({ hours: 48 });
    const [first, ...others] = it.statement.lines();
    const bring = (lines: readonly StatementLine[]) => importStatement(it)('fake', lines);
    await bring(others);
    await bring(first ? [first] : []);
    return bring(others);
  },
};

describe('money that was refunded twice', () => {
  for (const [order, acts] of Object.entries({
    'by transfer, then by the provider': ['byHand', 'atProvider'],
    'by the provider, then by transfer': ['atProvider', 'byHand'],
  } as const))
    for (const [when, hours] of Object.entries(HOURS))
      for (const [how, bring] of Object.entries(READINGS))
        it(`${order}, ${when}, is listed once after ${how}, and booked as a debt of the payer`, async () => {
          const it = await oweRefund();
          await it[acts[0]]();
          it.clock.advance({ hours });
          await it[acts[1]]();
          await bring(it);
          expect(await it.open()).to.deep.equal(TWICE);
          expect(await it.accounts()).to.deep.equal({ wallet: PAID, suspense: -PAID });
          expect((await it.settle('payer_owes')).isOk()).to.equal(true);
          expect(await it.open()).to.deep.equal([]);
          expect(await it.accounts()).to.deep.equal({ receivable: PAID, suspense: -PAID });
          expect((await it.settle('payer_owes')).isErr()).to.equal(true);
          expect((await it.settle('payer_settled')).isOk()).to.equal(true);
          expect(await it.accounts()).to.deep.equal({});
          for (const again of ['payer_settled', 'covered', 'on_pages'] as const)
            expect((await it.settle(again)).isErr(), again).to.equal(true);
          await it.pass(48);
          expect(await it.open()).to.deep.equal([]);
        });

  it('is a debt if the provider refunds while another operator records a transfer, but not if it refuses', async () => {
    const ANSWERS = {
      done: [done(undefined), { receivable: PAID, suspense: -PAID }],
      refused: [refused('refused' as const), { wallet: PAID, suspense: -PAID }],
    } as const;
    for (const [answer, accounts] of Object.values(ANSWERS)) {
      const it = await oweRefund();
      const refund: MobileMoney['refund'] = async () => {
        await it.store.endLeases();
        await it.byHand();
        return answer;
      };
      const providers = providersOf({ ...it.provider, refund });
      const recorded = await recordRefund({ ...it, providers })({ paymentId: it.id, ...BY, reference: 'VIR-8' });
      expect(recorded.unwrap().givenBackBy).to.equal('another_operator');
      expect(await it.accounts()).to.deep.equal(accounts);
    }
  });

  it('is settled for the given payment’s session, or the error names the payment to which the session belongs', async () => {
    for (const how of ['covered', 'on_pages'] as const) {
      const { id, ...it } = await oweRefund(false, true);
      const duplicateId = (await it.refunds()).find(({ paymentId }) => paymentId !== id)?.paymentId ?? '';
      await it.byHand();
      // The other refund is still due.
      expect((await it.settleFor(id, how)).unwrap()).to.have.lengthOf(1);
      await it.byHand(false, duplicateId);
      const refuse = async (paymentId: string, ofPayments: readonly string[]) =>
        expect((await it.settleFor(paymentId, how)).unwrapErr()).to.deep.equal({
          code: 'nothing_to_settle',
          ofPayments,
        });
      await refuse(id, [duplicateId]);
      expect((await it.settleFor(duplicateId, how)).unwrap()).to.have.lengthOf(1);
      for (const paymentId of [id, duplicateId]) await refuse(paymentId, []);
    }
  });

  it('is paid back by the payer for the given payment', async () => {
    const it = await oweRefund(true, true);
    const refunds = await it.refunds();
    for (const { paymentId } of refunds) {
      await recordRefund(it)({ paymentId, ...BY });
      (await it.settleFor(paymentId, 'transferred')).unwrap();
    }
    for (const { paymentId, amount } of refunds)
      expect((await it.settleFor(paymentId, 'payer_settled')).unwrap().map((each) => each.amount)).to.deep.equal([
        amount,
      ]);
  });

  describe('by the transfers of two operators', () => {
    const SECOND = { ...BY, reference: 'VIR-8' } as const;
    const twice = async () => {
      const it = await oweRefund();
      await it.byHand();
      const recordSecond = async () => (await recordRefund(it)({ paymentId: it.id, ...SECOND })).unwrap();
      return { ...it, recordSecond };
    };

    it('is a debt of the payer when an operator records that, and all accounts balance', async () => {
      const it = await twice();
      expect((await it.settle('transferred')).unwrapErr()).to.deep.equal({ code: 'nothing_to_settle', ofPayments: [] });
      for (let time = 1; time <= 2; time += 1)
        expect((await it.recordSecond()).givenBackBy).to.equal('another_operator');
      expect((await it.settle('transferred')).unwrap()).to.have.lengthOf(1);
      expect(await it.accounts()).to.deep.equal({ wallet: PAID, suspense: -2 * PAID, receivable: PAID });
      (await it.settle('payer_settled')).unwrap();
      expect(await it.accounts()).to.deep.equal({ wallet: PAID, suspense: -PAID });
      (await it.settle('covered')).unwrap();
      expect(await it.accounts()).to.deep.equal({});
      for (const again of SETTLEMENTS) expect((await it.settle(again)).isErr(), again).to.equal(true);
    });

    it('and by the provider as well, is a debt twice, and all accounts balance', async () => {
      for (const isSettledFirst of [true, false]) {
        const it = await twice();
        await it.recordSecond();
        (await it.settle('transferred')).unwrap();
        if (isSettledFirst) (await it.settle('payer_settled')).unwrap();
        it.atProvider();
        await it.pass(48);
        (await it.settle('payer_owes')).unwrap();
        expect((await it.accounts())['receivable']).to.equal(isSettledFirst ? PAID : 2 * PAID);
        (await it.settle('payer_settled')).unwrap();
        (await it.settle('covered')).unwrap();
        expect(await it.accounts()).to.deep.equal({});
        for (const again of SETTLEMENTS) expect((await it.settle(again)).isErr(), again).to.equal(true);
      }
    });
  });

  for (const [status, refund] of [
    ['due', false],
    ['manual', 'unsupported'],
  ] as const)
    it(`is not a debt while the refund itself is ${status}: when it is done, the line counts as that refund`, async () => {
      const it = await oweRefund(refund);
      expect((await it.refund())?.status).to.equal(status);
      it.atProvider();
      it.clock.advance({ hours: 48 });
      await importStatement(it)('fake', it.statement.lines());
      const missing = [['missing_here', null, -PAID]];
      expect(await it.open()).to.deep.equal(missing);
      const before = await it.accounts();
      const settled = await it.settle('payer_owes');
      expect(settled.isErr() && settled.error.code).to.equal('refund_open');
      expect(await it.open()).to.deep.equal(missing);
      expect(await it.accounts()).to.deep.equal(before);
      await it.byHand(true);
      await it.pass(2);
      expect(await it.open()).to.deep.equal([]);
      expect(await it.accounts()).to.deep.equal({});
    });

  it('is not a debt if the recorded transfer is the refund on the provider’s website, since all then matches', async () => {
    const it = await oweRefund();
    await it.byHand();
    it.atProvider();
    await it.pass(48);
    expect(await it.open()).to.deep.equal(TWICE);
    const settledAt = it.clock.now();
    (await it.settle('on_pages')).unwrap();
    expect(await it.accounts()).to.deep.equal({});
    await it.pass(2);
    expect(await it.open()).to.deep.equal([]);
    expect((await it.settle('on_pages')).isErr()).to.equal(true);
    const { history = [] } = (await it.paymentQueries.find(it.id)) ?? {};
    const [{ id: subject } = {}] = await it.refunds();
    expect(history.find(({ why }) => why.code === 'settled')).to.deep.include({
      ...{ by: BY.by, from: 'failed', to: 'failed', at: settledAt },
      evidence: { cause: 'refund_on_pages', subject, amount: PAID },
    });
  });

  it('and a chargeback of the same payment are settled separately', async () => {
    const it = await oweRefund();
    await it.byHand();
    const chargeback = (amount: number) =>
      it.statement.add({ kind: 'other', amount, reference: it.id, at: it.clock.now() });
    chargeback(-93);
    await it.pass(48);
    const [notSeen, charged] = [
      ['refund_not_seen', -PAID, null],
      ['missing_here', null, -93],
    ];
    expect(await it.open()).to.have.deep.members([notSeen, charged]);
    (await it.settle('payer_owes')).unwrap();
    expect(await it.open()).to.deep.equal([notSeen]);
    expect(await it.accounts()).to.deep.equal({ wallet: PAID - 93, receivable: 93, suspense: -PAID });
    (await it.settle('payer_settled')).unwrap();
    expect((await it.settle('payer_settled')).isErr()).to.equal(true);
    expect(await it.accounts()).to.deep.equal({ wallet: PAID, suspense: -PAID });
    // The settled chargeback does not apply to the next one.
    chargeback(-7);
    await it.pass(24);
    (await it.settle('payer_owes')).unwrap();
    (await it.settle('payer_settled')).unwrap();
    chargeback(-8);
    await it.pass(24);
    expect(await it.open()).to.deep.include(['missing_here', null, -8]);
    (await it.settle('covered')).unwrap();
    expect(await it.open()).to.deep.include(['missing_here', null, -8]);
    expect(await it.accounts()).to.deep.equal({});
  });

  it('is not a debt if the provider refunded less than requested, which stays listed', async () => {
    const it = await oweRefund();
    it.provider.allow({ refund: true });
    await it.pass(1);
    it.statement.tell((line) => (line.kind === 'refund' ? { ...line, amount: -900 } : line));
    await it.pass(48);
    expect(await it.open()).to.deep.equal([['other_amount', -PAID, -900]]);
    expect((await it.settle('payer_owes')).isErr()).to.equal(true);
    expect(await it.open()).to.deep.equal([['other_amount', -PAID, -900]]);
  });

  it('is not a debt in another currency, and stays listed', async () => {
    const it = await oweRefund();
    await it.byHand();
    it.atProvider();
    it.statement.tell((line) => (line.kind === 'refund' ? { ...line, currency: 'XAF' } : line));
    await it.pass(48);
    expect(await it.open()).to.deep.equal(TWICE);
    expect((await it.settle('payer_owes')).isErr()).to.equal(true);
  });

  it('leaves no false balance in the wallet when a payout covers a transfer', async () => {
    const it = await oweRefund();
    await it.byHand();
    await it.pass(48);
    expect(await it.open()).to.deep.equal([['refund_not_seen', -PAID, null]]);
    (await it.settle('covered')).unwrap();
    expect(await it.accounts()).to.deep.equal({});
    await it.pass(2);
    expect(await it.open()).to.deep.equal([]);
    // Later, the provider makes the refund as well.
    it.atProvider();
    await it.pass(48);
    expect(await it.open()).to.deep.equal(TWICE);
    (await it.settle('payer_owes')).unwrap();
    (await it.settle('payer_settled')).unwrap();
    expect(await it.accounts()).to.deep.equal({});
  });
});

describe('a refund of a contract that stays in force', () => {
  for (const [what, [kind, differs]] of Object.entries({
    'a refund on the provider’s website': ['refund', 'missing_here'],
    'a chargeback': ['other', 'missing_here'],
    'a payment that is reversed': ['payment', 'twice'],
  } as const))
    it(`is a debt of the payer: ${what}`, async () => {
      const it = await account();
      const id = await it.paid();
      const amount = -(await it.latestPayment()).amount;
      it.statement.add({ kind, amount, reference: id, at: it.clock.now() });
      await it.pass(24);
      expect(await it.differences()).to.deep.equal([{ kind: differs, here: null, there: amount }]);
      const [due] = (await it.settle(id)).unwrap();
      expect(due).to.include({ cause: 'refund_repeated', amount: -amount });
      expect(await it.differences()).to.deep.equal([]);
      const entries = await it.books.entries(it.company.id, null, 10);
      expect(entries.find(({ cause }) => cause === 'refund_repeated')?.postings).to.deep.equal([
        { account: 'receivable', amount: -amount },
        { account: 'wallet', amount },
      ]);
      await it.pass(48);
      expect(await it.differences()).to.deep.equal([]);
    });

  it('is listed again if the contract is cancelled later, since the wallet would then have refunded it twice', async () => {
    const it = await account();
    it.authority.refuseAll(true);
    const id = await it.paid();
    await it.provider.refund(it.provider.session(id).id);
    await it.pass(24);
    (await it.settle(id)).unwrap();
    const { contract } = await it.contract();
    (await cancelContract(it)({ contractId: contract.id, why: 'insured elsewhere', by: BY.by })).unwrap();
    await it.pass(48);
    expect((await it.differences()).map(({ kind }) => kind)).to.deep.equal(['refund_not_seen']);
    (await it.settle(id, 'payer_settled')).unwrap();
    await it.pass(2);
    expect(await it.differences()).to.deep.equal([]);
    const entries = await it.books.entries(it.company.id, null, 20);
    const left = entries.flatMap(({ postings }) => postings).filter(({ account: name }) => /wallet|receiv/.test(name));
    expect(left.reduce((all, { amount }) => all + amount, 0)).to.equal(0);
  });

  for (const [what, line] of Object.entries({
    'a second payment': { kind: 'payment', amount: CHARGED },
    'a line of zero': { kind: 'other', amount: 0 },
  } as const))
    it(`is not recognised in ${what}, which is not a debt`, async () => {
      const it = await account();
      const paymentId = await it.paid();
      it.statement.add({ ...line, reference: paymentId, at: it.clock.now() });
      await it.pass(24);
      const listed = await it.differences();
      expect(listed.map(({ there }) => there)).to.deep.equal([line.amount]);
      expect((await it.settle(paymentId)).unwrapErr().code).to.equal('nothing_to_settle');
      expect(await it.differences()).to.deep.equal(listed);
    });

  it('is booked from the open line, not from a line that was explained before', async () => {
    const it = await account();
    const paymentId = await it.paid();
    const back = (amount: number) =>
      it.statement.add({ kind: 'refund', amount, reference: paymentId, at: it.clock.now() });
    back(-CHARGED);
    await it.pass(24);
    const listed = await it.difference();
    (await explainDifference(it)({ ...listed, reason: 'asked back', by: BY.by })).unwrap();
    back(-1_000);
    await it.pass(24);
    expect((await it.settle(paymentId)).unwrap().map(({ amount }) => amount)).to.deep.equal([1_000]);
    const known = await it.statements.differences(10, { status: 'explained' });
    expect(known.find(({ id }) => id === listed.id)?.explanation).to.equal('asked back');
    expect((await it.settle(paymentId)).unwrap().map(({ amount }) => amount)).to.deep.equal([CHARGED]);
  });

  it('is booked neither before the comparison with our records nor after everything matches', async () => {
    const it = await account();
    const paymentId = await it.paid();
    it.statement.add({ kind: 'refund', amount: -CHARGED, reference: paymentId, at: it.clock.now() });
    await it.statements.keep(it.statement.lines());
    expect((await it.settle(paymentId)).unwrapErr().code).to.equal('nothing_to_settle');
    await it.pass(24);
    const { companyName: _, ...listed } = await it.difference();
    await inUnit(it.unitOfWork, (tx) => tx.statements.put({ ...listed, status: 'settled' }));
    expect((await it.settle(paymentId)).unwrapErr().code).to.equal('nothing_to_settle');
    await inUnit(it.unitOfWork, (tx) => tx.statements.put(listed));
    expect((await it.settle(paymentId)).isOk()).to.equal(true);
  });

  it('cannot be settled if nothing is owed, for an unknown payment, or in an unknown way', async () => {
    const it = await account();
    const paymentId = await it.paid();
    const errorOf = async (command: object) => {
      const settled = await settleRefund(it)({ paymentId, how: 'covered', reason: 'none', by: BY.by, ...command });
      return settled.isErr() && settled.error.code;
    };
    expect(await errorOf({})).to.equal('nothing_to_settle');
    expect(await errorOf({ paymentId: 'none' })).to.equal('payment_not_found');
    expect(await errorOf({ how: 'forget' })).to.equal('invalid_request');
    expect(await errorOf({ reason: '' })).to.equal('invalid_request');
  });
});
