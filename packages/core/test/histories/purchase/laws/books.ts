import type { AuditEntry, Contract, Entry, Payment, Refund } from '@vehicle-insurance/core';
import { after, dayIn, skewOf } from '../days.ts';
import type { Law } from '../law.ts';
import type { Process } from '../process.ts';
import { balances } from './balances.ts';

const ALL = 10_000;

/**
 * Entries balance. The wallets contain all money that we know of, and `refunds_due` contains the open refunds. The rest
 * is kept for contracts.
 */
export const books: Law = (world) => {
  const skew = skewOf(world.setting);
  const { book, clock, companies, insured, setting, store } = world;
  const known = new Set<string>();
  /** Business days of the changes committed since the last step. */
  const begun = new Set<string>();
  const begins = ({ entry }: { readonly entry: AuditEntry }): void => void begun.add(dayIn(setting.zone, entry.at));
  let entries: readonly Entry[] = [];

  const quoteOf = (payment: Payment | undefined) => insured.find(({ quote }) => quote.id === payment?.quoteId)?.quote;
  const contractOf = ({ id }: Payment): Contract | undefined =>
    [...book.contracts.values()].find(({ paymentId }) => paymentId === id);
  const read = async (): Promise<readonly Entry[]> =>
    (await Promise.all(companies.map((companyId) => store.books.entries(companyId, null, ALL)))).flat();
  /** Processes that learned from the provider that a session was refunded. */
  const heardGiven = new Map<string, Set<Process>>();
  /** Whether the provider reported a refund that an operator had already transferred. */
  const isRepeated = ({ id }: Refund): boolean =>
    entries.some(({ cause, subjectId }) => cause === 'refund_repeated' && subjectId === id);

  /** A refund is booked as repeated exactly if its provider reported it to a process that is still alive. */
  const judgeRepeated = (refund: Refund): void => {
    const heard = [...(heardGiven.get(refund.sessionId) ?? [])];
    if (isRepeated(refund) && heard.length === 0)
      book.broke('a refund is booked as repeated although the provider has not reported it');
    const isKnown = heard.some((process) => process.isAlive() && !process.hasMissedStore());
    const isInBooks = refund.currency === 'XOF';
    if (isInBooks && book.transferred.has(refund.sessionId) && isKnown && !isRepeated(refund))
      book.broke('a provider reported a refund that an operator had transferred, but it is not booked as repeated');
  };

  const computeExpected = (): string => {
    const is = balances();
    for (const { session, provider } of world.sessions()) {
      const { id, amount, currency } = session;
      // Money in another currency is not in the books.
      if (currency !== 'XOF') continue;
      const payment = [...book.payments.values()].find((each) => each.session?.id === id);
      const refund = book.refunds.get(id);
      const insurer = quoteOf(payment)?.coverage.insurer;
      if (!payment || (payment.status !== 'succeeded' && !refund)) continue;
      is.add(insurer, provider.name, 'wallet', amount);
      if (!refund) continue;
      const back = refund.amount;
      if (refund.status !== 'done') is.add(insurer, provider.name, 'refunds_due', -back);
      const isByHand = book.transferred.has(id);
      if (isByHand) is.add(insurer, provider.name, 'suspense', -back);
      else if (refund.status === 'done') is.add(insurer, provider.name, 'wallet', -back);
      if (!isRepeated(refund)) continue;
      is.add(insurer, provider.name, 'wallet', -back);
      is.add(insurer, provider.name, 'receivable', back);
    }
    for (const payment of book.payments.values()) {
      const quote = quoteOf(payment);
      const contract = contractOf(payment);
      if (quote && contract) is.addSold(quote, payment, contract.cancelled);
    }
    return is.describe();
  };

  const judgeNew = ({ id, cause, subjectId, at, bookedOn, companyId }: Entry): void => {
    if (known.has(id)) return;
    known.add(id);
    if (!begun.has(bookedOn)) book.broke(`an entry was booked on ${bookedOn}`);
    if (at > after(clock.now(), skew)) book.broke(`an entry of ${at} was booked before that time`);
    const owners = [...book.payments.values(), ...book.refunds.values(), ...book.contracts.values()];
    const owner = owners.find((each) => each.id === subjectId);
    if (owner?.companyId !== companyId) book.broke(`${cause} is booked for an object of another company`);
    const payment = book.payments.get(subjectId);
    if (cause === 'payment_succeeded' && payment?.completed !== at)
      book.broke(`a payment of ${payment?.completed ?? 'no time'} is booked as of ${at}`);
  };

  const judge = async (): Promise<void> => {
    entries = await read();
    const is = balances();
    for (const entry of entries) {
      judgeNew(entry);
      let total = 0;
      for (const { account, amount } of entry.postings) {
        total += amount;
        is.add(entry.insurer, entry.wallet, account, amount);
      }
      if (total !== 0) book.broke(`an entry of ${entry.cause} adds up to ${total} francs`);
    }
    const should = computeExpected();
    if (is.describe() !== should) book.broke(`the books are “${is.describe()}”, expected “${should}”`);
  };

  return {
    payment: begins,
    refund: begins,
    contract: begins,
    answered: ({ call, given, outcome, process }) => {
      const id = String(given);
      if (call === 'refund' && outcome === 'done') heardGiven.set(id, (heardGiven.get(id) ?? new Set()).add(process));
    },
    step: async () => {
      // Without a write of a payment, refund or contract, nothing is booked.
      if (begun.size > 0) await judge();
      begun.clear();
    },
    rest: async () => {
      await judge();
      book.refunds.forEach(judgeRepeated);
      // When everything is known, the wallet equals the provider's balance to the franc.
      for (const { provider } of world.sessions()) {
        const own = world.sessions().filter(({ provider: { name } }) => name === provider.name);
        // The books lack a refund that the provider made after an operator's transfer, if no process learned of it.
        const isUnheard = (id: string): boolean => {
          const refund = book.refunds.get(id);
          return refund !== undefined && book.transferred.has(id) && !isRepeated(refund);
        };
        const held = own
          .map(({ session: { id, state, amount, currency, refunds } }) =>
            state === 'paid' && currency === 'XOF' ? amount * (1 - (isUnheard(id) ? 0 : refunds)) : 0,
          )
          .reduce((sum, each) => sum + each, 0);
        const wallet = entries
          .filter((entry) => entry.wallet === provider.name)
          .flatMap(({ postings }) => postings.filter(({ account }) => account === 'wallet'))
          .reduce((sum, { amount }) => sum + amount, 0);
        if (held !== wallet) book.broke(`${provider.name} holds ${held} francs, but the books have ${wallet}`);
      }
    },
  };
};
