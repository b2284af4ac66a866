import { aVehicleInput } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { startProductionService, type Known } from './production-service.ts';
import { send } from './send.ts';

const aYear = ({ vehicleId, coverageId }: Known) => ({
  ...{ vehicleId, coverageId, duration: 12, usage: 'pleasure' },
  ...{ policyHolderName: 'Awa Koné', policyHolderPhone: '0701020304' },
  startDate: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
});
let keys = 0;
const keyed = () => ({ 'idempotency-key': `key-${(keys += 1)}` });

/**
 * Upper bounds of what speed depends on and no busy machine can blur; `npm run bench` measures the CPU. When a request
 * comes to cost less, lower its bound.
 */
const COSTS: readonly (readonly [
  what: string,
  request: (known: Known) => readonly [method: 'GET' | 'POST', path: string, body?: object],
  /** Sent to PostgreSQL, those that begin and end a transaction included. */
  statements: number,
  /** Of the answer's body, as it is sent. */
  bytes: number,
  headers?: () => Readonly<Record<string, string>>,
])[] = [
  ['GET /vehicle/{id}', ({ vehicleId }) => ['GET', `/vehicle/${vehicleId}`], 1, 344],
  ['GET /vehicle', () => ['GET', '/vehicle'], 1, 6941],
  // Plates and ids are drawn, and no two draws are compressed to quite the same length.
  ['GET /vehicle, br', () => ['GET', '/vehicle'], 1, 500, () => ({ 'accept-encoding': 'br' })],
  ['GET /contract/{id}', ({ contractId }) => ['GET', `/contract/${contractId}`], 1, 1654],
  ['GET /contract', () => ['GET', '/contract'], 1, 33_141],
  ['GET /quote/{id}/status', ({ quoteId }) => ['GET', `/quote/${quoteId}/status`], 1, 378],
  ['POST /vehicle', () => ['POST', '/vehicle', aVehicleInput()], 1, 344],
  ['POST /vehicle, under a key', () => ['POST', '/vehicle', aVehicleInput()], 1, 344, keyed],
  ['POST /quote/create', (known) => ['POST', '/quote/create', aYear(known)], 2, 1135],
  ['POST /quote/create, under a key', (known) => ['POST', '/quote/create', aYear(known)], 2, 1135, keyed],
];

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

  for (const [what, request, statements, bytes, headers = () => ({})] of COSTS)
    it(`${what}: ${statements} statements and ${bytes} bytes at the most`, async () => {
      const { url, known } = service;
      const counted: number[] = [];
      for (let n = 0; n < IN_A_ROW; n += 1) {
        const [method, path, body] = request(known);
        service.statements();
        const answer = await send(url, method, path, { 'x-api-key': known.apiKey, ...headers() }, body);
        counted.push(service.statements());
        expect(answer.status, answer.body.toString()).to.equal(method === 'GET' ? 200 : 201);
        expect(answer.body.length).to.be.at.most(bytes);
      }
      expect(Math.min(...counted), counted.join(', ')).to.be.at.most(statements);
    });
});
