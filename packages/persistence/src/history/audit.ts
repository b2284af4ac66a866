import {
  eventsOf,
  lineOf,
  subjectOf,
  type Dismissals,
  type Fact,
  type History,
  type StoreLedger,
} from '@vehicle-insurance/core';
import { sql } from 'kysely';
import type { Builder } from '../tables/builder.ts';
import { changesOf } from './changes.ts';
import { fromChange, toChange } from '../tables/operations.ts';
import { newRow } from '../tables/rows.ts';
import type { Session } from '../database/session.ts';
import { statement } from '../database/prepared-statement.ts';
import { areIds, storable } from '../database/text.ts';
import { queueEvents } from './events.ts';

/** Records a fact: its audit entry, its events, and its entries in the books. */
export type Recording = (session: Session, fact: Fact) => Promise<void>;

type Line = ReturnType<typeof fromChange>;

export const makeAudit = (builder: Builder, books: (session: Session) => StoreLedger) => {
  const add = statement('add change', (line: Line) => builder.insertInto('change').values(newRow('change', line)));
  const ofSubjects = changesOf(builder);
  const record: Recording = async (session, fact) => {
    session.facts.push(fact);
    const subject = subjectOf(fact);
    queueEvents(session, subject, eventsOf(fact), fact.entry.at);
    const line = lineOf(fact);
    if (line) await session.run(add(storable(fromChange(subject.companyId, line)) as Line));
    await books(session).bookFact(fact);
  };
  const history = (session: Session): History => ({
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
