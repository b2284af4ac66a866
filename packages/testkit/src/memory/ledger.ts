import {
  CONTRACT_CAUSES,
  OPEN_ACCOUNTS,
  soldUntil,
  type Account,
  type Balance,
  type BookedPeriod,
  type Books,
  type ContractEntry,
  type Entry,
  type FiledVoucher,
  type LedgerLine,
  type LocalDate,
  type OpenAmount,
  type PostingFilter,
} from '@vehicle-insurance/core';
import { keyIn } from './table.ts';
import type { Memory } from './tables.ts';
import { beginUnit, type Unit } from './unit.ts';
import { BOOKS_LOCK, filedIn } from './vouchers.ts';

export const memoryBooks = (memory: Memory): Books => ({
  closings: async () => [...memory.closings],
  firstDay: async () =>
    openIn(memory)
      .map(({ bookedOn }) => bookedOn)
      .sort()[0],
  close: async (closing, until, progress) => {
    const { closings, closed, locks } = memory;
    const owner = {};
    await locks.hold(owner, BOOKS_LOCK);
    try {
      if (closings.some(({ number, month }) => number === closing.number || month === closing.month)) return false;
      const own = openIn(memory).filter(({ bookedOn }) => bookedOn <= until);
      closings.push(closing);
      for (const entry of own) closed.set(keyIn(entry.companyId, entry.id), closing.number);
      progress(own.length, 1, 1);
      return true;
    } finally {
      locks.free(owner);
    }
  },
  vouchers: async (before, limit) => {
    const place = ({ at, id }: Pick<FiledVoucher, 'at' | 'id'>): string => `${at} ${id}`;
    return filedIn(beginUnit(memory))
      .filter((each) => before === null || place(each) < place(before))
      .sort((a, b) => (place(a) < place(b) ? 1 : -1))
      .slice(0, limit);
  },
  balances: async ({ number }) => balancesIn(memory, number),
  lines: async (filter, after, limit) => {
    const place = ({ bookedOn, id, number }: Pick<LedgerLine, 'bookedOn' | 'id' | 'number'>) =>
      [bookedOn, id, String(number).padStart(9, '0')].join();
    return linesIn(memory, filter)
      .filter((line) => line.bookedOn >= filter.from && (after === null || place(line) > place(after)))
      .sort((a, b) => (place(a) < place(b) ? -1 : 1))
      .slice(0, limit);
  },
  movements: async (filter) => totalsOf(linesIn(memory, filter), ({ bookedOn }) => bookedOn < filter.from),
  // The memory store computes all balances on reading.
  sumEntries: async () => undefined,
  openAmounts: async (until, limit) => {
    const from = '0001-01-01' as LocalDate;
    const open = linesIn(memory, { from, until }).flatMap((line) => {
      const account = OPEN_ACCOUNTS.find((each) => each === line.account);
      const { paymentId } = line;
      return account && paymentId !== null ? { ...line, account, paymentId } : [];
    });
    const place = ({ since, paymentId, account }: OpenAmount) => [since, paymentId, account].join();
    const keyOf = ({ insurer, wallet, paymentId, account }: LedgerLine) => [insurer, wallet, paymentId, account].join();
    return [...Map.groupBy(open, keyOf).values()]
      .flatMap((own): readonly OpenAmount[] => {
        const amount = own.reduce((total, line) => total + line.amount, 0);
        const since = own.map(({ bookedOn }) => bookedOn).sort()[0];
        const [first] = own;
        if (amount === 0 || !first || since === undefined) return [];
        const { companyId, insurer, wallet, paymentId, account } = first;
        return [{ companyId, insurer, wallet, paymentId, account, amount, since }];
      })
      .sort((a, b) => (place(a) < place(b) ? -1 : 1))
      .slice(0, limit);
  },
  insurers: async (period) =>
    [...new Set(ofPayments(bookedIn(memory, period)).map(({ insurer }) => insurer))].sort((a, b) =>
      (a ?? '') < (b ?? '') ? -1 : 1,
    ),
  contractEntries: async (period, insurer, take) => {
    const unit = beginUnit(memory);
    const own = bookedIn(memory, period).filter((entry) => entry.insurer === insurer);
    const found = own.flatMap((entry) => contractEntryOf(unit, entry) ?? []);
    const place = ({ intermediary, bookedOn, id }: ContractEntry) =>
      [String(intermediary.number).padStart(9, '0'), bookedOn, id].join();
    await take(found.sort((a, b) => (place(a) < place(b) ? -1 : 1)));
  },
  entries: async (companyId, after, limit) =>
    beginUnit(memory)
      .entries.all()
      .filter((entry) => entry.companyId === companyId && entry.id > (after?.id ?? ''))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, limit),
});

