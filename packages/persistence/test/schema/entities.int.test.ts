import { MikroORM } from '@mikro-orm/postgresql';
import { expect } from 'chai';
import { ENTITIES } from '../../src/tables/entities.ts';
import { storeForCases } from '../test-store.ts';

/** Statements that would adapt the schema to the entities, without constraints, indexes and defaults. */
const changesOfColumns = async (url: string): Promise<readonly string[]> => {
  const orm = await MikroORM.init({ clientUrl: url, entities: ENTITIES, ensureDatabase: false });
  try {
    const changes = await orm.schema.getUpdateSchemaSQL({ wrap: false });
    return changes
      .split('\n')
      .filter(
        (line) => /create table|drop table|\b(?:add|alter column|drop column) "/.test(line) && !/ default\b/.test(line),
      );
  } finally {
    await orm.close(true);
  }
};

/** Tables that other programs write, namely the migrator, the check of the environment and the console. */
const OTHERS = [
  'database_environment',
  'migration',
  ...['history', 'link', 'proposal', 'session'].map((table) => `console"."${table}`),
];

/** MikroORM treats numbers that the database assigns as separate sequences, not as identities. */
const NUMBERED = ['change', 'company', 'event', 'payment_pause'];

describe('the entities', () => {
  const test = storeForCases();

  it('describe every column of every table that the store uses, as in the migrated schema', async () => {
    const changes = await changesOfColumns(test.url);
    const known = [
      ...OTHERS.map((table) => `drop table if exists "${table}" cascade;`),
      ...NUMBERED.flatMap((table) =>
        changes.filter((line) => line.startsWith(`alter table "${table}" `) && line.includes('"number"')),
      ),
    ];
    expect(changes.filter((line) => !known.includes(line))).to.deep.equal([]);
  });
});
