import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect } from 'chai';

const BUILD = join(import.meta.dirname, '../src/build-programs.mjs');
const NODE_VERSION = new URL('../src/node-version.mjs', import.meta.url).href;
const PROGRAMS = ['main', 'migrate', 'operator', 'console', 'courier'];

/** Node need not compile each program every time. */
const { NODE_COMPILE_CACHE } = process.env;

const run = (node: string, ...words: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(node, words, { encoding: 'utf8', env: { NODE_COMPILE_CACHE } });
  return { status, said: [stdout, stderr].join('') };
};

const refusal = (version: string) => ({
  status: 1,
  said: `Node 24 or newer is needed, this is ${version}. Install it from https://nodejs.org and run the command again.\n`,
});

/** The Node of this machine that is too old for the programs, and its version. */
const oldNode = () =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'node'))
    .map((node) => ({ node, version: run(node, '--version').said.trim() }))
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
    it(`${program} refuses to start with an older Node, and names the Node it needs`, () => {
      const file = join(folder, `${program}.js`);
      expect(run(process.execPath, pretend('v23.11.1'), file)).to.deep.equal(refusal('v23.11.1'));
      // The machine's own, where it has an older one, cannot even parse the program.
      const old = oldNode();
      if (old) expect(run(old.node, file)).to.deep.equal(refusal(old.version));
    });

  it('start with Node 24 and newer', () => {
    const help = run(process.execPath, pretend('v100.0.0'), join(folder, 'operator.js'), '--help');
    expect(help.said).not.to.include('is needed, this is');
  });

  it('refuse every Node before 24, and none from 24 on', async () => {
    const { refuseOldNode } = (await import(NODE_VERSION)) as {
      readonly refuseOldNode: (oldest: number, version: string) => string | undefined;
    };
    for (const version of ['v9.11.2', 'v22.19.0', 'v23.11.1'])
      expect(`${refuseOldNode(24, version)}\n`).to.equal(refusal(version).said);
    for (const version of ['v24.0.0', 'v100.0.0']) expect(refuseOldNode(24, version)).to.equal(undefined);
  });
});
