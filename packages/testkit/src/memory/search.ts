import {
  holderKeys,
  plateKeys,
  policyKey,
  type Contract,
  type Finds,
  type PartialTerms,
  type Payment,
  type Quote,
  type Vehicle,
} from '@vehicle-insurance/core';
import { vehicleOf } from './queries.ts';
import { has } from './table.ts';
import type { Unit } from './unit.ts';

/** A match of the search terms: a vehicle, quote, payment or contract. */
export interface Named {
  readonly what: 'payment' | 'contract' | 'quote' | 'vehicle';
  readonly row: Payment | Contract | Quote | Vehicle;
  readonly own: boolean;
}

/**
 * A match and its rank: 0 if a whole value matches, 1 if the beginning of a plate or whole words of a name match, 2 for
 * any other part. The end of a payment's id ranks like a whole value.
 */
export type Ranked = Named & { readonly rank: number };

/** All rows that match at least in part. */
export const findPartialMatches = (unit: Unit, terms: PartialTerms): readonly Ranked[] => {
  const { holder, name, platePart, phoneEnd, paymentIdEnd, certificateNumber } = terms;
  const certified = unit.certificateNumbers.get(certificateNumber)?.owner;
  const ranked =
    <Row extends Named['row']>(what: Named['what'], rankOf: (row: Row) => number | null) =>
    (row: Row): readonly Ranked[] => {
      const rank = rankOf(row);
      return rank === null ? [] : [{ what, row, own: false, rank }];
    };
  return [
    ...unit.quotes.all().flatMap(
      ranked('quote', ({ policyholder }) => {
        const keys = holderKeys(policyholder);
        const isFound = holder.every((any) => any.some((text) => keys.some((key) => key.startsWith(text))));
        if (!isFound || holder.length === 0) return null;
        if (!name.every((word) => keys.includes(word))) return 2;
        return keys.length - (policyholder.phone === null ? 0 : 1) === name.length ? 0 : 1;
      }),
    ),
    ...unit.vehicles.all().flatMap(
      ranked('vehicle', ({ licencePlate }) => {
        const [whole = '', ...ends] = plateKeys(licencePlate);
        if (platePart === null) return null;
        if (whole.startsWith(platePart)) return whole === platePart ? 0 : 1;
        return ends.some((end) => end.startsWith(platePart)) ? 2 : null;
      }),
    ),
    ...unit.payments.all().flatMap(
      ranked('payment', ({ id, payer }) => {
        if (paymentIdEnd !== null && id.endsWith(paymentIdEnd)) return 0;
        return phoneEnd !== null && payer.endsWith(phoneEnd) ? 2 : null;
      }),
    ),
    ...unit.contracts.all().flatMap(
      ranked('contract', ({ id, policyNumber }) => {
        const key = policyKey(policyNumber);
        if (certified?.contractId === id || key === terms.policyKey) return 0;
        return terms.policyKey !== null && key.startsWith(terms.policyKey) ? 2 : null;
      }),
    ),
  ];
};

type Ids = Omit<Finds, 'quotes' | 'vehicles'> & Readonly<Record<'quoteIds' | 'vehicleIds', readonly string[]>>;

/** The found objects, with the facts by which operators recognise them. */
export const describeFinds = (unit: Unit, { quoteIds, vehicleIds, ...ids }: Ids): Finds => ({
  ...ids,
  quotes: quoteIds.flatMap((id) => {
    const quote = unit.quotes.first(has({ id }));
    if (!quote) return [];
    const { companyId, policyholder, created } = quote;
    return {
      ...{ companyId, companyName: unit.companies.get(companyId)?.name ?? '', policyholder, created },
      licencePlate: vehicleOf(unit, quote).licencePlate,
      policyNumber: unit.contracts.first(has({ quoteId: id }))?.policyNumber ?? null,
    };
  }),
  vehicles: vehicleIds.flatMap((id) => {
    const vehicle = unit.vehicles.first(has({ id }));
    if (!vehicle) return [];
    const { companyId, licencePlate, brand, model, created } = vehicle;
    const quote = unit.quotes.all().findLast(has({ companyId, vehicleId: id }));
    const contract = unit.contracts.all().findLast(has({ companyId, vehicleId: id }));
    return {
      ...{ id, companyId, licencePlate, brand, model, created },
      companyName: unit.companies.get(companyId)?.name ?? '',
      holderName: quote?.policyholder.name ?? null,
      contractId: contract?.id ?? null,
      policyNumber: contract?.policyNumber ?? null,
    };
  }),
});
