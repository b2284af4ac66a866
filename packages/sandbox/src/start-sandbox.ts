import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseInstant, type Instant } from '@vehicle-insurance/core';
import {
  explainStartupFailure,
  readConfiguration,
  serviceLog,
  type OwnAdapters,
  type Variables,
} from '@vehicle-insurance/service';
import { clockFile } from './infrastructure.ts';
import { startClockAt } from './movable-clock.ts';
import { readSandboxFile, type SandboxFile } from './sandbox-file.ts';
import { serveSandbox } from './serve-sandbox.ts';
import { testClock, textOf, type TestClock } from './test-clock.ts';

/** How to start a sandbox in a test. */
export interface SandboxOptions {
  /** The port of the API. Default: a free port. */
  readonly port?: number;
  /** A folder that keeps the data for the next start. Default: a temporary folder, which `stop` removes. */
  readonly dataDir?: string;
  /**
   * The instant at which the clock of a new sandbox starts, in the past or the future. The clock of a reused folder is
   * moved forward to the instant. Default: the present, or the folder's time.
   */
  readonly clock?: string | Date;
  /** A provider, a certificate authority or a document store of your own. */
  readonly adapters?: OwnAdapters;
  /** More variables of the service's configuration, such as `RATE_LIMIT_QUOTE`. `process.env` is not read. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A sandbox in this process. */
export interface Sandbox extends Pick<SandboxFile, 'apiKey' | 'baseUrl' | 'simulators'> {
  readonly clock: TestClock;
  /**
   * The URL at which a company manages the endpoints of its webhooks. Undefined if the configuration is complete,
   * because the sandbox then runs no courier.
   */
  readonly webhooksUrl: string | undefined;
  /** Finishes the work in progress and stops everything. A second call waits for the first call. */
  stop(): Promise<void>;
}

/** Starts the whole service in this process, with a database, simulated providers and a clock that can be moved. */
export const startSandbox = async (options: SandboxOptions = {}): Promise<Sandbox> => {
  const { port = 0, dataDir, adapters, environment } = options;
  const at = startOf(options);
  await using starting = new AsyncDisposableStack();
  const variables = configure(
    { LOG_LEVEL: 'silent', ...environment, ENVIRONMENT: 'sandbox', PORT: `${port}` },
    adapters,
    dataDir ?? temporaryFolder(starting),
  );
  const kept = readSandboxFile(variables.DATA_DIR);
  if (at !== undefined && !kept) startClockAt(clockFile(variables), at);
  const log = serviceLog({ level: variables.LOG_LEVEL ?? 'silent' });
  const served = await serveSandbox(variables, log, { adapters, durable: dataDir !== undefined }).catch(
    (cause: Error) => {
      throw new Error(`The sandbox cannot start: ${explainStartupFailure(cause, variables)}`, { cause });
    },
  );
  starting.defer(served.stop);
  if (!served.sandbox || !served.clock)
    throw new Error(
      'The sandbox cannot start: another sandbox has filled the configured database and has its API key. Use an empty database, or remove DATABASE_URL from `environment`.',
    );
  const { baseUrl, apiKey, simulators } = served.sandbox;
  const clock = testClock(served.clock);
  if (at !== undefined && kept) await moveKept(clock, at, variables);
  const started = starting.move();
  const { webhooksUrl } = served;
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= started.disposeAsync());
  return { baseUrl, apiKey, simulators, webhooksUrl, clock, stop };
};

const startOf = ({ clock }: SandboxOptions): Instant | undefined => {
  if (clock === undefined) return undefined;
  const at = parseInstant(textOf(clock));
  if (at === undefined)
    throw new RangeError(`\`clock\` is ${textOf(clock)}: set it to an ISO 8601 instant such as 2026-11-01T00:00:00Z.`);
  return at;
};

const configure = (
  environment: Readonly<Record<string, string>>,
  adapters: OwnAdapters | undefined,
  folder: string,
): Variables => {
  const read = readConfiguration({ ...environment, DATA_DIR: folder }, adapters);
  if (read.isErr()) throw new Error(`The sandbox cannot start with these options: ${read.error.join(' ')}`);
  return read.value;
};

const temporaryFolder = (starting: AsyncDisposableStack): string => {
  const folder = mkdtempSync(join(tmpdir(), 'vehicle-insurance-sandbox-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  // Removes the temporary folder even if the process ends without `stop`.
  process.once('exit', remove);
  starting.defer(() => {
    process.off('exit', remove);
    remove();
  });
  return folder;
};

/** Moves the clock of a reused folder. That clock already has a time, from which it can only move forward. */
const moveKept = async (clock: TestClock, at: Instant, { DATA_DIR }: Variables): Promise<void> => {
  if (clock.now() > at)
    throw new RangeError(
      `The sandbox in ${DATA_DIR} is at ${clock.now()}, after \`clock\` (${at}), and its clock moves only forward. Omit \`clock\`, or set \`dataDir\` to a new folder.`,
    );
  await clock.set(at);
};
