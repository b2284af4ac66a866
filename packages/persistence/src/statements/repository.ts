import type { StatementRecords } from '@vehicle-insurance/core';
import { sql } from 'kysely';
import type { Builder } from '../tables/builder.ts';
import type { RowOf } from '../tables/entities.ts';
import { namesOf } from '../tables/selection.ts';
import { fromImport, fromReading, toReading } from '../tables/statement.ts';
import { referenceFacts } from './reference-facts.ts';
import { newRow, rowsOf } from '../tables/rows.ts';
import type { Session } from '../database/session.ts';
import { statement } from '../database/prepared-statement.ts';
import { areIds, storable } from '../database/text.ts';

type DifferenceRow = RowOf<'statement_difference'>;
type ImportRow = RowOf<'statement_import'>;

export const statementRecords = (builder: Builder) => {
  const rows = rowsOf(builder, 'statement_reading', ['id']);
  const factsOf = referenceFacts(builder);
  const readByHand = statement('statement read by hand', (reading: ReturnType<typeof fromReading>) =>
    builder
      .insertInto('statement_reading')
      .values({
        id: reading.id,
        provider: reading.provider,
        day: reading.day,
        read: reading.read,
        attempts: 0,
      } as never)
      .onConflict((conflict) =>
        conflict
          .columns(['provider', 'day'])
          .doUpdateSet({ read: sql`excluded.read`, version: sql`statement_reading.version + 1` }),
      ),
  );
  const addImport = statement('add statement import', (row: ImportRow) =>
    builder.insertInto('statement_import').values(newRow('statement_import', row)),
  );
  const found = statement('find difference', ({ companyId, id }: { companyId: string; id: string }) =>
    builder
      .selectFrom('statement_difference')
      .select(namesOf('statement_difference'))
      .where('companyId', '=', companyId)
      .where('id', '=', id),
  );
  const put = statement('put difference', (row: DifferenceRow) =>
    builder
      .insertInto('statement_difference')
      .values(newRow('statement_difference', row))
      .onConflict((conflict) =>
        conflict.columns(['companyId', 'id']).doUpdateSet({
          kind: sql`excluded.kind`,
          here: sql`excluded.here`,
          there: sql`excluded.there`,
          fee: sql`excluded.fee`,
          currency: sql`excluded.currency`,
          hereCurrency: sql`excluded.here_currency`,
          status: sql`excluded.status`,
          at: sql`excluded.at`,
          found: sql`excluded.found`,
          explanation: sql`excluded.explanation`,
        }),
      ),
  );
  return (session: Session): StatementRecords => ({
    find: async (id) => {
      const row = await rows.find(session, id);
      return row && toReading(row);
    },
    save: async (reading) => void (await rows.save(session, fromReading(reading))),
    addImport: async (imported) => void (await session.run(addImport(storable(fromImport(imported)) as ImportRow))),
    readByHand: async (reading) => void (await session.run(readByHand(fromReading(reading)))),
    facts: async (companyId, provider, reference) =>
      (await factsOf((each) => session.run(each), provider, [reference])).find((each) => each.companyId === companyId),
    difference: async (companyId, id) =>
      areIds(companyId, id) ? (await session.run(found({ companyId, id })))[0] : undefined,
    put: async (difference) => void (await session.run(put(storable({ ...difference }) as DifferenceRow))),
  });
};
