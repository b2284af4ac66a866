import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxFile } from './sandbox-file.ts';

/** The environment variables of a courier in a sandbox. */
export const courierEnvironment = (
  databaseUrl: string,
  { baseUrl, apiKey }: Pick<SandboxFile, 'baseUrl' | 'apiKey'>,
): Readonly<Record<string, string>> => ({
  COURIER_DATABASE_URL: databaseUrl,
  COURIER_API_URL: baseUrl,
  COURIER_LOOPBACK: 'yes',
  COURIER_KEYS: 'API_KEY',
  API_KEY: apiKey,
});

const markIn = (dataDir: string): string => join(dataDir, 'courier');

/**
 * Makes the sandbox of this folder run a courier: at once if the sandbox is running, otherwise from its next start on.
 */
export const markCourier = (dataDir: string): void => writeFileSync(markIn(dataDir), '');

/**
 * Whether the courier's commands or the webhooks API were ever used in this folder. If not, there are no endpoints, so
 * the sandbox does not load the courier.
 */
export const hasCourierMark = (dataDir: string): boolean => existsSync(markIn(dataDir));
