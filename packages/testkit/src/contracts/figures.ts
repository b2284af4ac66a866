import {
  later,
  listFigures,
  listFiguresBy,
  type FigureFilter,
  type FigureStep,
  type Refund,
  type Sums,
  type TimeZone,
} from '@vehicle-insurance/core';
import { expect } from 'chai';
import { aCancellation, aCertificate } from '../builders/contract.ts';
import { aCoverage } from '../builders/coverage.ts';
import { at, day, SOME_MORNING } from '../builders/days.ts';
import { freshId } from '../builders/ids.ts';
import { aFailedPayment } from '../builders/payment.ts';
import { ENTRY, SOON, storeCases, type StoreBench } from './store-bench.ts';

/** The time zone is five and a half hours ahead of UTC. There, 15 January begins on the 14th at 18:30 UTC. */
const zone = 'Asia/Kolkata' as TimeZone;
const LAST_OF_14TH = at('2026-01-14T18:29:59.999Z');
const FIRST_OF_15TH = at('2026-01-14T18:30:00.000Z');
const LAST_OF_15TH = at('2026-01-15T18:29:59.999Z');
const FIRST_OF_16TH = at('2026-01-15T18:30:00.000Z');

const inOrder = ({ quotes, contracts, premium, certificatesPending, refunded, refundsDue }: Sums) => [
  ...[quotes, contracts, premium, certificatesPending, refunded, refundsDue],
];

/** Sales of three companies, one of them disabled, with two insurers, three coverages and two providers. */
const doBusiness = async (store: StoreBench) => {
  const [one, other] = [await store.addCompany({ enabled: true }), await store.addCompany({ enabled: true })];
  const disabled = await store.addCompany({ enabled: false });
  const [own, full] = [aCoverage(), aCoverage()];
  const foreign = aCoverage({ insurer: 'sanlam' });
  const quoted = async (company: typeof one, coverage: typeof own, created = SOME_MORNING) =>
    store.addQuoteFor({ company, vehicle: await store.addVehicle(company.id) }, { coverage, created });
  const sold = async (
    quote: Awaited<ReturnType<typeof quoted>>,
    amount: number,
    over: Parameters<StoreBench['addContract']>[0] = {},
  ) => {
    const { created } = quote.quote;
    const { contract, request, payment } = over;
    return store.addContract(
      {
        contract: { created, ...contract },
        request: { created, ...request },
        payment: { created, amount, ...payment },
      },
      quote,
    );
  };
  const refunded = async (quote: Awaited<ReturnType<typeof quoted>>, refund: Partial<Refund>) =>
    store.addRefunded(aFailedPayment({ created: SOME_MORNING }), refund, quote.quote);
  const issued = { status: 'issued', certificate: aCertificate(), due: null } as const;

  await sold(await quoted(one, own, LAST_OF_14TH), 1);
  await sold(await quoted(one, own, FIRST_OF_15TH), 20, { request: issued });
  await sold(await quoted(one, full, LAST_OF_15TH), 300, { payment: { provider: 'cinetpay' } });
  await sold(await quoted(other, foreign), 4_000, { request: { status: 'failed' } });
  const cancelled = aCancellation({ at: SOON, reason: 'insured elsewhere' });
  await sold(await quoted(disabled, foreign, FIRST_OF_16TH), 50_000, { contract: { cancelled } });
  const late = await quoted(disabled, own);
  await refunded(late, { amount: 7, status: 'done', completed: FIRST_OF_16TH, due: null, created: LAST_OF_15TH });
  await refunded(late, { amount: 80, created: FIRST_OF_15TH });
  await refunded(await quoted(other, foreign), { amount: 900, status: 'manual', due: null, created: FIRST_OF_16TH });
  await refunded(late, { amount: 1_000_000, currency: 'EUR', created: SOME_MORNING });
  return { one, other, disabled, own, full, foreign };
};

