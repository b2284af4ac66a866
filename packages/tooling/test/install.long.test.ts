import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { freshClone, goneProcess } from './clone.ts';

/** What `npm ci` reports, and what the person who typed the command reads of it. */
const REPORTS: readonly (readonly [what: string, report: string, read: RegExp])[] = [
  ['no network', 'npm error code ENOTFOUND\nnpm error syscall getaddrinfo', /registry cannot be reached/],
  ['a full disk', 'npm error code ENOSPC\nnpm error syscall write', /disk is full/],
  [
    'a folder that fills while it is emptied',
    'npm error code ENOTEMPTY\nnpm error syscall rmdir\nnpm error path /a\nnpm error errno -39\nnpm error ENOTEMPTY: directory not empty',
    /\(ENOTEMPTY: directory not empty\)/,
  ],
  [
    'a failing install script',
    'npm error code 1\nnpm error path /a\nnpm error command failed\nnpm error command sh -c make\nnpm error no compiler',
    /\(no compiler\)/,
  ],
  ['nothing', '', /\(npm ci ended with 1\)/],
];

describe('the first step of every command', () => {
  let clone: Awaited<ReturnType<typeof freshClone>>;

  beforeEach(async () => {
    clone = await freshClone();
  });

  afterEach(() => clone.remove());

  const expectOneLine = (stderr: string, wanted: RegExp): void => {
    const [line = '', ...more] = stderr
      .trim()
      .split('\n')
      .filter((each) => !each.startsWith('Installing'));
    expect(more).to.deep.equal([]);
    expect(line)
      .to.match(wanted)
      .and.match(/run the command again|Run "npm ci"|then "npm ci"/);
  };

  it('installs what is missing, and leaves stdout to the command', async () => {
    const installation = clone.install();
    const npm = await clone.npm();
    clone.fill();
    npm.end(0);
    expect(await installation.ended).to.include({ status: 0, stdout: '' });
    expect(existsSync(clone.lock)).to.equal(false);
  });

  it('says nothing and starts no npm when nothing is missing', async () => {
    clone.fill();
    expect(await clone.install().ended).to.include({ status: 0, stdout: '', stderr: '' });
    expect(clone.npms()).to.equal(0);
  });

  it('installs again when a package has been removed', async () => {
    clone.fill();
    clone.lose();
    const installation = clone.install();
    const npm = await clone.npm();
    clone.fill();
    npm.end(0);
    expect(await installation.ended).to.include({ status: 0 });
  });

  for (const [what, report, read] of REPORTS)
    it(`gives npm's reason in one line: ${what}`, async () => {
      const installation = clone.install();
      (await clone.npm()).end(1, report);
      const { status, stderr } = await installation.ended;
      expect(status).to.equal(1);
      expectOneLine(stderr, read);
    });

  it('says which npm is needed', async () => {
    clone.npmOf('9.8.7');
    expectOneLine((await clone.install().ended).stderr, /npm 10 or newer is needed, this is 9\.8\.7/);
    expectOneLine((await clone.installWithoutNpm().ended).stderr, /npm is not on the PATH/);
  });

  // Proves: starts-without-install-scripts
  it('runs the install scripts it needs, and no other, where they are switched off', async () => {
    const installation = clone.install();
    const installing = await clone.npm();
    expect(installing.words).to.include('ci').and.not.include('--ignore-scripts=false');
    clone.fillWithoutNode();
    installing.end(0);
    const npm = await clone.npm();
    expect(npm.words.slice(0, 3)).to.deep.equal(['rebuild', '--ignore-scripts=false', 'left']);
    expect(npm.words.slice(3).filter((word) => !word.startsWith('--'))).to.deep.equal([]);
    clone.fill();
    npm.end(0);
    expect(await installation.ended).to.include({ status: 0, stdout: '' });
  });

  it('runs them alone when only they are missing, and says so when they do not do it', async () => {
    clone.fillWithoutNode();
    const installation = clone.install();
    const npm = await clone.npm();
    expect(npm.words).to.include('rebuild');
    npm.end(0);
    expectOneLine((await installation.ended).stderr, /install scripts are switched off/);
    expect(clone.npms()).to.equal(1);
  });

  // Proves: starts-without-install-scripts
  it('says that the machine has another C library, and leaves its own Node in use', async () => {
    const installation = clone.install();
    const npm = await clone.npm();
    clone.fill();
    clone.foreignNode();
    npm.end(0);
    expectOneLine((await installation.ended).stderr, /built for the C library glibc/);
    expect(existsSync(join(clone.root, 'node_modules/.bin/node'))).to.equal(false);
  });

  it('says that the lockfile is missing or damaged', async () => {
    writeFileSync(join(clone.root, 'package-lock.json'), '<<<<<<< ours');
    expectOneLine((await clone.install().ended).stderr, /package-lock\.json is missing or damaged/);
    rmSync(join(clone.root, 'package-lock.json'));
    expectOneLine((await clone.install().ended).stderr, /package-lock\.json is missing or damaged/);
  });

  it('says that the folder belongs to another user', async () => {
    clone.makeReadOnly();
    const { status, stderr } = await clone.installAsAnybody().ended;
    expect(status).to.equal(1);
    expectOneLine(stderr, /not yours to write in/);
  });
});

