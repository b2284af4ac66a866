import {
  addCompany,
  enableCompany,
  instantAt,
  issueKey,
  listActionItems,
  Ok,
  parseInstant,
  retryCertificate,
  revokeKey,
} from '@vehicle-insurance/core';
import { openContext, type Context } from '@vehicle-insurance/operator';
import { isSpread } from '@vehicle-insurance/testkit/database';
import { operatorInfrastructure } from '../../src/operator-infrastructure.ts';
import { nodesWithCompanies } from '../placed.ts';
import { BY_A_TEST } from '@vehicle-insurance/testkit';

/** What an operator does to a running sandbox, from outside of it: on the same database, by the same use cases. */
export interface Operator {
  /** In a distributed database the second one lies on another node than the first. */
  addCompany(name: string): Promise<string>;
  issueKey(company: string, options?: { label?: string; expires?: string }): Promise<{ id: string; key: string }>;
  revokeKey(key: string): Promise<void>;
  enableCompany(company: string, enabled: boolean): Promise<void>;
  retryCertificate(contractId: string): Promise<void>;
  pausePayments(paused: boolean): Promise<void>;
  /** The kinds under which something is on the operator's list, by its id. */
  listedAs(id: string): Promise<readonly string[]>;
  /** Everything else there is to work with. */
  context(): Promise<Context>;
  leave(): Promise<void>;
}

/** Comes when first needed; leave before the sandbox stops. */
export const operatorOf = (dataDir: string, environment: Readonly<Record<string, string>> = {}): Operator => {
  let opened: Promise<Context> | undefined;
  const context = () =>
    (opened ??= openContext(
      { DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...environment },
      'a test',
      operatorInfrastructure,
    ));
  return {
    context,
    addCompany: async (name) => {
      const { ports } = await context();
      const add = async (as: string) => (await addCompany(ports)({ name: as })).unwrap().id;
      const { DATABASE_URL: url } = environment;
      let id = await add(name);
      if (isSpread() && url !== undefined)
        for (let more = 1; (await nodesWithCompanies(url)) === 1; more += 1) id = await add(`${name} ${more}`);
      return id;
    },
    issueKey: async (company, { label, expires } = {}) => {
      const { ports } = await context();
      const until = expires === undefined ? undefined : parseInstant(expires);
      const { apiKey, key } = (await issueKey(ports)({ company, label, expires: until })).unwrap();
      return { id: apiKey.id, key };
    },
    revokeKey: async (key) => void (await revokeKey((await context()).ports)({ key })).unwrap(),
    enableCompany: async (company, enabled) =>
      void (await enableCompany((await context()).ports)({ company, enabled })).unwrap(),
    retryCertificate: async (contractId) =>
      void (await retryCertificate((await context()).ports)({ contractId, why: 'a test', by: 'a test' })).unwrap(),
    pausePayments: async (paused) => {
      const { ports } = await context();
      const entry = { at: instantAt(Date.now()), why: BY_A_TEST, by: 'a test' };
      (
        await ports.unitOfWork.run(async ({ paymentPause }) =>
          Ok(await (paused ? paymentPause.pause(entry) : paymentPause.resume(entry))),
        )
      ).unwrap();
    },
    listedAs: async (id) =>
      (await listActionItems((await context()).ports)()).filter((item) => item.id === id).map(({ kind }) => kind),
    leave: async () => {
      await (await opened)?.close();
      opened = undefined;
    },
  };
};
