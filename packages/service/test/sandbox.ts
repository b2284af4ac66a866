import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { migrate } from '@vehicle-insurance/persistence';
import { pino, type Logger } from 'pino';
import { readConfiguration } from '../src/configuration/read-configuration.ts';
import type { Replacements } from '../src/replacements.ts';
import { start, type RunningService } from '../src/start.ts';

/** A JSON object of which nothing is known but what a test looks at. */
export type Fields = Readonly<Record<string, unknown>>;

/** A whole sandbox of one's own, as `npm start` brings it up. */
export interface TestSandbox {
  readonly dataDir: string;
  readonly service: RunningService;
  readonly call: <Body = Fields>(method: string, path: string, body?: unknown, key?: string) => Promise<Answer<Body>>;
  /** Stops it; the data is removed unless it is kept for another start. */
  stop(keep?: { readonly data: boolean }): Promise<void>;
}

/** What the API answered. */
export interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
}

/** A database of a sandbox's own, for `testDatabase`: one function for all, so that each is migrated once and copied. */
export const asSandbox = (url: string): Promise<void> => migrate({ url, environment: 'sandbox' });

export const startSandbox = async (
  environment: Readonly<Record<string, string>> = {},
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-')),
  replaced: Replacements = {},
  log?: Logger,
): Promise<TestSandbox> => {
  const variables = readConfiguration({
    ENVIRONMENT: 'sandbox',
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ...environment,
  }).unwrap();
  const service = await start(variables, log ?? pino({ level: variables.LOG_LEVEL ?? 'silent' }), replaced);
  const { baseUrl = service.url, apiKey = '' } = service.sandbox ?? {};
  return {
    dataDir,
    service,
    call: async <Body>(method: string, path: string, body?: unknown, key = apiKey) => {
      const response = await fetch(path.startsWith('/sandbox') ? `${baseUrl}${path}` : `${baseUrl}/api/v1.0${path}`, {
        method,
        headers: { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as Body };
    },
    stop: async ({ data } = { data: false }) => {
      await service.stop();
      if (!data) rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

const LOOK_EVERY = 50;

/** Asks again until the answer is as expected; fails with the last answer when the service takes too long. */
export const eventually = async <T>(
  ask: () => Promise<T>,
  expected: (answer: T) => boolean,
  within = 45_000,
): Promise<T> => {
  const giveUp = performance.now() + within;
  for (;;) {
    const answer = await ask();
    if (expected(answer)) return answer;
    if (performance.now() > giveUp)
      throw new Error(`it did not come to that; the last answer was ${JSON.stringify(answer)}`);
    await pause(LOOK_EVERY);
  }
};
