import type { ApiKeys, Catalogues, Companies, Environment, Instant } from '@vehicle-insurance/core';
import { sql } from 'kysely';
import { columnsOf } from '../tables/selection.ts';
import type { Builder } from '../tables/builder.ts';
import { newRow, rowsOf } from '../tables/rows.ts';
import type { Session } from '../database/session.ts';
import { statement } from '../database/prepared-statement.ts';
import { areIds, isStorable } from '../database/text.ts';
import type { Recording } from '../history/audit.ts';
import { emptyPage, onPage, type OnPage } from './pages.ts';

export const companies = (builder: Builder, record: Recording) => {
  const rows = rowsOf(builder, 'company', ['id']);
  const withName = rows.finder('company named', (query, { name }: { name: string }) => query.where('name', '=', name));
  /** Does not block inserts of rows that refer to the company. */
  const lock = rows.finder('lock company', (query, { id }: { id: string }) =>
    query.where('id', '=', id).forNoKeyUpdate(),
  );
  const list = statement('companies', () =>
    builder.selectFrom('company').select(columnsOf('company')).orderBy('number'),
  );
  const add = statement('add company and its counter', (company: NewCompany) =>
    builder
      .with('added', (db) => db.insertInto('company').values(newRow('company', company)).returning('id'))
      .insertInto('company_counter')
      .columns(['companyId'])
      .expression((db) => db.selectFrom('added').select('added.id as companyId')),
  );
  /** A company gets its journal at once, so that no event can precede the journal. */
  const open = statement('open journal of new company', ({ companyId }: { companyId: string }) =>
    builder.insertInto('journal').values({ companyId }),
  );
  type NewCompany = Parameters<Companies['add']>[0];

  return (session: Session): Companies => ({
    find: (id) => rows.find(session, id),
    lock: async (id) => (areIds(id) ? lock(session, { id }) : undefined),
    named: async (name) => (isStorable(name) ? withName(session, { name }) : undefined),
    list: () => session.run(list({})),
    add: async (company, entry) => {
      await session.run(add(company));
      await session.run(open({ companyId: company.id }));
      const added = await rows.find(session, company.id);
      if (!added) throw new Error('the company that was just added is missing');
      await record(session, { what: 'company', before: null, after: added, entry });
      return added;
    },
    save: async (company, entry) => {
      const before = await rows.save(session, company);
      await record(session, { what: 'company', before, after: company, entry });
    },
  });
};

interface OfEnvironment {
  readonly companyId: string;
  readonly environment: Environment;
}

export const apiKeys = (builder: Builder, record: Recording) => {
  const ofEnvironment = ({ companyId, environment }: OfEnvironment) =>
    builder.selectFrom('api_key').where('companyId', '=', companyId).where('environment', '=', environment);
  const rows = rowsOf(builder, 'api_key', ['id']);
  const withPrefix = rows.finder('key with prefix', (query, { prefix }: { prefix: string }) =>
    query.where('prefix', '=', prefix),
  );
  const beginning = statement('keys beginning', ({ prefix }: { prefix: string }) =>
    builder
      .selectFrom('api_key')
      .select('id')
      .where(sql<boolean>`starts_with(prefix, ${prefix})`)
      .limit(1),
  );
  const ofCompany = statement('keys of company', ({ companyId }: { companyId: string }) =>
    builder
      .selectFrom('api_key')
      .select(columnsOf('api_key'))
      .where('companyId', '=', companyId)
      .orderBy('created')
      .orderBy('id'),
  );
  const current = statement(
    'current keys of company',
    ({ companyId, environment, since }: OfEnvironment & { since: Instant }) =>
      ofEnvironment({ companyId, environment })
        .select(columnsOf('api_key'))
        .where(({ eb, or }) => or([eb('revoked', 'is', null), eb('created', '>', since)]))
        .orderBy('created')
        .orderBy('id'),
  );
  const page = statement('page of keys', ({ companyId, environment, before, limit }: OfEnvironment & OnPage) =>
    ofEnvironment({ companyId, environment })
      .select(columnsOf('api_key'))
      .orderBy('created', 'desc')
      .orderBy('id', 'desc')
      .offset(sql<number>`${before}::bigint`)
      .limit(sql<number>`${limit}::bigint`),
  );
  const count = statement('number of keys', (given: OfEnvironment) =>
    ofEnvironment(given).select(({ fn }) => fn.countAll<number>().as('total')),
  );
  return (session: Session): ApiKeys => ({
    find: async (idOrPrefix) => {
      if (!isStorable(idOrPrefix)) return undefined;
      return areIds(idOrPrefix) ? rows.find(session, idOrPrefix) : withPrefix(session, { prefix: idOrPrefix });
    },
    anyBeginning: async (prefix) => isStorable(prefix) && (await session.run(beginning({ prefix }))).length > 0,
    ofCompany: async (companyId) => (areIds(companyId) ? session.run(ofCompany({ companyId })) : []),
    current: async (companyId, environment, since) =>
      areIds(companyId) ? session.run(current({ companyId, environment, since })) : [],
    page: async (companyId, environment, request) => {
      if (!areIds(companyId)) return emptyPage(request);
      const [counted] = await session.run(count({ companyId, environment }));
      const data = await session.run(page({ ...onPage(companyId, request), environment }));
      return { ...request, data, total: Number(counted?.total ?? 0) };
    },
    add: async (key, entry) => {
      await rows.add(session, key);
      await record(session, { what: 'key', before: null, after: key, entry });
    },
    save: async (key, entry) => {
      const before = await rows.save(session, key);
      await record(session, { what: 'key', before, after: key, entry });
    },
  });
};

export const catalogues = (builder: Builder) => {
  /** If two concurrent loads get the same number, the primary key rejects the second load, which is retried. */
  const add = statement('add catalogue', ({ definition, loadedBy }: { definition: object; loadedBy: string }) =>
    builder
      .insertInto('catalogue')
      .columns(['version', 'definition', 'loadedBy'])
      .expression((db) =>
        db
          .selectFrom('catalogue')
          .select(({ fn }) => [
            sql<number>`${fn.coalesce(fn.max('version'), sql`0`)} + 1`.as('version'),
            sql<never>`${definition}::jsonb`.as('definition'),
            sql<string>`${loadedBy}::text`.as('loadedBy'),
          ]),
      )
      .returning('version'),
  );
  return (session: Session): Catalogues => ({
    add: async (definition, loadedBy) => {
      const [row] = await session.run(add({ definition, loadedBy }));
      if (!row) throw new Error('the catalogue that was just added is missing');
      return { ...definition, version: row.version };
    },
  });
};
