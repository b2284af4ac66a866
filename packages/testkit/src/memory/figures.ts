import {
  CURRENCY,
  millisecondsOf,
  NO_FIGURES,
  type FigureFilter,
  type FigureGroup,
  type FigureRow,
  type Figures,
  type Instant,
  type Quote,
  type Sums,
} from '@vehicle-insurance/core';
import { latestFirst } from './page.ts';
import type { Memory } from './tables.ts';
import { beginUnit } from './unit.ts';

export const memoryFigures = (memory: Memory): Figures => ({
  sums: async ({ bounds }, filter, by) => {
    const unit = beginUnit(memory);
    const rows = new Map<string, FigureRow>();
    const add = (created: Instant, quote: Quote | undefined, own: Partial<Sums>): void => {
      const period = bounds.findLastIndex((bound) => bound <= created);
      if (!quote || period < 0 || period === bounds.length - 1 || !isIncluded(quote, filter)) return;
      const key = by && keyOf(quote, by);
      const place = JSON.stringify([period, key]);
      const before = rows.get(place) ?? { period, key, ...NO_FIGURES };
      const sums = Object.entries(own).map(([name, value]) => [name, before[name as keyof Sums] + value] as const);
      rows.set(place, { ...before, ...Object.fromEntries(sums) });
    };
    const quoteOf = (companyId: string, id = ''): Quote | undefined => unit.quotes.get(companyId, id);
    for (const quote of unit.quotes.all()) add(quote.created, quote, { quotes: 1 });
    for (const { companyId, id, quoteId, paymentId, cancelled, created } of unit.contracts.all()) {
      const quote = quoteOf(companyId, quoteId);
      add(created, quote, { contracts: 1, premium: unit.payments.get(companyId, paymentId)?.amount ?? 0 });
      const request = unit.certificateRequests.get(companyId, id);
      if (request && request.status !== 'issued' && !cancelled) add(request.created, quote, { certificatesPending: 1 });
    }
    for (const { companyId, paymentId, currency, status, amount, created } of unit.refunds.all())
      if (currency === CURRENCY)
        add(
          created,
          quoteOf(companyId, unit.payments.get(companyId, paymentId)?.quoteId),
          status === 'done' ? { refunded: amount } : { refundsDue: amount },
        );
    return [...rows.values()];
  },
  // The memory store computes all totals on reading.
  summarise: async () => undefined,
  minutesToCertificate: async ({ since, until }, filter, limit) => {
    const unit = beginUnit(memory);
    const latest = unit.contracts
      .all()
      .filter((contract) => since <= contract.created && contract.created < until)
      .filter((contract) => filter.companyId === undefined || filter.companyId === contract.companyId)
      .sort(latestFirst)
      .slice(0, limit);
    return latest.flatMap(({ companyId, id, quoteId, paymentId }) => {
      const quote = unit.quotes.get(companyId, quoteId);
      const paid = unit.payments.get(companyId, paymentId)?.completed;
      const issued = memory.history.find(
        ({ line }) => line.what === 'certificate' && line.id === id && line.to === 'issued',
      );
      return quote && paid && issued && isIncluded(quote, filter) ? [minutesBetween(paid, issued.line.at)] : [];
    });
  },
});

const minutesBetween = (from: Instant, to: Instant): number =>
  Math.max(0, Math.ceil((millisecondsOf(to) - millisecondsOf(from)) / 60_000));

const isIncluded = ({ companyId, coverage }: Quote, filter: FigureFilter): boolean =>
  (filter.companyId === undefined || filter.companyId === companyId) &&
  (filter.insurer === undefined || filter.insurer === (coverage.insurer ?? null)) &&
  (filter.coverageId === undefined || filter.coverageId === coverage.id);

const keyOf = ({ companyId, coverage }: Quote, by: FigureGroup): string | null =>
  by === 'company' ? companyId : by === 'insurer' ? (coverage.insurer ?? null) : coverage.id;
