import { chooseServer, type TestServer } from './test-server.ts';

/** The variable with the address at which every process of a run gets the run's server. */
export const ASK_AT = 'TEST_SERVER_ASK_AT';

type RunServer = Pick<TestServer, 'url' | 'nodes' | 'prefix'>;

let server: Promise<RunServer> | undefined;

/**
 * The server of this run, however many processes it has, where `serve-run.ts` provides one; otherwise this process's
 * own. Started by the first test that needs it.
 */
export const runServer = (): Promise<RunServer> => {
  const address = process.env[ASK_AT];
  return (server ??= address === undefined ? ownServer() : serverAt(address));
};

const serverAt = async (address: string): Promise<RunServer> => {
  const response = await fetch(address);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as RunServer;
};

/** Stopped when this process has nothing left to do: not every test runner has a hook for the end of a run. */
const ownServer = async (): Promise<RunServer> => {
  const own = await chooseServer();
  process.once('beforeExit', () => void own.stop());
  return own;
};
