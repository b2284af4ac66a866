import { instantAt, Ok, parseInstant } from '@vehicle-insurance/core';
import { openWorkplace, type Workplace } from '../../src/operator/workplace.ts';

/** What an operator does to a running sandbox, from outside of it: on the same database, by the same use cases. */
export interface Operator {
  addCompany(name: string): Promise<string>;
  issueKey(company: string, options?: { label?: string; expires?: string }): Promise<{ id: string; key: string }>;
  keysOf(company: string): Promise<readonly { readonly id: string; readonly lastUsed: string | null }[]>;
  revokeKey(key: string): Promise<void>;
  enableCompany(company: string, enabled: boolean): Promise<void>;
  retryCertificate(contractId: string): Promise<void>;
  pausePayments(paused: boolean): Promise<void>;
  /** The kinds under which something is on the operator's list, by its id. */
  listedAs(id: string): Promise<readonly string[]>;
  /** Everything else there is to work with. */
  workplace(): Promise<Workplace>;
  leave(): Promise<void>;
}

/** Comes when first needed; leave before the sandbox stops. */
export const operatorOf = (dataDir: string): Operator => {
  let opened: Promise<Workplace> | undefined;
  const workplace = () => (opened ??= openWorkplace({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }, 'a test'));
  return {
    workplace,
    addCompany: async (name) => (await (await workplace()).get('addCompany')({ name })).unwrap().id,
    issueKey: async (company, { label, expires } = {}) => {
      const { get } = await workplace();
      const until = expires === undefined ? undefined : parseInstant(expires);
      const { apiKey, key } = (await get('issueKey')({ company, label, expires: until })).unwrap();
      return { id: apiKey.id, key };
    },
    keysOf: async (company) => (await (await workplace()).get('listKeys')({ company })).unwrap(),
    revokeKey: async (key) => void (await (await workplace()).get('revokeKey')({ key })).unwrap(),
    enableCompany: async (company, enabled) =>
      void (await (await workplace()).get('enableCompany')({ company, enabled })).unwrap(),
    retryCertificate: async (contractId) =>
      void (await (await workplace()).get('retryCertificate')({ contractId, why: 'a test', by: 'a test' })).unwrap(),
    pausePayments: async (paused) => {
      const { get } = await workplace();
      const note = { at: instantAt(Date.now()), why: 'a test', by: 'a test' };
      (
        await get('unitOfWork').run(async ({ paymentPause }) =>
          Ok(await (paused ? paymentPause.pause(note) : paymentPause.resume(note))),
        )
      ).unwrap();
    },
    listedAs: async (id) =>
      (await (await workplace()).get('listAttention')()).filter((item) => item.id === id).map(({ kind }) => kind),
    leave: async () => {
      await (await opened)?.close();
      opened = undefined;
    },
  };
};
