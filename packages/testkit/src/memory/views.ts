import {
  EMPTY_CATALOGUE,
  type Callers,
  type Catalogue,
  type Payment,
  type PaymentView,
  type PaymentViews,
  type VehicleViews,
} from '@vehicle-insurance/core';
import { isListed, latestFirst, pageOf } from './page.ts';
import { keyIn, type Memory } from './tables.ts';
import { beginUnit, type Unit } from './unit.ts';

export const memoryVehicleViews = (memory: Memory): VehicleViews => ({
  find: async (companyId, id) => beginUnit(memory).vehicles.get(keyIn(companyId, id)),
  inspect: async (id) =>
    beginUnit(memory)
      .vehicles.all()
      .find((vehicle) => vehicle.id === id),
  page: async (companyId, { licencePlate, externalId }, page) => {
    const matches = beginUnit(memory)
      .vehicles.all()
      .filter((vehicle) => vehicle.companyId === companyId)
      .filter((vehicle) => licencePlate === undefined || vehicle.licencePlate === licencePlate)
      .filter((vehicle) => externalId === undefined || vehicle.externalId === externalId);
    return pageOf(matches, page);
  },
});

export const memoryPaymentViews = (memory: Memory): PaymentViews => ({
  list: async ({ refund, ...filter }, most) => {
    const unit = beginUnit(memory);
    return unit.payments
      .all()
      .filter((payment) => isListed(payment, filter))
      .map((payment) => viewOf(unit, payment))
      .filter((each) => refund === undefined || each.refund?.status === refund)
      .sort((a, b) =>
        refund && a.refund && b.refund ? latestFirst(a.refund, b.refund) : latestFirst(a.payment, b.payment),
      )
      .slice(0, most)
      .sort((a, b) => latestFirst(a.payment, b.payment));
  },
  pause: async () => beginUnit(memory).switches.get('payments paused')?.pause ?? null,
  find: async (id) => {
    const unit = beginUnit(memory);
    const payment = unit.payments.all().find((each) => each.id === id);
    if (!payment) return undefined;
    const refunds = unit.refunds.all().filter(({ paymentId }) => paymentId === id);
    const history = memory.history.filter(
      ({ what, id: about }) =>
        (what === 'payment' && about === id) || (what === 'refund' && refunds.some((refund) => refund.id === about)),
    );
    return { ...viewOf(unit, payment), history };
  },
});

const viewOf = (unit: Unit, payment: Payment): PaymentView => ({
  ...withRefund(unit, payment),
  companyName: unit.companies.get(payment.companyId)?.name ?? '',
});

/** A payment with the refund of its own session. */
export const withRefund = ({ refunds }: Unit, payment: Payment) => ({
  payment,
  refund:
    refunds.all().find(({ paymentId, sessionId }) => paymentId === payment.id && sessionId === payment.session?.id) ??
    null,
});

export const memoryCallers = (memory: Memory): Callers => ({
  find: async (hash, environment, now) => {
    const unit = beginUnit(memory);
    const key = unit.apiKeys.all().find((each) => each.hash === hash && each.environment === environment);
    if (!key || key.revoked !== null || (key.expires !== null && key.expires <= now)) return undefined;
    return unit.companies.get(key.companyId)?.enabled ? { companyId: key.companyId, keyId: key.id } : undefined;
  },
});

export const memoryCatalogue = (memory: Memory): Catalogue => ({
  current: async () => beginUnit(memory).catalogues.all().at(-1) ?? EMPTY_CATALOGUE,
});
