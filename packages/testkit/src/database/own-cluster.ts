import { execFile, execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '../fakes/free-ports.ts';
import { containerEngineAnswers } from './container-engine.ts';
import { joinNodes } from './given-cluster.ts';
import { query } from './query.ts';

/** A separate Citus cluster: a coordinator and two workers. A test can stop each node. */
export interface OwnCluster {
  /** The URLs of the database `postgres` on each node, the coordinator's URL first. */
  readonly nodes: readonly string[];
  /** Stops a node, either in an orderly manner or as in a power cut. */
  readonly lose: (node: number, how: 'in order' | 'at once') => Promise<void>;
  /** Starts a node again. */
  readonly start: (node: number) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** Where the programs of PostgreSQL run: on this machine, or in a container. */
interface Place {
  readonly dir: string;
  readonly run: (program: string, words: readonly string[]) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** A coordinator and two workers. */
const SIZE = 3;

/**
 * Starts a separate cluster. Uses the programs of the server of TEST_CITUS_URL if they are on this machine, and
 * otherwise a container if an engine answers. Undefined if neither is possible.
 */
export const ownCluster = async (): Promise<OwnCluster | undefined> => {
  const ports = await freePorts(SIZE);
  const place = (await onThisMachine()) ?? (await inContainer(ports));
  if (!place) return undefined;
  const { dir, run } = place;
  const folder = (node: number): string => `${dir}/node${node}`;
  const start = (node: number) =>
    run('pg_ctl', ['-D', folder(node), '-l', `${folder(node)}/log`, '-o', options(ports[node] ?? 0), '-w', 'start']);
  const nodes = ports.map((port) => `postgres://postgres@127.0.0.1:${port}/postgres`);
  const [first, ...others] = [...nodes.keys()].map(folder);
  await run('initdb', ['-D', `${first}`, '-A', 'trust', '-U', 'postgres', '--no-sync']);
  await run('sh', ['-c', `echo 'host all all all trust' >>${first}/pg_hba.conf`]);
  for (const other of others) await run('cp', ['-R', `${first}`, other]);
  await Promise.all([...nodes.keys()].map(start));
  await joinNodes(nodes);
  const lose = (node: number, how: 'in order' | 'at once') =>
    run('pg_ctl', ['-D', folder(node), '-m', how === 'in order' ? 'fast' : 'immediate', '-w', 'stop']);
  const remove = async (): Promise<void> => {
    for (const node of nodes.keys()) await lose(node, 'at once').catch(() => undefined);
    await place.remove();
  };
  return { nodes, lose, start, remove };
};

/** Whether a run on distributed databases has a cluster, or can start a cluster. */
export const isClusterThere = async (): Promise<boolean> =>
  process.env['TEST_CITUS_URL'] !== undefined || containerEngineAnswers();

const options = (port: number): string =>
  Object.entries({
    shared_preload_libraries: 'citus',
    port,
    listen_addresses: '*',
    unix_socket_directories: '',
    max_connections: 300,
    fsync: 'off',
    // A transaction that is prepared when a node is lost ends after the node is back. By default, Citus checks once a
    // minute.
    'citus.recover_2pc_interval': '5s',
  })
    .map(([name, value]) => `-c ${name}='${value}'`)
    .join(' ');

const programs = promisify(execFile);

const onThisMachine = async (): Promise<Place | undefined> => {
  const given = process.env['TEST_CITUS_URL'];
  if (given === undefined) return undefined;
  const [bin] = await query<{ folder: string }>(given, `select setting as folder from pg_config where name = 'BINDIR'`);
  if (!bin || !existsSync(join(bin.folder, 'pg_ctl'))) return undefined;
  const dir = mkdtempSync(join(tmpdir(), 'citus-'));
  // PostgreSQL refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined;
  if (account) chownSync(dir, account.uid, account.gid);
  return {
    dir,
    run: async (program, words) => {
      const found = join(bin.folder, program);
      await programs(existsSync(found) ? found : program, [...words], {
        ...account,
        cwd: dir,
        env: { ...process.env, HOME: dir },
      });
    },
    remove: () => Promise.resolve(rmSync(dir, { recursive: true, force: true })),
  };
};

const idOf = (which: '-u' | '-g'): number => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));

/** All nodes are in the same container, so that they reach each other at the same addresses as outside callers do. */
const inContainer = async (ports: readonly number[]): Promise<Place | undefined> => {
  if (!(await containerEngineAnswers())) return undefined;
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer('citusdata/citus:13')
    .withEntrypoint(['sleep', 'infinity'])
    .withUser('postgres')
    .withExposedPorts(...ports.map((port) => ({ container: port, host: port })))
    .withWaitStrategy(Wait.forSuccessfulCommand('pg_config --bindir'))
    .start();
  return {
    dir: '/tmp',
    run: async (program, words) => {
      const { exitCode, output } = await container.exec([program, ...words]);
      if (exitCode !== 0) throw new Error(`${program} has failed: ${output}`);
    },
    remove: async () => {
      await container.stop();
    },
  };
};
