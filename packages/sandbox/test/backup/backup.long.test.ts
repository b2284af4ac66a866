import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { courierProgram } from '../../../courier/src/index.ts';
import { codesOn } from '../../../contract-document/test/codes.ts';
import { worldOn, type World } from '../api/world.ts';
import { queryAt } from '../processes/stored-laws.ts';
import { startSandbox } from '../sandbox.ts';
import { NO_PROGRAMS, postgresPrograms, startServer, type Server } from './postgres-programs.ts';

const SCRIPT = join(import.meta.dirname, '../../../../docker/backup/backup.sh');
/** Records the words that other users of the host see, and the password in the environment, which they do not see. */
const SPY = `#!/bin/sh
printf '%s\\n' "$*" >>"$SPIED/words"
printf '%s\\n' "$PGPASSWORD" >>"$SPIED/passwords"
exec "$PROGRAMS/\${0##*/}" "$@"
`;

const RIGHTS = join(import.meta.dirname, '../../../../docker/service-role.sql');

type Environment = Readonly<Record<string, string | undefined>>;

describe('the backup of a database with its documents', function () {
  this.timeout(180_000);
  const programs = postgresPrograms() ?? '';
  const started: Server[] = [];
  let folder: string;
  let world: World;

  const server = async (): Promise<Server> => {
    const made = await startServer(programs);
    started.push(made);
    for (const sql of ['create role courier login', 'create database courier owner courier'])
      await queryAt(made.superuserUrl)(sql);
    return made;
  };

  /** Runs the script as the containers do, and returns its status and the lines that it prints. */
  const backup = (environment: Environment, ...words: readonly string[]) =>
    new Promise<{ readonly status: number; readonly lines: readonly string[] }>((resolve) => {
      const env = {
        PATH: [join(folder, 'spied'), programs, process.env['PATH']].join(delimiter),
        ...{ SPIED: join(folder, 'spied'), PROGRAMS: programs, BACKUP_DIR: join(folder, 'backups') },
      };
      execFile('/bin/sh', [SCRIPT, ...words], { env: { ...env, ...environment } }, (error, stdout, stderr) =>
        resolve({ status: error ? Number(error.code ?? -1) : 0, lines: `${stdout}${stderr}`.trim().split('\n') }),
      );
    });

  /** The server needs no password, and ignores this one. */
  const withPassword = (url = ''): string => url.replace('@', ':pa%73s%2Dof-owner@');
  const original = () => ({
    DATABASE_URL: withPassword(started[0]?.url),
    DATA_DIR: world.sandbox.dataDir,
    API_URL: world.baseUrl,
    COURIER_DATABASE_URL: withPassword(courierOf(started[0])),
  });

  /** The courier's database on a server. */
  const courierOf = (on?: Server): string =>
    (on?.url ?? '').replace('//vehicle_insurance@', '//courier@').replace(/\/vehicle_insurance$/, '/courier');
  const courier = async (on: Server, ...words: readonly string[]): Promise<string> => {
    let printed = '';
    const environment = {
      COURIER_DATABASE_URL: courierOf(on),
      COURIER_API_URL: world.baseUrl,
      COURIER_LOOPBACK: 'yes',
    };
    const output = { write: (text: string) => void (printed += text) };
    const program = courierProgram(
      { ...environment, API_KEY: world.apiKey ?? '' },
      output,
      new AbortController().signal,
    );
    await program.parseAsync(words, { from: 'user' });
    return printed;
  };

  before(async function () {
    if (programs === '') {
      console.warn(NO_PROGRAMS);
      return this.skip();
    }
    folder = mkdtempSync(join(tmpdir(), 'backup-'));
    mkdirSync(join(folder, 'spied'));
    for (const name of ['psql', 'pg_dump', 'pg_restore'])
      writeFileSync(join(folder, 'spied', name), SPY, { mode: 0o755 });
    const { url: DATABASE_URL } = await server();
    world = worldOn(await startSandbox({ DATABASE_URL }));
    const { contract } = await world.insured();
    await world.documented(contract.id);
    await courier(started[0] as Server, 'endpoint', 'add', 'http://127.0.0.1:1/hook', '--after', '0');
    await queryAt(DATABASE_URL)(readFileSync(RIGHTS, 'utf8').replace(":'password'", "'of the service'"));
  });
  after(async () => {
    await world?.stop();
    for (const { stop } of started) await stop();
    if (folder) rmSync(folder, { recursive: true });
  });

  const made = async (): Promise<string> => {
    const { status, lines } = await backup(original(), 'make');
    expect(status, lines.join('\n')).to.equal(0);
    const [, name = ''] =
      /^The backup (\S+) is complete, with the courier's database: all rows and the totals of the books are the same, and its 2 documents were copied\.$/.exec(
        lines.at(-1) ?? '',
      ) ?? [];
    return name;
  };

  const fileOf = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());
  const published = async ({ baseUrl }: World): Promise<unknown> =>
    (await fetch(`${baseUrl}/.well-known/vehicle-insurance-proof-keys.json`)).json();
  const booksOf = ({ operator }: World) => operator.text('books', 'ledger');

  const scratchDatabases = async (on = original().DATABASE_URL): Promise<readonly string[]> => {
    const sql = `select datname from pg_database where datname like 'verify%'`;
    return (await queryAt(on)<{ datname: string }>(sql)).map(({ datname }) => datname);
  };

  it('is restored on another server with the same contracts, books, documents and proofs', async () => {
    const name = await made();
    expect(await backup(original(), 'list')).to.deep.equal({ status: 0, lines: [name] });
    const other = await server();
    const data = mkdtempSync(join(folder, 'data-'));
    const password = join(folder, 'service_password');
    writeFileSync(password, 'of-the-service');
    const elsewhere = { DATABASE_URL: withPassword(other.url), DATA_DIR: data, SERVICE_PASSWORD_FILE: password };
    const own = { COURIER_DATABASE_URL: courierOf(other) };
    await expectRefused(
      { ...elsewhere, COURIER_DATABASE_URL: '' },
      ['restore', name],
      /^The backup contains the courier/,
    );
    await expectRefused({ ...elsewhere }, ['restore', name], /^The database of COURIER_DATABASE_URL is not empty\./);
    const { status, lines } = await backup({ ...elsewhere, ...own }, 'restore', name);
    expect(status, lines.join('\n')).to.equal(0);
    expect(lines.at(-1)).to.match(
      /are the same, and its 2 documents are there, though their content was not compared\. /,
    );
    const [endpoint, again] = [
      await courier(started[0] as Server, 'endpoint', 'list'),
      await courier(other, 'endpoint', 'list'),
    ];
    expect(endpoint).to.contain('http://127.0.0.1:1/hook');
    expect(again).to.equal(endpoint);
    // The secrets are backed up separately.
    for (const file of ['secrets.json', 'sandbox.json'])
      copyFileSync(join(world.sandbox.dataDir, file), join(data, file));

    const restored = worldOn(await startSandbox({ DATABASE_URL: other.url }, data));
    try {
      const [contracts, restoredContracts] = await Promise.all(
        [world, restored].map(
          async (each) => (await each.get<{ data: readonly { id: string }[] }>('/contract')).body.data,
        ),
      );
      expect(contracts).to.have.length(1);
      const id = contracts?.[0]?.id ?? '';
      expect(restoredContracts?.map((each) => each.id)).to.deep.equal([id]);
      const [before, after] = [await world.contract(id), await restored.contract(id)];
      // The links lead to this process.
      expect({ ...after, documents: {} }).to.deep.equal({ ...before, documents: {} });
      const papers = await Promise.all([before, after].map((each) => fileOf(each.documents.contractDocumentUrl ?? '')));
      expect(papers[1]?.equals(papers[0] ?? Buffer.of()), 'the contract’s document').to.equal(true);
      expect((await codesOn(new Uint8Array(papers[1] ?? []))).length).to.equal(2);
      expect(await booksOf(restored)).to.equal(await booksOf(world));
      expect(await published(restored)).to.deep.equal(await published(world));
      const keys = readFileSync(join(folder, 'backups', name, 'proof-keys.json'), 'utf8');
      expect(JSON.parse(keys)).to.deep.equal(await published(world));
    } finally {
      await restored.stop();
    }
  });

  it('is verified in a scratch database, which is removed', async () => {
    const name = await made();
    // What a killed process left long ago, here and in another environment.
    await queryAt(original().DATABASE_URL)(`create database verify_${Math.floor(Date.now() / 1_000) - 18_010}_1a`);
    await queryAt(started[0]?.superuserUrl ?? '')('create database verify_1700000000_2b');
    const { status, lines } = await backup(original(), 'verify');
    expect(status, lines.join('\n')).to.equal(0);
    expect(lines.at(-1)).to.equal(
      `The backup ${name} can be restored, with the courier's database: all rows and the totals of the books are the same, and its 2 documents are as they were copied.`,
    );
    expect(await scratchDatabases()).to.deep.equal(['verify_1700000000_2b']);
  });

  it('is kept as unverified, without its scratch database, if it is stopped while it is verified', async () => {
    const [spied, began] = [mkdtempSync(join(folder, 'stopped-')), join(folder, 'began')];
    writeFileSync(join(spied, 'pg_restore'), `#!/bin/sh\ntouch ${began}\nexec /bin/sleep 60\n`, { mode: 0o755 });
    writeFileSync(join(spied, 'sleep'), '#!/bin/sh\n', { mode: 0o755 });
    const BACKUP_DIR = join(folder, 'stopped');
    const env = { ...original(), PATH: [spied, programs, process.env['PATH']].join(delimiter), BACKUP_DIR };
    const before = await scratchDatabases();
    const nightly = spawn('/bin/sh', [SCRIPT, 'nightly'], { env });
    const ended = once(nightly, 'exit');
    while (!existsSync(began)) await setImmediate();
    expect(await scratchDatabases()).to.have.length(before.length + 1);
    const told = Date.now();
    nightly.kill();
    expect((await ended)[0]).to.equal(0);
    expect(Date.now() - told).to.be.below(30_000);
    expect(await scratchDatabases()).to.deep.equal(before);
    expect(
      readdirSync(BACKUP_DIR)
        .filter((name) => name !== 'documents')
        .join(),
    ).to.match(/^\S+Z\.unverified(,documents.SHA256SUMS)$/);
  });

  it('is recorded for the metrics and replaces older ones only after it could be restored', async () => {
    const lastOf = () => queryAt(original().DATABASE_URL)<{ at: Date }>(`select at from job_run where job = 'backup'`);
    // While the clock was wrong.
    await queryAt(original().DATABASE_URL)(`update job_run set at = now() + interval '1 year' where job = 'backup'`);
    const name = await made();
    const at = name.replace(/(T..)-(..)-/, '$1:$2:');
    expect((await lastOf()).map((row) => row.at.toISOString())).to.deep.equal([at.replace('Z', '.000Z')]);
    const full = mkdtempSync(join(folder, 'full-'));
    const FAILING = `#!/bin/sh\necho 'pg_restore: error: the disk is full' >&2\nexit 1\n`;
    writeFileSync(join(full, 'pg_restore'), FAILING, { mode: 0o755 });
    const environment = { PATH: [full, programs, process.env['PATH']].join(delimiter), BACKUP_KEEP: '2' };
    for (const _ of [1, 2])
      await expectRefused(environment, ['make'], /^The backup could not be restored: the disk is full\.$/);
    const unverified = () => readdirSync(join(folder, 'backups')).filter((each) => each.endsWith('.unverified'));
    expect(unverified()).to.have.length(1);
    expect((await lastOf()).map((row) => row.at.toISOString())).to.deep.equal([at.replace('Z', '.000Z')]);
    expect((await backup({ ...original(), BACKUP_KEEP: '2' }, 'make')).status).to.equal(0);
    const { lines } = await backup(original(), 'list');
    expect(lines).to.have.length(2);
    expect(lines[0]).to.equal(name);
    expect(unverified()).to.deep.equal([]);
  });

  it('is verified on another server, if it has enough space', async () => {
    const other = started[1] as Server;
    const VERIFY_DATABASE_URL = other.superuserUrl.replace('@', ':pa%73s%2Dof-superuser@');
    const { status, lines } = await backup({ ...original(), VERIFY_DATABASE_URL }, 'make');
    expect(status, lines.join('\n')).to.equal(0);
    expect(await scratchDatabases(other.url)).to.deep.equal([]);
    expect(other.log()).to.match(/create database verify_\d{10}_[0-9a-f]{16}/);
    const full = mkdtempSync(join(folder, 'df-'));
    const psql = `#!/bin/sh\ncase "$*" in *disk.sql*) echo 1 ;; *) exec "$PROGRAMS/psql" "$@" ;; esac\n`;
    writeFileSync(join(full, 'psql'), psql, { mode: 0o755 });
    await expectRefused(
      { PATH: [full, programs, process.env['PATH']].join(delimiter) },
      ['verify'],
      /^The database needs \d+ MB, but the server on which the backup is verified has 0 MB left\. Free some, or set VERIFY_DATABASE_URL/,
    );
  });

  it('does not claim that documents are in the bucket', async () => {
    for (const word of ['make', 'verify']) {
      const { status, lines } = await backup({ ...original(), STORAGE: 's3' }, word);
      expect(status, lines.join('\n')).to.equal(0);
      expect(lines.at(-1)).to.match(
        /: all rows and the totals of the books are the same, but whether the bucket contains its 2 documents was not checked\.$/,
      );
    }
  });

  const expectRefused = async (
    environment: Environment,
    words: readonly string[],
    why: RegExp,
    expected = 1,
  ): Promise<void> => {
    const { status, lines } = await backup({ ...original(), ...environment }, ...words);
    expect(status, lines.join('\n')).to.equal(expected);
    expect(lines.at(-1)).to.match(why);
    expect(lines.filter((line) => !/^(\d\/|   )/.test(line))).to.have.length(1);
  };

  it('is refused if a row, a table, a document or a file differs', async () => {
    const name = await made();
    const at = (file: string) => join(folder, 'backups', name, file);
    const totals = readFileSync(at('database-totals.txt'), 'utf8');
    const sums = readFileSync(at('SHA256SUMS'), 'utf8');
    appendFileSync(at('database-totals.txt'), 'public.another|1|1\n');
    await expectRefused({}, ['verify', name], /^The backup \S+ is damaged: a file differs from its checksum/);
    for (const [changed, difference] of [
      [totals.replace(/^(public\.contract\|\d+\|).*$/m, '$11'), /^The restored database .* in public\.contract\./],
      [`${totals}public.lost|0|0\n`, /^The restored database differs from the original in public\.lost\./],
      [totals.replace(/^public\.event\|.*\n/m, ''), /^The restored database .* in public\.event\./],
      ['', /^The backup \S+ lacks the totals of its database\. Use another backup\.$/],
    ] as const) {
      writeFileSync(at('database-totals.txt'), changed);
      const sum = createHash('sha256').update(changed).digest('hex');
      writeFileSync(at('SHA256SUMS'), sums.replace(/^\w+(?= [ *](?:\.\/)?database-totals\.txt$)/m, sum));
      await expectRefused({}, ['verify', name], difference);
    }
    const key = readFileSync(at('documents.txt'), 'utf8').split('\n')[0] ?? '';
    writeFileSync(at('database-totals.txt'), totals);
    writeFileSync(at('SHA256SUMS'), sums);
    const copy = join(folder, 'backups/documents', key);
    appendFileSync(copy, 'damage');
    // In another language, where its translations are installed, sha256sum prints other words.
    const inFrench = { LC_ALL: 'C.UTF-8', LANGUAGE: 'fr' };
    await expectRefused(inFrench, ['verify', name], /^The document \S+ is damaged in the backup\. Remove it from /);
    truncateSync(copy);
    await expectRefused({}, ['verify', name], /^The document \S+ is missing in the backup\. Make another backup\./);
    await made();
    expect((await backup(original(), 'verify', name)).status).to.equal(0);
  });

  it('ends with one sentence that explains each failure', async () => {
    await expectRefused({}, ['restore', 'another'], /^There is no backup another in /);
    await expectRefused({ DATABASE_URL: '' }, ['make'], /^Set DATABASE_URL, or DATABASE_URL_FILE/);
    const unreadable = { DATABASE_URL: '', DATABASE_URL_FILE: '/none' };
    await expectRefused(unreadable, ['make'], /^DATABASE_URL_FILE refers to \/none, which cannot be read\.$/);
    const away = 'postgres://nobody@127.0.0.1:1/none';
    await expectRefused({ DATABASE_URL: away }, ['make'], /^The database could not be dumped: .*Connection refused/);
    await expectRefused({}, ['restore', await made()], /^The database of DATABASE_URL is not empty\./);
    await expectRefused({}, ['mend'], /^Use make, nightly, list, verify or restore\./);
  });

  it('backs up the database although the courier’s cannot be backed up, and fails at the end', async () => {
    const withCourier = await made();
    const last = () => queryAt(original().DATABASE_URL)(`select at from job_run where job = 'backup'`);
    const recorded = await last();
    const absent = `An earlier backup contains the courier's database, but`;
    for (const [COURIER_DATABASE_URL, why, more] of [
      ['postgres://nobody@127.0.0.1:1/none', `The courier's database could not be read: .*Connection refused`, {}],
      [
        'postgres://courier@courier-postgres.invalid/courier',
        `${absent} it could not be read: could not translate host name`,
        {},
      ],
      [original().DATABASE_URL, `${absent} the database of COURIER_DATABASE_URL has no schema courier\\.`, {}],
      [undefined, `${absent} COURIER_DATABASE_URL is not set\\.`, {}],
      [undefined, 'COURIER_DATABASE_URL_FILE refers to /none, ', { COURIER_DATABASE_URL_FILE: '/none' }],
    ] as const)
      await expectRefused(
        { COURIER_DATABASE_URL, ...more, BACKUP_KEEP: '1' },
        ['make'],
        new RegExp(
          `^The backup \\S+ is complete, but without the courier's database\\. ${why}.* If you no longer send webhooks, empty COURIER_DATABASE_URL, `,
        ),
        2,
      );
    expect(await last()).to.deep.equal(recorded);
    const { lines: kept } = await backup(original(), 'list');
    expect(kept).to.have.length(2).and.to.include(withCourier);
    expect((await backup(original(), 'verify')).lines.at(-1)).to.match(/ can be restored, without a courier: /);
    const ended = await backup({ ...original(), COURIER_DATABASE_URL: '' }, 'make');
    expect(ended.lines.at(-1)).to.match(/ is complete, without a courier: /);
    const BACKUP_DIR = join(folder, 'without-courier');
    for (const COURIER_DATABASE_URL of [undefined, 'postgres://courier@courier-postgres.invalid/courier'])
      expect((await backup({ ...original(), COURIER_DATABASE_URL, BACKUP_DIR }, 'make')).status).to.equal(0);
  });

  it('is restored although the courier uses a schema of the same database', async () => {
    const [name, other] = [await made(), started[1] as Server];
    const environment = { BACKUP_DIR: join(folder, 'same'), DATA_DIR: mkdtempSync(join(folder, 'data-')) };
    const restored = async (database: string, from: string, BACKUP_DIR: string): Promise<Environment> => {
      await queryAt(other.url)(`create database ${database}`);
      const url = other.url.replace(/\w+$/, database);
      const addresses = { DATABASE_URL: url, COURIER_DATABASE_URL: url };
      const { status, lines } = await backup({ ...environment, ...addresses, BACKUP_DIR }, 'restore', from);
      expect(status, lines.join('\n')).to.equal(0);
      expect(lines.at(-1)).to.contain(", with the courier's database: ");
      return { ...environment, ...addresses, DATA_DIR: original().DATA_DIR };
    };
    const same = await restored('one', name, join(folder, 'backups'));
    const { status, lines } = await backup(same, 'make');
    expect(status, lines.join('\n')).to.equal(0);
    const [of = ''] = (await backup(same, 'list')).lines;
    await restored('two', of, environment.BACKUP_DIR);
  });

  it('restores nothing if the courier’s part cannot be restored, and warns if there is none', async () => {
    const [name, other] = [await made(), started[1] as Server];
    await queryAt(other.url)('create database three');
    const [url, admin] = [other.url, other.superuserUrl].map((each) => each.replace(/\w+$/, 'three'));
    const addresses = { DATABASE_URL: url, DATA_DIR: mkdtempSync(join(folder, 'data-')) };
    // The courier's role may not create a schema there.
    const forbidden = { ...addresses, COURIER_DATABASE_URL: courierOf(other).replace(/\w+$/, 'three') };
    await expectRefused(
      forbidden,
      ['restore', name],
      /^The courier's database could not be restored: permission denied/,
    );
    const tables = `select from pg_tables where schemaname = 'public'`;
    expect(await queryAt(admin ?? '')(tables)).to.deep.equal([]);
    const BACKUP_DIR = join(folder, 'no-courier');
    const without = await backup({ ...original(), BACKUP_DIR, COURIER_DATABASE_URL: '' }, 'make');
    const [, of = ''] = /^The backup (\S+) is complete/.exec(without.lines.at(-1) ?? '') ?? [];
    const { status, lines } = await backup({ ...original(), ...addresses, BACKUP_DIR }, 'restore', of);
    expect(status, lines.join('\n')).to.equal(0);
    expect(lines.join('\n')).to.match(/^ *the backup has no courier's database, but COURIER_DATABASE_URL has one: /m);
  });

  it('backs up the database and the other documents although one document is missing', async () => {
    const elsewhere = { BACKUP_DIR: join(folder, 'new'), DATA_DIR: mkdtempSync(join(folder, 'data-')) };
    const [lost = '', ...others] = readFileSync(join(folder, 'backups', await made(), 'documents.txt'), 'utf8')
      .trim()
      .split('\n');
    for (const key of others)
      cpSync(join(world.sandbox.dataDir, 'documents', key), join(elsewhere.DATA_DIR, 'documents', key));
    const lacks = `, but \\S+ lacks 1 of its documents, such as ${lost}\\.`;
    await expectRefused(elsewhere, ['make'], new RegExp(`^The backup \\S+ is complete${lacks}`), 2);
    for (const key of others) expect(existsSync(join(elsewhere.BACKUP_DIR, 'documents', key))).to.equal(true);
    const other = await server();
    await queryAt(other.url)('create role vehicle_insurance_service');
    const addresses = { DATABASE_URL: other.url, COURIER_DATABASE_URL: courierOf(other) };
    const restored = { ...elsewhere, ...addresses, DATA_DIR: mkdtempSync(join(folder, 'data-')) };
    const [name = ''] = (await backup({ ...original(), ...restored }, 'list')).lines;
    await expectRefused(restored, ['restore', name], new RegExp(`^The backup \\S+ is restored${lacks}`));
    for (const key of others) expect(existsSync(join(restored.DATA_DIR, 'documents', key))).to.equal(true);
  });

  it('shows no password in the list of processes', () => {
    const [words = '', passwords = ''] = ['words', 'passwords'].map((name) =>
      readFileSync(join(folder, 'spied', name), 'utf8'),
    );
    expect(words).to.contain('--format=custom').and.to.contain('--single-transaction');
    expect(words).to.not.match(/pa%73s|pass-of|of-the-service/);
    expect(passwords).to.contain('pass-of-superuser\n');
    expect(passwords).to.contain('pass-of-owner\n');
  });

  it('is made at the given time of every night, until the process is told to stop', async () => {
    const [spied, waits] = [mkdtempSync(join(folder, 'nightly-')), join(folder, 'waits')];
    // Only the first wait ends at once.
    const sleep = `#!/bin/sh\necho "$1" >>${waits}\n[ "$(wc -l <${waits})" -eq 1 ] || exec /bin/sleep "$1"\n`;
    writeFileSync(join(spied, 'sleep'), sleep, { mode: 0o755 });
    const night = { BACKUP_DIR: join(folder, 'nights'), BACKUP_AT: '09:08' };
    const PATH = [spied, programs, process.env['PATH']].join(delimiter);
    const began = Math.floor(Date.now() / 1_000);
    const nightly = spawn('/bin/sh', [SCRIPT, 'nightly'], { env: { PATH, ...original(), ...night } });
    const ended = once(nightly, 'exit');
    const waited = (): readonly number[] =>
      existsSync(waits) ? readFileSync(waits, 'utf8').trim().split('\n').map(Number) : [];
    while (waited().length < 3) await setImmediate();
    nightly.kill();
    expect((await ended)[0]).to.equal(0);
    expect((await backup(night, 'list')).lines.join()).to.match(/^\S+Z$/);
    const [first = 0, , second = 0] = waited();
    expect((began + first) % 86_400).to.be.closeTo(9 * 3_600 + 8 * 60, 5);
    expect(second).to.be.within(1, 86_400);
  });

  it('keeps the newest backups only', async () => {
    await made();
    const { lines } = await backup({ ...original(), BACKUP_KEEP: '1' }, 'make');
    const [, newest = ''] = /^The backup (\S+) is complete/.exec(lines.at(-1) ?? '') ?? [];
    expect(await backup(original(), 'list')).to.deep.equal({ status: 0, lines: [newest] });
  });
});
