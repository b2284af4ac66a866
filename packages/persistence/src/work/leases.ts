import { WORK_KINDS, type Leases, type WorkItem, type WorkKind } from '@vehicle-insurance/core';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import type { Builder } from '../tables/builder.ts';
import { rowChanged } from '../tables/rows.ts';
import type { Session } from '../database/session.ts';
import { statement } from '../database/prepared-statement.ts';
import { areIds } from '../database/text.ts';
import { isPiece, UNLEASED, workBuilder, WORK_TABLES } from './work-tables.ts';

type Leased = { companyId: string; id: string; lease: string; seconds: number };

const statementsOf = (builder: Builder, kind: WorkKind) => {
  const { table } = WORK_TABLES[kind];
  const db = workBuilder(builder);
  return {
    take: statement(`lease ${kind}`, ({ companyId, id, lease, seconds }: Leased) =>
      db
        .updateTable(table)
        .set((row) => ({
          leaseToken: lease,
          leasedUntil: sql`statement_timestamp() + make_interval(secs => ${seconds})`,
          // Counts as a change of the row. Another session that read the row earlier then gets a conflict on saving.
          attempts: row('attempts', '+', 1),
          version: row('version', '+', 1),
        }))
        .where(isPiece(kind, { companyId, id }))
        .where(sql<boolean>`${sql.raw(UNLEASED)}`)
        .returning(['attempts', 'version']),
    ),
    holds: statement(`holds ${kind}`, ({ companyId, id, lease }: Pick<Leased, 'companyId' | 'id' | 'lease'>) =>
      db
        .with(
          (locked) => locked('locked').materialized(),
          () =>
            db
              .selectFrom(table)
              .select(['leaseToken as token', 'leasedUntil as until'])
              .where(isPiece(kind, { companyId, id }))
              .forNoKeyUpdate(),
        )
        .selectFrom('locked')
        // Evaluated after the row is locked, because the lease may have ended during the wait for the lock.
        .select(({ ref }) =>
          sql<boolean>`${ref('token')} = ${lease} and ${ref('until')} > clock_timestamp()`.as('holds'),
        ),
    ),
    revoke: statement(`revoke ${kind}`, (item: Pick<Leased, 'companyId' | 'id'>) =>
      db.updateTable(table).set({ leaseToken: null, leasedUntil: null }).where(isPiece(kind, item)),
    ),
  };
};

/** Leases inside a unit of work, in real time. The leased row stays locked until the unit of work ends. */
export const leases = (builder: Builder) => {
  const statements = Object.fromEntries(WORK_KINDS.map((kind) => [kind, statementsOf(builder, kind)])) as Readonly<
    Record<WorkKind, ReturnType<typeof statementsOf>>
  >;
  return (session: Session): Leases => ({
    take: async (item, seconds) => {
      if (!couldExist(item)) return undefined;
      const { kind, companyId, id } = item;
      const lease = randomUUID();
      const [row] = await session.run(statements[kind].take({ companyId, id, lease, seconds }));
      if (!row) return undefined;
      rowChanged(session, WORK_TABLES[kind].table, isOfCompany(kind) ? [companyId, id] : [id], row.version);
      return { kind, companyId, id, lease, attempt: row.attempts };
    },
    holds: async ({ kind, companyId, id, lease }) => {
      if (!couldExist({ kind, companyId, id }) || !areIds(lease)) return false;
      const [row] = await session.run(statements[kind].holds({ companyId, id, lease }));
      return row?.holds ?? false;
    },
    revoke: async (item) => {
      const { kind, companyId, id } = item;
      if (couldExist(item)) await session.run(statements[kind].revoke({ companyId, id }));
    },
  });
};

const couldExist = ({ kind, companyId, id }: WorkItem): boolean =>
  areIds(id) && (!isOfCompany(kind) || areIds(companyId));

const isOfCompany = (kind: WorkKind): boolean => WORK_TABLES[kind].companyId === 'company_id';
