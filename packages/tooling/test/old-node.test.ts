import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect } from 'chai';

const ROOT = join(import.meta.dirname, '../../..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
/** Every command of package.json, and the script of CI. */
const ENTRIES = { ...scripts, '.ci/run': '.ci/run checks' };
/** These install the packages, and with them a Node that is new enough. */
const INSTALLING = ['start', 'test', 'ci', '.ci/run'];

/** A Node outside this project that is too old for it. */
const oldNode = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.startsWith(ROOT) && !folder.includes('node_modules'))
  .map((folder) => join(folder, 'node'))
  .map((node) => ({ node, version: spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? '' }))
  .find(({ version }) => /^v(2[0-3]|24\.[0-8])\./.test(version));

/** Loaded before each program, which then takes itself for a Node that cannot even install the packages. */
const ON_NODE_18 = `--import=data:text/javascript,Object.defineProperty(process,'version',{value:'v18.19.0'})`;

describe('every command, started with a Node that is too old', () => {
  let clone: string;
  let machine: string;

  before(function () {
    if (oldNode === undefined) {
      console.warn('This machine has no Node older than 24.9: the commands are not started with one.');
      return this.skip();
    }
    clone = mkdtempSync(join(tmpdir(), 'old-node-'));
    machine = join(clone, 'machine');
    mkdirSync(machine);
    symlinkSync(oldNode.node, join(machine, 'node'));
    // The network is away: npm cannot install anything.
    writeFileSync(
      join(machine, 'npm'),
      "#!/bin/sh\n[ $1 = --version ] && echo 11.0.0 && exit\necho 'npm error code ENOTFOUND' >&2; exit 1\n",
    );
    chmodSync(join(machine, 'npm'), 0o755);
    for (const part of [
      '.ci',
      'package.json',
      'package-lock.json',
      'packages/tooling/src',
      'packages/tooling/node/package-lock.json',
    ])
      cpSync(join(ROOT, part), join(clone, part), { recursive: true });
  });
  after(() => clone && rmSync(clone, { recursive: true }));

  const run = (cwd: string, command: string, env: NodeJS.ProcessEnv = {}) => {
    const path = [join(cwd, 'node_modules/.bin'), machine, '/usr/bin', '/bin'].join(delimiter);
    const options = { cwd, encoding: 'utf8', env: { PATH: path, HOME: clone, ...env } } as const;
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], options);
    const lines = `${stderr}${stdout}`.split('\n').filter((line) => line !== '' && !/^Installing /.test(line));
    return { status, lines };
  };

  for (const [name, command] of Object.entries(ENTRIES))
    it(`${name} reports the required version, or that it cannot install it, in one sentence`, () => {
      const { status, lines } = run(clone, command);
      expect(status).to.equal(1);
      if (INSTALLING.includes(name)) expect(lines[0]).to.match(/^The packages could not be downloaded: /);
      else expect(lines[0]).to.match(/^Node 24\.9\.0 or newer is required; this is v\S+\. Run npm .* once: /);
      const ofAnOldest = run(clone, command, { NODE_OPTIONS: ON_NODE_18 });
      expect(ofAnOldest.status).to.equal(1);
      expect(ofAnOldest.lines[0]).to.match(/^Node \S+ or newer is required; this is v18\.19\.0\. /);
      // .ci/run adds its summary.
      if (name !== '.ci/run') expect([lines.length, ofAnOldest.lines.length]).to.deep.equal([1, 1]);
    });

  it('uses the project’s own Node once that is installed', () => {
    const link = join(clone, 'node_modules/.bin/node');
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(process.execPath, link);
    const steps = join(clone, 'packages/tooling/src/steps.mjs');
    writeFileSync(join(dirname(link), 'oxlint'), '#!/usr/bin/env node\nconsole.log(process.version)\n');
    chmodSync(join(dirname(link), 'oxlint'), 0o755);
    // Even without npm, which puts the project's Node first on the PATH.
    const { lines } = run(machine, `node ${steps} check lint`);
    expect(lines).to.deep.equal([process.version]);
  });
});
