import { day } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { cancellationTerms, type Cancellable } from '../../src/domain/contract/cancellation.ts';
import type { KEPT_PARTS } from '../../src/domain/coverage/coverage.ts';
import { premiumOf } from '../../src/domain/coverage/premium.ts';
import { isExact, line, ratedLine } from './any-cancellation.ts';

type Hard = readonly [
  days: readonly [first: string, end: string, last: string],
  net: number,
  fee: number,
  rate: number,
  keeps: readonly (typeof KEPT_PARTS)[number][],
  refund: number,
];

/**
 * Of a million random cancellations, those in which a share came nearest to the next whole franc, or the refund came
 * nearest to its minimum. The tax is on both amounts, at a rate in basis points.
 */
const HARD: readonly Hard[] = [
  [['2023-06-05', '2024-04-04', '2023-10-28'], 1173194, 4815252, 2059, [], 3764632],
  [['2025-07-31', '2026-05-30', '2026-05-25'], 2465147, 3707296, 2315, [], 125021],
  [['2024-08-01', '2025-01-31', '2025-01-22'], 545346, 3572510, 2543, ['net', 'levies'], 219178],
  [['2028-02-02', '2028-11-01', '2028-10-21'], 4524857, 4244434, 2900, ['net', 'taxes', 'provider_fee'], 170396],
  [['2027-06-24', '2028-03-23', '2027-11-15'], 206, 2697272, 2459, ['taxes', 'provider_fee'], 1269979],
  [['2023-12-21', '2024-12-20', '2024-10-27'], 793941, 2456951, 1159, ['provider_fee'], 535228],
  [['2027-08-18', '2028-08-17', '2028-08-08'], 2472125, 2535779, 2091, [], 148893],
  [['2023-12-11', '2024-12-10', '2024-06-06'], 2205057, 1612406, 163, [], 1982243],
  [['2023-06-01', '2024-05-31', '2024-05-15'], 2764140, 615194, 538, [], 155676],
  [['2023-11-19', '2024-11-18', '2024-05-26'], 120, 291375, 1324, ['taxes', 'provider_fee'], 140171],
  [['2023-06-08', '2024-03-07', '2024-02-18'], 246, 1510630, 1853, ['fees', 'provider_fee'], 0],
  [['2023-06-11', '2023-10-10', '2023-08-14'], 4567421, 266, 1844, ['fees', 'provider_fee'], 2527459],
  [['2026-04-23', '2026-08-22', '2026-07-20'], 415983, 281, 2149, ['fees', 'provider_fee'], 136699],
  [['2028-04-30', '2029-02-28', '2029-02-23'], 1917290, 3340782, 1660, ['fees', 'provider_fee'], 36647],
  [['2026-04-12', '2026-11-11', '2026-08-05'], 4458606, 2906939, 1350, ['fees'], 2317432],
  [['2024-09-05', '2025-09-04', '2025-08-18'], 2147, 0, 1500, ['fees', 'taxes', 'provider_fee'], 0],
  [['2024-06-14', '2025-05-13', '2025-05-04'], 3711, 193, 1723, ['fees', 'taxes', 'provider_fee'], 0],
  [['2023-07-05', '2024-04-04', '2023-12-19'], 257, 54, 2292, ['fees', 'taxes', 'provider_fee'], 0],
  [['2023-06-03', '2023-10-02', '2023-07-14'], 153, 12, 2302, ['fees', 'taxes', 'provider_fee'], 100],
  [['2028-04-11', '2028-12-10', '2028-07-03'], 153, 92, 1003, ['fees', 'taxes', 'provider_fee'], 100],
];

describe('a hard cancellation', () => {
  for (const [days, net, fee, rate, keeps, refunded] of HARD)
    it(`refunds ${refunded} francs for the days after ${days[2]}`, () => {
      const [startDate, endDate, lastDay] = [day(days[0]), day(days[1]), day(days[2])];
      const taxed = [line('component', 'net', net), line('fee', 'fee', fee)];
      const premium = premiumOf([...taxed, ratedLine({ kind: 'tax', code: 'tax', taxed, rate, rounding: 'half_up' })]);
      const it: Cancellable = {
        ...{
          contract: { startDate, endDate },
          premium,
          charge: { amount: premium.amount, fees: 0 },
          isCertified: true,
        },
        coverage: { cancellation: { keeps } },
      };
      const terms = cancellationTerms(it, { lastDay, refund: 'auto' }, lastDay).unwrap();
      expect(terms.refund?.amount ?? 0).to.equal(refunded);
      expect(isExact(it, lastDay, terms)).to.equal(true);
    });
});
