import { expect } from 'chai';
import { readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { embeddedDatabase } from '@vehicle-insurance/embedded-database';
import { databasesInFolders, failure, query } from './databases.ts';

describe('an embedded database', () => {
  const { dir, start } = databasesInFolders();
  const asGuest = () => ({ dir: dir(), durable: false, isGuest: true, timeout: 30_000 });

  it('is PostgreSQL 18 in UTF-8 and UTC, independent of the machine’s locale', async () => {
    const { url } = await start();
    const settings = `current_setting('server_version_num')::int / 10000 as version,
      current_setting('server_encoding') as encoding, current_setting('timezone') as zone`;
    const rows = await query(url, `select ${settings}, upper('é') as upper`);
    expect(rows).to.deep.equal([{ version: 18, encoding: 'UTF8', zone: 'UTC', upper: 'É' }]);
  });

  it('rejects every connection without its password, which only its owner can read', async () => {
    const { url } = await start();
    const { password, port } = new URL(url);
    expect(await failure(query(`postgresql://postgres:postgres@127.0.0.1:${port}/postgres`, 'select 1'))).to.match(
      /password/,
    );
    expect(readFileSync(join(dir(), 'password'), 'utf8')).to.equal(password);
    expect(statSync(join(dir(), 'password')).mode & 0o777).to.equal(0o600);
    expect(statSync(join(dir(), 'data')).mode & 0o777).to.equal(0o700);
  });

  it('keeps its data and address over a restart, and its password while its data is on an unmounted disk', async () => {
    const first = await start();
    await query(first.url, 'create table kept as select 42 as answer');
    await first.stop();
    const [data, elsewhere] = [join(dir(), 'data'), join(dir(), 'elsewhere')];
    renameSync(data, elsewhere);
    symlinkSync(join(dir(), 'not-mounted'), data);
    expect(await failure(start())).to.match(/not mounted, mount the disk and start again\.$/);
    rmSync(data);
    renameSync(elsewhere, data);
    const second = await start();
    expect(second.url).to.equal(first.url);
    expect(await query(second.url, 'select answer from kept')).to.deep.equal([{ answer: 42 }]);
  });

  it('has one of several owners that start together, and rejects the others with one clear error', async () => {
    const starts = await Promise.allSettled([start(), start(), start()]);
    const [owner, ...more] = starts.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(more).to.deep.equal([]);
    for (const each of starts)
      if (each.status === 'rejected')
        expect((each.reason as Error).message).to.equal(
          `The database in ${dir()} is in use by another process. Stop that process first, or choose another folder.`,
        );
    expect(await query(owner?.url ?? '', 'select pg_sleep(0.2), 1 as one')).to.deep.include({ pg_sleep: '', one: 1 });
  });

  it('is used by a guest that arrives while it starts, and continues when the guest ends', async () => {
    const [owner, guest] = await Promise.all([start(), embeddedDatabase(asGuest())]);
    expect(guest.url).to.equal(owner.url);
    await guest.stop();
    expect(await query(owner.url, 'select 1 as one')).to.deep.equal([{ one: 1 }]);
  });

  it('is started by a guest if no process runs it, for one guest after the other', async () => {
    const first = await embeddedDatabase(asGuest());
    let isStopping = false;
    const second = embeddedDatabase(asGuest()).then((database) => ({ database, hasWaited: isStopping }));
    expect(await query(first.url, 'select pg_sleep(0.5), 1 as one')).to.deep.include({ pg_sleep: '', one: 1 });
    isStopping = true;
    await first.stop();
    const { database, hasWaited } = await second;
    expect(await query(database.url, 'select 1 as one')).to.deep.equal([{ one: 1 }]);
    await database.stop();
    expect(hasWaited).to.equal(true);
  });
});
