import { sql } from 'kysely';
import type { Builder } from '../tables/builder.ts';
import { AUTHOR } from '../tables/columns.ts';
import { statement } from '../database/prepared-statement.ts';

/** The audit entries about some of a company's objects, in the order of their recording. */
export const changesOf = (builder: Builder) =>
  statement('changes', ({ companyId, ids }: { companyId: string; ids: readonly string[] }) =>
    builder
      .selectFrom('change')
      .select(['subjectId', 'what', 'fromStatus', 'toStatus', 'at', 'why', 'evidence', ...AUTHOR])
      .where('companyId', '=', companyId)
      .where('subjectId', '=', sql<string>`any (${ids}::uuid[])`)
      .orderBy('number'),
  );
