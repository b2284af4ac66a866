import { FEE_CAUSES, REFUND_CAUSES, type ReferenceFacts } from '@vehicle-insurance/core';
import { sql } from 'kysely';
import type { Builder } from '../tables/builder.ts';
import type { Query } from '../database/database.ts';
import { toPayment, toRefund } from '../tables/payment.ts';
import { columnsOf, namesOf } from '../tables/selection.ts';
import { plain, statement } from '../database/prepared-statement.ts';
import { areIds } from '../database/text.ts';
import type { Chosen } from '../tables/chosen.ts';

type Booked = ReferenceFacts['booked'][number];

/** Parameters: companies, payments, causes. */
const BOOKED = `
  select entry.id, entry.cause, entry.subject_id as "subjectId", entry.payment_id as "paymentId",
    (sum(posting.amount) filter (where posting.amount > 0))::bigint as amount,
    coalesce(sum(posting.amount) filter (where posting.account = 'merchant_fees'), 0)::bigint as fee
  from entry join posting on posting.company_id = entry.company_id and posting.entry_id = entry.id
  where entry.company_id = any ($1::uuid[]) and entry.payment_id = any ($2::uuid[]) and entry.cause = any ($3::text[])
  group by entry.company_id, entry.id, entry.cause, entry.subject_id, entry.payment_id
  order by entry.id`;

/**
 * Reads all our records about some references, with one statement for each table. Works inside and outside units of
 * work.
 */
export const referenceFacts = (builder: Builder) => {
  const any = (values: readonly string[]) => sql<string>`any (${values}::uuid[])`;
  const owners = statement('owners of references', ({ ids }: Pick<Chosen, 'ids'>) =>
    builder.selectFrom('payment_reference').select(['companyId', 'paymentId']).where('paymentId', '=', any(ids)),
  );
  const payments = statement('payments under references', ({ companyIds, ids }: Chosen) =>
    builder
      .selectFrom('payment')
      .select(columnsOf('payment'))
      .where('companyId', '=', any(companyIds))
      .where((where) => where.or([where('id', '=', any(ids)), where('duplicateOf', '=', any(ids))])),
  );
  const refunds = statement('refunds under references', ({ companyIds, ids }: Chosen) =>
    builder
      .selectFrom('refund')
      .select(columnsOf('refund'))
      .where('companyId', '=', any(companyIds))
      .where('paymentId', '=', any(ids)),
  );
  const lines = statement('lines under references', ({ provider, ids }: { provider: string; ids: readonly string[] }) =>
    builder
      .selectFrom('statement_line')
      .select(namesOf('statement_line'))
      .where('provider', '=', provider)
      .where('reference', '=', sql<string>`any (${ids}::text[])`),
  );
  const differences = statement('differences of payments', ({ companyIds, ids }: Chosen) =>
    builder
      .selectFrom('statement_difference')
      .select(namesOf('statement_difference'))
      .where('companyId', '=', any(companyIds))
      .where('paymentId', '=', any(ids)),
  );
  const entriesOf = (companyIds: readonly string[], payments: readonly string[]) =>
    plain<Booked & { readonly paymentId: string }>('entries about refunds', BOOKED, [
      companyIds,
      payments,
      [...REFUND_CAUSES, ...FEE_CAUSES],
    ]);

  return async (query: Query, provider: string, references: readonly string[]): Promise<readonly ReferenceFacts[]> => {
    const ours = await query(owners({ ids: references.filter((each) => areIds(each)) }));
    if (ours.length === 0) return [];
    const companyIds = [...new Set(ours.map(({ companyId }) => companyId))];
    const ids = ours.map(({ paymentId }) => paymentId);
    const all = (await query(payments({ companyIds, ids }))).map(toPayment);
    const allRefunds = (await query(refunds({ companyIds, ids: all.map(({ id }) => id) }))).map(toRefund);
    const allLines = await query(lines({ provider, ids }));
    const allDifferences = await query(differences({ companyIds, ids }));
    const booked = await query(
      entriesOf(
        companyIds,
        all.map(({ id }) => id),
      ),
    );
    const bookedOf = Map.groupBy(booked, ({ paymentId }) => paymentId);
    const attemptsOf = Map.groupBy(all, ({ id, duplicateOf }) => duplicateOf ?? id);
    const refundsOf = Map.groupBy(allRefunds, (refund) => refund.paymentId);
    const linesUnder = Map.groupBy(allLines, ({ reference }) => reference);
    const differencesOf = Map.groupBy(allDifferences, (difference) => difference.paymentId);
    return ours.flatMap(({ companyId, paymentId }) => {
      const attempts = attemptsOf.get(paymentId) ?? [];
      const first = attempts.find(({ id }) => id === paymentId);
      if (first?.provider !== provider) return [];
      const own = attempts.flatMap(({ id }) => refundsOf.get(id) ?? []);
      return {
        reference: paymentId,
        companyId,
        quoteId: first.quoteId,
        payments: attempts,
        refunds: own,
        lines: linesUnder.get(paymentId) ?? [],
        differences: differencesOf.get(paymentId) ?? [],
        booked: attempts.flatMap(({ id }) => bookedOf.get(id) ?? []).map(({ paymentId: _, ...entry }) => entry),
      };
    });
  };
};
