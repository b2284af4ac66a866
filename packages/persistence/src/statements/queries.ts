import {
  DIFFERENCE_KINDS,
  type Difference,
  type OpenReference,
  type StatementLine,
  type Statements,
} from '@vehicle-insurance/core';
import { sql } from 'kysely';
import type { TypedDatabase } from '../tables/builder.ts';
import { namesOf } from '../tables/selection.ts';
import { fromReading, toImport } from '../tables/statement.ts';
import { unpreparedStatement, plain, statement } from '../database/prepared-statement.ts';
import { newRow } from '../tables/rows.ts';
import { areIds, isStorable, storable } from '../database/text.ts';
import { overParts, SOME_COMPANIES } from '../database/parts.ts';
import { referenceFacts } from './reference-facts.ts';

/**
 * Adds lines by their ids, and updates lines that differ. Never removes a known reference, because an imported table
 * may lack a reference that the provider's API returned. Parameters: an array for each column.
 */
const KEEP = `
  insert into statement_line (provider, transaction_id, kind, amount, fee, currency, reference, at)
  select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::timestamptz[])
  on conflict (provider, transaction_id, kind) do update set amount = excluded.amount, fee = excluded.fee,
    currency = excluded.currency, reference = coalesce(excluded.reference, statement_line.reference), at = excluded.at
  where (statement_line.amount, statement_line.fee, statement_line.currency, statement_line.reference, statement_line.at)
    is distinct from (excluded.amount, excluded.fee, excluded.currency,
      coalesce(excluded.reference, statement_line.reference), excluded.at)
  returning transaction_id as id`;

/**
 * The references of the payments that were paid in a period, according to our records. `givenBack` selects the
 * references of payments whose refund was made, or became due, in the period.
 */
const PAID = `
  select distinct coalesce(duplicate_of, id) as reference from payment
  where provider = $1 and status = 'succeeded' and completed >= $2 and completed < $3`;
const givenBack = (when: 'created' | 'completed', where: string): string => `
  select distinct coalesce(payment.duplicate_of, payment.id) as reference
  from refund join payment on payment.company_id = refund.company_id and payment.id = refund.payment_id
  where refund.provider = $1 and ${where} and refund.${when} >= $2 and refund.${when} < $3`;

/** Parameters: limit, the id after which to start, kinds. */
const OPEN = `
  select id, provider, payment_id as "paymentId" from statement_difference
  where status = 'open' and ($2::uuid is null or id > $2) and ($3::text[] is null or kind = any ($3))${SOME_COMPANIES}
  order by id limit $1`;

/** The rank of a discrepancy's kind, with the most urgent kind first. */
const URGENCY = sql<number>`array_position(${sql.lit(`{${DIFFERENCE_KINDS.join()}}`)}::text[], kind)`;

const byUrgency = (one: Difference, other: Difference): number => {
  const urgency = DIFFERENCE_KINDS.indexOf(one.kind) - DIFFERENCE_KINDS.indexOf(other.kind);
  return urgency || (`${one.found} ${one.id}` < `${other.found} ${other.id}` ? -1 : 1);
};

interface Referred {
  readonly reference: string;
}

const keyOf = ({ provider, transactionId, kind }: StatementLine): string =>
  JSON.stringify([provider, transactionId, kind]);

/**
 * Sorts lines, so that two imports of the same lines cannot deadlock. Removes duplicates, because a statement cannot
 * update the same line twice.
 */
const inOrder = (lines: readonly StatementLine[]): readonly StatementLine[] => {
  const each = new Map(lines.map((line) => [keyOf(line), line]));
  return [...each].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, line]) => line);
};

