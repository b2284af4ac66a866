import { join } from 'node:path';
import type { OpenApiDocument } from '@vehicle-insurance/http';
import { readConfiguration, start } from '@vehicle-insurance/service';
import { tcpProxy } from '@vehicle-insurance/testkit';
import { pino } from 'pino';
import { writtenLines } from '../../../service/test/observability/written-lines.ts';
import { completeInfrastructure } from '../../src/infrastructure.ts';
import { followedClock } from '../../src/movable-clock.ts';
import { operatorOf } from '../api/operator.ts';
import { worldOf } from '../api/world.ts';
import { besideSandbox } from '../processes/beside.ts';
import type { FolderWorld } from '../processes/folder-world.ts';
import { sandboxIn } from '../processes/service-process.ts';
import { eventually } from '../sandbox.ts';
import { watchWrites } from './writes.ts';

const WRITER = 'fuzzed';
const NO_LIMIT = '10000000';
/** The limit of requests in its window of a second, and of bad keys in a minute. */
export const LIMIT = '5';

const FREE = {
  RATE_LIMIT: NO_LIMIT,
  RATE_LIMIT_WRITES: NO_LIMIT,
  RATE_LIMIT_QUOTE: NO_LIMIT,
  RATE_LIMIT_UNAUTHORIZED: NO_LIMIT,
};
const LIMITED = { ...FREE, RATE_LIMIT: LIMIT, RATE_LIMIT_WRITES: LIMIT, RATE_LIMIT_UNAUTHORIZED: LIMIT };

/** A sandbox and one more process on its database and clock, with functions to disturb them from outside. */
export const openWorld = async ({ dataDir, environment, start: startProcess, defer }: FolderWorld) => {
  const { DATABASE_URL: databaseUrl = '' } = environment;
  const proxy = await tcpProxy(databaseUrl);
  defer(proxy.cut);
  const LOG_LEVEL = 'error';
  const address = new URL(databaseUrl);
  address.searchParams.set('application_name', WRITER);
  const free = await startProcess({
    ...{ ...FREE, LOG_LEVEL, ROLE: 'api' },
    DATABASE_URL: address.href,
  });
  defer(free.stop);
  const sandbox = sandboxIn(dataDir);
  const { baseUrl: url } = sandbox;
  const log = writtenLines();
  const variables = readConfiguration({
    ...{ ...besideSandbox(dataDir, proxy.url), ...LIMITED },
    ...{ ROLE: 'both', PORT: '0' },
  }).unwrap();
  const limited = await start(variables, pino({ level: LOG_LEVEL }, log.to), {
    infrastructure: async () => ({
      ...completeInfrastructure(variables),
      clock: followedClock(join(dataDir, 'clock.json')),
    }),
  });
  defer(limited.stop);
  const limitedUrl = limited.url;
  const operator = operatorOf(dataDir, environment);
  defer(operator.leave);
  const writes = await watchWrites(databaseUrl, WRITER);
  defer(writes.close);

  const { get, clock } = worldOf(() => sandbox);
  const readiness = async () => (await fetch(`${limitedUrl}/health/ready`)).status;
  let read = 0;
  return {
    /** The process that answers requests without limits, and runs no jobs. */
    url,
    /** The process that also runs the jobs, and answers few requests per second. */
    limitedUrl,
    sandbox,
    ...{ writes, operator },
    document: (await get<OpenApiDocument>('/openapi.json')).body,
    moveTo: async (to: Parameters<typeof clock.move>[0]) => (await clock.move(to)).slice(0, 10),
    /** Makes the database unavailable to the limited process until `findDatabase`. */
    loseDatabase: async (): Promise<void> => {
      await proxy.cut();
      await eventually(readiness, (status) => status === 503);
    },
    findDatabase: async (): Promise<void> => {
      await proxy.mend();
      await eventually(readiness, (status) => status === 200, 30_000);
    },
    errors: (): readonly string[] => {
      const lines = [...Object.values(free.said()), log.text()].join('\n').split('\n');
      const errors = lines.filter((line) => /"level":[56]0/.test(line));
      const recent = errors.slice(read);
      read = errors.length;
      return recent;
    },
  };
};

export type World = Awaited<ReturnType<typeof openWorld>>;
