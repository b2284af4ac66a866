import {
  CURRENCY,
  type Account,
  type Cause,
  type Difference,
  type Entry,
  type Payment,
  type ReferenceFacts,
  type Refund,
  type StatementLine,
} from '@vehicle-insurance/core';
import type { Finding } from '../../../src/domain/statement/match.ts';
import type { Movement } from '../../../src/domain/statement/movement.ts';
import { agreementWith } from '../../../src/use-cases/statement/compare-with-records.ts';
import { findingsIn } from '../../../src/use-cases/statement/findings.ts';
import { dayIn } from '../purchase/days.ts';
import { balances } from '../purchase/laws/balances.ts';
import { differing, listedTruly } from './action-items.ts';
import { hold } from '../engine/history-set.ts';
import { judgeVouchers } from './vouchers.ts';
import { factsOf, nameOf, type BooksWorld } from './world.ts';

const ALL = 10_000;

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);

const paymentsIn = (facts: readonly ReferenceFacts[]): readonly Payment[] => facts.flatMap(({ payments }) => payments);

/**
 * Every entry adds up to zero and is never changed or removed. It is the only one of its cause and subject, except that
 * a voucher has one for each insurer and wallet.
 */
const judgeEntries = (entries: readonly Entry[], before: Map<string, string>): void => {
  const seen = new Set<string>();
  for (const { id, cause, subjectId, paymentId, insurer, wallet, postings } of entries) {
    const total = sum(postings.map(({ amount }) => amount));
    hold(total === 0, () => `an entry of ${cause} adds up to ${total} francs`);
    const subject = `${cause} ${subjectId}${paymentId === null ? ` ${insurer} ${wallet}` : ''}`;
    hold(!seen.has(subject), () => `${subject} is booked twice`);
    seen.add(subject);
    const text = JSON.stringify(postings);
    hold((before.get(id) ?? text) === text, () => `an entry of ${cause} has changed`);
    before.set(id, text);
  }
  hold(before.size === entries.length, () => 'an entry has disappeared');
};

/** The laws' own table of the accounts for each settlement by an operator. */
const SETTLED: Readonly<Partial<Record<Cause, readonly [Account, Account]>>> = {
  refund_on_pages: ['wallet', 'suspense'],
  transfer_covered: ['wallet', 'suspense'],
  refund_repeated: ['wallet', 'receivable'],
  transfer_repeated: ['suspense', 'receivable'],
  repeated_settled: ['receivable', 'suspense'],
  repeated_returned: ['receivable', 'wallet'],
};

/** Entries that move the wallet although our records have no movement: a payout, or a line that differs. */
const APART: readonly Cause[] = ['transfer_covered', 'refund_repeated', 'repeated_returned'];

/** Vouchers have laws of their own, and move no money at the providers. */
const ofPayments = (entries: readonly Entry[]): readonly Entry[] =>
  entries.filter(({ paymentId }) => paymentId !== null);

const isFee = ({ cause }: Pick<Entry, 'cause'>): boolean => cause.startsWith('merchant_fee_');

/** The fee that the provider kept by this entry; negative if it was returned. */
const feeIn = ({ postings }: Entry): number => -(postings.find(({ account }) => account === 'wallet')?.amount ?? 0);

