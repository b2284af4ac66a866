import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PRODUCTION } from '../../../service/test/configuration/production-values.ts';
import { environmentOf, stagesOf, type Stage } from '../../../service/test/deployment/dockerfile.ts';
import { freePort } from '@vehicle-insurance/testkit';
import { cpuOf } from '../accounting/process-cpu.ts';

/** A service that has sent its first response. */
export interface Started {
  readonly pid: number;
  readonly url: string;
  /** Milliseconds from the start of the process to its first response, and its CPU time until then. */
  readonly wall: number;
  readonly cpu: number;
  readonly stop: () => Promise<void>;
}

/** The infrastructure of a start. */
export interface Infrastructure {
  readonly databaseUrl: string;
  readonly folder: string;
  readonly apiKey: string;
}

/** The production image. */
const IMAGE = stagesOf(readFileSync(new URL('../../../../docker/Dockerfile', import.meta.url), 'utf8')).at(-1);

const runtimeOf = (image: Stage | undefined): Readonly<Record<string, string>> => {
  const { NODE_OPTIONS = '', MALLOC_ARENA_MAX = '' } = image ? environmentOf(image) : {};
  return { NODE_OPTIONS, MALLOC_ARENA_MAX };
};

/** The environment variables for Node in the image. */
export const IN_IMAGE = runtimeOf(IMAGE);

/**
 * Starts the API, with metrics and without log, and polls until it returns a page of vehicles. Built programs run as in
 * the image, sources with Node's defaults.
 */
export const startService = async (
  program: string,
  { databaseUrl, folder, apiKey }: Infrastructure,
): Promise<Started> => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const output = openSync(join(folder, 'service.log'), 'a');
  const env = {
    ...PRODUCTION,
    NODE_ENV: 'production',
    ...(program.endsWith('.js') && { ...IN_IMAGE, NODE_COMPILE_CACHE: join(folder, 'compile-cache') }),
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, 'data'),
    ROLE: 'api',
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMIT: '400000',
    RATE_LIMIT_WRITES: '200000',
  };
  const begun = performance.now();
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', output, output] });
  const ended = once(child, 'exit');
  const pid = child.pid ?? 0;
  for (;;) {
    const answered = await fetch(`${url}/api/v1.0/vehicle`, { headers: { 'x-api-key': apiKey } }).catch(
      () => undefined,
    );
    await answered?.arrayBuffer();
    if (answered?.status === 200) break;
    if (child.exitCode !== null) throw new Error(`${program} ended before it responded: see ${folder}/service.log`);
    await pause(5);
  }
  const [wall, cpu] = [performance.now() - begun, cpuOf(pid) / 1_000];
  return {
    pid,
    url,
    wall,
    cpu,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};
