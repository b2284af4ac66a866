import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { distribute, migrate } from '@vehicle-insurance/persistence';
import { pino, type Logger } from 'pino';
import { pdfContractDocument, type PdfContractDocument } from '@vehicle-insurance/contract-document';
import {
  readConfiguration,
  type OwnAdapters,
  type ServiceDecorators,
  type Variables,
} from '@vehicle-insurance/service';
import { isSpread, testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import { serveSandbox } from '../src/serve-sandbox.ts';

export { eventually } from '../../service/test/eventually.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A complete sandbox like that of `npm start`, except that its database does not wait for the disk. */
export type TestSandbox = Awaited<ReturnType<typeof startSandbox>>;

/** One function for all test databases of sandboxes, so that one is migrated and the others are copied. */
export const asSandbox = async (url: string, isDistributed = false): Promise<void> => {
  await migrate({ url, environment: 'sandbox' });
  if (isDistributed) await distribute({ url, environment: 'sandbox' });
};

const databases = new Map<string, Promise<TestDatabase>>();

export const readinessOf = async ({ service: { url } }: TestSandbox): Promise<Fields> => {
  const response = await fetch(`${url}/health/ready`);
  return { code: response.status, ...((await response.json()) as Fields) };
};

const papers = new Map<string, PdfContractDocument>();

/** One thread for papers per process: starting one for every sandbox would take a second of processor time each. */
const sharedPapers = ({ TIME_ZONE, ENVIRONMENT }: Variables): PdfContractDocument => {
  const options = { zone: TIME_ZONE, specimen: ENVIRONMENT !== 'production' };
  const style = JSON.stringify(options);
  const shared = papers.get(style) ?? pdfContractDocument(options);
  papers.set(style, shared);
  return { ...shared, close: async () => undefined };
};

/** A folder for a sandbox with its own database server, whose start takes as long as most tests. */
export const ownFolder = (): string => mkdtempSync(join(tmpdir(), 'sandbox-'));

/** Starts a sandbox with a database on the run's server, kept over restarts, unless another or a folder is given. */
export const startSandbox = async (
  environment: Readonly<Record<string, string>> = {},
  folder?: string,
  decorators: ServiceDecorators = {},
  log?: Logger,
  adapters?: OwnAdapters,
) => {
  const elsewhere = environment['DATABASE_URL'];
  const dataDir = folder ?? ownFolder();
  // The server in the folder cannot distribute a database.
  if (elsewhere === undefined && !databases.has(dataDir) && (folder === undefined || isSpread()))
    databases.set(dataDir, testDatabase({ migrate: asSandbox }));
  const url = elsewhere ?? (await databases.get(dataDir))?.url;
  const database: Readonly<Record<string, string>> =
    url === undefined ? {} : { ENVIRONMENT: 'sandbox', DATABASE_URL: url };
  const given = {
    ENVIRONMENT: 'sandbox',
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ...database,
    ...environment,
  };
  const variables = readConfiguration(given, adapters).unwrap();
  const service = await serveSandbox(variables, log ?? pino({ level: variables.LOG_LEVEL ?? 'silent' }), {
    decorators: { contractDocument: () => sharedPapers(variables), ...decorators },
    adapters,
    durable: false,
    hasConsole: environment['CONSOLE_PORT'] !== undefined,
  });
  return {
    dataDir,
    service,
    /** Variables with the database's address for other programs; empty if the database is in the data folder. */
    database,
    /** Removes the data unless it is kept for another start. */
    stop: async ({ data } = { data: false }): Promise<void> => {
      await service.stop();
      if (data) return;
      rmSync(dataDir, { recursive: true, force: true });
      await (await databases.get(dataDir))?.drop();
      databases.delete(dataDir);
    },
  };
};