/** The expected balance of every account: the movements at the providers, as far as our records know of them. */
const computeExpected = async (world: BooksWorld, facts: readonly ReferenceFacts[]): Promise<string> => {
  const { accounts, byHand, repeated, quotes, store, company, settled } = world;
  const is = balances();
  const sessions = new Map(accounts.flatMap(({ provider }) => provider.sessions().map((each) => [each.id, each])));
  const quoteOf = (payment: Payment | undefined) => quotes.find(({ id }) => id === payment?.quoteId);
  const payments = paymentsIn(facts);
  const refunds = facts.flatMap((each) => each.refunds);
  for (const payment of payments) {
    const refund = refunds.find(({ sessionId }) => sessionId === payment.session?.id);
    // Money in another currency is not in the books.
    if (refund ? refund.currency !== CURRENCY : payment.status !== 'succeeded') continue;
    const insurer = quoteOf(payment)?.coverage.insurer;
    const amount = sessions.get(payment.session?.id ?? '')?.amount ?? NaN;
    is.add(insurer, payment.provider, 'wallet', amount);
    if (!refund) continue;
    const back = refund.amount;
    if (refund.status !== 'done') is.add(insurer, payment.provider, 'refunds_due', -back);
    else is.add(insurer, payment.provider, byHand.has(refund.id) ? 'suspense' : 'wallet', -back);
    if (!repeated.has(refund.id) || settled.has(`refund_repeated ${refund.id}`)) continue;
    is.add(insurer, payment.provider, 'wallet', -back);
    is.add(insurer, payment.provider, 'receivable', back);
  }
  for (const { cause, amount, payment } of settled.values()) {
    const [from, to] = SETTLED[cause] ?? [];
    const insurer = quoteOf(payment)?.coverage.insurer;
    if (from) is.add(insurer, payment.provider, from, -amount);
    if (to) is.add(insurer, payment.provider, to, amount);
  }
  for (const { contract } of await store.contractQueries.list({ companyId: company.id }, ALL)) {
    const payment = payments.find(({ id }) => id === contract.paymentId);
    const quote = quoteOf(payment);
    if (payment && quote) is.addSold(quote, payment, contract.cancelled);
  }
  return is.describe();
};

/** The key by which a line is compared with our records. */
const textOf = (kind: string, amount: number, currency = 'XOF'): string => `${kind} ${amount} ${currency}`;

/** Whether the lines of a reference match our records, which the laws determine independently. */
const isAgreed = (
  { lines, payments, refunds, booked, differences }: ReferenceFacts,
  feeOf: ((amount: number) => number) | null,
): boolean => {
  const is = (subject: string, ...causes: readonly Cause[]): boolean =>
    booked.some(({ cause, subjectId }) => subjectId === subject && causes.includes(cause));
  const isFromElsewhere = ({ id }: Refund): boolean => is(id, 'refund_by_hand') && !is(id, 'refund_on_pages');
  // The account still has the money, or lost it and no operator has recorded who received it.
  const isEven = ({ id }: Refund): boolean =>
    is(id, 'transfer_covered') || (is(id, 'repeated_settled') && !is(id, 'transfer_repeated'));
  if (refunds.some((each) => isFromElsewhere(each) && !isEven(each))) return false;
  const refunded = new Map<string, Refund>(refunds.map((refund) => [refund.sessionId, refund]));
  const records = payments.flatMap((payment) => {
    const refund = refunded.get(payment.session?.id ?? '');
    if (payment.status !== 'succeeded' && !refund) return [];
    const isBought = payment.status === 'succeeded';
    const amount = isBought || !refund ? payment.amount + payment.fees : refund.amount;
    return [
      textOf('payment', amount, refund?.currency),
      ...(refund?.status === 'done' && !isFromElsewhere(refund)
        ? [textOf('refund', -refund.amount, refund.currency)]
        : []),
    ];
  });
  const owedTexts = new Map<string, string>();
  for (const { id, subject } of differences) {
    const owed = booked.find(({ cause, subjectId }) => cause === 'refund_repeated' && subjectId === id);
    if (!owed) continue;
    owedTexts.set(id, textOf(subject.split(' ')[1] ?? '', -owed.amount));
    if (!is(id, 'repeated_returned')) records.push(owedTexts.get(id) ?? '');
  }
  const amountOf = (subject: string): number | undefined => {
    const payment = payments.find(({ id }) => id === subject);
    if (payment?.status === 'succeeded') return payment.amount + payment.fees;
    return refunds.find(({ id, paymentId }) => id === subject || paymentId === subject)?.amount;
  };
  const isOf = ({ kind, amount, currency }: StatementLine, subject: string): boolean =>
    owedTexts.has(subject)
      ? owedTexts.get(subject) === textOf(kind, amount, currency)
      : Math.abs(amount) === amountOf(subject) && (kind === 'refund') === refunds.some(({ id }) => id === subject);
  const said = lines.map(({ kind, amount, currency }) => textOf(kind, amount, currency));
  const left = without(said, records);
  // A charge that our records lack and that was refunded in full does not count.
  const back = left.flatMap((one) => {
    const [kind = '', amount, currency] = one.split(' ');
    return kind === 'payment' ? [textOf('refund', -Number(amount), currency)] : [];
  });
  // The refunded charge is the latest charge of its amount. No fee is agreed for it, and no fee is booked.
  const returned = [...back];
  const latestFirst = lines
    .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
    .toReversed()
    .filter(({ kind, amount }) => kind === 'payment' && amount >= 0);
  const isReturned = new Set(
    latestFirst.filter(({ amount, currency }) => {
      const place = returned.indexOf(textOf('refund', -amount, currency));
      return place >= 0 && returned.splice(place, 1).length > 0;
    }),
  );
  const isFeeRight = latestFirst.every(
    (line) => isReturned.has(line) || feeOf === null || Math.abs(line.fee - feeOf(line.amount)) < 1,
  );
  // A booked fee is the fee of one line of the same movement, and no two booked fees share a line.
  const linesOfFees = lines.filter((line) => !isReturned.has(line));
  const fees = booked.filter((entry) => isFee(entry) && entry.cause !== 'merchant_fee_corrected');
  const isFeeBooked = fees.every(({ id, subjectId, fee }) => {
    const corrected = fee + correctionsOf(booked, id);
    const place = linesOfFees.findIndex((line) => line.fee === corrected && isOf(line, subjectId));
    return corrected === 0 || (place >= 0 && linesOfFees.splice(place, 1).length > 0);
  });
  const isEverySaid = without(records, said).length === 0 && left.length === 2 * back.length;
  return isFeeRight && isFeeBooked && isEverySaid && without(left, back).length === back.length;
};

