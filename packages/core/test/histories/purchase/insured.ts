import type { Company, LineKind, Premium, PremiumLine, Quote, UnitOfWork, Vehicle } from '@vehicle-insurance/core';
import { aCoverage, anotherQuote, storedCompany, storedVehicle } from '@vehicle-insurance/testkit';
import { dayIn, daysAfter } from './days.ts';
import type { Setting } from './setting.ts';

/** Number of quotes in a crowd. It is more than a process handles at once. */
const CROWD = 12;

export interface Insured {
  readonly company: Company;
  readonly vehicle: Vehicle;
  readonly quote: Quote;
}

const line = (kind: LineKind, code: string, amount: number): PremiumLine => ({
  ...{ kind, code, amount },
  label: code,
  basis: null,
});

export const WITH_LEVIES: Premium = {
  amount: 50_113,
  lines: [
    line('component', 'rc', 40_001),
    line('adjustment', 'minimum', 1_000),
    line('fee', 'policy_fee', 2_000),
    line('tax', 'tax', 6_222),
    line('levy', 'fga', 820),
    line('levy', 'brown_card', 70),
  ],
};

/** Quotes of two companies, two of them for one vehicle with overlapping days; more quotes in a crowd. */
export const storeInsured = async (
  unitOfWork: UnitOfWork,
  { begins, zone, ahead, duration, crowded }: Setting,
): Promise<readonly Insured[]> => {
  const company = await storedCompany(unitOfWork, { name: 'Courtage Lagune' });
  const other = await storedCompany(unitOfWork, { name: 'Assur Plateau' });
  const startDate = daysAfter(dayIn(zone, begins), ahead);
  const store = async (of: Company, plate: string, over: Partial<Quote>): Promise<Insured> =>
    anotherQuote(unitOfWork, of, await storedVehicle(unitOfWork, of.id, { licencePlate: plate }), {
      startDate,
      ...over,
    });
  const first = await store(company, 'AA-001-CI', { duration });
  const all = [
    first,
    await store(company, 'AA-002-CI', { duration: 3, coverage: aCoverage({ insurer: 'lagune', commission: 1_250 }) }),
    await store(other, 'BB-001-CI', { duration: 6, premium: WITH_LEVIES }),
    await anotherQuote(unitOfWork, company, first.vehicle, { startDate: daysAfter(startDate, 1), duration: 3 }),
  ];
  for (let n = all.length; crowded && n < CROWD; n += 1)
    all.push(await store(company, `CC-${String(n).padStart(3, '0')}-CI`, { duration: 3 }));
  return all;
};
