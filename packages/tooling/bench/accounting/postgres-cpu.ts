import { readFileSync } from 'node:fs';
import pg from 'pg';
import { nodesOf } from '../data/nodes.ts';
import { cpuOf, cpuOfEndedChildren, parentOf, type Microseconds } from './process-cpu.ts';

/** The CPU time of all processes of a database's servers on this machine, including those that have ended. */
export type PostgresCpu = () => Microseconds;

export const postgresCpu = async (url: string): Promise<PostgresCpu> => {
  const postmasters = await Promise.all((await nodesOf(url)).map(postmasterOf));
  return () => postmasters.reduce((sum, postmaster) => sum + cpuOfServer(postmaster), 0);
};

const cpuOfServer = (postmaster: number): Microseconds =>
  [postmaster, ...childrenOf(postmaster)].reduce((sum, pid) => sum + livingCpu(pid), 0) +
  cpuOfEndedChildren(postmaster);

const postmasterOf = async (url: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return parentOf(rows[0]?.pid ?? 0);
  } finally {
    await client.end();
  }
};

const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

/** Zero for a process that has ended since it was listed, because it is then counted among the ended processes. */
const livingCpu = (pid: number): Microseconds => {
  try {
    return cpuOf(pid);
  } catch {
    return 0;
  }
};
