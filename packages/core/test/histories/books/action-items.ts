import {
  CURRENCY,
  inEnglish,
  listActionItems,
  type ActionItem,
  type Instant,
  type ReferenceFacts,
  type Refund,
  type StatementLine,
} from '@vehicle-insurance/core';
import { hold } from '../engine/history-set.ts';
import type { BooksWorld } from './world.ts';

export const differing = async ({ dependencies }: BooksWorld): Promise<readonly ActionItem[]> =>
  (await listActionItems(dependencies)()).filter(({ kind }) => kind === 'statement_differs');

/** The reason of a listed discrepancy is true, and its time is when it was found. */
export const listedTruly = (world: BooksWorld) => {
  let listed = new Set<string>();
  const name = ({ since, id, why }: ActionItem): string => `${since} ${id} ${why === null ? '' : inEnglish(why)}`;
  return (items: readonly ActionItem[], facts: readonly ReferenceFacts[], since: Instant): void => {
    for (const item of items.filter((each) => !listed.has(name(each)))) {
      judgeReason(item, world, facts);
      const isNew = item.since >= since && item.since <= world.clock.now();
      hold(isNew, () => `${item.id} is listed as a discrepancy since ${item.since}`);
    }
    listed = new Set(items.map(name));
  };
};

/** Money received or refunded under a reference according to our records, by kind and amount. */
const recordsOf = ({ payments, refunds, booked, differences }: ReferenceFacts): readonly Recorded[] => {
  const refunded = new Map<string, Refund>(refunds.map((refund) => [refund.sessionId, refund]));
  const back = new Set(booked.flatMap(({ cause, subjectId }) => (cause === 'repeated_returned' ? [subjectId] : [])));
  // The amount that the payer owes because of a line, until it is refunded.
  const notDue = booked.flatMap(({ cause, subjectId, amount }): readonly Recorded[] => {
    if (cause !== 'refund_repeated' || back.has(subjectId)) return [];
    const [, kind = 'refund'] = differences.find(({ id }) => id === subjectId)?.subject.split(' ') ?? [];
    return [{ kind, amount: -amount, currency: CURRENCY }];
  });
  const moved = payments.flatMap(({ session, status, amount, fees }): readonly Recorded[] => {
    const refund = refunded.get(session?.id ?? '');
    const { currency } = refund ?? { currency: CURRENCY };
    if (!refund) return status === 'succeeded' ? [{ kind: 'payment', amount: amount + fees, currency }] : [];
    const paid = { kind: 'payment', amount: status === 'succeeded' ? amount + fees : refund.amount, currency };
    return refund.status === 'done' ? [paid, { kind: 'refund', amount: -refund.amount, currency }] : [paid];
  });
  return [...moved, ...notDue];
};

interface Recorded {
  readonly kind: string;
  readonly amount: number;
  readonly currency: string;
}

/** The laws' own definition of each discrepancy, by its line and the amount in our records. */
const isTrueOf = (
  kind: string,
  line: StatementLine | undefined,
  here: number | undefined,
  records: readonly Recorded[],
) => {
  const hasOne = records.some((record) => record.kind === line?.kind);
  switch (kind) {
    case 'missing_here':
      return line !== undefined && here === undefined && !hasOne;
    case 'twice':
      return line !== undefined && line.kind !== 'refund' && here === undefined && hasOne;
    case 'refunded_twice':
      return line?.kind === 'refund' && hasOne;
    case 'missing_there':
      return line === undefined && here !== undefined && here > 0;
    case 'refund_not_seen':
      return line === undefined && here !== undefined && here < 0;
    case 'other_amount':
      return (
        line !== undefined &&
        here !== undefined &&
        (line.amount !== here || records.some((each) => each.amount === here && each.currency !== line.currency))
      );
    case 'other_fee':
      // Fees are agreed for payments only. The fee of a refund may have changed since it was booked.
      return line !== undefined && line.amount === here;
    default:
      return false;
  }
};

/** The reason shown to an operator is true: the line, the amounts of both sides and the company. */
const judgeReason = (
  { id, why, nextTry, companyId }: ActionItem,
  world: BooksWorld,
  facts: readonly ReferenceFacts[],
) => {
  const own = facts.find(({ reference }) => reference === id);
  const differs = why?.code === 'statement_differs' ? why : undefined;
  const [there, here] = [differs?.there ?? undefined, differs?.here ?? undefined];
  const line = own?.lines.find(
    ({ provider, transactionId, currency, amount }) =>
      provider === differs?.provider &&
      transactionId === differs.transactionId &&
      currency === differs.currency &&
      amount === there,
  );
  const isRight =
    own !== undefined &&
    nextTry === null &&
    companyId === world.company.id &&
    (there === undefined) === (line === undefined) &&
    (here === undefined || recordsOf(own).some(({ amount: moved }) => moved === here)) &&
    isTrueOf(differs?.kind ?? '', line, here, recordsOf(own));
  hold(isRight, () => `the operator's list reports for ${id} “${why === null ? '' : inEnglish(why)}”, which is false`);
};
