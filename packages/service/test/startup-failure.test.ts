import { StoreUnavailable } from '@vehicle-insurance/core';
import { ForeignDatabase } from '@vehicle-insurance/persistence';
import { expect } from 'chai';
import { readConfiguration } from '../src/configuration/read-configuration.ts';
import { explainStartupFailure } from '../src/startup-failure.ts';

const said = (error: Error, environment: Readonly<Record<string, string>> = {}): string =>
  explainStartupFailure(
    error,
    readConfiguration({ ENVIRONMENT: 'sandbox', DATA_DIR: '/data', ...environment }).unwrap(),
  );

const postgres = (code: string, message: string): Error => Object.assign(new Error(message), { code });

const DATABASE_URL = 'postgres://service:swordfish@db.internal:5432/insurance';

describe('a failed start', () => {
  it('names the database that does not respond, without its password', () => {
    // The driver has codes of class 08 for a server that it cannot reach.
    for (const cause of [undefined, postgres('08006', 'connection failure')])
      expect(said(new StoreUnavailable('away', { cause }), { DATABASE_URL })).to.equal(
        'nothing responds at db.internal:5432. Start the database, or correct DATABASE_URL.',
      );
    expect(said(new StoreUnavailable(), { DATABASE_URL: 'postgres:///db?host=/run/postgresql' })).to.equal(
      'nothing responds at its address. Start the database, or correct DATABASE_URL.',
    );
  });

  // Proves: 503-database-read-only
  it('explains why a database that responds cannot be used', () => {
    const standby = new StoreUnavailable('the database takes no changes', {
      cause: postgres('25006', 'cannot execute UPDATE in a read-only transaction'),
    });
    expect(said(standby, { DATABASE_URL })).to.equal(
      'the database at db.internal:5432 responds but cannot be used now: the database takes no changes. Wait until it can be used, or correct DATABASE_URL.',
    );
  });

  it('explains why a configured database refuses the service', () => {
    expect(said(postgres('28P01', 'password authentication failed for user "service"'), { DATABASE_URL })).to.equal(
      'the database at db.internal:5432 cannot be used: password authentication failed for user "service". Correct DATABASE_URL, or the rights of its user.',
    );
  });

  it('explains what to do with a database of another environment', () => {
    const foreign = new ForeignDatabase(
      'The database belongs to production, but this program runs as sandbox.',
      'Set ENVIRONMENT.',
    );
    expect(said(foreign, { DATABASE_URL })).to.equal(foreign.message);
    expect(said(foreign)).to.equal(
      'The database belongs to production, but this program runs as sandbox. The database is in /data/database: set DATA_DIR to another folder.',
    );
  });

  it('explains what to do with its own damaged database', () => {
    for (const code of ['28P01', '3D000', 'XX001', '58P01'])
      expect(said(postgres(code, 'invalid page'))).to.equal(
        'The database in /data/database is damaged: invalid page. Restore the folder from a backup, or delete it to start with an empty database.',
      );
  });

  it('does not change other messages', () => {
    for (const code of ['ENOENT', 'EPIPE', '42601']) expect(said(postgres(code, 'Say it so.'))).to.equal('Say it so.');
    expect(said(new Error('Say it so.'), { DATABASE_URL })).to.equal('Say it so.');
  });
});
