import { join } from 'node:path';
import { asaciCertificateAuthority } from '@vehicle-insurance/certificate-authority';
import { pdfContractDocument } from '@vehicle-insurance/contract-document';
import type { Incidents, MobileMoney, Providers } from '@vehicle-insurance/core';
import { waveMobileMoney } from '@vehicle-insurance/mobile-money';
import { persistence } from '@vehicle-insurance/persistence';
import { filesystemDocuments, withScriptedOutage } from '@vehicle-insurance/storage';
import type { Variables } from '../configuration/variables.ts';
import type { Surroundings } from './surroundings.ts';

/** The adapters this deployment runs on, reaching for its surroundings. */
export const adapters = async (variables: Variables, surroundings: Surroundings, incidents: Incidents) => {
  const { clock, baseUrl, databaseUrl, linkSecret, wave, authority } = surroundings;
  const store = await persistence({ url: databaseUrl, poolSize: variables.DATABASE_POOL });
  const mobileMoney = waveMobileMoney({
    baseUrl: wave.url,
    apiKey: wave.apiKey,
    notificationSecrets: wave.notificationSecrets,
    returnUrls: { success: wave.successUrl, error: wave.errorUrl },
  });
  const certificateAuthority = asaciCertificateAuthority({
    baseUrl: authority.url,
    credentials: authority.credentials,
    insuranceCompany: variables.INSURANCE_COMPANY,
    allowedHosts: authority.hosts,
  });
  const folder = { dir: join(variables.DATA_DIR, 'documents'), baseUrl, secret: linkSecret, clock, incidents };
  const documents = filesystemDocuments(folder);
  const contractDocument = pdfContractDocument({ zone: variables.TIME_ZONE });
  return {
    store,
    mobileMoney,
    certificateAuthority,
    documents: variables.ENVIRONMENT === 'sandbox' ? withScriptedOutage(documents) : documents,
    contractDocument,
    close: async () => {
      await Promise.all([mobileMoney.close(), certificateAuthority.close(), contractDocument.close()]);
      await store.close();
    },
  };
};

export type Adapters = Awaited<ReturnType<typeof adapters>>;

/** The providers a payment can have been opened with, and the one that opens new ones. */
export const providersOf = (opening: MobileMoney, others: readonly MobileMoney[] = []): Providers => {
  const known = new Map([opening, ...others].map((gateway) => [gateway.provider, gateway]));
  return {
    opening,
    named: (provider) => {
      const gateway = known.get(provider);
      if (!gateway)
        throw new Error(`No mobile-money provider called ${provider} is configured, and payments were opened with it.`);
      return gateway;
    },
  };
};