describe('an installation that is interrupted', () => {
  let clone: Awaited<ReturnType<typeof freshClone>>;

  beforeEach(async () => {
    clone = await freshClone();
  });

  afterEach(() => clone.remove());

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    it(`by ${signal} ends by it, and its npm and its lock before`, async () => {
      const installation = clone.install();
      const npm = await clone.npm();
      installation.kill(signal);
      await npm.gone;
      expect(await installation.ended).to.include({ status: null, signal, stdout: '' });
      expect(existsSync(clone.lock)).to.equal(false);
    });

  it('leaves neither an npm that does not listen nor what that one has started', async () => {
    const installation = clone.install({ DEAF: '1' });
    const [npm, script] = [await clone.npm(), await clone.npm()];
    installation.kill('SIGINT');
    await Promise.all([npm.gone, script.gone]);
    expect(await installation.ended).to.include({ signal: 'SIGINT' });
  });

  it('is started again by the next command', async () => {
    const interrupted = clone.install();
    await clone.npm();
    interrupted.kill('SIGINT');
    await interrupted.ended;
    const next = clone.install();
    const npm = await clone.npm();
    clone.fill();
    npm.end(0);
    expect(await next.ended).to.include({ status: 0 });
  });

  it('by a kill keeps its lock as long as its npm lives: the next one waits, says so once, and uses what that installed', async () => {
    const killed = clone.install();
    const npm = await clone.npm();
    killed.kill('SIGKILL');
    const next = clone.install();
    await next.says('waiting for it');
    clone.fill();
    npm.end(0);
    const { status, stderr } = await next.ended;
    expect(status).to.equal(0);
    expect(stderr.trim().split('\n')).to.have.length(1);
    expect(clone.npms()).to.equal(1);
  });
});

describe('the lock of an installation', () => {
  let clone: Awaited<ReturnType<typeof freshClone>>;

  beforeEach(async () => {
    clone = await freshClone();
  });

  afterEach(() => clone.remove());

  it('lets two commands that start together install once', async () => {
    const both = [clone.install(), clone.install()];
    const npm = await clone.npm();
    await Promise.race(both.map(({ says }) => says('waiting for it')));
    clone.fill();
    npm.end(0);
    for (const { ended } of both) expect(await ended).to.include({ status: 0 });
    expect(clone.npms()).to.equal(1);
  });

  for (const [what, content] of [
    ['empty', () => ''],
    ['unreadable', () => 'nobody'],
    ['of a process that is gone', goneProcess],
  ] as const)
    it(`is taken over when it is ${what}, by one of two`, async () => {
      writeFileSync(clone.lock, content());
      const both = [clone.install(), clone.install()];
      const npm = await clone.npm();
      await Promise.race(both.map(({ says }) => says('waiting for it')));
      clone.fill();
      npm.end(0);
      for (const { ended } of both) expect(await ended).to.include({ status: 0 });
      expect(clone.npms()).to.equal(1);
      expect(existsSync(clone.lock)).to.equal(false);
    });

  it('is taken over when the process it names is gone, and its id has come again', async () => {
    const installation = clone.installNamedInTheLock();
    const npm = await clone.npm();
    clone.fill();
    npm.end(0);
    expect(await installation.ended).to.include({ status: 0 });
    expect(existsSync(clone.lock)).to.equal(false);
  });

  it('says what to remove when it is no file', async () => {
    mkdirSync(clone.lock);
    const { status, stderr } = await clone.install().ended;
    expect(status).to.equal(1);
    expect(stderr.trim().split('\n')).to.have.length(1);
    expect(stderr).to.include(`Remove ${clone.lock} and run the command again.`);
  });
});
