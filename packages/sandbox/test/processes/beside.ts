import { sandboxSecrets } from '../../src/secrets.ts';
import { sandboxIn, type Environment } from './service-process.ts';

/** The complete configuration of one more process on a sandbox's database, as in docker/compose.yaml, on real time. */
export const besideSandbox = (dataDir: string, databaseUrl: string): Environment => {
  const { baseUrl, simulators } = sandboxIn(dataDir);
  const secrets = sandboxSecrets(dataDir);
  return {
    ENVIRONMENT: 'sandbox',
    DATABASE_URL: databaseUrl,
    // Documents are stored in it.
    DATA_DIR: dataDir,
    BASE_URL: baseUrl,
    LINK_SECRET: secrets.linkSecret,
    PROOF_KEY: secrets.proofKey,
    WAVE_URL: simulators.mobileMoney,
    WAVE_API_KEY: secrets.waveApiKey,
    WAVE_NOTIFICATION_SECRETS: secrets.waveNotificationSecret,
    WAVE_SUCCESS_URL: 'https://example.com/paid',
    WAVE_ERROR_URL: 'https://example.com/not-paid',
    AUTHORITY_URL: simulators.certificateAuthority,
    AUTHORITY_APPLICANT_CODE: 'BACASABLE',
    AUTHORITY_INTERMEDIARY_CODE: 'COURTIER01',
    AUTHORITY_COMPANY_CODE: 'ASSUR01',
    AUTHORITY_ACCESS_CODE: secrets.authorityAccessCode,
  };
};