const correctionsOf = (booked: ReferenceFacts['booked'], entryId: string): number =>
  sum(booked.flatMap(({ id, subjectId, fee }) => (subjectId === entryId ? [fee + correctionsOf(booked, id)] : [])));

const without = (all: readonly string[], others: readonly string[]): readonly string[] => {
  const left = [...others];
  return all.filter((each) => !left.includes(each) || left.splice(left.indexOf(each), 1).length === 0);
};

/** Every line and every movement of our records has exactly one finding, and each discrepancy is listed. */
const judgeClasses = async (world: BooksWorld, listed: readonly Difference[]): Promise<readonly Finding[]> => {
  const all: Finding[] = [];
  for (const [name, facts] of Object.entries(await factsOf(world))) {
    const agreement = await agreementWith(world.dependencies, name);
    for (const each of facts) {
      const findings = findingsIn(each, agreement);
      all.push(...findings);
      const lines = findings.flatMap(({ line }) => line ?? []);
      hold(
        lines.map(nameOf).toSorted().join() === each.lines.map(nameOf).toSorted().join(),
        () => `${each.lines.length} lines under ${each.reference} have ${lines.length} findings`,
      );
      for (const { kind, line, movement } of findings) {
        world.ends.push(`${name}: ${kind}${kind === 'matched' ? '' : ` ${(line ?? movement)?.kind}`}`);
        hold(kind !== 'awaited', () => 'a line is still awaited although every day was read');
        hold(
          kind !== 'matched' || line === null || movement === null || line.amount === movement.amount,
          () => 'different amounts are matched',
        );
      }
      const returned = findings.flatMap(({ kind, line, movement }) =>
        kind === 'matched' && !movement ? (line ?? []) : [],
      );
      hold(
        sum(returned.map(({ amount }) => amount)) === 0 && returned.every(({ kind }) => kind !== 'other'),
        () => 'matched lines without a record do not add up to zero',
      );
      if (returned.length > 0) world.ends.push('a second charge was refunded');
      const differing = findings.flatMap(({ kind, line }) => (kind === 'matched' ? [] : [`${kind} ${line?.amount}`]));
      const own = listed.filter(({ paymentId }) => paymentId === each.reference);
      const describe = (differences: readonly Difference[]): readonly string[] =>
        differences.map(({ kind, there }) => `${kind} ${there ?? undefined}`);
      const open = describe(own.filter(({ status }) => status === 'open'));
      const shown = describe(own.filter(({ status }) => status !== 'settled'));
      hold(
        open.every((one) => differing.includes(one)) && differing.every((one) => shown.includes(one)),
        () => `the discrepancies are ${differing.join(', ')}, but listed are ${shown.join(', ')}`,
      );
    }
  }
  return all;
};

