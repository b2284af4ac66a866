import {
  cancelContract,
  explainDifference,
  later,
  listClosings,
  payQuote,
  receiveNotification,
  recordRefund,
  refused,
  settleRefund,
  SETTLEMENTS,
  type Instant,
  type Payment,
} from '@vehicle-insurance/core';
import { providersOf, type FakeMobileMoney, type FakeSession, type OpeningScript } from '@vehicle-insurance/testkit';
import { closeMonth } from '../../../src/use-cases/ledger/close-month.ts';
import { makeRefund } from '../../../src/use-cases/payment/make-refund.ts';
import { PAYER } from '../../scenario.ts';
import { hold } from '../engine/history-set.ts';
import { recordSomeVoucher, reverseSomeVoucher } from './vouchers.ts';
import { factsOf, refundsOf, type BooksWorld, type Misstatement } from './world.ts';

/**
 * An event caused by a payer, a provider, an operator, another shop or time. The numbers choose which payment it
 * affects, and how.
 */
type BooksEvent = (world: BooksWorld, which: number, how: number) => Promise<unknown> | void;

const BY = { note: 'by bank', by: 'an operator', reference: 'VIR-7' } as const;

const pick = <Value>(values: readonly Value[], number: number): Value | undefined => values[number % values.length];

const SCRIPTS: readonly (OpeningScript | undefined)[] = [
  ...Array<undefined>(8).fill(undefined),
  'refused',
  'answer lost',
  'request lost',
  'doubled',
  'without address',
  'paid at once',
];

const toSession =
  (act: (provider: FakeMobileMoney, session: FakeSession, world: BooksWorld, how: number) => unknown): BooksEvent =>
  async (world, which, how) => {
    const all = world.accounts.flatMap(({ provider }) => provider.sessions().map((session) => ({ provider, session })));
    const chosen = pick(all.toReversed(), which);
    if (chosen) await act(chosen.provider, chosen.session, world, how);
  };

/** If a refund is still due, its payer owes nothing, even if a statement shows the refund. */
const nobodyOwesWhatIsDue = async (world: BooksWorld, payment: Payment): Promise<void> => {
  const { able, modest } = await factsOf(world);
  const facts = [...able, ...modest].find(({ payments }) => payments.some(({ id }) => id === payment.id));
  hold(
    facts?.refunds.every(({ status }) => status === 'done') === true,
    () => `the payer of ${facts?.reference} is recorded as owing a refund that is still due`,
  );
};

const settle = async (world: BooksWorld, payment: Payment, how: string): Promise<void> => {
  const command = { paymentId: payment.id, how, reason: 'it is known', by: BY.by };
  const said = await settleRefund(world.dependencies)(command);
  if (said.isOk() && how === 'payer_owes') await nobodyOwesWhatIsDue(world, payment);
  for (const { cause, subjectId, amount } of said.unwrapOr([])) {
    const key = `${cause} ${subjectId}`;
    // The refund that the provider reported is already booked.
    if (cause === 'refund_repeated' && world.repeated.has(subjectId)) continue;
    if (!world.settled.has(key)) world.settled.set(key, { cause, amount, payment });
  }
};

const transferAgain = async (world: BooksWorld, payment: Payment, reference: string, how: number): Promise<void> => {
  await recordRefund(world.dependencies)({ ...BY, paymentId: payment.id, reference });
  await settle(world, payment, 'transferred');
  if (how % 2 === 0) await settle(world, payment, 'payer_settled');
};

const record = async (
  world: BooksWorld,
  paymentId: string,
  { unanswered = false, onPages = false },
  dependencies = world.dependencies,
) => {
  const before = await refundsOf(world);
  const said = await recordRefund(dependencies)({ ...BY, paymentId, unanswered, onPages });
  const refund = before.find((each) => each.paymentId === paymentId);
  if (said.isOk() && said.value.givenBackBy === 'operator' && refund && !onPages) world.byHand.add(refund.id);
};

const wait = async (world: BooksWorld, minutes: number): Promise<void> => {
  world.clock.advance({ minutes });
  await world.store.endLeases();
  await world.runPayments();
};

