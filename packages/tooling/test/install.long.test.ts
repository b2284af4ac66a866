import { existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { freshClone, endedProcess, type Installation } from './clone.ts';

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

describe('the installation before every command', () => {
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

  /** Lets the next npm install the missing packages; the installations must then succeed. */
  const installs = async (...installations: readonly Installation[]): Promise<void> => {
    const npm = await clone.npm();
    if (installations.length > 1)
      await Promise.race(installations.map(({ waitForOutput }) => waitForOutput('waiting for it')));
    clone.fill();
    npm.end(0);
    for (const { ended } of installations) expect(await ended).to.include({ status: 0, stdout: '' });
    expect(existsSync(clone.lock)).to.equal(false);
  };

  it('installs missing packages, prints nothing on stdout, and installs again if a package was removed', async () => {
    await installs(clone.install());
    clone.lose();
    await installs(clone.install());
  });

  const node = () => join(clone.root, 'node_modules/.bin/node');

  it('installs no packages for development, and adds them on request without removing the others', async () => {
    const starting = clone.install();
    const npm = await clone.npm();
    expect(npm.words.slice(0, 2)).to.deep.equal(['ci', '--omit=dev']);
    clone.fill();
    npm.end(0);
    expect(await starting.ended).to.include({ status: 0, stdout: '' });
    const testing = clone.installAll();
    const adding = await clone.npm();
    expect(adding.words.slice(0, 3)).to.deep.equal(['install', '--no-save', '--include=dev']);
    clone.fill(true);
    adding.end(0);
    expect(await testing.ended).to.include({ status: 0, stdout: '' });
    expect(await clone.install().ended).to.include({ status: 0, stderr: '' });
  });

  it('keeps the packages for development up to date once they are installed', async () => {
    clone.fill(true);
    clone.lose();
    const installation = clone.install();
    const npm = await clone.npm();
    expect(npm.words.slice(0, 2)).to.deep.equal(['ci', '--include=dev']);
    clone.fill(true);
    npm.end(0);
    expect(await installation.ended).to.include({ status: 0, stdout: '' });
  });

  it('installs all packages again if adding those for development was interrupted, since some may be half unpacked', async () => {
    await installs(clone.install());
    const interrupted = clone.installAll();
    const adding = await clone.npm();
    interrupted.kill('SIGINT');
    await Promise.all([adding.gone, interrupted.ended]);
    const next = clone.installAll();
    const npm = await clone.npm();
    expect(npm.words.slice(0, 2)).to.deep.equal(['ci', '--include=dev']);
    clone.fill(true);
    npm.end(0);
    expect(await next.ended).to.include({ status: 0, stdout: '' });
  });

  it('keeps what npm start needs if the packages for development cannot be added', async () => {
    await installs(clone.install());
    const testing = clone.installAll();
    (await clone.npm()).end(1, 'npm error code ENOTFOUND');
    expect(await testing.ended).to.include({ status: 1 });
    expect(await clone.install().ended).to.include({ status: 0, stderr: '' });
  });

  it('uses the machine’s own Node if that is new enough', async () => {
    await installs(clone.install());
    expect(realpathSync(node())).to.equal(realpathSync(process.execPath));
    expect(clone.npms()).to.equal(1);
  });

  it('downloads a Node while it installs the packages if the machine’s own is too old, and keeps only its program', async () => {
    const installation = clone.installOnAnOldNode();
    const both = [await clone.npm(), await clone.npm()];
    expect(both.map(({ words }) => words[1])).to.have.members(['--omit=dev', '--ignore-scripts=false']);
    clone.fill();
    clone.fillNode();
    for (const npm of both) npm.end(0);
    expect(await installation.ended).to.include({ status: 0, stdout: '' });
    const program = realpathSync(node());
    expect(program).to.include(join(clone.root, 'packages/tooling/node/'));
    expect(existsSync(join(dirname(program), '../node_modules'))).to.equal(false);
    expect(await clone.installOnAnOldNode().ended).to.include({ status: 0, stderr: '' });
  });

  /** Lets npm download a Node; the link must then lead to it. */
  const downloadsNode = async (installation: Installation): Promise<void> => {
    const npm = await clone.npm();
    expect(npm.words.slice(0, 2)).to.deep.equal(['ci', '--ignore-scripts=false']);
    clone.fillNode();
    npm.end(0);
    expect(await installation.ended).to.include({ status: 0, stdout: '' });
    expect(realpathSync(node())).to.include(join(clone.root, 'packages/tooling/node/'));
  };

  it('replaces the Node that an earlier release installed among the packages', async () => {
    clone.fill();
    clone.linkOldNode();
    await downloadsNode(clone.installOnAnOldNode());
  });

  it('uses the machine’s own Node although the Node of an earlier installation runs this command', async () => {
    clone.fill();
    clone.linkOldNode();
    expect(await clone.installOnItsOwnNode().ended).to.include({ status: 0, stdout: '' });
    expect(realpathSync(node())).to.equal(realpathSync(process.execPath));
    expect(clone.npms()).to.equal(0);
  });

  it('downloads a Node if the machine’s own was replaced by an older one', async () => {
    await installs(clone.install());
    await downloadsNode(clone.installOnAnOldNode());
  });

  it('downloads the Node again if its program was removed', async () => {
    clone.fill();
    await downloadsNode(clone.installOnAnOldNode());
    clone.loseNode();
    const installation = clone.installOnAnOldNode();
    await downloadsNode(installation);
    expect((await installation.ended).stderr).to.match(/^Installing the missing packages\./);
  });

  it('links the Node again without npm if its link was removed', async () => {
    await installs(clone.install());
    rmSync(node());
    expect(await clone.install().ended).to.include({ status: 0, stdout: '' });
    expect(existsSync(node())).to.equal(true);
    expect(clone.npms()).to.equal(1);
  });

  it('prints nothing and starts no npm if nothing is missing', async () => {
    await installs(clone.install());
    const npms = clone.npms();
    expect(await clone.install().ended).to.include({ status: 0, stdout: '', stderr: '' });
    expect(clone.npms()).to.equal(npms);
  });

  for (const [what, report, read] of REPORTS)
    it(`reports npm's reason in one line: ${what}`, async () => {
      const installation = clone.install();
      (await clone.npm()).end(1, report);
      const { status, stderr } = await installation.ended;
      expect(status).to.equal(1);
      expectOneLine(stderr, read);
    });

  it('reports the required npm version', async () => {
    clone.npmOf('9.8.7');
    expectOneLine((await clone.install().ended).stderr, /npm 10 or newer is required; this is 9\.8\.7/);
    expectOneLine((await clone.installWithoutNpm().ended).stderr, /npm is not on the PATH/);
  });

  // Proves: starts-without-install-scripts
  it('runs only the required install scripts if they are switched off', async () => {
    const installation = clone.install();
    const installing = await clone.npm();
    expect(installing.words).to.include('ci').and.not.include('--ignore-scripts=false');
    clone.fillWithoutScripts();
    installing.end(0);
    const npm = await clone.npm();
    expect(npm.words.slice(0, 3)).to.deep.equal(['rebuild', '--ignore-scripts=false', 'left']);
    expect(npm.words.slice(3).filter((word) => !word.startsWith('--'))).to.deep.equal([]);
    clone.fill();
    npm.end(0);
    expect(await installation.ended).to.include({ status: 0, stdout: '' });
  });

  it('runs only the install scripts if only they are missing, and reports an error if that is not enough', async () => {
    clone.fillWithoutScripts();
    const installation = clone.install();
    const npm = await clone.npm();
    expect(npm.words).to.include('rebuild');
    npm.end(0);
    expectOneLine((await installation.ended).stderr, /install scripts are switched off/);
    expect(clone.npms()).to.equal(1);
  });

  // Proves: starts-without-install-scripts
  it('reports that the machine has another C library, and links no Node that does not run', async () => {
    clone.fill();
    const installation = clone.installOnAnOldNode();
    const npm = await clone.npm();
    clone.fillNode(true);
    npm.end(0);
    expectOneLine((await installation.ended).stderr, /built for the C library glibc/);
    expect(existsSync(node())).to.equal(false);
  });

  it('reports that the lockfile is missing or damaged', async () => {
    const lockfile = join(clone.root, 'package-lock.json');
    for (const spoil of [() => writeFileSync(lockfile, '<<<<<<< ours'), () => rmSync(lockfile)]) {
      spoil();
      expectOneLine((await clone.install().ended).stderr, /package-lock\.json is missing or damaged/);
    }
  });

  it('reports that the folder belongs to another user', async () => {
    clone.makeReadOnly();
    const { status, stderr } = await clone.installAsAnybody().ended;
    expect(status).to.equal(1);
    expectOneLine(stderr, /no permission to write/);
  });

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    it(`ends by ${signal} after its npm and its lock, and the next command starts again`, async () => {
      const interrupted = clone.install();
      const npm = await clone.npm();
      interrupted.kill(signal);
      await npm.gone;
      expect(await interrupted.ended).to.include({ status: null, signal, stdout: '' });
      expect(existsSync(clone.lock)).to.equal(false);
      if (signal === 'SIGINT') await installs(clone.install());
    });

  it('ends npm and all its processes when interrupted, even if npm ignores the signal', async () => {
    const installation = clone.install({ DEAF: '1' });
    const [npm, script] = [await clone.npm(), await clone.npm()];
    installation.kill('SIGINT');
    await Promise.all([npm.gone, script.gone]);
    expect(await installation.ended).to.include({ signal: 'SIGINT' });
  });

  it('keeps its lock if it is killed while npm continues; the next installation waits, reports that once, and uses the result', async () => {
    const killed = clone.install();
    const npm = await clone.npm();
    killed.kill('SIGKILL');
    const next = clone.install();
    await next.waitForOutput('waiting for it');
    clone.fill();
    npm.end(0);
    const { status, stderr } = await next.ended;
    expect(status).to.equal(0);
    expect(stderr.trim().split('\n')).to.have.length(1);
    expect(clone.npms()).to.equal(1);
  });

  for (const [what, content] of [
    ['missing', undefined],
    ['empty', () => ''],
    ['unreadable', () => 'no number'],
    ['of a process that has ended', endedProcess],
  ] as const)
    it(`installs once when two commands start together and the lock is ${what}`, async () => {
      if (content !== undefined) writeFileSync(clone.lock, content());
      await installs(clone.install(), clone.install());
      expect(clone.npms()).to.equal(1);
    });

  it('takes over the lock if the process that held it has ended and its id was reused', async () => {
    await installs(clone.installNamedInTheLock());
  });

  it('reports what to remove if the lock is not a file', async () => {
    mkdirSync(clone.lock);
    const { status, stderr } = await clone.install().ended;
    expect(status).to.equal(1);
    expect(stderr.trim().split('\n')).to.have.length(1);
    expect(stderr).to.include(`Remove ${clone.lock} and run the command again.`);
  });
});
