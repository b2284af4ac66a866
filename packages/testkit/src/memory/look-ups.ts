import type { Contract, Hit, LookUps, SearchTerms, Payment, Quote, Vehicle } from '@vehicle-insurance/core';
import type { Memory } from './tables.ts';
import { beginUnit, type Unit } from './unit.ts';

/** A match of the search terms: a vehicle, quote, payment or contract. */
interface Named {
  readonly what: 'payment' | 'contract' | 'quote' | 'vehicle';
  readonly row: Payment | Contract | Quote | Vehicle;
  readonly own: boolean;
}

/** Everything that matches any of the search terms. */
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

/** The quotes of a match. */
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
  };
};
