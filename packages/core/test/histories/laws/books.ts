import type { Account, AuditEntry, Contract, Entry, LineKind, Payment, Refund } from '@vehicle-insurance/core';
import { after, dayIn, SKEW } from '../days.ts';
import type { Law } from '../law.ts';

/** Entries that are read at once. */
const PAGE = 500;

/** The laws' own table of where a line goes. */
const LINES: Readonly<Record<Exclude<LineKind, 'levy'>, Account>> = {
  component: 'premium_due',
  adjustment: 'premium_due',
  fee: 'accessories',
  tax: 'tax',
};
const LEVIES: Readonly<Record<string, Account>> = { fga: 'guarantee_fund', brown_card: 'brown_card' };

/** Balances by insurer, wallet and account. Only what is not zero counts. */
const balances = () => {
  const all = new Map<string, number>();
  return {
    add: (insurer: string | null | undefined, wallet: string, account: Account, amount: number): void => {
      const name = `${insurer ?? 'our own insurer'}, ${wallet}, ${account}`;
      all.set(name, (all.get(name) ?? 0) + amount);
    },
    told: (): string =>
      [...all]
        .filter(([, amount]) => amount !== 0)
        .map(([name, amount]) => `${name}: ${amount}`)
        .sort()
        .join('; '),
  };
};

/**
 * After each step the books say what is so: every entry and all of them together come to nothing, each wallet has what
 * its provider has received and not given back, as far as that was heard, the refunds due are those not done, and every
 * other account has what the contracts in force were sold for.
 */
export const books: Law = (world) => {
  const { book, clock, insured, setting, store } = world;
  const companies = [...new Set(insured.map(({ company }) => company.id))];
  const known = new Set<string>();
  let seen = -1;
  /** Days on which what was committed since the last step was begun. */
  const begun = new Set<string>();
  const begins = ({ entry }: { readonly entry: AuditEntry }): void => void begun.add(dayIn(setting.zone, entry.at));
  let entries: readonly Entry[] = [];

  const quoteOf = (payment: Payment | undefined) => insured.find(({ quote }) => quote.id === payment?.quoteId)?.quote;
  const contractOf = ({ id }: Payment): Contract | undefined =>
    [...book.contracts.values()].find(({ paymentId }) => paymentId === id);
  const read = async (): Promise<readonly Entry[]> => {
    const all: Entry[] = [];
    for (const companyId of companies)
      for (let page = await store.books.entries(companyId, null, PAGE); page.length > 0;) {
        all.push(...page);
        page = await store.books.entries(companyId, page.at(-1) ?? null, PAGE);
      }
    return all;
  };
  /** Whether the provider was heard to give back what an operator had given back already. */
  const isRepeated = ({ id }: Refund): boolean =>
    entries.some(({ cause, subjectId }) => cause === 'refund_repeated' && subjectId === id);

  const expected = (): string => {
    const is = balances();
    for (const { session, provider } of world.sessions()) {
      const { id, amount } = session;
      const payment = [...book.payments.values()].find((each) => each.session?.id === id);
      const refund = book.refunds.get(id);
      const insurer = quoteOf(payment)?.coverage.insurer;
      if (!payment || (payment.status !== 'succeeded' && !refund)) continue;
      is.add(insurer, provider.name, 'wallet', amount);
      if (!refund) continue;
      if (refund.status !== 'done') is.add(insurer, provider.name, 'refunds_due', -amount);
      const isByHand = book.transferred.has(id);
      if (isByHand && !isRepeated(refund)) is.add(insurer, provider.name, 'suspense', -amount);
      else if (refund.status === 'done') is.add(insurer, provider.name, 'wallet', -amount);
    }
    for (const payment of book.payments.values()) {
      const quote = quoteOf(payment);
      const contract = contractOf(payment);
      if (!quote || !contract || contract.cancelled) continue;
      const { insurer, commission = 0 } = quote.coverage;
      const add = (account: Account, amount: number) => is.add(insurer, payment.provider, account, amount);
      let net = 0;
      for (const { kind, code, amount } of quote.premium.lines) {
        const account = kind === 'levy' ? (LEVIES[code] ?? 'tax') : LINES[kind];
        if (account === 'premium_due') net += amount;
        add(account, -amount);
      }
      add('provider_fees', -payment.fees);
      add('commission', -Math.round((net * commission) / 10_000));
      add('premium_due', Math.round((net * commission) / 10_000));
    }
    return is.told();
  };

  const judgeNew = ({ id, cause, subjectId, at, bookedOn, companyId }: Entry): void => {
    if (known.has(id)) return;
    known.add(id);
    if (!begun.has(bookedOn)) book.broke(`an entry was booked on ${bookedOn}`);
    if (at > after(clock.now(), SKEW)) book.broke(`an entry of ${at} was booked before`);
    const owners = [...book.payments.values(), ...book.refunds.values(), ...book.contracts.values()];
    const owner = owners.find((each) => each.id === subjectId);
    if (owner?.companyId !== companyId) book.broke(`${cause} is booked of what the company does not have`);
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
      if (total !== 0) book.broke(`an entry of ${entry.cause} comes to ${total} francs`);
    }
    const should = expected();
    if (is.told() !== should) book.broke(`the books say “${is.told()}”, and so it is: “${should}”`);
  };

  return {
    payment: begins,
    refund: begins,
    contract: begins,
    step: async () => {
      // Nothing is booked when nothing is committed.
      if (seen !== book.moment()) await judge();
      seen = book.moment();
      begun.clear();
    },
    rest: async () => {
      await judge();
      // Once all has been heard, the wallet is what the provider holds, to the franc.
      for (const { provider } of world.sessions()) {
        const own = world.sessions().filter(({ provider: { name } }) => name === provider.name);
        // What an operator transferred unanswered, and the provider gave back unheard, nobody can know.
        const isUnheard = (id: string): boolean => {
          const refund = book.refunds.get(id);
          return refund !== undefined && book.transferred.has(id) && !isRepeated(refund);
        };
        const held = own
          .map(({ session: { id, state, amount, refunds } }) =>
            state === 'paid' ? amount * (1 - (isUnheard(id) ? 0 : refunds)) : 0,
          )
          .reduce((sum, each) => sum + each, 0);
        const wallet = entries
          .filter((entry) => entry.wallet === provider.name)
          .flatMap(({ postings }) => postings.filter(({ account }) => account === 'wallet'))
          .reduce((sum, { amount }) => sum + amount, 0);
        if (held !== wallet) book.broke(`${provider.name} holds ${held} francs, and the books say ${wallet}`);
      }
    },
  };
};
