import type {
  Payment,
  ReferenceFacts,
  StatementLine,
  StatementReading,
  StatementRecords,
  Statements,
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
  return {
    reference,
    companyId,
    quoteId,
    payments,
    refunds: unit.refunds.all().filter(({ paymentId }) => payments.some(({ id }) => id === paymentId)),
    lines: unit.statementLines.all().filter((line) => line.provider === provider && line.reference === reference),
    differences: unit.differences.all().filter(has({ paymentId: reference })),
  };
};

const byTime = (one: { readonly at: string }, other: { readonly at: string }): number => (one.at < other.at ? -1 : 1);
const byFound = (one: { readonly found: string }, other: { readonly found: string }): number =>
  one.found < other.found ? -1 : 1;

const sameDay = (unit: Unit, { provider, day }: StatementReading): StatementReading | undefined =>
  unit.statementReadings.first(has({ provider, day }));

/** What providers' statements say, over what is committed. */
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
    const changed = [...news].filter(([key, line]) => {
      const before = unit.statementLines.get(key);
      return JSON.stringify(before) !== JSON.stringify(line);
    });
    for (const [, line] of changed) unit.statementLines.put(line);
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
  openReferences: async (limit) =>
    beginUnit(memory)
      .differences.all()
      .filter(({ status }) => status === 'open')
      .toSorted(byFound)
      .slice(0, limit)
      .map(({ provider, paymentId }) => ({ provider, paymentId })),
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
  differences: async (limit, about) => {
    const unit = beginUnit(memory);
    return unit.differences
      .all()
      .filter(({ status, paymentId }) => (about === undefined ? status === 'open' : about.includes(paymentId)))
      .toSorted(byFound)
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
  facts: async (_, provider, reference) => factsIn(unit, provider, reference),
  difference: async (companyId, id) => unit.differences.get(companyId, id),
  put: async (difference) => unit.differences.put(difference),
});
