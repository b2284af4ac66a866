import { expect } from 'chai';
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import {
  borrowedDatabase,
  type EmbeddedDatabase,
  embeddedDatabase,
  removeDatabase,
} from '@vehicle-insurance/embedded-database';

const owner = fileURLToPath(new URL('owner.ts', import.meta.url));
const LENDER = fileURLToPath(new URL('lender.ts', import.meta.url));

const query = async (url: string, sql: string): Promise<readonly Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
};

const failure = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no failure',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

/** Waits until the folder no longer has the file. */
const removed = async (folder: string, file: string): Promise<void> => {
  const watcher = watch(folder);
  while (existsSync(join(folder, file))) await once(watcher, 'change');
  watcher.close();
};

/** Starts a process that owns the database in the folder, and waits for the address. */
const ownerOf = async (folder: string): Promise<{ url: string; kill: () => Promise<unknown> }> => {
  const child = spawn(process.execPath, [owner, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const exit = once(child, 'exit');
  return {
    url: line.toString().trim(),
    kill: () => {
      child.kill('SIGKILL');
      return exit;
    },
  };
};

describe('an embedded database', () => {
  let dir: string;
  const running: EmbeddedDatabase[] = [];

  const start = async (folder = dir): Promise<EmbeddedDatabase> => {
    const database = await embeddedDatabase({ dir: folder, durable: false });
    running.push(database);
    return database;
  };

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'embedded-database-'));
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((database) => database.stop()));
    removeDatabase(dir);
  });

  it('is PostgreSQL 18 in UTF-8 and UTC, whatever the machine speaks', async () => {
    const { url } = await start();
    const rows = await query(
      url,
      `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding,
              current_setting('timezone') as zone, upper('é') as upper`,
    );
    expect(rows).to.deep.equal([{ version: 18, encoding: 'UTF8', zone: 'UTC', upper: 'É' }]);
  });

  it('lets nobody in without its password, which only its owner can read', async () => {
    const { url } = await start();
    const { password, port } = new URL(url);
    expect(await failure(query(`postgresql://postgres:postgres@127.0.0.1:${port}/postgres`, 'select 1'))).to.match(
      /password/,
    );
    expect(readFileSync(join(dir, 'password'), 'utf8')).to.equal(password);
    expect(statSync(join(dir, 'password')).mode & 0o777).to.equal(0o600);
    expect(statSync(join(dir, 'data')).mode & 0o777).to.equal(0o700);
  });

  it('keeps its data from one start to the next', async () => {
    const first = await start();
    await query(first.url, 'create table kept as select 42 as answer');
    await first.stop();
    const second = await start();
    expect(await query(second.url, 'select answer from kept')).to.deep.equal([{ answer: 42 }]);
  });

  it('refuses a second owner with one clear error and goes on serving the first', async () => {
    const { url } = await start();
    expect(await failure(embeddedDatabase({ dir }))).to.equal(
      `The database in ${dir} is in use by another process. Stop that one first, or choose another folder.`,
    );
    expect(await query(url, 'select pg_sleep(0.2), 1 as one')).to.deep.include({ pg_sleep: '', one: 1 });
  });

  it('waits, when asked to, for an owner that is about to end', async () => {
    const first = await start();
    const second = embeddedDatabase({ dir, durable: false, timeout: 10_000 });
    await first.stop();
    const { url, stop } = await second;
    expect(await query(url, 'select pg_sleep(0.2), 1 as one')).to.deep.include({ pg_sleep: '', one: 1 });
    await stop();
  });

  it('gives the folder to exactly one of several that start at once', async () => {
    const outcomes = await Promise.allSettled([start(), start(), start()]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
  });

  it('tells other processes its address while it runs, and nothing after', async () => {
    const asked = Promise.all([start(), borrowedDatabase(dir)]);
    const [{ url, stop }] = await asked;
    expect((await borrowedDatabase(dir))?.url).to.equal(url);
    await stop();
    expect(await borrowedDatabase(dir)).to.equal(undefined);
  });

  it('goes on, where asked to, until whoever has borrowed it is done', async () => {
    const { url, stopWhenUnused } = await start();
    const [first, second] = await Promise.all([borrowedDatabase(dir), borrowedDatabase(dir)]);
    let stopped = false;
    const stopping = stopWhenUnused().then(() => (stopped = true));
    first?.giveBack();
    expect(await query(url, 'select pg_sleep(0.2), 1 as one')).to.deep.include({ pg_sleep: '', one: 1 });
    const third = await borrowedDatabase(dir);
    second?.giveBack();
    expect(await query(third?.url ?? '', 'select pg_sleep(0.2), 1 as one')).to.deep.include({ pg_sleep: '', one: 1 });
    expect(stopped).to.equal(false);
    third?.giveBack();
    await stopping;
    expect(await failure(query(url, 'select 1'))).to.contain('ECONNREFUSED');
  });

  it('goes on for who borrows it while its owner waits for the others, until the last is done', async () => {
    const lender = fork(LENDER, [dir], { execArgv: [] });
    const ended = once(lender, 'exit');
    await once(lender, 'message');
    const first = await borrowedDatabase(dir);
    lender.send('stop');
    await once(lender, 'disconnect');
    const second = await borrowedDatabase(dir);
    first?.giveBack();
    expect(await query(second?.url ?? '', 'select pg_sleep(0.2), 1 as one')).to.deep.include({ pg_sleep: '', one: 1 });
    second?.giveBack();
    expect(await ended).to.deep.equal([0, null]);
  });

  it('is found again where it was, after it was stopped and started', async () => {
    const { url, stop } = await start();
    await stop();
    expect((await start()).url).to.equal(url);
  });

  it('starts again after its owner was killed, with the data committed by then', async () => {
    const abandoned = await ownerOf(dir);
    await query(abandoned.url, 'create table kept as select 42 as answer');
    await abandoned.kill();
    const { url } = await start();
    expect(await query(url, 'select answer from kept')).to.deep.equal([{ answer: 42 }]);
  });

  it('stops a server that outlived its owner, though a client still uses it', async () => {
    const abandoned = await ownerOf(dir);
    const client = new pg.Client({ connectionString: abandoned.url });
    const cut = new Promise<void>((resolve) => client.on('error', () => undefined).on('end', () => resolve()));
    await client.connect();
    await abandoned.kill();
    const { url } = await start();
    await cut;
    expect(await query(url, 'select pg_sleep(0.2), 1 as one')).to.deep.include({ pg_sleep: '', one: 1 });
  });

  it('waits for the last processes of a server that was killed itself', async () => {
    const { url, kill } = await ownerOf(dir);
    await query(url, 'create table kept as select 42 as answer');
    const busy = failure(query(url, 'select sum(n) from generate_series(1, 20000000) n'));
    const server = Number(readFileSync(join(dir, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(server, 'SIGKILL');
    await kill();
    const again = await start();
    expect(await query(again.url, 'select answer from kept')).to.deep.equal([{ answer: 42 }]);
    await busy;
  });

  it('is not deceived by a process that has been given the id of its old server', async () => {
    const first = await start();
    await first.stop();
    writeFileSync(join(dir, 'data', 'postmaster.pid'), `${process.pid}\n`);
    const { url } = await start();
    expect(await query(url, 'select pg_sleep(0.2), 1 as one')).to.deep.include({ pg_sleep: '', one: 1 });
  });

  it('makes the cluster anew when the first attempt was cut short', async () => {
    await (await start()).stop();
    rmSync(join(dir, 'data', 'PG_VERSION'));
    renameSync(join(dir, 'data'), join(dir, 'data.unfinished'));
    const { url } = await start();
    expect(await query(url, 'select pg_sleep(0.2), 1 as one')).to.deep.include({ pg_sleep: '', one: 1 });
  });

  it('works in a folder whose path is too long for a socket', async () => {
    const long = join(dir, 'x'.repeat(120));
    const { url } = await start(long);
    expect((await borrowedDatabase(long))?.url).to.equal(url);
  });

  it('leaves no process behind when its owner ends without stopping it', async () => {
    const script = `const { embeddedDatabase } = await import('@vehicle-insurance/embedded-database');
      await embeddedDatabase({ dir: ${JSON.stringify(dir)}, durable: false }); `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      stdio: 'inherit',
    });
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).to.equal(0);
    await removed(join(dir, 'data'), 'postmaster.pid');
  });
});
