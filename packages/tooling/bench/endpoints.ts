import type { Data } from './data/fill.ts';

export interface Sent {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

export interface Endpoint {
  readonly name: string;
  readonly status: 200 | 201;
  /** The nth request. Each request is for a different object, page or plate. */
  readonly request: (data: Data, n: number) => Sent;
}

const LIMIT = 20;

const anyOf = (ids: readonly string[], n: number): string => ids[n % ids.length] ?? '';
const get = (path: string): Sent => ({ method: 'GET', path });
const page = (n: number, ids: readonly string[]): string =>
  `page=${1 + (n % Math.floor(ids.length / LIMIT))}&limit=${LIMIT}`;

export const vehicleNumbered = (n: number) => ({
  type: 'auto',
  licencePlate: `N-${n}`,
  externalId: `ORDER-${n}`,
  brand: 'Toyota',
  model: 'Corolla',
  year: 2021,
  firstRoadDate: '2021-06-01',
  carOriginalValue: 14_000_000,
  carMarketValue: 9_000_000,
  energy: 'essence',
  power: 7,
  noSeat: 5,
});

export const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

export const ENDPOINTS: readonly Endpoint[] = [
  { name: 'GET /vehicle/{id}', status: 200, request: ({ vehicleIds }, n) => get(`/vehicle/${anyOf(vehicleIds, n)}`) },
  { name: 'GET /vehicle', status: 200, request: ({ vehicleIds }, n) => get(`/vehicle?${page(n, vehicleIds)}`) },
  {
    name: 'GET /contract/{id}',
    status: 200,
    request: ({ contractIds }, n) => get(`/contract/${anyOf(contractIds, n)}`),
  },
  { name: 'GET /contract', status: 200, request: ({ contractIds }, n) => get(`/contract?${page(n, contractIds)}`) },
  {
    name: 'GET /quote/{id}/status',
    status: 200,
    request: ({ quoteIds }, n) => get(`/quote/${anyOf(quoteIds, n)}/status`),
  },
  {
    name: 'POST /vehicle',
    status: 201,
    request: (_, n) => ({ method: 'POST', path: '/vehicle', body: vehicleNumbered(n) }),
  },
  {
    name: 'POST /quote/create',
    status: 201,
    request: ({ vehicleIds, coverageId }, n) => ({
      method: 'POST',
      path: '/quote/create',
      body: {
        vehicleId: anyOf(vehicleIds, n),
        coverageId,
        duration: 12,
        usage: 'pleasure',
        policyHolderName: 'Awa Koné',
        policyHolderPhone: '07 01 02 03 04',
        startDate: tomorrow(),
      },
    }),
  },
];