const waitingRefund = async (world: BooksWorld, which: number) =>
  pick(
    (await refundsOf(world)).filter(({ status }) => status !== 'done'),
    which,
  );

const claimedRefund = async ({ store, clock, account: { able } }: BooksWorld) =>
  (await store.dueWork.claim({ kind: 'refunds', provider: able.provider.provider }, clock.now(), 1))[0];

const LATE_BY = 2 * 60;

/** A misstatement of a line: another amount or fee, no line, a later time, another currency. */
const misstatementOf = ({ amount, fee, at }: { amount: number; fee: number; at: Instant }, how: number): Misstatement =>
  pick<Misstatement>(
    [{ amount: amount - 100 }, { fee: fee + 50 }, null, { at: later(at, { minutes: LATE_BY }) }, { currency: 'XAF' }],
    how,
  ) ?? null;

const cancelSome = async (world: BooksWorld, which: number): Promise<void> => {
  const contracts = await world.store.contractQueries.list({ companyId: world.company.id }, 10);
  const id = pick(contracts, which)?.contract.id;
  if (id !== undefined)
    await cancelContract(world.dependencies)({ contractId: id, why: 'insured elsewhere', by: BY.by });
};

const closeNext = async ({ dependencies }: BooksWorld): Promise<void> => {
  const { next } = await listClosings(dependencies)();
  if (next) await closeMonth(dependencies)({ month: next.month, by: BY.by }, () => undefined);
};

