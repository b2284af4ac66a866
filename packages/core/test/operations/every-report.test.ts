import { listActionItems, listPremiums, simulateCatalogue } from '@vehicle-insurance/core';
import { aCatalogue, day } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { closeMonth } from '../../src/use-cases/ledger/close-month.ts';
import { importStatement } from '../../src/use-cases/statement/import-statement.ts';
import { showStatementDay } from '../../src/use-cases/statement/show-statement-day.ts';
import { START } from '../scenario.ts';
import { wideWorld, type Place, type WideWorld } from '../wide-world.ts';

interface Report {
  readonly before: (it: WideWorld) => Promise<void>;
  readonly of: (it: WideWorld) => Promise<Readonly<Record<string, unknown>>>;
  readonly expected: (it: WideWorld) => Readonly<Record<string, unknown>>;
}

const groupPlaces = (
  { places }: WideWorld,
  keyOf: (place: Place) => string,
  amountOf: (place: Place) => number = () => 1,
): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...Map.groupBy(places, keyOf)].map(([key, some]) => [key, some.reduce((sum, each) => sum + amountOf(each), 0)]),
  );

const countsOf = (keys: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries([...Map.groupBy(keys, (key) => key)].map(([key, some]) => [key, some.length]));

const getCharged = ({ charged: amount }: Place): number => amount;
const premium = ({ quote }: Place): number => quote.premium.amount;
const companyOf = ({ company }: Place): string => company.name;
const providerOf = ({ provider }: Place): string => provider.provider;

const REPORTS: Readonly<Record<string, Report>> = {
  'a closing keeps the balance of every insurer and wallet': {
    before: async (it) => {
      await it.paid();
      it.at('2026-02-01T00:00:00.000Z');
      (await closeMonth(it)({ month: '2026-01', by: 'operator' }, () => undefined)).unwrap();
    },
    of: async (it) =>
      Object.fromEntries(
        (await it.books.balances({ number: 1 }))
          .filter(({ account }) => account === 'wallet')
          .map(({ insurer, wallet, debit, credit, carried }) => [`${insurer} ${wallet}`, debit - credit + carried]),
      ),
    expected: (it) => groupPlaces(it, ({ insurer, provider }) => `${insurer} ${provider.provider}`, getCharged),
  },
  'the bordereaux list every premium under its insurer and intermediary': {
    before: (it) => it.paid(),
    of: async (it) => {
      const days = { from: day('2026-01-01'), until: day('2026-01-31') };
      const all = await listPremiums(it)(days, async () => undefined);
      return Object.fromEntries(
        all.flatMap(({ insurer, intermediaries }) =>
          intermediaries.map(({ intermediary, totals }) => [
            `${insurer} ${intermediary.name}`,
            totals.issued.amounts.premium,
          ]),
        ),
      );
    },
    expected: (it) => groupPlaces(it, ({ insurer, company }) => `${insurer} ${company.name}`, premium),
  },
  'a day of the statements has totals for every provider': {
    before: async (it) => {
      await it.paid();
      await it.pass(24, 'days', 'payments');
    },
    of: async (it) =>
      Object.fromEntries(
        (await showStatementDay(it)(day('2026-01-15'), 0)).totals.map(({ provider, matchResult, amount }) => [
          `${provider} ${matchResult}`,
          amount,
        ]),
      ),
    expected: (it) => groupPlaces(it, (place) => `${providerOf(place)} matched`, getCharged),
  },
  'the list of action items has every contract without a certificate, under its company': {
    before: async (it) => {
      it.authority.fallSilent();
      await it.paid();
      await it.pass(2, 'certificates');
    },
    of: async (it) => countsOf((await listActionItems(it)()).map(({ companyName, kind }) => `${companyName} ${kind}`)),
    expected: (it) => groupPlaces(it, (place) => `${companyOf(place)} certificate_late`),
  },
  'the list of discrepancies contains those of every provider and company': {
    before: async (it) => {
      await it.paid();
      for (const { provider } of it.fakes)
        await importStatement(it)(provider, [], [day('2026-01-14'), day('2026-01-15')]);
      it.at('2026-01-17T03:00:00.000Z');
      for (const { provider } of it.fakes)
        await importStatement(it)(provider, [], [day('2026-01-14'), day('2026-01-15'), day('2026-01-16')]);
    },
    of: async (it) =>
      countsOf(
        (await it.statements.differences(100)).map((each) => `${each.provider} ${each.companyName} ${each.kind}`),
      ),
    expected: (it) => groupPlaces(it, (place) => `${providerOf(place)} ${companyOf(place)} missing_there`),
  },
  'a simulation prices the quotes of every company': {
    before: async () => undefined,
    of: async (it) => {
      const ids: string[] = [];
      await simulateCatalogue(it)({
        definition: aCatalogue(),
        since: START,
        each: async (some) => void ids.push(...some.map(({ quote }) => quote.companyId)),
      });
      return Object.fromEntries(it.companies.map(({ name, id }) => [name, ids.filter((each) => each === id).length]));
    },
    expected: (it) => groupPlaces(it, companyOf),
  },
};

describe('over all companies, enabled or not, all providers and all insurers,', () => {
  for (const [title, { before, of, expected }] of Object.entries(REPORTS))
    it(title, async () => {
      const world = await wideWorld();
      await before(world);
      expect(await of(world)).to.deep.equal(expected(world));
    });
});
