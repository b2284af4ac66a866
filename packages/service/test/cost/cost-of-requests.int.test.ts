import { aVehicleInput } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { startProductionService, type Known } from './production-service.ts';
import { send } from './send.ts';

interface Bounds {
  readonly request: (known: Known) => readonly [method: 'GET' | 'POST', path: string, body?: object];
  readonly headers?: (n: number) => Readonly<Record<string, string>>;
  /** Statements sent to PostgreSQL, those that begin and end a transaction included. */
  readonly statements: number;
  /** Bytes of the answer's body, as they are sent. */
  readonly bytes: number;
}

const aYear = ({ vehicleId, coverageId }: Known) => ({
  vehicleId,
  coverageId,
  duration: 12,
  usage: 'pleasure',
  policyHolderName: 'Awa Koné',
  policyHolderPhone: '0701020304',
  startDate: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
});

/**
 * Upper bounds of what speed depends on and no busy machine can blur; `npm run bench` measures the CPU. When a request
 * comes to cost less, lower its bound.
 */
const COSTS: Readonly<Record<string, Bounds>> = {
  'GET /vehicle/{id}': { request: ({ vehicleId }) => ['GET', `/vehicle/${vehicleId}`], statements: 1, bytes: 344 },
  'GET /vehicle': { request: () => ['GET', '/vehicle'], statements: 1, bytes: 6941 },
  'GET /vehicle, br': {
    request: () => ['GET', '/vehicle'],
    headers: () => ({ 'accept-encoding': 'br' }),
    statements: 1,
    // Plates and ids are drawn, and no two draws are compressed to quite the same length.
    bytes: 500,
  },
  'GET /contract/{id}': {
    request: ({ contractId }) => ['GET', `/contract/${contractId}`],
    statements: 1,
    bytes: 1654,
  },
  'GET /contract': { request: () => ['GET', '/contract'], statements: 1, bytes: 33_141 },
  'GET /quote/{id}/status': {
    request: ({ quoteId }) => ['GET', `/quote/${quoteId}/status`],
    statements: 1,
    bytes: 378,
  },
  'POST /vehicle': { request: () => ['POST', '/vehicle', aVehicleInput()], statements: 1, bytes: 344 },
  'POST /vehicle, under a key': {
    request: () => ['POST', '/vehicle', aVehicleInput()],
    headers: (n) => ({ 'idempotency-key': `vehicle-${n}` }),
    statements: 1,
    bytes: 344,
  },
  'POST /quote/create': { request: (known) => ['POST', '/quote/create', aYear(known)], statements: 2, bytes: 1135 },
  'POST /quote/create, under a key': {
    request: (known) => ['POST', '/quote/create', aYear(known)],
    headers: (n) => ({ 'idempotency-key': `quote-${n}` }),
    statements: 2,
    bytes: 1135,
  },
};

/**
 * Keys, the catalogue and the database's state are asked for every so many seconds, and a connection that is new says
 * more: of a few requests in a row, the one that cost the least had no part in that.
 */
const IN_A_ROW = 4;

describe('what a request costs', () => {
  let service: Awaited<ReturnType<typeof startProductionService>>;

  before(async () => {
    service = await startProductionService();
  });
  after(() => service.stop());

  for (const [what, { request, headers = () => ({}), statements, bytes }] of Object.entries(COSTS))
    it(`${what}: ${statements} statements and ${bytes} bytes at the most`, async () => {
      const { url, known } = service;
      const counted: number[] = [];
      for (let n = 0; n < IN_A_ROW; n += 1) {
        const [method, path, body] = request(known);
        service.statements();
        const answer = await send(url, method, path, { 'x-api-key': known.apiKey, ...headers(n) }, body);
        counted.push(service.statements());
        expect(answer.status, answer.body.toString()).to.equal(method === 'GET' ? 200 : 201);
        expect(answer.body.length).to.be.at.most(bytes);
      }
      expect(Math.min(...counted), counted.join(', ')).to.be.at.most(statements);
    });
});
