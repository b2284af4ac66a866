import {
  EMPTY_CATALOGUE,
  type KeyLookup,
  type Catalogue,
  type Payment,
  type PaymentDetails,
  type PaymentQueries,
  type Quote,
  type Vehicle,
  type VehicleQueries,
} from '@vehicle-insurance/core';
import { isAfter, isListed, latestFirst, pageOf } from './page.ts';
import { has } from './table.ts';
import type { Memory } from './tables.ts';
import { beginUnit, type Unit } from './unit.ts';

export const memoryVehicleQueries = (memory: Memory): VehicleQueries => ({
  find: async (companyId, id) => beginUnit(memory).vehicles.get(companyId, id),
  inspect: async (id) => beginUnit(memory).vehicles.first(has({ id })),
  list: async ({ type, after, ...filter }, limit) => {
    const unit = beginUnit(memory);
    return unit.vehicles
      .all()
      .filter((vehicle) => isListed({ ...vehicle, status: '' }, filter))
      .filter((vehicle) => type === undefined || vehicle.type === type)
      .filter(({ created, id }) => isAfter(created, id, after))
      .sort(latestFirst)
      .slice(0, limit)
      .map((vehicle) => ({
        vehicle,
        companyName: unit.companies.get(vehicle.companyId)?.name ?? '',
        policyholder:
          unit.quotes
            .all()
            .filter(has<Quote>({ companyId: vehicle.companyId, vehicleId: vehicle.id }))
            .at(-1)?.policyholder ?? null,
      }));
  },
  page: async (companyId, { licencePlate, externalId }, request) => {
    const vehicles = beginUnit(memory).vehicles.all();
    return pageOf(
      vehicles.filter(has<Vehicle>({ companyId, licencePlate, externalId })),
      request,
      (vehicle) => vehicle,
    );
  },
});

/** A quote's vehicle; every stored quote has one. */
export const vehicleOf = ({ vehicles }: Unit, { companyId, vehicleId }: Quote) => {
  const vehicle = vehicles.get(companyId, vehicleId);
  if (!vehicle) throw new Error('the vehicle of a quote is missing');
  return vehicle;
};

export const memoryPaymentQueries = (memory: Memory): PaymentQueries => ({
  list: async ({ refund, quotes, after, ...filter }, limit) => {
    const unit = beginUnit(memory);
    return unit.payments
      .all()
      .filter((payment) => isListed(payment, filter))
      .filter(
        ({ companyId, quoteId }) =>
          quotes === undefined || quotes.some((quote) => quote.companyId === companyId && quote.id === quoteId),
      )
      .map((payment) => viewOf(unit, payment))
      .filter((each) => refund === undefined || each.refund?.status === refund)
      .filter((each) => {
        const { created, id } = (refund && each.refund) || each.payment;
        return isAfter(created, id, after);
      })
      .sort((a, b) =>
        refund && a.refund && b.refund ? latestFirst(a.refund, b.refund) : latestFirst(a.payment, b.payment),
      )
      .slice(0, limit)
      .sort((a, b) => latestFirst(a.payment, b.payment));
  },
  pause: async () => beginUnit(memory).switches.get('payments paused')?.pause ?? null,
  find: async (id) => {
    const unit = beginUnit(memory);
    const payment = unit.payments.first(has({ id }));
    if (!payment) return undefined;
    const refunds = unit.refunds.all().filter(has({ paymentId: id }));
    const history = unit
      .linesAbout([id, ...refunds.map((refund) => refund.id)])
      .filter(({ what }) => what === 'payment' || what === 'refund');
    return { ...viewOf(unit, payment), history };
  },
});

const viewOf = (unit: Unit, payment: Payment): PaymentDetails => {
  const { companyId, id: paymentId, quoteId } = payment;
  const quote = unit.quotes.get(companyId, quoteId);
  if (!quote) throw new Error('a payment refers to a missing quote');
  return {
    ...withRefund(unit, payment),
    companyName: unit.companies.get(companyId)?.name ?? '',
    policyholder: quote.policyholder,
    vehicleId: quote.vehicleId,
    licencePlate: vehicleOf(unit, quote).licencePlate,
    policyNumber: unit.contracts.first(has({ companyId, quoteId, paymentId }))?.policyNumber ?? null,
  };
};

/** A payment with the refund of its current session. */
export const withRefund = ({ refunds }: Unit, payment: Payment) => {
  const own = payment.session && refunds.first(has({ paymentId: payment.id, sessionId: payment.session.id }));
  return { payment, refund: own ?? null };
};

export const memoryKeyLookup = (memory: Memory): KeyLookup => ({
  find: async (hash, environment, now) => {
    const unit = beginUnit(memory);
    const key = unit.apiKeys.first(has({ hash, environment }));
    if (!key || key.revoked !== null || (key.expires !== null && key.expires <= now)) return undefined;
    return unit.companies.get(key.companyId)?.enabled ? { companyId: key.companyId, keyId: key.id } : undefined;
  },
});

export const memoryCatalogue = (memory: Memory): Catalogue => ({
  current: async () => beginUnit(memory).catalogues.all().at(-1) ?? EMPTY_CATALOGUE,
  version: async (version) => beginUnit(memory).catalogues.get(String(version)),
});
