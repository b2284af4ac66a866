import {
  REFUND_CAUSES,
  type Difference,
  type Payment,
  type ReferenceFacts,
  type StatementLine,
  type StatementReading,
  type StatementRecords,
  type Statements,
} from '@vehicle-insurance/core';
import { has, keyIn } from './table.ts';
import type { Memory } from './tables.ts';
import { beginUnit, type Unit } from './unit.ts';

const lineKey = ({ provider, transactionId, kind }: StatementLine): string => keyIn(provider, transactionId, kind);

const referenceOf = ({ id, duplicateOf }: Payment): string => duplicateOf ?? id;

const factsIn = (unit: Unit, provider: string, reference: string): ReferenceFacts | undefined => {
  const own = unit.payments.first(has({ id: reference, provider }));
  if (!own) return undefined;
  const { companyId, quoteId } = own;
  const payments = unit.payments.all().filter((each) => referenceOf(each) === reference);
  const refunds = unit.refunds.all().filter(({ paymentId }) => payments.some(({ id }) => id === paymentId));
  const differences = unit.differences.all().filter(has({ paymentId: reference }));
  const subjects = new Set([...refunds, ...differences].map(({ id }) => id));
  return {
    reference,
    companyId,
    quoteId,
    payments,
    refunds,
    lines: unit.statementLines.all().filter((line) => line.provider === provider && line.reference === reference),
    differences,
    booked: unit.entries
      .all()
      .filter(({ cause, subjectId }) => REFUND_CAUSES.includes(cause) && subjects.has(subjectId))
      .map(({ cause, subjectId, postings }) => ({
        ...{ cause, subjectId },
        amount: postings.reduce((total, { amount }) => total + Math.max(amount, 0), 0),
      })),
  };
};

const byTime = (one: { readonly at: string }, other: { readonly at: string }): number => (one.at < other.at ? -1 : 1);
const byFound = (one: Difference, other: Difference): number => (one.found < other.found ? -1 : 1);
const feesLast = (one: Difference, other: Difference): number =>
  urgencyOf(one) === urgencyOf(other) ? byFound(one, other) : urgencyOf(one) - urgencyOf(other);

/** A fee other than agreed is no lost or stolen money: it sorts last where the list is cut off. */
export const urgencyOf = ({ kind }: Pick<Difference, 'kind'>): number => (kind === 'other_fee' ? 1 : 0);

const sameDay = (unit: Unit, { provider, day }: StatementReading): StatementReading | undefined =>
  unit.statementReadings.first(has({ provider, day }));

/** Providers' statements, over what is committed. */
export const memoryStatements = (memory: Memory): Statements => ({
  plan: async (reading) => {
    const unit = beginUnit(memory);
    if (!sameDay(unit, reading)) unit.statementReadings.add(reading);
    unit.commit();
  },
  daysPlanned: async (provider, since) =>
    new Set(
      beginUnit(memory)
        .statementReadings.all()
        .filter((each) => each.provider === provider && each.day >= since)
        .map(({ day }) => day),
    ),
  daysRead: async (provider) =>
    new Set(
      beginUnit(memory)
        .statementReadings.all()
        .filter((each) => each.provider === provider && each.read !== null)
        .map(({ day }) => day),
    ),
  keep: async (lines) => {
    const unit = beginUnit(memory);
    const news = new Map(lines.map((line) => [lineKey(line), line]));
    const changed = [...news].flatMap(([key, line]) => {
      const before = unit.statementLines.get(key);
      const is = { ...line, reference: line.reference ?? before?.reference ?? null };
      return JSON.stringify(before) === JSON.stringify(is) ? [] : [is];
    });
    for (const line of changed) unit.statementLines.put(line);
    unit.commit();
    return changed.length;
  },
  references: async (provider, from, until) => {
    const unit = beginUnit(memory);
    const isIn = (at: string | null): boolean => at !== null && at >= from && at < until;
    const lines = unit.statementLines.all().filter((line) => line.provider === provider && isIn(line.at));
    const paid = unit.payments
      .all()
      .filter((each) => each.provider === provider && each.status === 'succeeded' && isIn(each.completed));
    const refunded = unit.refunds
      .all()
      .filter((each) => each.provider === provider && (isIn(each.created) || isIn(each.completed)))
      .flatMap(({ companyId, paymentId }) => unit.payments.get(companyId, paymentId) ?? []);
    return [
      ...new Set([...lines.flatMap(({ reference }) => reference ?? []), ...[...paid, ...refunded].map(referenceOf)]),
    ];
  },
  openReferences: async (limit, { after = '', kinds } = {}) =>
    beginUnit(memory)
      .differences.all()
      .filter(({ status, id, kind }) => status === 'open' && id > after && (kinds?.includes(kind) ?? true))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .slice(0, limit)
      .map(({ id, provider, paymentId }) => ({ id, provider, paymentId })),
  facts: async (provider, references) => {
    const unit = beginUnit(memory);
    return references.flatMap((reference) => factsIn(unit, provider, reference) ?? []);
  },
  lines: async (from, until, limit) =>
    beginUnit(memory)
      .statementLines.all()
      .filter(({ at }) => at >= from && at < until)
      .toSorted(byTime)
      .slice(0, limit),
  differences: async (limit, { status, paymentIds, ids } = { status: 'open' }) => {
    const unit = beginUnit(memory);
    const isIn = (id: string): boolean => !ids || (id >= ids.from && id <= ids.to);
    const found = unit.differences
      .all()
      .filter((each) => status === undefined || each.status === status)
      .filter(({ paymentId }) => paymentIds === undefined || paymentIds.includes(paymentId))
      .filter(({ id, paymentId }) => isIn(id) || isIn(paymentId))
      .toSorted(status === 'open' ? feesLast : byFound);
    return (status === undefined || status === 'open' ? found : found.toReversed())
      .slice(0, limit)
      .map((each) => ({ ...each, companyName: unit.companies.get(each.companyId)?.name ?? '' }));
  },
});

export const statementRecordsIn = (unit: Unit): StatementRecords => ({
  find: async (id) => unit.statementReadings.get(id),
  readByHand: async (reading) => {
    const before = sameDay(unit, reading);
    if (before) unit.statementReadings.change(before, { read: reading.read });
    else unit.statementReadings.add(reading);
  },
  save: async (reading) => void unit.statementReadings.save(reading),
  facts: async (companyId, provider, reference) => {
    const facts = factsIn(unit, provider, reference);
    return facts?.companyId === companyId ? facts : undefined;
  },
  difference: async (companyId, id) => unit.differences.get(companyId, id),
  put: async (difference) => unit.differences.put(difference),
});
