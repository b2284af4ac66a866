import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Contract } from '@vehicle-insurance/core';
import { persistence } from '@vehicle-insurance/persistence';
import {
  aCertificate,
  anotherQuote,
  aPayment,
  inUnit,
  SOME_MORNING,
  storedCompany,
  storedContract,
  storedPayment,
  storedVehicle,
  type StoredContract,
  BY_A_TEST,
} from '@vehicle-insurance/testkit';
import type pg from 'pg';

// A process that makes changes when it is told to, and says how many statements it has sent and what CPU they took.
const [url = ''] = process.argv.slice(2);
const ENTRY = { at: SOME_MORNING, why: BY_A_TEST };

/** The driver as MikroORM has it. */
const { Client } = createRequire(fileURLToPath(import.meta.resolve('@mikro-orm/postgresql')))('pg') as typeof pg;

let statements = 0;
const send = Client.prototype.query as (...given: unknown[]) => unknown;
Client.prototype.query = function (this: pg.Client, ...given: unknown[]): unknown {
  statements += 1;
  return send.apply(this, given);
} as typeof Client.prototype.query;

const store = await persistence({ url, environment: 'sandbox' });
const { unitOfWork } = store;
const company = await storedCompany(unitOfWork);
const vehicle = await storedVehicle(unitOfWork, company.id);
const quoted = () => anotherQuote(unitOfWork, company, vehicle);

/** What a change begins with, which is not measured, and the change. */
const change =
  <Before>(before: () => Promise<Before>, make: (before: Before) => Promise<unknown>) =>
  async (count: number) => {
    const begun: Before[] = [];
    while (begun.length < count) begun.push(await before());
    const [sent, from] = [statements, process.cpuUsage()];
    process.send?.('begins');
    for (const each of begun) await make(each);
    const { user, system } = process.cpuUsage(from);
    return { statements: statements - sent, cpu: user + system };
  };
const saved =
  (change: (contract: Contract) => Contract) =>
  ({ contract }: StoredContract) =>
    inUnit(unitOfWork, async ({ contracts }) => {
      const found = await contracts.find(contract.companyId, contract.id);
      if (found) await contracts.save(change(found), ENTRY);
    });
const contract = async () => storedContract(unitOfWork, await quoted());
const nothing = async () => undefined;

const CHANGES: Readonly<Record<string, (count: number) => Promise<object>>> = {
  'vehicle.registered': change(nothing, () => storedVehicle(unitOfWork, company.id)),
  'quote.created': change(nothing, quoted),
  'payment.pending': change(quoted, ({ quote }) => storedPayment(unitOfWork, quote, aPayment())),
  'payment.succeeded, contract.opened': change(quoted, (stored) => storedContract(unitOfWork, stored)),
  'certificate.issued': change(contract, ({ certificateRequest: { companyId, contractId } }) =>
    inUnit(unitOfWork, async ({ certificateRequests }) => {
      const found = await certificateRequests.find(companyId, contractId);
      if (found)
        await certificateRequests.save({ ...found, status: 'issued', certificate: aCertificate(), due: null }, ENTRY);
    }),
  ),
  'contract.started': change(
    contract,
    saved((each) => ({ ...each, status: 'started' })),
  ),
};

process.on('message', ({ kind, count }: { readonly kind: string; readonly count: number }) => {
  void CHANGES[kind]?.(count).then((took) => process.send?.(took));
});
process.send?.(Object.keys(CHANGES));
