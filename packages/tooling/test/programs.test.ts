import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect } from 'chai';

const BUILD = join(import.meta.dirname, '../src/build-programs.mjs');
const NODE_VERSION = new URL('../src/node-version.mjs', import.meta.url).href;
const PROGRAMS = ['main', 'migrate', 'operator', 'console', 'courier'];

/** Saves compiling each program every time. */
const { NODE_COMPILE_CACHE } = process.env;

const run = (node: string, ...words: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(node, words, { encoding: 'utf8', env: { NODE_COMPILE_CACHE } });
  return { status, output: [stdout, stderr].join('') };
};

const refusal = (version: string) => ({
  status: 1,
  output: `Node 24 or newer is required; this is ${version}. Install it from https://nodejs.org and run the command again.\n`,
});

/** A Node on this machine that is too old for the programs, with its version. */
const oldNode = () =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'node'))
    .map((node) => ({ node, version: run(node, '--version').output.trim() }))
    .find(({ version }) => /^v(1[4-9]|2[0-3])\./.test(version));

const pretend = (version: string) =>
  `--import=data:text/javascript,Object.defineProperty(process,'version',{value:'${version}'})`;

describe('the built programs', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'programs-'));
    expect(run(process.execPath, BUILD, folder)).to.include({ status: 0 });
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const program of PROGRAMS)
    it(`refuse to start with an older Node, and report the required version: ${program}`, () => {
      const file = join(folder, `${program}.js`);
      expect(run(process.execPath, pretend('v23.11.1'), file)).to.deep.equal(refusal('v23.11.1'));
      // If the machine has an older Node, that cannot even parse the program.
      const old = oldNode();
      if (old) expect(run(old.node, file)).to.deep.equal(refusal(old.version));
    });

  it('start with Node 24 and newer', () => {
    const help = run(process.execPath, pretend('v100.0.0'), join(folder, 'operator.js'), '--help');
    expect(help.output).not.to.include('is required; this is');
  });

  it('refuse every Node older than 24, and no newer one', async () => {
    const { refuseOldNode } = (await import(NODE_VERSION)) as {
      readonly refuseOldNode: (oldest: number, version: string) => string | undefined;
    };
    for (const version of ['v9.11.2', 'v22.19.0', 'v23.11.1'])
      expect(`${refuseOldNode(24, version)}\n`).to.equal(refusal(version).output);
    for (const version of ['v24.0.0', 'v100.0.0']) expect(refuseOldNode(24, version)).to.equal(undefined);
  });
});
