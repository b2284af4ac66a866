import type { OpenApiDocument } from '@vehicle-insurance/http';
import { tcpProxy } from '@vehicle-insurance/testkit';
import { operatorOf } from '../api/operator.ts';
import type { FolderWorld } from '../processes/folder-world.ts';
import { sandboxIn, type Environment, type ServiceProcess } from '../processes/service-process.ts';
import { eventually } from '../sandbox.ts';
import { watchWrites } from './writes.ts';

const WRITER = 'fuzzed';
const NO_LIMIT = '10000000';
/** Requests that get through before the limit, in its window of a second; in a minute for bad keys. */
export const LIMIT = '5';

const FREE = {
  RATE_LIMIT: NO_LIMIT,
  RATE_LIMIT_WRITES: NO_LIMIT,
  RATE_LIMIT_QUOTE: NO_LIMIT,
  RATE_LIMIT_UNAUTHORIZED: NO_LIMIT,
};
const LIMITED = { ...FREE, RATE_LIMIT: LIMIT, RATE_LIMIT_WRITES: LIMIT, RATE_LIMIT_UNAUTHORIZED: LIMIT };

/** Two processes of a sandbox on one database, with everything that can be done to them from outside. */
export const openWorld = async ({ dataDir, environment, start, defer }: FolderWorld) => {
  const { DATABASE_URL: databaseUrl = '' } = environment;
  const proxy = await tcpProxy(databaseUrl);
  defer(proxy.cut);
  const startLogging = async (more: Environment): Promise<ServiceProcess> => {
    const service = await start({ LOG_LEVEL: 'error', ...more });
    defer(service.stop);
    return service;
  };
  const free = await startLogging({ ...FREE, ROLE: 'api', DATABASE_URL: `${databaseUrl}?application_name=${WRITER}` });
  const limited = await startLogging({ ...LIMITED, ROLE: 'both', DATABASE_URL: proxy.url });
  const sandbox = sandboxIn(dataDir);
  const { baseUrl: url } = sandbox;
  const limitedUrl = limited.followerUrl();
  const operator = operatorOf(dataDir, environment);
  defer(operator.leave);
  const writes = await watchWrites(databaseUrl, WRITER);
  defer(writes.close);

  const json = async <Body>(path: string, body?: unknown): Promise<Body> => {
    const sent =
      body === undefined
        ? {}
        : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const response = await fetch(`${url}${path}`, sent);
    const answer = (await response.json()) as Body;
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const readiness = async () => (await fetch(`${limitedUrl}/health/ready`)).status;
  let read = 0;
  return {
    /** Answers requests and nothing else, without limits. */
    url,
    /** Works, and answers few requests. */
    limitedUrl,
    /** The addresses and the key that the sandbox tells its users. */
    sandbox,
    ...{ writes, operator },
    document: await json<OpenApiDocument>('/api/v1.0/openapi.json'),
    /** Moves the clock and returns the day it is then. */
    moveTo: async (to: { readonly advance: string } | { readonly now: string }) =>
      (await json<{ now: string }>('/sandbox/clock', to)).now.slice(0, 10),
    /** Takes the database from the limited process, until `findDatabase`. */
    loseDatabase: async (): Promise<void> => {
      await proxy.cut();
      await eventually(readiness, (status) => status === 503);
    },
    findDatabase: async (): Promise<void> => {
      await proxy.mend();
      await eventually(readiness, (status) => status === 200, 30_000);
    },
    /** Errors in the logs since this was last asked. */
    errors: (): readonly string[] => {
      const lines = [free, limited].flatMap((service) => Object.values(service.said()).join('\n').split('\n'));
      const errors = lines.filter((line) => /"level":[56]0/.test(line));
      const recent = errors.slice(read);
      read = errors.length;
      return recent;
    },
  };
};

export type World = Awaited<ReturnType<typeof openWorld>>;
