import { join } from 'node:path';
import { certificateAuthoritySimulator, waveSimulator } from '@vehicle-insurance/simulators';
import { inProcessStore, testBucket } from '@vehicle-insurance/testkit/object-store';
import { movableClock } from '../../src/movable-clock.ts';
import { asWorker } from '../../src/simulators.ts';

const SECRETS = {
  key: 'wave_key_of_a_test',
  notifications: 'wave_secret_of_a_test',
  access: 'access_of_a_test',
} as const;

/** Everything outside the processes, never killed, on one clock. The provider notifies the address `notifications`. */
export const openOutside = async (dir: string, notifications: string) => {
  await using opening = new AsyncDisposableStack();
  const clock = movableClock(join(dir, 'clock.json'));
  const common = { host: '127.0.0.1', port: 0, now: () => new Date(clock.now()) };
  const wave = await waveSimulator({
    ...common,
    dataDir: join(dir, 'wave'),
    apiKey: SECRETS.key,
    notifications: { url: notifications, secret: SECRETS.notifications },
  });
  opening.defer(() => wave.close());
  const authority = await certificateAuthoritySimulator({
    ...common,
    dataDir: join(dir, 'authority'),
    credentials: { code_demandeur: 'ESSAI', code_acces: SECRETS.access, code_compagnie: 'ASSUR01' },
  });
  opening.defer(() => authority.close());
  const objects = await inProcessStore();
  opening.defer(objects.stop);
  const bucket = await testBucket(objects);

  const urls = { provider: wave.url, authority: authority.url, storage: bucket.endpoint };
  const opened = opening.move();
  return {
    clock,
    urls,
    workers: [wave, authority].map(asWorker),
    environment: (at: typeof urls) => ({
      WAVE_URL: at.provider,
      WAVE_API_KEY: SECRETS.key,
      WAVE_NOTIFICATION_SECRETS: SECRETS.notifications,
      WAVE_SUCCESS_URL: 'https://example.com/paid',
      WAVE_ERROR_URL: 'https://example.com/not-paid',
      AUTHORITY_URL: at.authority,
      // The links to its pictures contain its own address.
      AUTHORITY_HOSTS: [at.authority, authority.url].map((url) => new URL(url).host).join(','),
      AUTHORITY_APPLICANT_CODE: 'ESSAI',
      AUTHORITY_ACCESS_CODE: SECRETS.access,
      AUTHORITY_COMPANY_CODE: 'ASSUR01',
      AUTHORITY_INTERMEDIARY_CODE: 'COURTIER01',
      STORAGE: 's3',
      S3_BUCKET: bucket.bucket,
      S3_REGION: bucket.region,
      S3_ENDPOINT: at.storage,
      S3_PATH_STYLE: 'true',
      S3_ACCESS_KEY_ID: bucket.credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.credentials.secretAccessKey,
    }),
    close: () => opened.disposeAsync(),
  };
};
