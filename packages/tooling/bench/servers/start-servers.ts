import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PRODUCTION } from '../../../service/test/configuration/production-values.ts';
import type { PlainSetup } from '../plain/setup.ts';
import { startServer, type ServerProcess } from './server-process.ts';

export interface Servers {
  readonly floor: ServerProcess;
  /** The floor's program a second time. Its difference from the floor shows how exact the run is. */
  readonly again: ServerProcess;
  readonly fastify: ServerProcess;
  /** The project with its log off, and with its log as in production. */
  readonly project: ServerProcess;
  readonly logging: ServerProcess;
  readonly stop: () => Promise<void>;
}

/** Far more than the defaults, since the load has one caller and must not be refused. */
const LIMITS: PlainSetup['limits'] = {
  reads: 400_000,
  writes: 200_000,
};

/** The API process of production: with metrics, and without due work, which another process does. */
const serviceEnvironment = (databaseUrl: string, folder: string, level: 'silent' | 'info') => ({
  ...PRODUCTION,
  DATABASE_URL: databaseUrl,
  DATA_DIR: join(folder, `data-${level}`),
  ROLE: 'api',
  HOST: '127.0.0.1',
  PORT: '0',
  METRICS_PORT: '0',
  LOG_LEVEL: level,
  RATE_LIMIT: String(LIMITS.reads),
  RATE_LIMIT_WRITES: String(LIMITS.writes),
  RATE_LIMIT_AT_ONCE: '10000',
});

/** Starts all servers on one database. */
export const startServers = async (databaseUrl: string, folder: string): Promise<Servers> => {
  mkdirSync(folder, { recursive: true });
  const signing = { baseUrl: PRODUCTION.BASE_URL, secret: PRODUCTION.LINK_SECRET };
  const words = [JSON.stringify({ databaseUrl, limits: LIMITS, signing } satisfies PlainSetup)];
  await using starting = new AsyncDisposableStack();
  const start = async (...server: Parameters<typeof startServer>): Promise<ServerProcess> => {
    const started = await startServer(...server);
    starting.defer(started.stop);
    return started;
  };
  const service = (name: string, level: 'silent' | 'info') =>
    start(folder, { name, file: 'service-program.ts', environment: serviceEnvironment(databaseUrl, folder, level) });

  const servers = {
    floor: await start(folder, { name: 'floor', file: '../floor/main.ts', words }),
    again: await start(folder, { name: 'floor again', file: '../floor/main.ts', words }),
    fastify: await start(folder, { name: 'Fastify', file: '../fastify/main.ts', words }),
    project: await service('project', 'silent'),
    logging: await service('project, log on', 'info'),
  };
  const started = starting.move();
  return { ...servers, stop: () => started.disposeAsync() };
};