export const statements = ({
  query,
  builder,
  nodes,
}: Pick<TypedDatabase, 'query' | 'builder' | 'nodes'>): Statements => {
  const look = overParts({ query, nodes });
  const factsOf = referenceFacts(builder);
  const plan = statement('plan statement', (reading: ReturnType<typeof fromReading>) =>
    builder
      .insertInto('statement_reading')
      .values(newRow('statement_reading', reading))
      .onConflict((conflict) => conflict.columns(['provider', 'day']).doNothing()),
  );
  const readings = builder.selectFrom('statement_reading').select('day');
  const linesOf = statement('lines in time', ({ from, until, limit }: { from: string; until: string; limit: number }) =>
    builder
      .selectFrom('statement_line')
      .select(namesOf('statement_line'))
      .where('at', '>=', from as never)
      .where('at', '<', until as never)
      .orderBy('at')
      .orderBy('transactionId')
      .limit(limit),
  );
  const storedOf = statement('stored lines', ({ providers, ids }: { providers: string[]; ids: string[] }) =>
    builder
      .selectFrom('statement_line')
      .select(namesOf('statement_line'))
      .where('provider', '=', sql<string>`any (${providers}::text[])`)
      .where('transactionId', '=', sql<string>`any (${ids}::text[])`),
  );
  const imports = builder.selectFrom('statement_import').select(namesOf('statement_import'));
  const differences = builder
    .selectFrom('statement_difference')
    .innerJoin('company', 'company.id', 'statement_difference.companyId')
    .select(['company.name as companyName'])
    .select(namesOf('statement_difference').map((name) => `statement_difference.${name}` as const));

  return {
    plan: async (reading) => void (await query(plan(fromReading(reading)))),
    daysPlanned: async (provider, since) => {
      const rows = await query(
        unpreparedStatement(readings.where('provider', '=', provider).where('day', '>=', since)),
      );
      return new Set(rows.map(({ day }) => day));
    },
    daysRead: async (provider) => {
      const rows = await query(
        unpreparedStatement(readings.where('provider', '=', provider).where('read', 'is not', null)),
      );
      return new Set(rows.map(({ day }) => day));
    },
    keep: async (lines) => {
      const kept = storable(inOrder(lines)) as readonly StatementLine[];
      const columns = ['provider', 'transactionId', 'kind', 'amount', 'fee', 'currency', 'reference', 'at'] as const;
      const values = columns.map((column) => kept.map((line) => line[column]));
      return kept.length === 0 ? 0 : (await query(plain('keep statement lines', KEEP, values))).length;
    },
    stored: async (lines) => {
      if (lines.length === 0) return [];
      const keys = new Set(lines.map(keyOf));
      const providers = [...new Set(lines.map(({ provider }) => provider))];
      const ids = lines.map(({ transactionId }) => transactionId).filter(isStorable);
      return (await query(storedOf({ providers, ids }))).filter((line) => keys.has(keyOf(line)));
    },
    imports: async (limit, provider) => {
      const chosen = provider === undefined ? imports : imports.where('provider', '=', provider);
      return (await query(unpreparedStatement(chosen.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit)))).map(
        toImport,
      );
    },
    references: async (provider, from, until) => {
      const values = [provider, from, until];
      const onLines = await query(
        plain<Referred>(
          'references of lines',
          'select distinct reference from statement_line where provider = $1 and at >= $2 and at < $3 and reference is not null',
          values,
        ),
      );
      const moved = await Promise.all([
        query(plain<Referred>('references paid', PAID, values)),
        query(plain<Referred>('references refunded', givenBack('completed', `refund.status = 'done'`), values)),
        query(plain<Referred>('references to refund', givenBack('created', 'true'), values)),
      ]);
      return [...new Set([...onLines, ...moved.flat()].map(({ reference }) => reference))];
    },
    openReferences: async (limit, { after = null, kinds = null } = {}) => {
      const found = await look(plain<OpenReference>('open references', OPEN, [limit, after, kinds]));
      // While a node of a cluster is unreachable, every other node sorts only its own rows, so the rows are sorted
      // again.
      return found.toSorted((one, other) => (one.id < other.id ? -1 : 1)).slice(0, limit);
    },
    facts: (provider, references) => factsOf(query, provider, references),
    lines: (from, until, limit) => query(linesOf({ from, until, limit })),
    differences: async (limit, { status, paymentIds, ids } = { status: 'open' }) => {
      let chosen = differences.select(sql<number>`count(*) over (partition by kind)`.as('total'));
      if (status !== undefined) chosen = chosen.where('status', '=', sql.lit(status));
      if (paymentIds !== undefined)
        chosen = chosen.where('paymentId', '=', sql<string>`any (${paymentIds.filter((id) => areIds(id))}::uuid[])`);
      if (ids !== undefined)
        chosen = chosen.where(({ or, between }) =>
          or([
            between('statement_difference.id', ids.from, ids.to),
            between('statement_difference.paymentId', ids.from, ids.to),
          ]),
        );
      if (status === 'open') {
        // The kinds alternate, so that no kind crowds out another.
        const inTurn = chosen
          .orderBy(sql`row_number() over (partition by kind order by found, statement_difference.id)`)
          .orderBy(URGENCY)
          .limit(limit);
        const found = await query(unpreparedStatement(inTurn));
        return found.toSorted(byUrgency);
      }
      const order = status === undefined ? 'asc' : 'desc';
      return query(
        unpreparedStatement(chosen.orderBy('found', order).orderBy('statement_difference.id', order).limit(limit)),
      );
    },
  };
};
