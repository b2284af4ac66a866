import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { startSandbox, type TestSandbox } from '../sandbox.ts';
import { outsideProject, tarballs, type OutsideProject } from './outside-project.ts';

// What `npm run packages` has packed, installed where nothing of this repository is. Run by `npm run test:packages`.

const INSTALLED = ['core', 'testkit', 'client', 'catalogue', 'contract-document', 'system'];

const failureOf = async (run: Promise<string>): Promise<string> =>
  run.then(
    (said) => `it has not failed: ${said}`,
    (failure: Error) => failure.message,
  );

describe('the packed libraries', function () {
  this.timeout(600_000);
  let project: OutsideProject;
  let sandbox: TestSandbox | undefined;

  before(async () => {
    project = await outsideProject(INSTALLED);
  });
  after(async () => {
    await sandbox?.stop();
    project.remove();
  });

  it('are packages as npm, Node and bundlers want them', async () => {
    const found = [];
    for (const [name, file] of tarballs()) {
      const { buffer } = new Uint8Array(readFileSync(file));
      const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
      found.push(...messages.map((message) => `${name}: ${formatMessage(message, pkg) ?? message.code}`));
    }
    expect(found).to.deep.equal([]);
    expect([...tarballs().keys()]).to.include.members(INSTALLED);
  });

  it('price with the core and nothing else', async () => {
    expect(await project.run('core-alone.ts')).to.contain('42398 F CFA insure AA123AB');
  });

  it('insure a car in memory, with the catalogue, the fonts and the thread that come with them', async () => {
    expect(await project.run('insure-in-memory.ts')).to.equal('VI-1-2026-000001: application/pdf, true\n');
  });

  it("prove a third party's adapter by its port's contract, and detect one that loses what it is given", async () => {
    expect(await project.run('own-documents.ts'))
      .to.match(/pass [1-9]/)
      .and.to.contain('fail 0');
    expect(await failureOf(project.run('own-documents.ts', '--forgetful')))
      .to.match(/pass \d+/)
      .and.to.match(/fail [1-9]/);
  });

  it('can be required by a CommonJS program', async () => {
    const script = `const { licencePlate } = require('@vehicle-insurance/core');
      const { insuranceClient } = require('@vehicle-insurance/client');
      console.log(licencePlate('aa 123 ab').unwrap(), typeof insuranceClient);`;
    expect(await project.run('--input-type=commonjs', '--eval', script)).to.equal('AA123AB function\n');
  });

  it('have types with which the examples of their READMEs compile, by the rules of Node and of bundlers', async () => {
    expect(await project.compile('nodenext.tsconfig.json')).to.equal('');
    expect(await project.compile('bundler.tsconfig.json')).to.equal('');
  });

  it('walk the whole journey through the client', async () => {
    sandbox = await startSandbox();
    const said = await project.run('client-journey.ts', join(sandbox.dataDir, 'sandbox.json'));
    expect(said).to.match(/\ncertificate \S+: http\S+\ninsured 1 time\n$/);
  });
});
