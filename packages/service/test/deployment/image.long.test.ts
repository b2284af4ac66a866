import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { migrate, type DatabaseEnvironment } from '@vehicle-insurance/persistence';
import { freePort, freePorts } from '@vehicle-insurance/testkit';
import { testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import { buildInFolder } from './build-in-folder.ts';
import { environmentOf, lastOf, neededFor, stagesOf, type Stage } from './dockerfile.ts';
import { neededPackages, type Lock } from './needed-packages.ts';
import { PRODUCTION } from '../configuration/production-values.ts';
import { eventually } from '../eventually.ts';

const CONTEXT = join(import.meta.dirname, '../../../..');
const stages = stagesOf(readFileSync(join(CONTEXT, 'docker/Dockerfile'), 'utf8'));
const { packages } = JSON.parse(readFileSync(join(CONTEXT, 'package-lock.json'), 'utf8')) as { packages: Lock };

interface Target {
  readonly stage: string;
  readonly top?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly courier: string;
  readonly console: string;
}

const TARGETS: Readonly<Record<string, Target>> = {
  'the image': { stage: '', environment: PRODUCTION, courier: 'courier.js', console: 'console.js' },
  'the image with a sandbox': {
    ...{ stage: 'sandbox', top: 'packages/sandbox', environment: {} },
    courier: 'packages/courier/src/main.ts',
    console: 'packages/sandbox/src/console-main.ts',
  },
};

/** Everything that production's programs read besides themselves. */
const READ_AS_FILES = [
  'node_modules/@expo-google-fonts',
  'node_modules/zxing-wasm',
  'node_modules/htmx.org',
  'node_modules/@vehicle-insurance/console',
];

const BIN = 'usr/local/bin';

const isModules = (name: string): boolean => name === 'node_modules';

/** Zero while nothing responds. */
const statusOf = async (url: string): Promise<number> => (await fetch(url).catch(() => undefined))?.status ?? 0;

const programsOf = (app: string): readonly string[] => globSync('*.js', { cwd: app });

/** A top-level import, which is evaluated at the start. */
const IMPORT_AT_START = /^(?:import|\} from|var .* = await import\() ?"\.\/([^"]+)"/gm;

/** A program with its static imports, without dynamic ones. */
const loadedBy = (app: string, program: string, found = new Set([program])): readonly string[] => {
  const imported = readFileSync(join(app, program), 'utf8').matchAll(IMPORT_AT_START);
  for (const [, file = ''] of imported)
    if (!found.has(file)) {
      found.add(file);
      loadedBy(app, file, found);
    }
  return [...found];
};

/** The sources of built files, from the comments above each part. */
const sourcesIn = (app: string, files: readonly string[]): readonly string[] =>
  files.flatMap((file) =>
    [...readFileSync(join(app, file), 'utf8').matchAll(/^(?: {2})?\/\/ ((?:packages|node_modules)\/\S+)$/gm)].map(
      ([, source = '']) => source,
    ),
  );

