import { cpuOf, type Microseconds } from './accounting/process-cpu.ts';
import type { PostgresCpu } from './accounting/postgres-cpu.ts';
import type { Endpoint } from './endpoints.ts';
import type { Lane, LaneName } from './lanes.ts';

/** What one slice of requests has cost, per request. */
export interface Slice {
  readonly server: Microseconds;
  readonly postgres: Microseconds;
  readonly perSecond: number;
  readonly bytes: number;
}

/** The slices of each lane, one for each round. */
export type Measured = ReadonlyMap<LaneName, readonly Slice[]>;

/** How much is measured; of what adds a row, which takes longer, half as many requests. */
export interface Amount {
  readonly rounds: number;
  /** Requests of a slice. */
  readonly slice: number;
  /** Requests of each lane before anything is counted. */
  readonly warmUp: number;
}

/**
 * Measures an endpoint in rounds. In each, every lane has one short slice to itself, in an order that moves on from round
 * to round: what else the machine does meets all lanes alike, and the ratio of two within a round is little touched by it.
 */
export const measure = async (
  endpoint: Endpoint,
  lanes: readonly Lane[],
  { rounds, slice, warmUp }: Amount,
  postgres: PostgresCpu,
  progress: (round: number) => void,
): Promise<Measured> => {
  const part = endpoint.status === 201 ? 2 : 1;
  for (const lane of lanes) await measureSlice(endpoint, lane, warmUp / part, postgres);
  const measured = new Map<LaneName, Slice[]>(lanes.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    progress(round);
    for (const index of lanes.keys()) {
      const lane = lanes[(index + round) % lanes.length] as Lane;
      measured.get(lane.name)?.push(await measureSlice(endpoint, lane, slice / part, postgres));
    }
  }
  return measured;
};

const measureSlice = async (
  endpoint: Endpoint,
  { server, callers, requests }: Lane,
  count: number,
  postgres: PostgresCpu,
): Promise<Slice> => {
  const sent = requests(endpoint, count);
  await callers.ready();
  const before = { server: cpuOf(server.pid), postgres: postgres(), at: performance.now() };
  const bytes = await callers.askAll(sent, endpoint.status);
  const seconds = (performance.now() - before.at) / 1_000;
  return {
    server: (cpuOf(server.pid) - before.server) / count,
    postgres: (postgres() - before.postgres) / count,
    perSecond: count / seconds,
    bytes: bytes / count,
  };
};
