import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { startSandbox, type TestSandbox } from '../sandbox.ts';
import { entryPoints, outsideProject, packLibraries, tarballs, type OutsideProject } from './outside-project.ts';

// The packed libraries, installed outside this repository.

const INSTALLED = ['core', 'testkit', 'client', 'catalogue', 'contract-document', 'system'];

describe('the packed libraries', function () {
  this.timeout(600_000);
  let project: OutsideProject;
  let sandbox: TestSandbox | undefined;

  before(async () => {
    packLibraries();
    project = await outsideProject(INSTALLED);
  });
  after(async () => {
    await sandbox?.stop();
    project.remove();
  });

  it('are valid packages for npm, Node and bundlers', async () => {
    const found = [];
    for (const [name, file] of tarballs()) {
      const { buffer } = new Uint8Array(readFileSync(file));
      const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
      found.push(...messages.map((message) => `${name}: ${formatMessage(message, pkg) ?? message.code}`));
    }
    expect(found).to.deep.equal([]);
    expect([...tarballs().keys()]).to.include.members(INSTALLED);
  });

  it('price a quote with the core alone', async () => {
    expect(await project.run('core-alone.ts')).to.contain('42398 F CFA insure AA123AB');
  });

  it('insure a car in memory with the included catalogue', async () => {
    expect(await project.run('whole-core.ts')).to.match(/\nCertificate CI-\d+: issued\n$/);
  });

  it('draw a contract with the included fonts and worker thread', async () => {
    const script = `import { pdfContractDocument } from '@vehicle-insurance/contract-document';
      import { aCertificate, aContract, aQuote, aVehicle } from '@vehicle-insurance/testkit';
      const sold = { contract: aContract(), quote: aQuote(), vehicle: aVehicle(), certificate: aCertificate() };
      const said = { companyName: 'Courtage', insurer: { name: 'Assurances' }, conditions: null, payment: null };
      const papers = pdfContractDocument();
      console.log((await papers.render({ ...sold, ...said, proof: null, authorityCode: null })).length > 10_000);
      await papers.close();`;
    expect(await project.run('--input-type=module', '--eval', script)).to.equal('true\n');
  });

  it('can be required by a CommonJS program', async () => {
    const script = `const { licencePlate } = require('@vehicle-insurance/core');
      const { insuranceClient } = require('@vehicle-insurance/client');
      console.log(licencePlate('aa 123 ab').unwrap(), typeof insuranceClient);`;
    expect(await project.run('--input-type=commonjs', '--eval', script)).to.equal('AA123AB function\n');
  });

  it('have types with which the examples of their READMEs compile, for Node and for bundlers', async () => {
    const rules = ['nodenext.tsconfig.json', 'bundler.tsconfig.json'];
    expect(await Promise.all(rules.map((each) => project.compile(each)))).to.deep.equal(['', '']);
  });

  it('complete the whole journey with the client', async () => {
    sandbox = await startSandbox();
    const said = await project.run('client-journey.ts', join(sandbox.dataDir, 'sandbox.json'));
    expect(said).to.match(/\ncertificate \S+: http\S+\ninsured 1 time\n$/);
  });

  describe('with all other packed libraries installed beside them', () => {
    before(() => project.addTheOthers());

    it('can be loaded through each of their entry points', async () => {
      const script = entryPoints([...tarballs().keys()])
        .map((name) => `await import('${name}');`)
        .join('\n');
      expect(await project.run('--input-type=module', '--eval', `${script}\nprocess.exit();`)).to.equal('');
    });

    it('serve the page that checks papers with its browser script', async () => {
      const script = `import { verifierScript } from '@vehicle-insurance/proofs';
        console.log((await verifierScript()).includes('navigator.serviceWorker'));`;
      expect(await project.run('--input-type=module', '--eval', script)).to.equal('true\n');
    });

    it('create test databases and test the store on them, in several files of Node’s test runner at once', async () => {
      const said = await project.run('--test', 'database/one-store.ts', 'database/other-store.ts');
      expect(said)
        .to.match(/pass [1-9]/)
        .and.to.contain('fail 0');
    });

    it('test the store and the adapters of docs/adapters.md with mocha', async () => {
      const mocha = ['node_modules/mocha/bin/mocha.js', '--timeout', '60000'];
      const adapters = ['adapter/sqlite-documents', 'orange-money/orange-money', 'push-wallet/push-wallet'];
      for (const file of ['database/mocha-store.mjs', ...adapters.map((adapter) => `${adapter}.test.ts`)])
        expect(await project.run(...mocha, file), file).to.match(/[1-9]\d* passing/);
    });

    it('work as shown in their READMEs', async () => {
      expect(await project.compile('every-package.tsconfig.json')).to.equal('');
    });
  });
});
