import {
  addDays,
  cancelContract,
  dateOf,
  endOf,
  later,
  listPremiums,
  payQuote,
  recordRefund,
  startOfDay,
  type BookedPeriod,
  type BordereauRow,
  type Closing,
  type InsurerTotals,
  type LocalDate,
} from '@vehicle-insurance/core';
import {
  aCoverage,
  anotherQuote,
  aPremium,
  clockAt,
  day,
  storedCompany,
  storedVehicle,
} from '@vehicle-insurance/testkit';
import { closeMonth } from '../../src/use-cases/ledger/close-month.ts';
import { WITH_LEVIES } from '../histories/purchase/insured.ts';
import { PAYER, scenario, type Scenario } from '../scenario.ts';

export interface MonthStep {
  readonly does: 'sell' | 'cancel' | 'cancel late' | 'pay wrongly' | 'refund by hand' | 'pass days' | 'close';
  readonly which: number;
}

export interface Listed {
  readonly rows: readonly BordereauRow[];
  readonly insurers: readonly InsurerTotals[];
}

/** Days that pass in a step: within the month, or well into the next. */
const DAYS = [1, 3, 9, 17, 26] as const;
const BATCH = 2;
const BY = { by: 'an operator' } as const;
const FIRST = '2026-01';

const pick = <Value>(values: readonly Value[], which: number): Value | undefined => values[which % values.length];

/** Two intermediaries that sell for three insurers, with different commissions and levies. */
const offers = async (it: Scenario) => {
  const second = await storedCompany(it.unitOfWork);
  const vehicle = await storedVehicle(it.unitOfWork, second.id);
  return [
    { company: it.company, vehicle: it.vehicle, insurer: 'lagune', commission: 1_337, premium: WITH_LEVIES },
    { company: second, vehicle, insurer: 'lagune', commission: 0, premium: aPremium() },
    { company: it.company, vehicle: it.vehicle, insurer: undefined, commission: 1_500, premium: WITH_LEVIES },
    { company: second, vehicle, insurer: 'baobab', commission: 10_000, premium: aPremium() },
  ];
};

/** Returns entries in batches, as a database does. */
const inBatches = (it: Scenario): Scenario => ({
  ...it,
  books: {
    ...it.books,
    contractEntries: (period, insurer, take) =>
      it.books.contractEntries(period, insurer, async (all) => {
        for (let from = 0; from < all.length; from += BATCH) await take(all.slice(from, from + BATCH));
      }),
  },
});

export const livedMonths = async (steps: readonly MonthStep[]) => {
  const it = inBatches(await scenario());
  const sold = await offers(it);
  const companies = [...new Set(sold.map(({ company }) => company.id))];
  const list = async (period: BookedPeriod): Promise<Listed> => {
    const rows: BordereauRow[] = [];
    const insurers = await listPremiums(it)(period, async (_, some) => void rows.push(...some));
    return { rows, insurers };
  };
  const contracts = async () => {
    const all = await Promise.all(companies.map((companyId) => it.store.contractQueries.list({ companyId }, 1_000)));
    return all.flat().map(({ contract }) => contract);
  };
  const entries = async () =>
    (await Promise.all(companies.map((companyId) => it.books.entries(companyId, null, 10_000)))).flat();
  const unused = new Set<string>();
  const closed: { readonly closing: Closing; readonly listed: Listed; readonly entries: readonly string[] }[] = [];
  /** Closes the next month if it is over, and stores its list. */
  const close = async (): Promise<boolean> => {
    const last = closed.at(-1)?.closing.month;
    const month =
      last === undefined ? ((await it.books.firstDay())?.slice(0, 7) ?? FIRST) : addDays(endOf(last), 1).slice(0, 7);
    const result = await closeMonth(it)({ month, ...BY }, () => undefined);
    if (result.isErr()) return false;
    const before = new Set(closed.flatMap((each) => each.entries));
    const own = (await entries()).filter(({ id, bookedOn }) => bookedOn <= endOf(month) && !before.has(id));
    const listed = await list({ closing: result.value.number });
    closed.push({ closing: result.value, listed, entries: own.map(({ id }) => id) });
    return true;
  };
  const sell = async (which: number, amount?: number): Promise<void> => {
    const offer = pick(sold, which);
    if (!offer) return;
    const { company, vehicle, insurer, commission, premium } = offer;
    const coverage = aCoverage({ commission, ...(insurer !== undefined && { insurer }) });
    const { quote } = await anotherQuote(it.unitOfWork, company, vehicle, {
      coverage,
      premium,
      startDate: day('2028-01-01'),
    });
    const { id } = (await payQuote(it)({ companyId: company.id, quoteId: quote.id, phoneNumber: PAYER })).unwrap();
    if (amount !== undefined) unused.add(id);
    it.provider.pay(id, amount === undefined ? undefined : { amount });
    await it.pass({ minutes: 3 });
  };
  const cancel = async (which: number, clock = it.clock): Promise<void> => {
    const left = (await contracts()).filter(({ cancelled }) => !cancelled);
    const contract = pick(left, which);
    if (contract) await cancelContract({ ...it, clock })({ contractId: contract.id, why: 'insured elsewhere', ...BY });
  };
  const today = (): LocalDate => dateOf(it.clock.now(), it.zone);
  const does = {
    sell: (which) => sell(which),
    cancel: (which) => cancel(which),
    // The cancellation's transaction began before midnight, so it is booked on a day whose month may be closed in the
    // meantime.
    'cancel late': (which) =>
      cancel(which, clockAt(later(startOfDay(`${today().slice(0, 7)}-01` as LocalDate, it.zone), { minutes: -1 }))),
    'pay wrongly': (which) => sell(which, 7 + which),
    'refund by hand': async (which) => {
      it.provider.allow({ refund: false });
      await cancel(which);
      await it.pass({ minutes: 10 });
      for (const { paymentId } of (await contracts()).filter(({ cancelled }) => cancelled))
        await recordRefund(it)({ paymentId, note: 'by bank', reference: 'VIR-7', ...BY });
      it.provider.allow({ refund: true });
    },
    'pass days': (which) => it.pass({ hours: 24 * (pick(DAYS, which) ?? 1) }),
    close: async () => void (await close()),
  } satisfies Record<MonthStep['does'], (which: number) => Promise<void>>;
  for (const step of steps) await does[step.does](step.which);
  await it.pass({ hours: 24 * 32 });
  while (await close());
  const refunds = await Promise.all([...unused].map((id) => it.store.paymentQueries.find(id)));
  for (const found of refunds) if (found?.refund) unused.add(found.refund.id);
  return { ...it, closed, list, contracts, entries, /** Payments that bought nothing, and their refunds. */ unused };
};
