import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { changedUntil, databasesInFolders, failure, ownerBy, query } from './databases.ts';

const ownerOf = (folder: string) =>
  ownerBy([process.execPath, fileURLToPath(new URL('owner.ts', import.meta.url)), folder]);

describe('an embedded database that was not stopped', () => {
  const { dir, start } = databasesInFolders();

  it('stops a server that outlived its killed owner, even with a connected client, and keeps the committed data', async () => {
    const abandoned = await ownerOf(dir());
    await query(abandoned.url, 'create table kept as select 42 as answer');
    expect(await query(abandoned.url, 'show fsync')).to.deep.equal([{ fsync: 'on' }]);
    const client = new pg.Client({ connectionString: abandoned.url });
    const cut = new Promise<void>((resolve) => client.on('error', () => undefined).on('end', () => resolve()));
    await client.connect();
    await abandoned.end('SIGKILL');
    const { url } = await start();
    await cut;
    expect(await query(url, 'select answer from kept')).to.deep.equal([{ answer: 42 }]);
  });

  it('waits for the last processes of a killed server', async () => {
    const { url, end } = await ownerOf(dir());
    await query(url, 'create table kept as select 42 as answer');
    const busy = failure(query(url, 'select sum(n) from generate_series(1, 20000000) n'));
    const server = Number(readFileSync(join(dir(), 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(server, 'SIGKILL');
    await end('SIGKILL');
    const again = await start();
    expect(await query(again.url, 'select answer from kept')).to.deep.equal([{ answer: 42 }]);
    await busy;
  });

  it('starts even if another process has the id of its old server', async () => {
    const first = await start();
    await first.stop();
    writeFileSync(join(dir(), 'data', 'postmaster.pid'), `${process.pid}\n`);
    const { url } = await start();
    expect(await query(url, 'select pg_sleep(0.2), 1 as one')).to.deep.include({ pg_sleep: '', one: 1 });
  });

  it('creates the cluster again if the first attempt was interrupted', async () => {
    await (await start()).stop();
    rmSync(join(dir(), 'data', 'PG_VERSION'));
    renameSync(join(dir(), 'data'), join(dir(), 'data.unfinished'));
    const { url } = await start();
    expect(await query(url, 'select pg_sleep(0.2), 1 as one')).to.deep.include({ pg_sleep: '', one: 1 });
  });

  it('leaves no process when its owner ends without stopping it', async () => {
    const script = `const { embeddedDatabase } = await import('@vehicle-insurance/embedded-database');
      await embeddedDatabase({ dir: ${JSON.stringify(dir())}, durable: false }); `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      stdio: 'inherit',
    });
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).to.equal(0);
    const data = join(dir(), 'data');
    await changedUntil(data, () => !existsSync(join(data, 'postmaster.pid')));
  });
});
