import type { Contract, Hit, LookUps, SearchTerms, Payment, Quote } from '@vehicle-insurance/core';
import { describeFinds, findPartialMatches, type Named } from './search.ts';
import type { Memory } from './tables.ts';
import { beginUnit, type Unit } from './unit.ts';

/** All rows that match any of the search terms. */
const namedIn = (unit: Unit, { ids, policyNumbers, licencePlate, phone, sessionId }: SearchTerms): readonly Named[] => {
  const named = <Row extends Named['row']>(
    what: Named['what'],
    rows: readonly Row[],
    isMatch: (row: Row) => boolean,
  ): readonly Named[] =>
    rows.flatMap((row) => {
      const own = ids !== null && row.id >= ids.from && row.id <= ids.to;
      return own || isMatch(row) ? [{ what, row, own }] : [];
    });
  return [
    ...named(
      'payment',
      unit.payments.all(),
      ({ payer, session }) => payer === phone || (session !== null && session.id === sessionId),
    ),
    ...named('contract', unit.contracts.all(), ({ policyNumber }) => policyNumbers.includes(policyNumber)),
    ...named('quote', unit.quotes.all(), ({ policyholder }) => phone !== null && policyholder.phone === phone),
    ...named('vehicle', unit.vehicles.all(), (vehicle) => vehicle.licencePlate === licencePlate),
  ];
};

const quotesOf = (unit: Unit, { what, row }: Named): readonly Quote[] =>
  unit.quotes.all().filter(({ companyId, id, vehicleId }) => {
    if (companyId !== row.companyId) return false;
    if (what === 'vehicle') return vehicleId === row.id;
    return id === ('quoteId' in row ? row.quoteId : row.id);
  });

const ofItsQuotes = (rows: readonly (Payment | Contract)[], unit: Unit, named: Named): readonly string[] => {
  const quotes = quotesOf(unit, named).map(({ id }) => id);
  return rows.flatMap(({ id, quoteId }) => (quotes.includes(quoteId) ? [id] : []));
};

const paymentsOf = (unit: Unit, named: Named): readonly string[] => {
  if (named.what === 'payment') return [named.row.id];
  return 'paymentId' in named.row ? [named.row.paymentId] : ofItsQuotes(unit.payments.all(), unit, named);
};

const contractsOf = (unit: Unit, named: Named): readonly string[] =>
  named.what === 'contract' ? [named.row.id] : ofItsQuotes(unit.contracts.all(), unit, named);

const vehiclesOf = (unit: Unit, named: Named): readonly string[] =>
  named.what === 'vehicle' ? [named.row.id] : quotesOf(unit, named).map(({ vehicleId }) => vehicleId);

export const memoryLookUps = (memory: Memory): LookUps => {
  const finder =
    (target: Named['what'], leads: (unit: Unit, named: Named) => readonly string[]) =>
    async (terms: SearchTerms, limit: number): Promise<readonly Hit[]> => {
      const unit = beginUnit(memory);
      const hits = new Map<string, Hit>();
      for (const named of namedIn(unit, terms))
        for (const id of leads(unit, named)) {
          const own = (hits.get(id)?.own ?? false) || (named.own && named.what === target);
          hits.set(id, { companyId: named.row.companyId, id, own });
        }
      return [...hits.values()].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit);
    };
  return {
    payments: finder('payment', paymentsOf),
    contracts: finder('contract', contractsOf),
    vehicles: finder('vehicle', vehiclesOf),
    search: async (terms, limit) => {
      const unit = beginUnit(memory);
      const isWholeId = terms.ids?.from === terms.ids?.to;
      const whole = namedIn(unit, terms).map((named) => ({ ...named, rank: named.own && !isWholeId ? 2 : 0 }));
      const named = [...whole, ...findPartialMatches(unit, terms)];
      /**
       * The ids of the objects that belong to the matches, by the rank of the match. Within a rank, the latest comes
       * first.
       */
      const led = (leads: (unit: Unit, named: Named) => readonly string[]): readonly string[] => {
        const ranks = new Map<string, number>();
        for (const each of named)
          for (const id of leads(unit, each)) ranks.set(id, Math.min(each.rank, ranks.get(id) ?? each.rank));
        return [...ranks]
          .sort(([a, rankOfA], [b, rankOfB]) => rankOfA - rankOfB || (a < b ? 1 : -1))
          .map(([id]) => id)
          .slice(0, limit);
      };
      return describeFinds(unit, {
        quoteIds: led((_, each) => quotesOf(unit, each).map(({ id }) => id)),
        contractIds: led(contractsOf),
        paymentIds: led(paymentsOf),
        vehicleIds: led(vehiclesOf),
      });
    },
  };
};
