import {
  CONTRACT_CAUSES,
  type Account,
  type Balance,
  type BookedPeriod,
  type Books,
  type ContractEntry,
  type Entry,
} from '@vehicle-insurance/core';
import { keyIn } from './table.ts';
import type { Memory } from './tables.ts';
import { beginUnit, type Unit } from './unit.ts';

export const memoryBooks = (memory: Memory): Books => ({
  closings: async () => [...memory.closings],
  firstDay: async () =>
    openIn(memory)
      .map(({ bookedOn }) => bookedOn)
      .sort()[0],
  close: async (closing, until, progress) => {
    const { closings, closed } = memory;
    if (closings.some(({ number, month }) => number === closing.number || month === closing.month)) return false;
    const own = openIn(memory).filter(({ bookedOn }) => bookedOn <= until);
    closings.push(closing);
    for (const entry of own) closed.set(keyIn(entry.companyId, entry.id), closing.number);
    progress(own.length, 1, 1);
    return true;
  },
  balances: async ({ number }) => balancesIn(memory, number),
  insurers: async (period) =>
    [...new Set(bookedIn(memory, period).map(({ insurer }) => insurer))].sort((a, b) =>
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

/** Entries that are in no closing. */
const openIn = (memory: Memory): readonly Entry[] =>
  beginUnit(memory)
    .entries.all()
    .filter(({ companyId, id }) => !memory.closed.has(keyIn(companyId, id)));

const bookedIn = (memory: Memory, period: BookedPeriod): readonly Entry[] =>
  beginUnit(memory)
    .entries.all()
    .filter(({ companyId, id, bookedOn }) =>
      'closing' in period
        ? memory.closed.get(keyIn(companyId, id)) === period.closing
        : bookedOn >= period.from && bookedOn <= period.until,
    );

/** An entry with its contract; undefined if it is not about a contract. */
const contractEntryOf = (unit: Unit, { cause, subjectId: _, postings, ...entry }: Entry): ContractEntry | undefined => {
  const { companyId, paymentId } = entry;
  const contractCause = CONTRACT_CAUSES.find((each) => each === cause);
  const contract = unit.contracts.all().find((each) => each.paymentId === paymentId);
  const payment = contract && unit.payments.get(companyId, contract.paymentId);
  const quote = contract && unit.quotes.get(companyId, contract.quoteId);
  const vehicle = contract && unit.vehicles.get(companyId, contract.vehicleId);
  const company = unit.companies.get(companyId);
  if (!contractCause || !contract || !payment || !quote || !vehicle || !company) return undefined;
  const moves: Partial<Record<Account, number>> = {};
  for (const { account, amount } of postings) moves[account] = (moves[account] ?? 0) + amount;
  return {
    ...entry,
    cause: contractCause,
    moves,
    intermediary: { number: company.number, name: company.name },
    policyNumber: contract.policyNumber,
    licencePlate: vehicle.licencePlate,
    policyholder: quote.policyholder.name,
    startDate: contract.startDate,
    endDate: contract.endDate,
    fees: payment.fees,
  };
};

const balancesIn = (memory: Memory, number: number): readonly Balance[] => {
  const all = new Map<string, Balance>();
  for (const { companyId, id, insurer, wallet, postings } of beginUnit(memory).entries.all()) {
    const closing = memory.closed.get(keyIn(companyId, id)) ?? Infinity;
    for (const { account, amount } of closing <= number ? postings : []) {
      const key = [insurer ?? '', wallet, account].join('\n');
      const { carried, debit, credit } = all.get(key) ?? { carried: 0, debit: 0, credit: 0 };
      const is = { insurer, wallet, account, carried, debit, credit };
      all.set(
        key,
        closing < number
          ? { ...is, carried: carried + amount }
          : { ...is, debit: debit + Math.max(amount, 0), credit: credit + Math.max(-amount, 0) },
      );
    }
  }
  return [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, balance]) => balance);
};
