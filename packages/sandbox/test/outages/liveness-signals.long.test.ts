import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { operatorProcessOn } from '../operator/operator-command.ts';
import { useFolderWorld } from '../processes/folder-world.ts';
import { isAlive, sandboxIn, spawnService, STOPPED, type Environment } from '../processes/service-process.ts';
import { eventually } from '../sandbox.ts';
import { SAMPLE_CAR } from '../api/world.ts';

const VEHICLE = JSON.stringify({ ...SAMPLE_CAR, licencePlate: 'SIG-1' });

/** Variables of other projects in a developer's shell: packages/system has the list of those that are not read. */
const OF_OTHERS = { MIKRO_ORM_HOST: '192.0.2.1', PGHOST: '192.0.2.1', PGSSLMODE: 'require', NODE_PG_FORCE_NATIVE: '1' };

/** All descendants of this process: a database has its own children. */
const descendantsOf = (pid: number): readonly number[] => {
  const children = childrenOf(pid);
  return [...children, ...children.flatMap(descendantsOf)];
};

const childrenOf = (parent: number): readonly number[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, ppid, state]) => Number(ppid) === parent && !state?.startsWith('Z'))
    .map(([pid]) => Number(pid));

const refuses = (url: string): Promise<boolean> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const isRefused = once(socket, 'connect')
    .then(() => false)
    .catch(() => true);
  return isRefused.finally(() => socket.destroy());
};

describe('a service that is stopped by a signal', function () {
  this.timeout(180_000);
  const { dataDir, start } = useFolderWorld({ hasOwnDatabase: true });

  for (const [signal, answer] of [
    ['SIGTERM', 201],
    ['SIGINT', 409],
  ] as const)
    it(`finishes its requests at ${signal}, accepts no more, and leaves no process`, async () => {
      const service = await start(OF_OTHERS);
      const { baseUrl, apiKey } = sandboxIn(dataDir);
      const others = descendantsOf(service.child.pid ?? 0);
      expect(others, 'the database and its guard').to.have.length.of.at.least(2);

      const unfinished = request(`${baseUrl}/api/v1.0/vehicle`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json', 'content-length': VEHICLE.length },
      });
      unfinished.write(VEHICLE.slice(0, 20));
      expect((await fetch(`${baseUrl}/health/ready`)).status).to.equal(200);
      expect(await operatorProcessOn(dataDir, OF_OTHERS).text('company', 'list')).to.include('bac à sable');

      service.child.kill(signal);
      await eventually(() => refuses(baseUrl), Boolean);
      // A process that is started now waits for the folder.
      const successor = start();
      unfinished.end(VEHICLE.slice(20));
      const [response] = (await once(unfinished, 'response')) as [IncomingMessage];
      expect(response.statusCode, await text(response)).to.equal(answer);
      expect(response.headers.connection).to.equal('close');

      expect(await service.ended).to.deep.equal(STOPPED);
      expect(service.said().error).to.equal('');
      // A person reads a sandbox's terminal, so it contains no log of JSON lines.
      expect(service.said().out).to.match(/Stopping: work in progress is finished first\.\n$/);
      expect(service.said().out).not.to.match(/^\{/m);
      await eventually(async () => !others.some(isAlive), Boolean);
      expect(await (await successor).stop()).to.deep.equal(STOPPED);
    });

  it('leaves no database if it is stopped during its start', async () => {
    const service = spawnService({ DATA_DIR: dataDir });
    const server = join(dataDir, 'database', 'data', 'postmaster.pid');
    await eventually(async () => existsSync(server), Boolean);
    service.child.kill('SIGTERM');
    const { code } = await service.ended;
    // On a busy machine the rest of the start takes longer than its time limit.
    if (code !== 0) expect(service.said().error).to.match(/^Ended before the start was complete/m);
    await eventually(async () => !existsSync(server), Boolean);
  });
});

const REFUSALS: Readonly<
  Record<string, readonly [{ readonly [name: string]: string }, RegExp, files?: Readonly<Record<string, string>>]>
> = {
  'its folder cannot be created': [
    { DATA_DIR: '/dev/null/here' },
    /^The service cannot start: Files cannot be stored in .* Set DATA_DIR to a folder to which this user may write\.$/,
  ],
  'it is a worker without a shared database': [
    { ROLE: 'worker' },
    /^The service cannot start: A worker shares its database, .* with an API process: configure all three, .* ROLE=both\.$/,
  ],
  // Proves: damaged-sandbox
  'its database is damaged': [
    {},
    /^The service cannot start: The database in .* does not start: [^\n]+\. Restore the folder from a backup, or remove it [^\n]+\.$/,
    { 'database/password': 'password', 'database/data/PG_VERSION': '18' },
  ],
};

describe('a service that cannot start', function () {
  this.timeout(180_000);
  const { dataDir, start } = useFolderWorld();
  const expectRefusal = async (environment: Environment, line: RegExp): Promise<void> => {
    const { ended, said } = spawnService(environment);
    expect(await ended).to.deep.equal({ code: 1, signal: null });
    expect(said().error.trim()).to.match(line);
    expect(said().out).to.equal('');
  };
  for (const [why, [environment, line, files = {}]] of Object.entries(REFUSALS))
    it(`reports in one line that ${why}`, async () => {
      const DATA_DIR = join(dataDir, 'refused', why.replaceAll(' ', '-'));
      for (const [file, content] of Object.entries(files)) {
        mkdirSync(dirname(join(DATA_DIR, file)), { recursive: true });
        writeFileSync(join(DATA_DIR, file), content);
      }
      await expectRefusal({ DATA_DIR, ...environment }, line);
    });

  // Proves: one-process-per-folder
  it('reports in one line the process that owns its folder, with its address, and does not stop that process', async () => {
    const running = join(dataDir, 'running');
    await start({ DATA_DIR: running });
    const { baseUrl } = sandboxIn(running);
    for (const PORT of ['0', new URL(baseUrl).port])
      await expectRefusal(
        { DATA_DIR: running, PORT },
        new RegExp(
          `^The service cannot start: A sandbox is already running in ${running}, at ${baseUrl}\\. Use that one, or set DATA_DIR to another folder; docker/compose\\.yaml runs several processes\\.$`,
        ),
      );
    expect((await fetch(`${baseUrl}/health/ready`)).status).to.equal(200);
  });
});
