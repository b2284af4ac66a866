import {
  DIFFERENCE_KINDS,
  FEE_CAUSES,
  REFUND_CAUSES,
  type Cause,
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
  return {
    reference,
    companyId,
    quoteId,
    payments,
    refunds,
    lines: unit.statementLines.all().filter((line) => line.provider === provider && line.reference === reference),
    differences,
    booked: bookedFor(unit, payments),
  };
};

const ABOUT_REFERENCES: readonly Cause[] = [...REFUND_CAUSES, ...FEE_CAUSES];

const bookedFor = (unit: Unit, payments: readonly Payment[]): ReferenceFacts['booked'] =>
  unit.entries
    .all()
    .filter(({ cause, paymentId }) => ABOUT_REFERENCES.includes(cause) && payments.some(({ id }) => id === paymentId))
    .map(({ id, cause, subjectId, postings }) => ({
      ...{ id, cause, subjectId },
      amount: postings.reduce((total, { amount }) => total + Math.max(amount, 0), 0),
      fee: postings.reduce((total, { account, amount }) => total + (account === 'merchant_fees' ? amount : 0), 0),
    }));

const byTime = (one: { readonly at: string }, other: { readonly at: string }): number => (one.at < other.at ? -1 : 1);
const byFound = (one: Difference, other: Difference): number => (one.found < other.found ? -1 : 1);
const byUrgency = (one: Difference, other: Difference): number =>
  urgencyOf(one) - urgencyOf(other) || byAge(one, other);
const byAge = (one: Difference, other: Difference): number =>
  `${one.found} ${one.id}` < `${other.found} ${other.id}` ? -1 : 1;

/** The urgency of a kind of discrepancy; lower is more urgent. */
export const urgencyOf = ({ kind }: Pick<Difference, 'kind'>): number => DIFFERENCE_KINDS.indexOf(kind);

/** The oldest of each kind, then the second oldest of each kind, and so on, so that no kind crowds out another. */
export const inTurn = (differences: readonly Difference[]): readonly Difference[] => {
  const kinds = [...Map.groupBy(differences.toSorted(byUrgency), ({ kind }) => kind).values()];
  const most = Math.max(0, ...kinds.map((same) => same.length));
  return Array.from({ length: most }, (_, turn) => kinds.flatMap((same) => same[turn] ?? [])).flat();
};

const sameDay = (unit: Unit, { provider, day }: StatementReading): StatementReading | undefined =>
  unit.statementReadings.first(has({ provider, day }));

/** Providers' statements, over committed rows. */
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
  stored: async (lines) => lines.flatMap((line) => beginUnit(memory).statementLines.get(lineKey(line)) ?? []),
  imports: async (limit, provider) =>
    beginUnit(memory)
      .statementImports.all()
      .filter((each) => provider === undefined || each.provider === provider)
      .toReversed()
      .slice(0, limit),
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
      .toSorted(byFound);
    const listed =
      status === 'open'
        ? inTurn(found).slice(0, limit).toSorted(byUrgency)
        : (status === undefined ? found : found.toReversed()).slice(0, limit);
    return listed.map((each) => ({
      ...each,
      companyName: unit.companies.get(each.companyId)?.name ?? '',
      total: found.filter(has({ kind: each.kind })).length,
    }));
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
  addImport: async (imported) => unit.statementImports.add(imported),
  facts: async (companyId, provider, reference) => {
    const facts = factsIn(unit, provider, reference);
    return facts?.companyId === companyId ? facts : undefined;
  },
  difference: async (companyId, id) => unit.differences.get(companyId, id),
  put: async (difference) => unit.differences.put(difference),
});