const ofPayments = (entries: readonly Entry[]): readonly Entry[] =>
  entries.filter(({ paymentId }) => paymentId !== null);

const openIn = (memory: Memory): readonly Entry[] =>
  beginUnit(memory)
    .entries.all()
    .filter(({ companyId, id }) => !memory.closed.has(keyIn(companyId, id)));

/** The postings that match a filter, including the postings before its first day. */
const linesIn = (memory: Memory, { until, account, insurers, companyId, wallet }: PostingFilter): LedgerLine[] =>
  beginUnit(memory)
    .entries.all()
    .flatMap(({ postings, ...entry }) => postings.map((line, at) => ({ ...entry, ...line, number: at + 1 })))
    .filter(
      (line) =>
        line.bookedOn <= until &&
        (account === undefined || line.account === account) &&
        (insurers === undefined || insurers.includes(line.insurer)) &&
        (companyId === undefined || line.companyId === companyId) &&
        (wallet === undefined || line.wallet === wallet),
    );

const bookedIn = (memory: Memory, period: BookedPeriod): readonly Entry[] =>
  beginUnit(memory)
    .entries.all()
    .filter(({ companyId, id, bookedOn }) =>
      'closing' in period
        ? memory.closed.get(keyIn(companyId, id)) === period.closing
        : bookedOn >= period.from && bookedOn <= period.until,
    );

/** An entry with its contract. Undefined if the entry is not about a contract. */
const contractEntryOf = (unit: Unit, { cause, subjectId: _, postings, ...entry }: Entry): ContractEntry | undefined => {
  const { companyId, paymentId } = entry;
  if (paymentId === null) return undefined;
  const contractCause = CONTRACT_CAUSES.find((each) => each === cause);
  const contract = unit.contracts.all().find((each) => each.paymentId === paymentId);
  const payment = contract && unit.payments.get(companyId, contract.paymentId);
  const quote = contract && unit.quotes.get(companyId, contract.quoteId);
  const vehicle = contract && unit.vehicles.get(companyId, contract.vehicleId);
  const company = unit.companies.get(companyId);
  if (!contractCause || !contract || !payment || !quote || !vehicle || !company) return undefined;
  const isRefund = cause === 'refund_done' || cause === 'refund_by_hand';
  const moves: Partial<Record<Account, number>> = {};
  for (const { account, amount } of postings) moves[account] = (moves[account] ?? 0) + amount;
  return {
    ...entry,
    paymentId,
    cause: contractCause,
    moves,
    intermediary: { number: company.number, name: company.name },
    policyNumber: contract.policyNumber,
    licencePlate: vehicle.licencePlate,
    policyholder: quote.policyholder.name,
    startDate: contract.startDate,
    endDate: soldUntil(contract),
    fees: isRefund ? (contract.cancelled?.refund?.fees ?? payment.fees) : payment.fees,
  };
};

const balancesIn = (memory: Memory, number: number): readonly Balance[] => {
  const closingOf = ({ companyId, id }: LedgerLine): number => memory.closed.get(keyIn(companyId, id)) ?? Infinity;
  const lines = linesIn(memory, { from: '0001-01-01' as LocalDate, until: '9999-12-31' as LocalDate });
  return totalsOf(
    lines.filter((line) => closingOf(line) <= number),
    (line) => closingOf(line) < number,
  );
};

/** The totals of some postings by insurer, wallet and account. */
const totalsOf = (lines: readonly LedgerLine[], isCarried: (line: LedgerLine) => boolean): readonly Balance[] => {
  const all = new Map<string, Balance>();
  for (const line of lines) {
    const { insurer, wallet, account, amount } = line;
    const key = [insurer ?? '', wallet, account].join('\n');
    const { carried, debit, credit } = all.get(key) ?? { carried: 0, debit: 0, credit: 0 };
    const is = { insurer, wallet, account, carried, debit, credit };
    all.set(
      key,
      isCarried(line)
        ? { ...is, carried: carried + amount }
        : { ...is, debit: debit + Math.max(amount, 0), credit: credit + Math.max(-amount, 0) },
    );
  }
  return [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, balance]) => balance);
};
