import { randomBytes } from 'node:crypto';
import { refused, type MobileMoneyCapabilities } from '@vehicle-insurance/core';
import { compose, noLock, type Service, type Variables } from '@vehicle-insurance/service';
import {
  at,
  clockAt,
  collectedErrors,
  fakeCertificateAuthority,
  fakeMobileMoney,
  fakeStatement,
  instantTimer,
  memoryDocuments,
  memoryStore,
  plainContractDocument,
  silentTrigger,
  type FakeCertificateAuthority,
} from '@vehicle-insurance/testkit';

/** Policyholders whose certificates the authority refuses. */
export const REFUSED = '0700000011';

const CINETPAY: Partial<MobileMoneyCapabilities> = {
  ...{ expire: false, refund: false, debits: 'unreported', address: 'at opening' },
};

/** Has a name of its own, so that the type of what is opened can be inferred. */
type OpenedService = { readonly [Name in keyof Service]: Service[Name] };

/** Composes the service as `npm start` does, with fakes of everything outside this process. */
export const openMemoryService = async (variables: Variables, origin: string) => {
  const clock = clockAt(at('2026-11-10T06:00:00.000Z'));
  const [store, documents, errors] = [memoryStore(), memoryDocuments({ clock }), collectedErrors()];
  const providers = {
    wave: fakeMobileMoney({ clock, name: 'wave' }),
    cinetpay: fakeMobileMoney({ clock, name: 'cinetpay', capabilities: CINETPAY }),
  };
  const fake = fakeCertificateAuthority();
  let isOutOfStock = true;
  /** Refuses some policyholders until it has stock. */
  const authority: FakeCertificateAuthority & { readonly haveStock: () => void } = {
    ...fake,
    haveStock: () => void (isOutOfStock = false),
    request: async (application) =>
      application.policyholder.phone?.endsWith(REFUSED) && isOutOfStock
        ? refused(
            { kind: 'refused', answer: { code: 'authority_status', status: -4, meaning: 'out_of_stock' } },
            { statut: -4 },
          )
        : fake.request(application),
  };
  const statement = fakeStatement(providers.wave, variables.TIME_ZONE);
  const gateway = (name: keyof typeof providers) => ({
    ...providers[name],
    ...{ probesAddress: false, statement: name === 'wave' ? statement : null },
    ...{ resume: () => undefined, close: async () => undefined },
  });
  const opening = variables.MOBILE_MONEY === 'cinetpay' ? 'cinetpay' : 'wave';
  const account = { apiKey: 'x', siteId: 'x', notificationSecrets: ['x'], url: origin };
  const urls = { returnUrl: origin, successUrl: origin, errorUrl: origin };
  const service: OpenedService = await compose({
    configuration: variables,
    errorReporter: errors,
    infrastructure: {
      ...{ clock, lock: noLock, isOnlyProcess: true, baseUrl: origin, consoleUrl: origin, linkSecret: 'a secret' },
      // Never used: the store below replaces the database.
      ...{ databaseUrl: 'postgres://nowhere.test/none', schedulerStore: 'postgres://nowhere.test/none' },
      proofKey: `sandbox_${randomBytes(32).toString('base64url')}`,
      wave: { ...account, ...urls, idleSaysProcessing: false },
      cinetpay: { ...account, ...urls },
      authority: {
        ...{ url: 'https://authority.test', hosts: ['authority.test'] },
        credentials: { applicant: 'x', access: 'x', company: 'x', intermediary: 'x' },
      },
      close: async () => undefined,
    },
  }).open({
    clock: () => clock,
    clockWatch: (built) => ({ ...built, wrong: () => undefined, require: () => undefined }),
    store: (built) => ({ ...built, ...store, ping: async () => undefined }),
    mobileMoney: () => [gateway(opening), gateway(opening === 'wave' ? 'cinetpay' : 'wave')],
    certificateAuthority: (built) => ({ ...built, ...authority }),
    storage: (built) => ({ ...built, documents, linkedDocuments: documents }),
    contractDocument: (built) => ({ ...built, ...plainContractDocument() }),
    scheduler: (built) => ({ ...built, ...silentTrigger, check: async () => 'ok' }),
    timer: instantTimer,
  });
  return { service, store, clock, provider: providers[opening], providers, statement, authority, errors };
};
