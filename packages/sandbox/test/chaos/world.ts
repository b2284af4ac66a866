import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts, randomFrom, tcpProxy, type TcpProxy } from '@vehicle-insurance/testkit';
import { nodesWithCompanies, operatorOf } from '../api/operator.ts';
import { oneOf } from '../processes/choose.ts';
import { sandboxIn, type Environment } from '../processes/service-process.ts';
import { queryAt, withShorterLeases } from '../processes/stored-laws.ts';
import { supervise } from '../processes/supervise.ts';
import { eventually } from '../sandbox.ts';
import { oneServer, type OpenDatabase } from './databases.ts';
import { openOutside } from './outside.ts';

const API_PROCESSES = 3;
const WORKER_PROCESSES = 3;
/** Milliseconds in which six processes start together, even on a busy machine. */
const READY_WITHIN = 180_000;

/** Three API processes behind one address and three workers, each with its own folder; every link can fail. */
export const openWorld = async (seed: number, openDatabase: OpenDatabase = oneServer) => {
  const dir = mkdtempSync(join(tmpdir(), 'many-'));
  await using opening = new AsyncDisposableStack();
  opening.defer(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));
  const database = await openDatabase(join(dir, 'database'));
  opening.defer(database.stop);
  const databaseUrl = database.url;

  const ports = await freePorts(API_PROCESSES);
  const balancer = await loadBalancer(ports);
  opening.defer(balancer.cut);
  const open = async <Name extends string>(addresses: Readonly<Record<Name, string>>) => {
    const opened = Object.entries<string>(addresses).map(async ([name, address]) => {
      const link = await tcpProxy(address);
      opening.defer(link.cut);
      return [name, link];
    });
    return Object.fromEntries(await Promise.all(opened)) as Readonly<Record<Name, TcpProxy>>;
  };
  const entrances = await open({ callers: balancer.url, notifications: `${balancer.url}/notifications/wave` });
  const outside = await openOutside(dir, entrances.notifications.url);
  opening.defer(outside.close);
  const { provider, authority, storage } = outside.urls;
  const ways = await open({
    'api-database': databaseUrl,
    'worker-database': databaseUrl,
    'scheduler-store': databaseUrl,
    'api-provider': provider,
    'api-storage': storage,
    'worker-provider': provider,
    'worker-authority': authority,
    'worker-storage': storage,
  });

  const shared = {
    ENVIRONMENT: 'sandbox',
    DATABASE_POOL: '6',
    BASE_URL: balancer.url,
    LINK_SECRET: 'the-same-link-secret-in-every-process',
    PROOF_KEY: 'sandbox_l6Ht0yBq3xWv8NcZ1RkF5sJdUe7GmA2oTpYi4XbKQwE',
    RATE_LIMIT: '1000000',
    RATE_LIMIT_WRITES: '1000000',
    // Payers may randomly refuse a quote's payments many times.
    RATE_LIMIT_QUOTE: '1000000',
    LOG_LEVEL: 'error',
  };
  const environmentOf = (ROLE: 'api' | 'worker', number: number) => ({
    ...shared,
    ...outside.environment({
      provider: ways[`${ROLE}-provider`].url,
      // API processes send nothing to the authority.
      authority: ways['worker-authority'].url,
      storage: ways[`${ROLE}-storage`].url,
    }),
    ...{ ROLE, DATA_DIR: join(dir, `${ROLE}-${number}`) },
    DATABASE_URL: ways[`${ROLE}-database`].url,
    SCHEDULER_STORE: ways['scheduler-store'].url,
  });
  const apis = ports.map((port, number) => ({ ...environmentOf('api', number), PORT: String(port) }));
  const workers = Array.from({ length: WORKER_PROCESSES }, (_, number) => environmentOf('worker', number));
  const oneMore = {
    ...shared,
    ...outside.environment(outside.urls),
    ROLE: 'both',
    PORT: String(ports[0]),
    DATA_DIR: join(dir, 'one-more'),
    DATABASE_URL: databaseUrl,
  };
  const fleet = startFleet([...apis, ...workers], randomFrom(seed));
  opening.defer(async () => void (await fleet.stop()));

  /** The folder of the process that has seeded the empty database: the only folder with the key. */
  const seededIn = () =>
    apis.map(({ DATA_DIR }) => DATA_DIR).find((folder) => existsSync(join(folder, 'sandbox.json')));
  const isReady = () =>
    fetch(`${balancer.url}/health/ready`).then(
      ({ ok }) => ok && seededIn() !== undefined,
      () => false,
    );
  const query = queryAt(databaseUrl);
  const keysElsewhere = async (): Promise<readonly string[]> => {
    const keys: string[] = [];
    const operator = operatorOf(join(dir, 'operator'), oneMore);
    for (let made = 1; keys.length < database.nodes - 2; made += 1) {
      const company = await operator.addCompany(`Ailleurs ${made}`);
      if ((await nodesWithCompanies(databaseUrl)) === keys.length + 2)
        keys.push((await operator.issueKey(company)).key);
    }
    await operator.leave();
    return keys;
  };
  const opened = opening.move();
  return {
    ...{ fleet, outside, links: { ...ways, ...entrances }, baseUrl: entrances.callers.url, database, query },
    /** The configuration of another process without faulty links, at the address of the first, which must be down. */
    oneMore,
    /** Resolves when requests are answered, with the key of one company for each node that has rows of companies. */
    ready: async (): Promise<readonly string[]> => {
      await eventually(isReady, Boolean, READY_WITHIN).catch((cause: unknown) => {
        throw new Error(`the processes are not ready: ${fleet.startFailures().join()}`, { cause });
      });
      return [sandboxIn(seededIn() ?? '').apiKey, ...(await keysElsewhere())];
    },
    shortenLeases: async (seconds: number): Promise<void> =>
      void (await query(`${database.nodes > 1 ? ALLOW_TRIGGERS : ''}${withShorterLeases(seconds)}`)),
    close: () => opened.disposeAsync(),
  };
};

