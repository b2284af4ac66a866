import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { issueKey } from '@vehicle-insurance/core';
import { migrate } from '@vehicle-insurance/persistence';
import {
  aCatalogue,
  aCertificate,
  anotherQuote,
  aVehicleInput,
  inUnit,
  SOME_MORNING,
  storedCompany,
  storedContract,
  storedVehicle,
  tcpProxy,
} from '@vehicle-insurance/testkit';
import { testDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import { pino } from 'pino';
import type { Service } from '../../src/composition/compose.ts';
import { readConfiguration } from '../../src/configuration/read-configuration.ts';
import { openServer } from '../../src/http/server.ts';
import { start } from '../../src/start.ts';
import { PRODUCTION } from '../configuration/production-values.ts';

/** Entries of each list: one page of the default size. */
const ENTRIES = 20;

interface Known {
  readonly companyId: string;
  readonly apiKey: string;
  readonly coverageId: string;
  readonly vehicleId: string;
  readonly quoteId: string;
  readonly contractId: string;
}

const asProduction = (url: string): Promise<void> => migrate({ url, environment: 'production' });

/** Production's API in this process, on a database with a page of everything. */
const startProductionService = async () => {
  const database = await testDatabase({ migrate: asProduction });
  const proxy = await countingProxy(database.url);
  const dataDir = mkdtempSync(join(tmpdir(), 'production-service-'));
  const environment = { ...PRODUCTION, DATABASE_URL: proxy.url, DATA_DIR: dataDir, ROLE: 'api', PORT: '0' };
  const known = Promise.withResolvers<Known>();
  const queries = Promise.withResolvers<Service['bound']['vehicleQueries']>();
  const service = await start(readConfiguration(environment).unwrap(), pino({ level: 'silent' }), {
    prepare: async ({ bound }) => {
      known.resolve(await filled(bound));
      queries.resolve(bound.vehicleQueries);
      return {};
    },
  });
  return {
    url: service.url,
    known: await known.promise,
    vehicleQueries: await queries.promise,
    statements: proxy.taken,
    stop: async () => {
      await service.stop();
      await proxy.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

const filled = async (bound: Service['bound']): Promise<Known> => {
  const { unitOfWork } = bound;
  const { coverages } = aCatalogue();
  await inUnit(unitOfWork, ({ catalogues }) => catalogues.add(aCatalogue({ coverages }), 'test'));
  const company = await storedCompany(unitOfWork);
  const entry = async () => {
    const stored = await anotherQuote(unitOfWork, company, await storedVehicle(unitOfWork, company.id));
    const documents = { certificateImage: `c/${company.id}/image.png`, contractDocument: `c/${company.id}/contract` };
    return storedContract(unitOfWork, stored, {
      contract: { status: 'started', documents },
      request: { status: 'issued', certificate: aCertificate(), attached: SOME_MORNING, due: null },
    });
  };
  for (let made = 1; made < ENTRIES; made += 1) await entry();
  const { vehicle, quote, contract } = await entry();
  return {
    companyId: company.id,
    apiKey: (await issueKey(bound)({ company: company.id })).unwrap().key,
    coverageId: coverages[0]?.coverage.id ?? '',
    vehicleId: vehicle.id,
    quoteId: quote.id,
    contractId: contract.id,
  };
};

/** Messages of PostgreSQL's protocol that run a statement: `Query`, and `Execute` of a prepared one. */
const RUN_A_STATEMENT = ['Q', 'E'];

/** A proxy to PostgreSQL that counts the statements of any driver. */
const countingProxy = async (target: string) => {
  let sent = 0;
  const { url, cut } = await tcpProxy(target, () => (chunk) => {
    sent += typesIn(chunk).filter((type) => RUN_A_STATEMENT.includes(type)).length;
  });
  return {
    url,
    /** Statements since the last call. */
    taken: (): number => {
      const taken = sent;
      sent = 0;
      return taken;
    },
    close: cut,
  };
};

/** The types of a client's messages; each is followed by its length. The first message of a connection has none. */
const typesIn = (sent: Buffer): readonly string[] => {
  const types: string[] = [];
  for (let at = 0; at + 5 <= sent.length; at += 1 + sent.readInt32BE(at + 1))
    types.push(sent.toString('latin1', at, at + 1));
  return types;
};

/** Sends a request. Returns the length of the response's body as it was sent, which may be compressed. */
const send = async (
  url: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
) => {
  const answer = await fetch(`${url}/api/v1.0${path}`, {
    method,
    headers: { 'accept-encoding': 'identity', 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text(), bytes: Number(answer.headers.get('content-length')) };
};

const aYear = ({ vehicleId, coverageId }: Known) => ({
  ...{ vehicleId, coverageId, duration: 12, usage: 'pleasure' },
  ...{ policyHolderName: 'Awa Koné', policyHolderPhone: '0701020304' },
  startDate: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
});
let keys = 0;
const keyed = () => ({ 'idempotency-key': `key-${(keys += 1)}` });

/** Upper bounds of costs that do not depend on the machine's load. Lower a bound when a request becomes cheaper. */
const COSTS: readonly (readonly [
  what: string,
  request: (known: Known) => readonly [method: 'GET' | 'POST', path: string, body?: object],
  /** Statements sent to PostgreSQL, including those that begin and end a transaction. */
  statements: number,
  /** Bytes of the response's body, as sent. */
  bytes: number,
  headers?: () => Readonly<Record<string, string>>,
])[] = [
  ['GET /vehicle/{id}', ({ vehicleId }) => ['GET', `/vehicle/${vehicleId}`], 1, 344],
  ['GET /vehicle', () => ['GET', '/vehicle'], 1, 6941],
  // Plates and ids are random, so the compressed length varies.
  ['GET /vehicle, br', () => ['GET', '/vehicle'], 1, 500, () => ({ 'accept-encoding': 'br' })],
  ['GET /contract/{id}', ({ contractId }) => ['GET', `/contract/${contractId}`], 1, 1654],
  ['GET /contract', () => ['GET', '/contract'], 1, 33_141],
  ['GET /quote/{id}/status', ({ quoteId }) => ['GET', `/quote/${quoteId}/status`], 1, 378],
  ['POST /vehicle', () => ['POST', '/vehicle', aVehicleInput()], 1, 344],
  ['POST /vehicle, under a key', () => ['POST', '/vehicle', aVehicleInput()], 1, 344, keyed],
  ['POST /quote/create', (known) => ['POST', '/quote/create', aYear(known)], 2, 1135],
  ['POST /quote/create, under a key', (known) => ['POST', '/quote/create', aYear(known)], 2, 1135, keyed],
];

/** The cheapest of several runs: others look up keys, the catalogue or the database's state, or open a connection. */
const IN_A_ROW = 4;

describe('the cost of a request', () => {
  let service: Awaited<ReturnType<typeof startProductionService>>;

  before(async () => {
    service = await startProductionService();
  });
  after(() => service.stop());

  for (const [what, request, statements, bytes, headers = () => ({})] of COSTS)
    it(`is at most ${statements} ${statements === 1 ? 'statement' : 'statements'} and ${bytes} bytes for ${what}`, async () => {
      const { url, known } = service;
      const counted: number[] = [];
      for (let n = 0; n < IN_A_ROW; n += 1) {
        const [method, path, body] = request(known);
        service.statements();
        const answer = await send(url, method, path, { 'x-api-key': known.apiKey, ...headers() }, body);
        counted.push(service.statements());
        expect(answer.status, answer.text).to.equal(method === 'GET' ? 200 : 201);
        expect(answer.bytes).to.be.within(1, bytes);
      }
      expect(Math.min(...counted), counted.join(', ')).to.be.at.most(statements);
    });
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { readonly type: 'minor' | 'major' }) => void;

/**
 * Bytes per request that V8 moves to the old generation, where only a full collection frees them. Two collections
 * during every tenth request move what it needs. The other requests must not be reachable from these. The least of
 * three measurements, since other work in this process also leaves something.
 */
const bytesKept = async (ask: () => Promise<unknown>): Promise<number> => {
  const old = (): number =>
    getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0;
  const repeat = async (times: number): Promise<void> => {
    for (let n = 0; n < times; n += 1) {
      const asked = ask();
      if (n % 10 === 0) for (const _ of [1, 2]) setImmediate(() => collect({ type: 'minor' }));
      await asked;
    }
  };
  const measured: number[] = [];
  await repeat(500);
  while (measured.length < 3) {
    collect({ type: 'major' });
    const before = old();
    await repeat(1_000);
    measured.push((old() - before) / 1_000);
  }
  return Math.min(...measured);
};

describe('what stays in memory until a full collection', function () {
  this.timeout(60_000);
  it('is at most 2 500 bytes of a statement that was answered', async () => {
    const { known, vehicleQueries, stop } = await startProductionService();
    expect(await bytesKept(() => vehicleQueries.find(known.companyId, known.vehicleId))).to.be.at.most(2_500);
    await stop();
  });

  it('is at most 750 bytes of a response', async () => {
    const server = await openServer('127.0.0.1', 0, { variable: 'PORT' });
    server.answerWith((_, response) => void setImmediate(() => setImmediate(() => response.end('{}'))));
    const sockets = Array.from({ length: 8 }, () => connect(Number(new URL(server.url).port), '127.0.0.1'));
    const ask = async (socket: Socket): Promise<void> => {
      socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
      await once(socket, 'data');
    };
    expect(await bytesKept(() => Promise.all(sockets.map(ask)))).to.be.at.most(750 * sockets.length);
    for (const socket of sockets) socket.destroy();
    await server.close();
  });
});
