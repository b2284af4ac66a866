import type { TestServer } from './test-server.ts';

/** The variable with the address at which every process of a run asks for the run's server. */
export const ASK_AT = 'TEST_SERVER_ASK_AT';

type RunServer = Pick<TestServer, 'url' | 'nodes' | 'prefix'>;

let server: Promise<RunServer> | undefined;

/** The one server of this run of mocha, however many processes it runs in; started when a test first asks. */
export const runServer = (): Promise<RunServer> => (server ??= ask());

const ask = async (): Promise<RunServer> => {
  const address = process.env[ASK_AT];
  if (address === undefined)
    throw new Error('A test database is there in a run of mocha only: start it from the project’s root.');
  const response = await fetch(address);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as RunServer;
};
