import { chooseServer, type TestServer } from './test-server.ts';

/**
 * The environment variable with a URL, the same in every process of the run. A GET of that URL returns the run's
 * server: its URL, its nodes and the prefix of its databases.
 */
export const SERVER_ADDRESS = 'TEST_SERVER_ASK_AT';

type RunServer = Pick<TestServer, 'url' | 'nodes' | 'prefix'>;

let server: Promise<RunServer> | undefined;

/**
 * The server that all processes of this run share, if `serve-run.ts` provides one; otherwise this process's own server.
 * The first test that needs the server starts it.
 */
export const runServer = (): Promise<RunServer> => {
  const address = process.env[SERVER_ADDRESS];
  return (server ??= address === undefined ? ownServer() : serverAt(address));
};

const serverAt = async (address: string): Promise<RunServer> => {
  const response = await fetch(address);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as RunServer;
};

/** The server stops when this process has nothing left to do. Not every test runner has a hook for the end of a run. */
const ownServer = async (): Promise<RunServer> => {
  const own = await chooseServer();
  const stop = (): void => void own.stop();
  process.once('beforeExit', stop);
  stopOwn = async () => {
    process.off('beforeExit', stop);
    await own.stop();
  };
  return own;
};

let stopOwn: (() => Promise<void>) | undefined;

/** Stops the server that this process has started, and removes its databases. */
export const stopTestServer = async (): Promise<void> => {
  // A server that is still starting is stopped too.
  await server?.catch(() => undefined);
  const stop = stopOwn;
  [server, stopOwn] = [undefined, undefined];
  await stop?.();
};
