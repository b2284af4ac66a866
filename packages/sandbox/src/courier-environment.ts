import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxFile } from './sandbox-file.ts';

/** What a courier's environment says in a sandbox. */
export const courierEnvironment = (
  databaseUrl: string,
  { baseUrl, apiKey }: Pick<SandboxFile, 'baseUrl' | 'apiKey'>,
): Readonly<Record<string, string>> => ({
  COURIER_DATABASE_URL: databaseUrl,
  COURIER_API_URL: baseUrl,
  COURIER_LOOPBACK: 'yes',
  API_KEY: apiKey,
});

const markIn = (dataDir: string): string => join(dataDir, 'courier');

/** Has the sandbox of this folder run a courier, now or when it is started. */
export const wantCourier = (dataDir: string): void => writeFileSync(markIn(dataDir), '');

/** Whether its commands were used in this folder; where not, there are no endpoints and nothing of it is loaded. */
export const isCourierWanted = (dataDir: string): boolean => existsSync(markIn(dataDir));