for (const [name, target] of Object.entries(TARGETS))
  describe(`${name}, built in folders,`, function () {
    this.timeout(300_000);
    const image = stages.find((stage) => stage.name === target.stage) as Stage;
    const { ENVIRONMENT = '' } = environmentOf(image);
    let folder: string;
    let root: string;
    let app: string;
    let node: string;
    let database: TestDatabase;
    const running: ChildProcess[] = [];

    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'image-'));
      chmodSync(folder, 0o755);
      const ignored = readFileSync(join(CONTEXT, '.dockerignore'), 'utf8');
      [root, database] = await Promise.all([
        buildInFolder(neededFor(image, stages), { context: CONTEXT, ignored, to: folder }),
        testDatabase({ migrate: (url) => migrate({ url, environment: ENVIRONMENT as DatabaseEnvironment }) }),
      ]);
      app = join(root, lastOf(image, 'WORKDIR'));
      // Like the base image's Node: another user may not enter the folder of this machine's Node.
      mkdirSync(join(root, BIN), { recursive: true });
      node = join(root, BIN, 'node');
      copyFileSync(process.execPath, node, constants.COPYFILE_FICLONE);
    });
    after(async () => {
      for (const program of running) program.kill('SIGKILL');
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    });

    const [uid = 0, gid = 0] = lastOf(image, 'USER').split(':').map(Number);
    const isRoot = process.getuid?.() === 0;
    const asUser = () => ({ cwd: app, ...(isRoot && { uid, gid }) });

    /** Starts a program as the image's user. */
    const launch = ([command = '', ...args]: readonly string[], port = 0, env: NodeJS.ProcessEnv = {}) => {
      const program = spawn(command, args, { ...asUser(), env, stdio: ['ignore', 'ignore', 'pipe'] });
      running.push(program);
      const [ended, complaints] = [once(program, 'exit'), text(program.stderr)];
      return {
        /** Waits until an address returns status 200. */
        answers: async (path: string): Promise<void> => {
          const status = () => statusOf(`http://127.0.0.1:${port}${path}`);
          const hasEnded = () => program.exitCode !== null;
          const last = await eventually(status, (code) => code === 200 || hasEnded(), 60_000);
          expect(last, hasEnded() ? await complaints : path).to.equal(200);
        },
        stop: async (signal: NodeJS.Signals): Promise<void> => {
          program.kill(signal);
          expect(await ended, await complaints).to.deep.equal([0, null]);
        },
      };
    };

    // Proves: image-contents
    it('has exactly the packages that it needs', () => {
      const installed = globSync('{packages/*,**/node_modules/*,**/node_modules/@*/*}/package.json', { cwd: app })
        .map((file) => file.slice(0, -'/package.json'.length))
        .filter((at) => at in packages);
      if (target.top === undefined)
        return expect([
          ...new Set(installed.map((at) => at.replace(/(@expo-google-fonts)\/.*/, '$1'))),
        ]).to.have.members(READ_AS_FILES);
      const needed = neededPackages(packages, target.top);
      expect(installed).to.include.members([target.top, 'packages/service', 'packages/core', 'node_modules/pg']);
      // Optional, but the containers of docker/compose.yaml keep documents in a bucket, and any may send traces.
      expect(installed).to.include.members([
        'node_modules/@aws-sdk/client-s3',
        'node_modules/@opentelemetry/sdk-trace',
      ]);
      return expect(
        installed.filter((at) => !needed.has(at)),
        'not needed',
      ).to.deep.equal([]);
    });

    it('contains no test, no tool and no secret', () => {
      const isBuilt = target.top === undefined;
      const folders = isBuilt
        ? ['compile-cache', 'node-version.mjs', 'node_modules', 'package.json']
        : ['node_modules', 'package.json', 'packages'];
      expect(globSync('*', { cwd: app }).filter((name) => !name.endsWith('.js'))).to.have.members(folders);
      const files = isBuilt
        ? sourcesIn(app, programsOf(app))
        : globSync('packages/**', { cwd: app, exclude: isModules });
      expect(files).to.include('packages/service/src/main.ts');
      expect(files.filter((file) => /\.test\.|\/(test|testkit|tooling|secrets)(\/|$)/.test(file))).to.deep.equal([]);
    });

    if (ENVIRONMENT === 'production') {
      it('contains no sandbox, no simulator and no database', () => {
        const inside = sourcesIn(app, programsOf(app));
        expect(inside).to.include('packages/operator/src/main.ts');
        expect(inside.filter((path) => /sandbox\/|simulators|embedded/.test(path))).to.deep.equal([]);
      });

      // A thread starts with this file, and reads the fonts first.
      it('contains the fonts of contracts', async () => {
        const drawing = promisify(execFile)(node, ['contract-thread.js'], { cwd: app });
        expect((await drawing).stderr).to.equal('');
      });

      it('loads optional dependencies only if they are configured', () => {
        const loaded = sourcesIn(app, loadedBy(app, 'start-main.js'));
        const all = sourcesIn(app, programsOf(app));
        expect(loaded).to.include('packages/persistence/src/database/database.ts');
        for (const part of ['mongodb', '@aws-sdk/client-s3', 'prom-client', '@opentelemetry/sdk-trace', 'pdfkit']) {
          const isPart = (path: string): boolean => path.startsWith(`node_modules/${part}/`);
          expect(all.filter(isPart), `${part} in the image`).to.not.deep.equal([]);
          expect(loaded.filter(isPart), `${part} at the start`).to.deep.equal([]);
        }
      });
    }

    it('contains the courier, which runs beside the service and ends on SIGTERM', async () => {
      const [port, nowhere] = await freePorts(2);
      const env = { COURIER_DATABASE_URL: database.url, COURIER_PORT: String(port) };
      const courier = launch([node, target.courier, 'run'], port, {
        ...{ ...env, COURIER_API_URL: `http://127.0.0.1:${nowhere}` },
      });
      await courier.answers('/health/live');
      await courier.stop('SIGTERM');
    });

    it('contains the console, which needs one writable folder, is healthy, and ends on SIGTERM', async () => {
      const [port, dataDir] = [await freePort(), mkdtempSync(join(tmpdir(), 'image-data-'))];
      if (isRoot) chownSync(dataDir, uid, gid);
      const pages = launch([node, target.console], port, {
        ...{ ...environmentOf(image), ...PRODUCTION, ENVIRONMENT, DATA_DIR: dataDir, DATABASE_URL: database.url },
        ...{ HOST: '127.0.0.1', CONSOLE_PORT: String(port), CONSOLE_URL: 'https://operators.internal' },
        // A sandbox accepts no real provider.
        ...(ENVIRONMENT === 'sandbox' && { WAVE_URL: 'http://127.0.0.1:9', AUTHORITY_URL: 'http://127.0.0.1:9' }),
      });
      await pages.answers('/sign-in');
      // Its style and scripts are files beside it.
      const page = await (await fetch(`http://127.0.0.1:${port}/sign-in`)).text();
      const assets = [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
      expect(assets).to.have.length(4);
      for (const path of assets) await pages.answers(path);
      await pages.stop('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    });

    // Proves: image-contents
    it('starts from the installed files, not as root, reports its health, and ends on its stop signal', async () => {
      expect(uid, 'a user by number, not root').to.be.greaterThan(0);
      const { DATA_DIR = '', ...environment } = environmentOf(image);
      const [port, dataDir] = [await freePort(), join(root, DATA_DIR)];
      if (isRoot) chownSync(dataDir, uid, gid);
      const env = {
        ...{ ...environment, ...target.environment, PATH: join(root, BIN), HOST: '127.0.0.1', PORT: String(port) },
        // A sandbox runs its own database.
        ...{ DATA_DIR: dataDir, ...(ENVIRONMENT !== 'sandbox' && { DATABASE_URL: database.url }) },
      };
      const [check = '', ...words] = JSON.parse(lastOf(image, 'HEALTHCHECK').replace(/^.*CMD /, '')) as string[];
      const runCheck = () => promisify(execFile)(check, words, { ...asUser(), env });
      const isHealthy = async () => (await runCheck().catch(() => undefined)) !== undefined;
      expect(await isHealthy(), 'before it is started').to.equal(false);
      const service = launch(JSON.parse(lastOf(image, 'CMD')) as string[], port, env);
      // The health check is a process of its own, too slow to be repeated.
      await service.answers('/health/live');
      expect(await isHealthy()).to.equal(true);
      // The process is live before it is ready. The verifier is built, or compiled from the sources.
      for (const page of ['/docs/scalar.js', '/v/verifier.js']) await service.answers(page);
      await service.stop(lastOf(image, 'STOPSIGNAL') as NodeJS.Signals);
    });
  });
