import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { containerEngineAnswers } from './container-engine.ts';

/** A PostgreSQL server for the tests of this process, and the address of a user who may create databases. */
export type TestServer = { readonly url: string; readonly stop: () => Promise<void> };

let server: Promise<TestServer> | undefined;

/** The one server of this process; chosen and started when a test first asks. */
export const testServer = (): Promise<TestServer> => (server ??= choose());

/** Stops the server if a test has asked for one. */
export const stopTestServer = async (): Promise<void> => {
  const started = await server?.catch(() => undefined);
  server = undefined;
  await started?.stop();
};

const choose = async (): Promise<TestServer> => {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') {
    say('the server of TEST_DATABASE_URL');
    return { url: given, stop: () => Promise.resolve() };
  }
  if (await containerEngineAnswers()) {
    try {
      const container = await inContainer();
      say('PostgreSQL in a container');
      return container;
    } catch (error) {
      say(
        `a container engine answers but gives no PostgreSQL (${error instanceof Error ? error.message : String(error)})`,
      );
    }
  }
  say('embedded PostgreSQL 18; set TEST_DATABASE_URL to use another');
  return embedded();
};

const say = (what: string): void => {
  process.stderr.write(`Test database: ${what}.\n`);
};

/** Imported only here and only now: the library takes a quarter of a second and needs a container engine. */
const inContainer = async (): Promise<TestServer> => {
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  const container = await new PostgreSqlContainer('postgres:18-alpine')
    .withCommand(['postgres', '-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'])
    .start();
  return {
    url: container.getConnectionUri(),
    stop: async () => {
      await container.stop();
    },
  };
};

const embedded = async (): Promise<TestServer> => {
  const { embeddedDatabase } = await import('@vehicle-insurance/embedded-database');
  const dir = mkdtempSync(join(tmpdir(), 'vehicle-insurance-tests-'));
  const remove = (): void => rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
  // A run that is interrupted reaches no hook; its data goes all the same, and the server after it.
  process.once('exit', remove);
  const { url, stop } = await embeddedDatabase({ dir, durable: false });
  return {
    url,
    stop: async () => {
      await stop();
      remove();
      process.off('exit', remove);
    },
  };
};
