import { FIGURE_STEPS, listFigures, listFiguresBy, type FigureFilter, type TimeZone } from '@vehicle-insurance/core';
import {
  aCertificate,
  aCoverage,
  anotherQuote,
  aCancellation,
  aRefund,
  AN_ENTRY,
  at,
  day,
  inUnit,
  SOME_MORNING,
  storedCompany,
  storedContract,
  storedVehicle,
  type StoredContract,
  type StoredQuote,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import fc from 'fast-check';
import { figures } from '../../src/operators/figures.ts';
import type { TypedDatabase } from '../../src/tables/builder.ts';
import { openDatabase, storeForCases } from '../test-store.ts';

/** Two time zones with the same days. Only days of the first zone are ever summarised. */
const SUMMARISED = 'Asia/Kolkata' as TimeZone;
const LIVE = 'Asia/Colombo' as TimeZone;
const RANGE = { from: day('2026-01-28'), until: day('2026-03-04') };
/** Each transaction adds up a few rows, so that summaries begin and end in the middle of a day. */
const LIMITS = { left: 0, atOnce: 2 };

const COVERAGES = [aCoverage(), aCoverage({ insurer: 'sanlam' }), aCoverage({ insurer: 'sanlam' })] as const;

const steps = fc.array(
  fc.record({
    act: fc.constantFrom('quote', 'quote', 'sell', 'sell', 'certify', 'cancel', 'refund', 'give back', 'summarise'),
    pick: fc.nat(),
    company: fc.nat({ max: 2 }),
    coverage: fc.nat({ max: 2 }),
    // The minutes are in any order, as if clocks disagreed or transactions took weeks.
    minute: fc.nat({ max: 40 * 24 * 60 }),
    amount: fc.nat({ max: 1_000_000 }),
  }),
  { minLength: 1, maxLength: 30 },
);

describe('figures that are summarised by day', function () {
  this.timeout(60_000);
  const test = storeForCases();
  let database: TypedDatabase;
  let summary: ReturnType<typeof figures>;
  before(async () => {
    database = await openDatabase(test.url);
    summary = figures(database, LIMITS);
  });
  after(() => database.close());

  const everything = async (zone: TimeZone, filter: FigureFilter) => {
    const ports = { figures: summary, zone };
    const byStep = await Promise.all(FIGURE_STEPS.map((step) => listFigures(ports)({ ...RANGE, ...filter }, step)));
    const groups = ['company', 'insurer', 'coverage'] as const;
    return [byStep, await Promise.all(groups.map((by) => listFiguresBy(ports)({ ...RANGE, ...filter }, by)))];
  };

  /** Acts on random companies in a random order; returns what was added. */
  const act = async (history: typeof steps extends fc.Arbitrary<infer Steps> ? Steps : never) => {
    const { unitOfWork } = test.store;
    const companies = [];
    for (let n = 0; n < 3; n += 1) {
      const company = await storedCompany(unitOfWork);
      companies.push({ company, vehicle: await storedVehicle(unitOfWork, company.id) });
    }
    const [quotes, sold, refunds]: [StoredQuote[], StoredContract[], ReturnType<typeof aRefund>[]] = [[], [], []];
    for (const { act: what, pick, company, coverage, minute, amount } of history) {
      const created = at(new Date(Date.parse('2026-01-27T00:00:00Z') + minute * 60_000).toISOString());
      const own = companies[company];
      const contract = sold[pick % sold.length];
      if (what === 'quote' && own)
        quotes.push(
          await anotherQuote(unitOfWork, own.company, own.vehicle, { coverage: COVERAGES[coverage]!, created }),
        );
      const [quote] = what === 'sell' ? quotes.splice(pick % Math.max(1, quotes.length), 1) : [];
      if (quote)
        sold.push(
          await storedContract(unitOfWork, quote, {
            ...{ contract: { created }, request: { created }, payment: { created, amount } },
          }),
        );
      if (what === 'certify' && contract)
        await inUnit(unitOfWork, async ({ certificateRequests }) => {
          const request = await certificateRequests.find(contract.contract.companyId, contract.contract.id);
          const issued = { status: 'issued', certificate: aCertificate(), due: null } as const;
          if (request?.status === 'pending') await certificateRequests.save({ ...request, ...issued }, AN_ENTRY);
        });
      if (what === 'cancel' && contract)
        await inUnit(unitOfWork, async ({ contracts }) => {
          const found = await contracts.find(contract.contract.companyId, contract.contract.id);
          const cancelled = aCancellation({ at: SOME_MORNING });
          if (found && !found.cancelled) await contracts.save({ ...found, cancelled }, AN_ENTRY);
        });
      if (what === 'refund' && contract) {
        const { companyId, id: paymentId, session, provider } = contract.payment;
        const refund = aRefund({ companyId, paymentId, provider, sessionId: session?.id ?? '', amount, created });
        if (refunds.every((each) => each.paymentId !== paymentId)) {
          await inUnit(unitOfWork, (tx) => tx.refunds.add(refund, AN_ENTRY));
          refunds.push(refund);
        }
      }
      const due = refunds[pick % refunds.length];
      if (what === 'give back' && due)
        await inUnit(unitOfWork, async (tx) => {
          const found = await tx.refunds.find(due.companyId, due.id);
          if (found) await tx.refunds.save({ ...found, status: 'done', completed: created, due: null }, AN_ENTRY);
        });
      if (what === 'summarise') await summary.summarise(SUMMARISED);
    }
    return { companies, sold };
  };

  // Proves: summaries-change-nothing
  it('equal the figures of all rows after any history, by any step, group and filter', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const { companies } = await act(history);
        const filters = [{}, { companyId: companies[0]?.company.id }, { insurer: 'sanlam' }, { insurer: null }];
        for (const filter of [...filters, { coverageId: COVERAGES[1].id }])
          expect(await everything(SUMMARISED, filter)).to.deep.equal(await everything(LIVE, filter));
      }),
      { numRuns: 15 },
    );
    const [days] = await test.sql(
      'select sum(quotes)::int as quotes, sum(contracts)::int as contracts from figure_day',
    );
    expect(days?.['quotes']).to.be.greaterThan(20);
    expect(days?.['contracts']).to.be.greaterThan(5);
  });

  it('stay the same while they are summarised, and two summaries at once add each row once', async () => {
    const [all] = fc.sample(steps, { seed: 7, numRuns: 1 });
    await act((all ?? []).map((each) => ({ ...each, act: 'quote' })));
    const expected = await everything(LIVE, {});
    const reading = Array.from({ length: 20 }, () => everything(SUMMARISED, {}));
    const making = [summary.summarise(SUMMARISED), summary.summarise(SUMMARISED)];
    for (const found of await Promise.all(reading)) expect(found).to.deep.equal(expected);
    await Promise.all(making);
    expect(await everything(SUMMARISED, {})).to.deep.equal(expected);
    const [left] = await test.sql(
      `select (select sum(quotes + contracts) from company_counter)::int - (select sum(quotes + contracts) from figure_progress)::int as rows`,
    );
    expect(left).to.deep.equal({ rows: 0 });
  });
});