export const EVENTS = {
  open: [
    14,
    async (world, which, how) => {
      const quote = pick(world.quotes, which);
      if (!quote) return;
      const { companyId, id: quoteId } = quote;
      const id = world.dependencies.ids.next();
      const script = pick(SCRIPTS, how);
      if (script) for (const { provider } of world.accounts) provider.scriptNextOpening(script);
      world.opened.push(id);
      await payQuote(world.dependencies)({ companyId, quoteId, phoneNumber: PAYER, id });
    },
  ],
  pay: [18, toSession((provider, { id, state }) => state === 'open' && provider.pay(id))],
  'pay another amount': [
    6,
    toSession((provider, { id, state, amount }, _, how) => {
      if (state === 'open') provider.pay(id, { amount: pick([7, amount - 1, amount + 1, 2 * amount], how) ?? 7 });
    }),
  ],
  'pay in another currency': [
    1,
    toSession((provider, { id, state }, { clock }) => {
      if (state === 'open') provider.put(id, { state: 'paid', completed: clock.now(), currency: 'XAF' });
    }),
  ],
  'pay after its end': [4, toSession((provider, { id, state }) => state === 'expired' && provider.pay(id))],
  'pay once more': [
    3,
    toSession(async (provider, { reference, amount }) => {
      const second = await provider.open({ reference, amount, payer: PAYER });
      if (second.outcome === 'done') provider.pay(second.value.id);
    }),
  ],
  'begin a debit': [1, toSession((provider, { id, state }) => state === 'open' && provider.beginDebit(id))],
  'fail an attempt': [
    1,
    toSession((provider, { id, state }) => state === 'open' && provider.failTry(id, 'insufficient_funds')),
  ],
  notify: [
    4,
    toSession((provider, { id }, { dependencies }) =>
      receiveNotification(dependencies)({ ...provider.notificationAbout(id), provider: provider.provider }),
    ),
  ],
  'wait some minutes': [16, (world, _, how) => wait(world, pick([2, 3, 7, 31, 65], how) ?? 2)],
  'wait some hours': [3, (world) => wait(world, 5 * 60)],
  'wait for tomorrow': [
    4,
    async (world) => {
      // After more days, lines would be too late for the last reading of their statement.
      if (world.days.passed > 0) return;
      world.days.passed += 1;
      await world.passDay();
    },
  ],
  'stop answering': [1, ({ accounts }, which) => pick(accounts, which)?.provider.fallSilent()],
  'answer again': [2, ({ accounts }) => accounts.forEach(({ provider }) => provider.speakAgain())],
  'refuse refunds': [4, ({ account }) => account.able.provider.allow({ refund: false })],
  'refund without an answer': [1, ({ account }) => account.able.provider.allow({ refund: 'unanswered' })],
  'accept refunds': [1, ({ account }) => account.able.provider.allow({ refund: true })],
  'open with the other provider': [2, ({ switchProvider }) => switchProvider()],
  'cancel a contract': [8, cancelSome],
  'record a transfer': [
    9,
    async (world, which, how) => {
      const paymentId = (await waitingRefund(world, which))?.paymentId;
      if (paymentId !== undefined) await record(world, paymentId, { unanswered: how % 3 === 0 });
    },
  ],
  'refund on the provider’s website': [
    6,
    async (world, which, how) => {
      const refund = await waitingRefund(world, which);
      if (!refund) return;
      const { provider } = refund.provider === 'able' ? world.account.able : world.account.modest;
      // A refund that was already made keeps its time, which its line shows.
      const before = provider.sessions().find(({ id }) => id === refund.sessionId);
      provider.put(refund.sessionId, { refunds: 1, refunded: before?.refunded ?? world.clock.now() });
      // Some operators do not record where the money came from, and some do so later.
      if (how % 3 < 2) await record(world, refund.paymentId, { onPages: how % 3 === 0 });
    },
  ],
  'settle a refund': [
    12,
    async (world, which, how) => {
      const facts = Object.values(await factsOf(world)).flat();
      const odd = facts.filter(
        ({ booked, differences }) =>
          booked.some(({ cause }) => /refund_by_hand|refund_repeated/.test(cause)) ||
          differences.some(({ kind }) => /refunded_twice|missing_here/.test(kind)),
      );
      const payment = pick(pick(odd, which)?.payments ?? [], how);
      if (!payment) return;
      for (const word of [how, Math.floor(how / SETTLEMENTS.length)])
        await settle(world, payment, pick(SETTLEMENTS, word) ?? '');
    },
  ],
  'record a second transfer': [
    4,
    async (world, which, how) => {
      const given = (await refundsOf(world)).filter(({ id }) => world.byHand.has(id));
      const payments = Object.values(await factsOf(world)).flatMap((facts) => facts.flatMap((each) => each.payments));
      const refund = pick(given, which);
      const payment = payments.find(({ id }) => id === refund?.paymentId);
      if (payment) await transferAgain(world, payment, 'VIR-8', how);
    },
  ],
  'record a transfer during a refund': [
    6,
    async (world) => {
      const { provider } = world.account.able;
      const claim = await claimedRefund(world);
      const refund = (await refundsOf(world)).find(({ id }) => id === claim?.id);
      if (!claim || !refund) return;
      // The operator's command also queries the provider, which does not report the refund yet.
      const deaf = { ...provider, refund: async () => refused('refused' as const) };
      const slow = async (sessionId: string) => {
        await world.store.endLeases();
        await record(world, refund.paymentId, {}, { ...world.dependencies, providers: providersOf(deaf) });
        const said = await provider.refund(sessionId);
        if (said.outcome === 'done' && world.byHand.has(refund.id)) world.repeated.add(refund.id);
        return said;
      };
      await makeRefund({ ...world.dependencies, providers: providersOf({ ...provider, refund: slow }) })(claim);
    },
  ],
  'refund by two workers': [
    4,
    async (world) => {
      const { provider } = world.account.able;
      const claim = await claimedRefund(world);
      if (!claim) return;
      const slow = async (sessionId: string) => {
        await world.store.endLeases();
        await world.runPayments();
        return provider.refund(sessionId);
      };
      await makeRefund({ ...world.dependencies, providers: providersOf({ ...provider, refund: slow }) })(claim);
    },
  ],
  'refund at the provider': [
    2,
    toSession((provider, { id, state, refunds }, { clock }) => {
      if (state === 'paid' && refunds === 0) provider.put(id, { refunds: 1, refunded: clock.now() });
    }),
  ],
  'pay another shop': [
    2,
    ({ accounts, clock }, which) =>
      pick(accounts, which)?.statement.add({ reference: 'order 42', amount: 5_000, at: clock.now() }),
  ],
  'take a payout': [
    1,
    ({ accounts, clock }, which) =>
      pick(accounts, which)?.statement.add({ kind: 'other', amount: -300, at: clock.now() }),
  ],
  'correct under our reference': [
    1,
    ({ accounts, clock, opened }, which) =>
      pick(accounts, which)?.statement.add({
        ...{ kind: 'other', amount: -5, at: clock.now() },
        reference: pick(opened, which) ?? null,
      }),
  ],
  'charge a session twice': [
    3,
    toSession((provider, { reference, amount, state }, { accounts, charged, clock }) => {
      const account = accounts.find((each) => each.provider === provider);
      if (state !== 'paid') return;
      charged.add(reference);
      account?.statement.add({ reference, amount, fee: Math.round(amount / 100), at: clock.now() });
    }),
  ],
  'refund a second charge': [
    6,
    ({ accounts, charged, clock, opened }, which) => {
      const reference = pick(
        opened.filter((each) => charged.has(each)),
        which,
      );
      const account = accounts.find(({ statement }) => statement.lines().some((line) => line.reference === reference));
      const charge = account?.statement.lines().findLast((line) => line.reference === reference && line.amount > 0);
      if (charge)
        account?.statement.add({
          reference: charge.reference,
          kind: 'refund',
          amount: -charge.amount,
          at: clock.now(),
        });
    },
  ],
  'misstate a line': [
    5,
    ({ accounts, clock }, which, how) => {
      const recent = later(clock.now(), { hours: -12 });
      const lines = accounts.flatMap((account) =>
        account.statement.lines().flatMap((line) => (line.at < recent ? [] : [{ account, line }])),
      );
      const chosen = pick(lines.toReversed(), which);
      if (chosen) chosen.account.misstated.set(chosen.line.transactionId, misstatementOf(chosen.line, how));
    },
  ],
  'correct every line': [1, ({ accounts }) => accounts.forEach((account) => account.misstated.clear())],
  'interrupt a statement': [
    1,
    ({ account }, _, how) => account.able.statement.breakNext(how % 2 === 0 ? 'silence' : 'crash'),
  ],
  'import a statement': [3, (world) => world.importSince(later(world.clock.now(), { hours: -24 }))],
  'import a statement twice at once': [
    1,
    (world) => {
      const bring = () => world.importSince(world.first);
      return Promise.all([bring(), bring()]);
    },
  ],
  'explain a discrepancy': [
    4,
    async (world, which) => {
      const difference = pick(await world.store.statements.differences(10), which);
      if (!difference) return;
      const { companyId, paymentId, id } = difference;
      await explainDifference(world.dependencies)({ companyId, paymentId, id, reason: 'it is known', by: BY.by });
    },
  ],
  'close the month': [3, closeNext],
  'record a voucher': [8, (world, which, how) => recordSomeVoucher(world, which, how)],
  'record a voucher during a closing': [
    1,
    (world, which, how) => recordSomeVoucher(world, which, how, () => closeNext(world)),
  ],
  'record a voucher during a cancellation': [
    2,
    (world, which, how) => recordSomeVoucher(world, which, how, () => cancelSome(world, which)),
  ],
  'record a voucher during refunds': [
    2,
    (world, which, how) => recordSomeVoucher(world, which, how, () => world.runPayments()),
  ],
  'reverse a voucher': [3, (world, which) => reverseSomeVoucher(world, which)],
  'reverse a voucher during a closing': [1, (world, which) => reverseSomeVoucher(world, which, () => closeNext(world))],
  'record a transfer after a refund': [
    3,
    async (world, which, how) => {
      const facts = Object.values(await factsOf(world)).flat();
      const done = facts.filter(({ booked }) => booked.some(({ cause }) => cause === 'refund_done'));
      const payment = pick(done, which)?.payments[0];
      if (payment) await transferAgain(world, payment, 'VIR-9', how);
    },
  ],
} satisfies Readonly<Record<string, readonly [often: number, event: BooksEvent]>>;

export type EventName = keyof typeof EVENTS;
