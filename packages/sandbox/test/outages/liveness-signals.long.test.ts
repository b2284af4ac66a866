import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { expect } from 'chai';
import { descendantsOf, isAlive } from '../processes/descendants.ts';
import { useFolderWorld } from '../processes/folder-world.ts';
import { sandboxIn, spawnService, STOPPED, type ServiceProcess } from '../processes/service-process.ts';
import { SAMPLE_CAR } from '../sample-car.ts';
import { eventually } from '../sandbox.ts';

const VEHICLE = JSON.stringify({ ...SAMPLE_CAR, licencePlate: 'SIG-1' });

const refuses = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', () => resolve(true));
  });

describe('a service that is stopped by a signal', function () {
  this.timeout(180_000);
  const { dataDir, start } = useFolderWorld({ hasOwnDatabase: true });

  for (const [signal, answer] of [
    ['SIGTERM', 201],
    ['SIGINT', 409],
  ] as const)
    it(`finishes its requests at ${signal}, accepts no more, and leaves no process behind`, async () => {
      const service = await start();
      const { baseUrl, apiKey } = sandboxIn(dataDir);
      const others = descendantsOf(service.child.pid ?? 0);
      expect(others, 'the database and its guard').to.have.length.of.at.least(2);

      const unfinished = request(`${baseUrl}/api/v1.0/vehicle`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json', 'content-length': VEHICLE.length },
      });
      unfinished.write(VEHICLE.slice(0, 20));
      expect((await fetch(`${baseUrl}/health/ready`)).status).to.equal(200);

      service.child.kill(signal);
      await eventually(
        () => refuses(baseUrl),
        (refused) => refused,
      );
      unfinished.end(VEHICLE.slice(20));
      const [response] = (await once(unfinished, 'response')) as [IncomingMessage];
      expect(response.statusCode, await text(response)).to.equal(answer);
      expect(response.headers.connection).to.equal('close');

      expect(await service.ended).to.deep.equal(STOPPED);
      expect(service.said().error).to.equal('');
      // A person reads a sandbox's terminal: not a log of JSON lines.
      expect(service.said().out).to.match(/Stopping: what is under way is finished first\.\n$/);
      expect(service.said().out).not.to.match(/^\{/m);
      await eventually(
        async () => others.filter(isAlive),
        (alive) => alive.length === 0,
      );
    });

  it('also stops in order while it is still starting', async () => {
    const service = spawnService({ DATA_DIR: dataDir });
    const server = join(dataDir, 'database', 'data', 'postmaster.pid');
    await eventually(
      async () => existsSync(server),
      (there) => there,
    );
    service.child.kill('SIGTERM');
    expect(await service.ended).to.deep.equal(STOPPED);
    expect(existsSync(server), 'the database runs on').to.equal(false);
  });
});

describe('a service that cannot start', function () {
  this.timeout(180_000);
  const { dataDir, start } = useFolderWorld({ hasOwnDatabase: true });
  const attempts = new Map<string, ServiceProcess>();

  before(async () => {
    await start({ DATA_DIR: join(dataDir, 'running') });
    for (const [why, [environment]] of Object.entries(refusals))
      attempts.set(why, spawnService({ DATA_DIR: join(dataDir, 'refused', why), ...environment() }));
  });

  const refusals: Readonly<Record<string, readonly [() => Record<string, string>, RegExp]>> = {
    'its port is taken': [
      () => ({ PORT: new URL(sandboxIn(join(dataDir, 'running')).baseUrl).port }),
      /^The service cannot start: Port \d+ of 127\.0\.0\.1 is taken\. Stop what uses it, or set PORT to another one\.$/,
    ],
    'its folder cannot be made': [
      () => ({ DATA_DIR: '/dev/null/here' }),
      /^The service cannot start: Nothing can be kept in .* Set DATA_DIR to a folder this user may write to\.$/,
    ],
    'its database cannot be reached': [
      () => ({ ENVIRONMENT: 'sandbox', DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing' }),
      /^The service cannot start: nothing answers at [^ ]+\. Start the database, or correct DATABASE_URL\.$/,
    ],
    'it is a worker and there is no sandbox to work in': [
      () => ({ ROLE: 'worker' }),
      /^The service cannot start: No sandbox runs in .* Start it there first, with ROLE=api or ROLE=both\.$/,
    ],
    'a variable makes no sense': [
      () => ({ PORT: 'eighty' }),
      /^The service cannot start with this configuration:\n {2}PORT must be a whole number, in digits .*\.$/,
    ],
  };

  for (const [why, [, line]] of Object.entries(refusals))
    it(`reports in one line that ${why}`, async () => {
      const attempt = attempts.get(why);
      expect(await attempt?.ended).to.deep.equal({ code: 1, signal: null });
      expect(attempt?.said().error.trim()).to.match(line);
      expect(attempt?.said().out).to.equal('');
    });

  it('leaves a service that runs already alone', async () => {
    expect((await fetch(`${sandboxIn(join(dataDir, 'running')).baseUrl}/health/ready`)).status).to.equal(200);
  });
});