const referenceOf = (facts: readonly ReferenceFacts[], sessionId = ''): string =>
  facts.find(({ payments }) => payments.some(({ session }) => session?.id === sessionId))?.reference ?? '';

const judgeWhole = async (
  { store, company }: BooksWorld,
  facts: readonly ReferenceFacts[],
  entries: readonly Entry[],
): Promise<void> => {
  const expectBooked = (subjectId: string, ...causes: readonly Cause[]): void =>
    hold(
      entries.some((entry) => entry.subjectId === subjectId && causes.includes(entry.cause)),
      () => `${subjectId} has no entry of ${causes.join(' or ')}`,
    );
  for (const { payments, refunds } of facts) {
    const inFrancs = refunds.filter(({ currency }) => currency === CURRENCY);
    for (const { id, status } of payments) {
      if (status === 'succeeded') expectBooked(id, 'payment_succeeded');
      if (status === 'failed' && inFrancs.some(({ paymentId }) => paymentId === id)) expectBooked(id, 'payment_unused');
    }
    for (const { id, status } of inFrancs) if (status === 'done') expectBooked(id, 'refund_done', 'refund_by_hand');
  }
  for (const { contract } of await store.contractQueries.list({ companyId: company.id }, ALL))
    if (contract.cancelled?.refund) expectBooked(contract.id, 'contract_cancelled');
};

/**
 * Whether an operator refunded the movement from another account, according to the entries. The movement's own field is
 * not used.
 */
const isElsewhere = (
  entries: readonly Entry[],
  facts: readonly ReferenceFacts[],
  { kind, sessionId }: Movement,
): boolean => {
  const refund = facts.flatMap(({ refunds }) => refunds).find((each) => each.sessionId === sessionId);
  const is = (cause: Cause): boolean => entries.some((each) => each.cause === cause && each.subjectId === refund?.id);
  return kind === 'refund' && is('refund_by_hand') && !is('refund_on_pages');
};

