import type { Endpoint } from './endpoints.ts';
import type { Data } from './data/fill.ts';
import { clientsOf, type Clients } from './load/clients.ts';
import { requestBytes, type Headers } from './load/request-bytes.ts';
import type { ServerProcess } from './servers/server-process.ts';
import type { Servers } from './servers/start-servers.ts';

/** A server and one kind of request. Lanes are compared with each other. */
export interface Lane {
  readonly name: LaneName;
  readonly server: ServerProcess;
  readonly clients: Clients;
  readonly request: (endpoint: Endpoint, n: number) => Buffer;
  /** Requests that no other lane or slice sends. */
  readonly requests: (endpoint: Endpoint, count: number) => readonly Buffer[];
}

export type LaneName =
  | 'floor'
  | 'floor again'
  | 'Fastify'
  | 'project'
  | 'project, log on'
  | 'project, br'
  | 'project, key';

/** Concurrent clients of each server: fewer than its database connections. */
const CLIENTS = 8;

export interface Lanes {
  readonly servers: readonly Lane[];
  readonly of: (endpoint: Endpoint) => readonly Lane[];
  /** The lane that is profiled, or measured alone. */
  readonly project: Lane;
  readonly close: () => void;
}

export const lanesOn = (servers: Servers, data: Data): Lanes => {
  let sent = 0;
  const lane = (
    name: LaneName,
    server: ServerProcess,
    more: (path: string, n: number) => Headers = () => ({}),
  ): Lane => {
    const request = (endpoint: Endpoint, n: number): Buffer => {
      const sending = endpoint.request(data, n);
      return requestBytes(sending, { 'x-api-key': data.apiKey, ...more(sending.path, n) });
    };
    return {
      name,
      server,
      clients: clientsOf(server.url, CLIENTS),
      request,
      requests: (endpoint, count) =>
        Array.from({ length: count }, () => {
          sent += 1;
          return request(endpoint, sent);
        }),
    };
  };
  const project = lane('project', servers.project);
  const all = [
    lane('floor', servers.floor),
    lane('floor again', servers.again),
    lane('Fastify', servers.fastify),
    project,
    lane('project, log on', servers.logging),
  ];
  const compressed = lane('project, br', servers.project, () => ({ 'accept-encoding': 'br' }));
  const keyed = lane('project, key', servers.project, (path, n) => ({ 'idempotency-key': `${path}-${n}` }));
  return {
    servers: all,
    project,
    of: ({ status }) => [...all, status === 200 ? compressed : keyed],
    close: () => {
      for (const { clients } of [...all, compressed, keyed]) clients.close();
    },
  };
};
