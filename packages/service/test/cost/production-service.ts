import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueKey } from '@vehicle-insurance/core';
import { migrate } from '@vehicle-insurance/persistence';
import {
  aCatalogue,
  aCertificate,
  anotherQuote,
  inUnit,
  storedCompany,
  storedContract,
  storedVehicle,
  SOME_MORNING,
} from '@vehicle-insurance/testkit';
import { testDatabase } from '@vehicle-insurance/testkit/database';
import { pino } from 'pino';
import type { Service } from '../../src/composition/compose.ts';
import { readConfiguration } from '../../src/configuration/read-configuration.ts';
import { start } from '../../src/start.ts';
import { PRODUCTION } from '../configuration/production-values.ts';
import { countingProxy } from './counting-proxy.ts';

/** Entries of each list: one page of the size a caller gets without asking for another. */
const ENTRIES = 20;

export interface Known {
  readonly apiKey: string;
  readonly coverageId: string;
  readonly vehicleId: string;
  readonly quoteId: string;
  readonly contractId: string;
}

const asProduction = (url: string): Promise<void> => migrate({ url, environment: 'production' });

/** The API process of production in this one, on a database with a page of everything. */
export const startProductionService = async () => {
  const database = await testDatabase({ migrate: asProduction });
  const proxy = await countingProxy(database.url);
  const dataDir = mkdtempSync(join(tmpdir(), 'production-service-'));
  const environment = { ...PRODUCTION, DATABASE_URL: proxy.url, DATA_DIR: dataDir, ROLE: 'api', PORT: '0' };
  const known = Promise.withResolvers<Known>();
  const service = await start(readConfiguration(environment).unwrap(), pino({ level: 'silent' }), {
    prepare: async ({ bound }) => {
      known.resolve(await filled(bound));
      return {};
    },
  });
  return {
    url: service.url,
    known: await known.promise,
    statements: proxy.taken,
    stop: async () => {
      await service.stop();
      await proxy.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** A company whose quotes are all paid and certified, with both documents of each contract. */
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
    apiKey: (await issueKey(bound)({ company: company.id })).unwrap().key,
    coverageId: coverages[0]?.coverage.id ?? '',
    vehicleId: vehicle.id,
    quoteId: quote.id,
    contractId: contract.id,
  };
};
