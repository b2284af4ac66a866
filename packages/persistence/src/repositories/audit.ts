import {
  isRecorded,
  type AuditEntry,
  type ChangedStatus,
  type Dismissals,
  type History,
} from '@vehicle-insurance/core';
import { sql } from 'kysely';
import type { Builder } from '../builder.ts';
import { changesOf } from '../queries/changes.ts';
import { fromChange, toChange } from '../entities/operations.ts';
import { newRow } from '../rows.ts';
import type { Session } from '../session.ts';
import { statement } from '../prepared-statement.ts';
import { areIds, storable } from '../text.ts';

type Changed = ChangedStatus & { readonly companyId: string };

/** Adds an audit entry where there is something to record: another status, or what a provider answered. */
export type Auditing = (session: Session, changed: Changed, entry: AuditEntry) => Promise<void>;

type Line = ReturnType<typeof fromChange>;

export const auditing = (builder: Builder) => {
  const add = statement('add change', (line: Line) => builder.insertInto('change').values(newRow('change', line)));
  const ofSubjects = changesOf(builder);
  const insert = async (session: Session, companyId: string, change: ChangedStatus & AuditEntry): Promise<void> => {
    await session.run(add(storable(fromChange(companyId, change)) as Line));
  };
  const record: Auditing = async (session, { companyId, ...change }, entry) => {
    const line = { ...entry, ...change };
    if (isRecorded(line)) await insert(session, companyId, line);
  };
  const history = (session: Session): History => ({
    add: (companyId, change) => insert(session, companyId, change),
    of: async (companyId, ids) => {
      if (!areIds(companyId)) return [];
      return (await session.run(ofSubjects({ companyId, ids: ids.filter((id) => areIds(id)) }))).map(toChange);
    },
  });
  return { record, history };
};

export const dismissals = (builder: Builder) => {
  const dismiss = statement('dismiss', ({ companyId, id, kind, at }: Parameters<Dismissals['add']>[0]) =>
    builder
      .insertInto('dismissal')
      .values({ companyId, subjectId: id, kind, at })
      .onConflict((conflict) =>
        conflict
          .columns(['companyId', 'subjectId', 'kind'])
          .doUpdateSet({ at: sql`greatest(dismissal.at, excluded.at)` }),
      ),
  );
  return (session: Session): Dismissals => ({
    add: async (dismissal) => void (await session.run(dismiss(dismissal))),
  });
};