export type World = Awaited<ReturnType<typeof openWorld>>;
export type LinkName = keyof World['links'];

/** Citus rejects triggers on distributed tables unless they are declared to read only their own row. */
const ALLOW_TRIGGERS = 'set citus.enable_unsafe_triggers to on;';

const startFleet = (environments: readonly Environment[], random: () => number) => {
  const members = environments.map((environment) => supervise(environment));
  let killed = 0;
  return {
    killOne: (): void => {
      const alive = members.flatMap(({ living }) => living()?.child ?? []);
      if (oneOf(random, alive)?.kill('SIGKILL')) killed += 1;
    },
    counts: () => ({ killed, failedStarts: members.reduce((sum, { failedStarts }) => sum + failedStarts(), 0) }),
    crashes: () => members.flatMap(({ crashes }) => crashes()),
    /** The lines of all logs about a request. */
    logged: (requestId: string) =>
      members.flatMap(({ log }) => log().split('\n')).filter((line) => line.includes(requestId)),
    startFailures: () => members.map(({ lastFailure }) => lastFailure()).filter((failure) => failure !== ''),
    stop: async () => {
      const stopped = await Promise.all(members.map(({ stop }) => stop()));
      return stopped.filter((report) => report !== undefined);
    },
  };
};

/** One address for several processes: each connection goes to the next process, even if that is down. */
const loadBalancer = async (ports: readonly number[]): Promise<TcpProxy> => {
  const addresses = ports.map((port) => `http://127.0.0.1:${port}`);
  let turn = 0;
  const balancer = await tcpProxy(addresses[0] ?? '', () => {
    turn += 1;
    balancer.leadTo(addresses[turn % addresses.length] ?? '');
    return () => undefined;
  });
  return balancer;
};
