import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { readSandboxFile, type SandboxFile } from '../../src/sandbox-file.ts';
import { eventually, startSandbox, type TestSandbox } from '../sandbox.ts';
import {
  entryPoints,
  outsideProject,
  packLibraries,
  tarballs,
  withDependencies,
  type OutsideProject,
} from './outside-project.ts';

// The packed libraries, installed outside this repository.

const INSTALLED = ['core', 'testkit', 'client', 'catalogue', 'contract-document', 'system'];
const INSTALLED_WITH_SANDBOX = withDependencies(['sandbox', 'client']);

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

    it('keep documents in buckets and send traces, with the optional packages', async () => {
      const script = `import { observability, readConfiguration, serviceLog } from '@vehicle-insurance/service';
        import { s3Documents } from '@vehicle-insurance/storage';
        const nowhere = 'http://127.0.0.1:9';
        const documents = await s3Documents({
          ...{ bucket: 'papers', region: 'af-south-1', endpoint: nowhere },
          credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
        });
        console.log((await documents.check()).unwrapErr().code);
        const variables = readConfiguration({ ENVIRONMENT: 'sandbox', OTEL_EXPORTER_OTLP_ENDPOINT: nowhere }).unwrap();
        const observer = await observability(variables, serviceLog({ level: 'silent' }));
        console.log(typeof observer.aroundWork);
        await observer.close();`;
      expect(await project.run('--input-type=module', '--eval', script)).to.equal('unreachable\nfunction\n');
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

    it('have types that compile in a strict project, those of every entry point and of every README', async () => {
      expect(await project.compile('every-package.tsconfig.json')).to.equal('');
    });
  });
});

describe('the packed sandbox, installed with only its dependencies', function () {
  this.timeout(600_000);
  let project: OutsideProject;

  before(async () => {
    packLibraries();
    project = await outsideProject(INSTALLED_WITH_SANDBOX);
    project.addExample('integration');
    await project.addTools('vitest@5', 'jest@30');
  });
  after(() => project.remove());

  // Proves: sandbox-installed
  it('is started by a test with Node’s runner', async () => {
    expect(await project.runIn('integration', ['--test', 'insurance.test.ts'])).to.contain('pass 4');
  });

  // Proves: sandbox-installed
  it('is started by a test with vitest', async () => {
    const said = await project.runIn('integration/vitest', ['../../node_modules/vitest/vitest.mjs', 'run'], {
      NO_COLOR: '1',
    });
    expect(said).to.match(/Tests +2 passed/);
  });

  // Proves: sandbox-installed
  it('is started by a test with jest', async () => {
    const jest = ['--experimental-vm-modules', '../../node_modules/jest/bin/jest.js', '--json'];
    expect(JSON.parse(await project.runIn('integration/jest', jest))).to.include({ success: true, numPassedTests: 2 });
  });

  it('has the testkit beside it, which creates test databases with vitest and with jest', async () => {
    await project.addPackages('testkit');
    for (const [name, runner] of Object.entries({ vitest: 'vitest', jest: '@jest/globals' }))
      writeFileSync(
        join(project.folder, `database/${name}.test.mjs`),
        `import { afterAll, expect, test } from '${runner}';
         import { createsDatabases } from './creates-databases.mjs';
         createsDatabases({ test, afterAll, expect });`,
      );
    const words = ['../node_modules/vitest/vitest.mjs', 'run', 'vitest.test.mjs'];
    expect(await project.runIn('database', words, { NO_COLOR: '1' })).to.match(/Tests +1 passed/);
    const jest = [
      '--experimental-vm-modules',
      '../node_modules/jest/bin/jest.js',
      '--json',
      '--rootDir=.',
      '--transform={}',
    ];
    const said = await project.runIn('database', [...jest, '--testMatch=**/jest.test.mjs']);
    expect(JSON.parse(said)).to.include({ success: true, numPassedTests: 1 });
  });

  // Proves: sandbox-installed
  it('runs as a command, with the operator’s command beside it, until Ctrl-C', async () => {
    const command = join(project.folder, 'node_modules/.bin/vehicle-insurance-sandbox');
    const options = {
      cwd: project.folder,
      env: { PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, PORT: '0' },
    };
    const sandbox = spawn(command, [], { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(sandbox, 'exit');
    let said = '';
    sandbox.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    await eventually(async () => said.includes('Ctrl-C') || sandbox.exitCode !== null, Boolean, 60_000);
    expect(said)
      .to.contain('The sandbox is ready.')
      .and.to.contain('npx @vehicle-insurance/sandbox operator console link');
    const { baseUrl, apiKey, consoleUrl = '' } = readSandboxFile(join(project.folder, '.data')) as SandboxFile;
    const status = async (path: string): Promise<number> =>
      (await fetch(new URL(path, baseUrl), { headers: { 'x-api-key': apiKey } })).status;
    for (const path of ['/api/v1.0/coverage', '/docs/scalar.js', '/v/verifier.js', `${consoleUrl}/sign-in`])
      expect(await status(path), path).to.equal(200);
    const { stdout } = await promisify(execFile)(command, ['operator', 'company', 'list'], options);
    expect(stdout).to.contain('Courtage du bac à sable');
    sandbox.kill('SIGINT');
    expect(await ended).to.deep.equal([0, null]);
  });

  it('names the packages that a bucket and traces require, in one line each', () => {
    const command = join(project.folder, 'node_modules/.bin/vehicle-insurance-sandbox');
    for (const [variables, name] of [
      [{ STORAGE: 's3', S3_BUCKET: 'papers' }, '@aws-sdk/client-s3'],
      [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }, '@opentelemetry/api'],
    ] as const) {
      const { status, stderr } = spawnSync(command, [], {
        cwd: project.folder,
        encoding: 'utf8',
        env: { PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, PORT: '0', ...variables },
      });
      expect(stderr).to.match(
        new RegExp(`^[^\n]* require packages that are not installed[^\n]*install ${name} [^\n]*\n$`),
      );
      expect(status).to.equal(1);
    }
  });

  it('has types that compile without the optional packages, with those of every entry point', async () => {
    const imported = entryPoints(INSTALLED_WITH_SANDBOX).map((name, at) => `export * as entry${at} from '${name}';\n`);
    writeFileSync(join(project.folder, 'entry-points.ts'), imported.join(''));
    const settings = { extends: './nodenext.tsconfig.json', include: ['entry-points.ts'] };
    writeFileSync(join(project.folder, 'entry-points.tsconfig.json'), JSON.stringify(settings));
    expect(await project.compile('entry-points.tsconfig.json')).to.equal('');
  });

  it('prints its options and its version, and refuses an unknown option', async () => {
    const command = join(project.folder, 'node_modules/@vehicle-insurance/sandbox/dist/main.js');
    const said = (...words: readonly string[]) =>
      spawnSync(process.execPath, [command, ...words], { encoding: 'utf8' });
    expect(said('--help').stdout).to.contain('Usage: npx @vehicle-insurance/sandbox [options]');
    expect(said('--version').stdout).to.equal('0.1.0\n');
    expect(said('--prot')).to.include({
      status: 1,
      stderr: "Unknown option '--prot'. Run npx @vehicle-insurance/sandbox --help for the options.\n",
    });
  });
});