/** Counts and sums over all companies. */
export const figuresContract = storeCases('Figures', {
  'count quotes, contracts, certificates and refunds by business day, week and month, also on days without any': async (
    store,
  ) => {
    await doBusiness(store);
    const read = async (from: string, until: string, step: FigureStep = 'day') =>
      (await listFigures({ figures: store.figures, zone })({ from: day(from), until: day(until) }, step)).map(
        ({ from: first, until: last, ...sums }) => [first, last, ...inOrder(sums)],
      );
    await store.figures.summarise(zone);
    expect(await read('2026-01-13', '2026-01-16')).to.deep.equal([
      ['2026-01-13', '2026-01-13', 0, 0, 0, 0, 0, 0],
      ['2026-01-14', '2026-01-14', 1, 1, 1, 1, 0, 0],
      ['2026-01-15', '2026-01-15', 5, 3, 4_320, 2, 7, 80],
      ['2026-01-16', '2026-01-16', 1, 1, 50_000, 0, 0, 900],
    ]);
    expect(await read('2026-01-15', '2026-01-19', 'week')).to.deep.equal([
      ['2026-01-15', '2026-01-18', 6, 4, 54_320, 2, 7, 980],
      ['2026-01-19', '2026-01-19', 0, 0, 0, 0, 0, 0],
    ]);
    expect(await read('2025-12-31', '2026-01-15', 'month')).to.deep.equal([
      ['2025-12-31', '2025-12-31', 0, 0, 0, 0, 0, 0],
      ['2026-01-01', '2026-01-15', 6, 4, 4_321, 3, 7, 80],
    ]);
  },

  'return the minutes from payment to certificate of the latest contracts': async (store) => {
    const issued = { status: 'issued', certificate: aCertificate(), due: null } as const;
    const contracts = [];
    for (const [hours, seconds] of [0, 61, 59 * 60, null].entries()) {
      const created = later(SOME_MORNING, { hours });
      const sold = await store.addContract({ contract: { created }, payment: { completed: created } });
      if (seconds !== null)
        await store.changeRequest(sold.contract, issued, { ...ENTRY, at: later(created, { seconds }) });
      contracts.push(sold);
    }
    const period = { since: SOME_MORNING, until: later(SOME_MORNING, { hours: 4 }) };
    const read = async (limit: number, filter: FigureFilter = {}, over = {}) =>
      (await store.figures.minutesToCertificate({ ...period, ...over }, filter, limit)).toSorted((a, b) => a - b);
    expect(await read(9)).to.deep.equal([0, 2, 59]);
    expect(await read(9, {}, { until: later(SOME_MORNING, { hours: 1 }) })).to.deep.equal([0]);
    expect(await read(2)).to.deep.equal([59]);
    expect(await read(9, { companyId: contracts[0]?.company.id })).to.deep.equal([0]);
    expect(await read(9, { insurer: null, coverageId: contracts[1]?.quote.coverage.id })).to.deep.equal([2]);
    expect(await read(9, { insurer: 'none' })).to.deep.equal([]);
  },

  'group counts and minutes by company (even a disabled one), insurer or coverage, and include only the requested ones':
    async (store) => {
      const { one, other, disabled, own, full, foreign } = await doBusiness(store);
      const figures = { figures: store.figures, zone };
      const range = { from: day('2026-01-14'), until: day('2026-01-16') };
      const read = async (by: 'company' | 'insurer' | 'coverage', filter: FigureFilter = {}) =>
        (await listFiguresBy(figures)({ ...range, ...filter }, by)).map(({ key, ...sums }) => [key, ...inOrder(sums)]);
      const ofInsurers = [
        ['sanlam', 3, 2, 54_000, 1, 0, 900],
        [null, 4, 3, 321, 2, 7, 80],
      ];
      expect(await read('insurer')).to.deep.equal(ofInsurers);
      expect(await read('company')).to.deep.equal([
        [disabled.id, 2, 1, 50_000, 0, 7, 80],
        [other.id, 2, 1, 4_000, 1, 0, 900],
        [one.id, 3, 3, 321, 2, 0, 0],
      ]);
      expect(await read('coverage')).to.deep.equal([
        [foreign.id, 3, 2, 54_000, 1, 0, 900],
        [full.id, 1, 1, 300, 1, 0, 0],
        [own.id, 3, 2, 21, 1, 7, 80],
      ]);
      expect(await read('insurer', { companyId: disabled.id })).to.deep.equal([
        ['sanlam', 1, 1, 50_000, 0, 0, 0],
        [null, 1, 0, 0, 0, 7, 80],
      ]);
      expect(await read('company', { insurer: null, coverageId: own.id })).to.deep.equal([
        [one.id, 2, 2, 21, 1, 0, 0],
        [disabled.id, 1, 0, 0, 0, 7, 80],
      ]);
      expect(await read('insurer', { insurer: 'sanlam' })).to.deep.equal(ofInsurers.slice(0, 1));
      for (const filter of [{ companyId: freshId() }, { companyId: 'none' }, { insurer: 'other' }])
        expect(await read('company', filter)).to.deep.equal([]);
    },
});
