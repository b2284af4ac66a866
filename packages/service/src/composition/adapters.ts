import { asaciCertificateAuthority } from '@vehicle-insurance/certificate-authority';
import { pdfContractDocument } from '@vehicle-insurance/contract-document';
import type { Incidents } from '@vehicle-insurance/core';
import { persistence } from '@vehicle-insurance/persistence';
import type { Variables } from '../configuration/variables.ts';
import { storageOf } from './documents.ts';
import { mobileMoneyGateways, refuseWithout } from './mobile-money.ts';
import type { Surroundings } from './surroundings.ts';

/** The adapters this deployment runs on, reaching for its surroundings. */
export const adapters = async (variables: Variables, surroundings: Surroundings, incidents: Incidents) => {
  const { databaseUrl, authority } = surroundings;
  const store = await persistence({
    url: databaseUrl,
    environment: variables.ENVIRONMENT,
    poolSize: variables.DATABASE_POOL,
  });
  const gateways = mobileMoneyGateways(variables, surroundings);
  const providers = [gateways.mobileMoney, ...gateways.otherMobileMoney];
  const certificateAuthority = asaciCertificateAuthority({
    baseUrl: authority.url,
    credentials: authority.credentials,
    insuranceCompany: variables.INSURANCE_COMPANY,
    allowedHosts: authority.hosts,
  });
  const storage = storageOf(variables, surroundings, incidents);
  const contractDocument = pdfContractDocument({ zone: variables.TIME_ZONE });
  return {
    store,
    ...gateways,
    certificateAuthority,
    documents: storage.documents,
    linkedDocuments: storage.linkedDocuments,
    checkStorage: storage.check,
    /** Rejects, saying what to do, when a payment needs a provider that is not configured any more. */
    checkProviders: async () => refuseWithout(await store.providersInUse(), providers),
    contractDocument,
    close: async () => {
      await Promise.all(providers.map((provider) => provider.close()));
      await Promise.all([certificateAuthority.close(), contractDocument.close(), storage.close()]);
      await store.close();
    },
  };
};

export type Adapters = Awaited<ReturnType<typeof adapters>>;
