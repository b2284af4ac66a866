import { cpuOf, type Microseconds } from './accounting/process-cpu.ts';
import type { PostgresCpu } from './accounting/postgres-cpu.ts';
import type { Endpoint } from './endpoints.ts';
import type { Lane, LaneName } from './lanes.ts';
import { ordersOf } from './orders.ts';

/** The cost of one slice of requests, per request. */
export interface Slice {
  readonly server: Microseconds;
  readonly postgres: Microseconds;
  readonly perSecond: number;
  readonly bytes: number;
}

export type Measured = ReadonlyMap<LaneName, readonly Slice[]>;

/** The number of requests. Endpoints that add rows take longer and get half as many. */
export interface Amount {
  readonly rounds: number;
  readonly slice: number;
  readonly warmUp: number;
}

/**
 * Measures an endpoint in rounds. In each round, every lane has one short slice alone. Over all rounds, each lane
 * follows every other lane equally often. So other load on the machine and the effects of the preceding slice affect
 * all lanes alike.
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
  const orders = ordersOf(lanes.length);
  for (let round = 0; round < rounds; round += 1) {
    progress(round);
    for (const index of orders[round % orders.length] ?? []) {
      const lane = lanes[index] as Lane;
      measured.get(lane.name)?.push(await measureSlice(endpoint, lane, slice / part, postgres));
    }
  }
  return measured;
};

/** The share of a slice that is sent before measuring, because the first requests after a pause cost more. */
const LEAD_IN = 0.1;

const measureSlice = async (
  endpoint: Endpoint,
  { server, clients, requests }: Lane,
  count: number,
  postgres: PostgresCpu,
): Promise<Slice> => {
  const sent = requests(endpoint, count);
  const first = requests(endpoint, Math.ceil(count * LEAD_IN));
  await clients.ready();
  await clients.askAll(first, endpoint.status);
  const before = { server: cpuOf(server.pid), postgres: postgres(), at: performance.now() };
  const bytes = await clients.askAll(sent, endpoint.status);
  const seconds = (performance.now() - before.at) / 1_000;
  return {
    server: (cpuOf(server.pid) - before.server) / count,
    postgres: (postgres() - before.postgres) / count,
    perSecond: count / seconds,
    bytes: bytes / count,
  };
};