export const lawsOf = (world: BooksWorld) => {
  const booked = new Map<string, string>();
  const entriesOf = () => world.store.books.entries(world.company.id, null, ALL);

  const judgeList = listedTruly(world);

  let seen = -1;

  /** After a misstatement, a booked fee may belong to a line that has a different fee now. */
  let wasMisstated = false;

  let before = world.clock.now();

  /** A new entry is booked on a day of this step, and the entry of a payment at the time of payment. */
  const judgeNew = (entries: readonly Entry[], facts: readonly ReferenceFacts[]): void => {
    const lines = facts.flatMap((each) => each.lines);
    const days = [before, world.clock.now()].map((at) => dayIn(world.zone, at));
    for (const entry of entries) {
      const { id, cause, subjectId, bookedOn, at } = entry;
      if (booked.has(id)) continue;
      const isShown =
        !isFee(entry) || wasMisstated || lines.some((line) => line.at === at && line.fee === feeIn(entry));
      hold(isShown, () => `${cause} of ${feeIn(entry)} francs matches no line of ${at}`);
      hold(bookedOn >= (days[0] ?? '') && bookedOn <= (days[1] ?? ''), () => `${cause} was booked on ${bookedOn}`);
      const payment = paymentsIn(facts).find((each) => each.id === subjectId);
      const isRight = cause !== 'payment_succeeded' || payment?.completed === at;
      hold(isRight, () => `a payment of ${payment?.completed ?? 'no time'} is booked as of ${at}`);
    }
    before = world.clock.now();
  };

  const inClosings = new Map<number, readonly Entry[]>();
  const judged = new Set<string>();

  /** A closed month has the entries of its days that existed at the closing, and keeps them. */
  const judgeClosings = async (entries: readonly Entry[]): Promise<void> => {
    for (const closing of await world.store.books.closings()) {
      const former = [...inClosings.values()].flat();
      const isIn = ({ id, bookedOn }: Entry): boolean =>
        bookedOn.slice(0, 7) <= closing.month && !former.some((each) => each.id === id);
      const own = inClosings.get(closing.number) ?? entries.filter(isIn);
      inClosings.set(closing.number, own);
      const [is, should] = [balances(), balances()];
      for (const { insurer, wallet, account, debit, credit } of await world.store.books.balances(closing))
        is.add(insurer, wallet, account, debit - credit);
      for (const { insurer, wallet, postings } of own)
        for (const { account, amount } of postings) should.add(insurer, wallet, account, amount);
      hold(
        is.describe() === should.describe(),
        () => `the closing of ${closing.month} is “${is.describe()}”, expected “${should.describe()}”`,
      );
    }
  };

  const step = async (): Promise<void> => {
    wasMisstated ||= world.accounts.some(({ misstated }) => misstated.size > 0);
    if (seen === world.commits()) return;
    seen = world.commits();
    const { able, modest } = await factsOf(world);
    const entries = await entriesOf();
    judgeList(await differing(world), [...able, ...modest], before);
    judgeNew(ofPayments(entries), [...able, ...modest]);
    const closed = (await world.store.books.closings()).filter(({ number }) => inClosings.has(number));
    const today = dayIn(world.zone, world.clock.now());
    judgeVouchers(await world.store.books.vouchers(null, ALL), entries, { judged, closed, today });
    await judgeClosings(entries);
    judgeEntries(entries, booked);
    const is = balances();
    for (const { insurer, wallet, postings } of ofPayments(entries).filter((entry) => !isFee(entry)))
      for (const { account, amount } of postings) is.add(insurer, wallet, account, amount);
    const should = await computeExpected(world, [...able, ...modest]);
    hold(is.describe() === should, () => `the books are “${is.describe()}”, expected “${should}”`);
  };

  /**
   * When every statement has been read, the books, the discrepancies and the lines of others add up to the account, to
   * the franc.
   */
  const rest = async (): Promise<void> => {
    const { statements } = world.store;
    const listed = await statements.differences(ALL, {});
    const findings = await judgeClasses(world, listed);
    const onTheList = await differing(world);
    const open = listed.filter(({ status }) => status === 'open');
    const [shown, should] = [onTheList.map(({ id }) => id), open.map(({ paymentId }) => paymentId)];
    hold(
      shown.toSorted().join() === should.toSorted().join(),
      () => `the operator's list shows ${shown.length} discrepancies, but ${should.length} are open`,
    );
    const entries = await entriesOf();
    const facts = await factsOf(world);
    const lines = await statements.lines(world.first, world.clock.now(), ALL);
    const known = new Set(lines.map(nameOf));
    for (const { provider, statement, misstated } of world.accounts) {
      const name = provider.provider as keyof typeof facts;
      for (const line of statement.lines()) hold(known.has(nameOf(line)), () => `${nameOf(line)} is not stored`);
      // An entry that was booked from a line counts as a separate movement until the money is back.
      const byLine = new Set(listed.map(({ id }) => id));
      const own = ofPayments(entries)
        .filter((entry) => !isFee(entry))
        .filter(({ wallet, cause, subjectId }) => wallet === name && (byLine.has(subjectId) || !APART.includes(cause)))
        .flatMap(({ postings }) => postings);
      const kept = sum(own.flatMap(({ account, amount }) => (account === 'wallet' ? [amount] : [])));
      const references = new Set(facts[name].map(({ reference }) => reference));
      const said = lines.filter((line) => line.provider === name);
      const strangers = sum(said.flatMap(({ reference, amount }) => (references.has(reference ?? '') ? [] : [amount])));
      const isInBooks = (movement: Movement): boolean =>
        movement.currency === CURRENCY && !isElsewhere(entries, facts[name], movement);
      const foreign = sum(
        findings.flatMap(({ kind, line }) =>
          kind === 'matched' && line?.provider === name && line.currency !== CURRENCY ? [line.amount] : [],
        ),
      );
      const apart = sum(
        findings.flatMap(({ kind, line, movement }) =>
          kind === 'matched' || !references.has(line?.reference ?? referenceOf(facts[name], movement?.sessionId))
            ? []
            : // An operator's transfer came from another account, so the wallet has not paid it.
              [(line?.amount ?? 0) - (movement && isInBooks(movement) ? movement.amount : 0)],
        ),
      );
      const balance = sum(said.map(({ amount }) => amount));
      hold(
        kept + foreign + apart + strangers === balance,
        () =>
          `${name} has ${balance} francs, but the books ${kept}, other currencies ${foreign}, discrepancies ${apart} and lines of others ${strangers}`,
      );
      // Without discrepancies the books have every fee, so the wallet equals the provider's account to the franc.
      const isEven =
        misstated.size === 0 && !listed.some((each) => each.provider === name && each.status !== 'settled');
      // The books also lack the fee of a charge that they do not have and that was refunded in full.
      const inBooks = findings.flatMap(({ line, movement }) => (line?.provider === name && movement ? [line] : []));
      const fees = sum(inBooks.map(({ fee, currency }) => (currency === CURRENCY ? fee : 0)));
      const bookedFees = sum(entries.filter((entry) => isFee(entry) && entry.wallet === name).map(feeIn));
      hold(!isEven || bookedFees === fees, () => `${name} has kept ${fees} francs, but the books have ${bookedFees}`);
      if (isEven && fees > 0) world.ends.push('every fee of a provider is booked');
      // Money under our reference that bought nothing is refunded automatically, unless a line is misstated.
      const left = listed.find(
        (each) =>
          each.provider === name &&
          each.status === 'open' &&
          /twice|missing_here/.test(each.kind) &&
          !world.charged.has(each.paymentId) &&
          (each.there ?? 0) > 0,
      );
      hold(misstated.size > 0 || !left, () => `${left?.there} francs of ${left?.paymentId} stay with ${name}`);
      for (const each of facts[name]) {
        const isDiffering = listed.some(
          ({ paymentId, status }) => paymentId === each.reference && status !== 'settled',
        );
        const isRight = isAgreed(each, name === 'able' ? (amount) => amount / 100 : null);
        hold(isRight || isDiffering, () => `${each.reference} has a discrepancy and is not listed`);
        const isOpen = listed.some(({ paymentId, status }) => paymentId === each.reference && status === 'open');
        hold(!isRight || !isOpen, () => `${each.reference} has no discrepancy and is listed`);
        const own = findings.flatMap(({ line, movement }) =>
          movement && line?.reference === each.reference ? line : [],
        );
        const feesOfLines = sum(own.map(({ fee, currency }) => (currency === CURRENCY ? fee : 0)));
        const feesInBooks = sum(each.booked.map(({ fee }) => fee));
        // An explained fee is booked, so it is no longer a discrepancy.
        const isFeeOpen = listed.some(
          ({ paymentId, status, kind }) =>
            paymentId === each.reference && (status === 'open' || (status === 'explained' && kind !== 'other_fee')),
        );
        hold(
          isFeeOpen || feesOfLines === feesInBooks,
          () => `${each.reference} has cost ${feesOfLines} francs, but the books have ${feesInBooks}`,
        );
      }
    }
    const all = [...facts.able, ...facts.modest];
    await judgeWhole(world, all, entries);
    if ([...inClosings.values()].some((own) => own.length > 0)) world.ends.push('a month was closed');
    world.ends.push(
      ...entries.map(({ cause }) => cause),
      ...listed.map(({ kind, status }) => `${kind} ${status}`),
      ...paymentsIn(all).map(({ provider, status, failureReason }) =>
        `${provider}: ${status} ${failureReason ?? ''}`.trim(),
      ),
      ...all.flatMap(({ refunds }) => refunds.map(({ provider, status }) => `${provider}: refund ${status}`)),
      ...world.errors.all.map(({ what }) => what),
    );
  };
  return { step, rest };
};
