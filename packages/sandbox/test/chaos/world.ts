import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { embeddedDatabase } from '@vehicle-insurance/embedded-database';
import { certificateAuthoritySimulator, waveSimulator } from '@vehicle-insurance/simulators';
import { inProcessStore, testBucket } from '@vehicle-insurance/testkit/object-store';
import pg from 'pg';
import { sandboxIn } from '../processes/service-process.ts';
import { seeded, startFleet, type Fleet } from './fleet.ts';
import { freePorts, frontDoor } from './front-door.ts';

/**
 * Three processes for the API behind one address and three that work, each with a folder of its own, as containers have:
 * they share what they are given, which is an empty database, a bucket, the provider and the authority.
 */
export interface World {
  readonly fleet: Fleet;
  readonly baseUrl: string;
  /** The key the first process has made; it can be read once `ready` has resolved. */
  apiKey(): string;
  ready(): Promise<void>;
  /** Stops the database, and starts it again after so many milliseconds. */
  loseDatabase(milliseconds: number): Promise<void>;
  /** Frees the work of a killed process after so many seconds; otherwise after a minute. */
  shortenLeases(seconds: number): Promise<void>;
  /** How often each migration was done, and how many companies there are. */
  beginnings(): Promise<Beginnings>;
  sessions(): Promise<readonly SessionSeen[]>;
  certificates(): Promise<readonly CertificateSeen[]>;
  close(): Promise<void>;
}

export interface Beginnings {
  readonly migrated: readonly string[];
  readonly companies: number;
}
export interface SessionSeen {
  readonly client_reference: string;
  readonly payment_status?: string;
  readonly refunds: readonly unknown[];
}
export interface CertificateSeen {
  readonly numero_police: string;
  readonly numero_attestation: string | null;
}

const API_PROCESSES = 3;
const WORKER_PROCESSES = 3;
/** Milliseconds in which six processes start together, also on a machine that does other things as well. */
const READY_WITHIN = 90_000;
const SECRETS = {
  key: 'wave_key_of_a_test',
  notifications: 'wave_secret_of_a_test',
  access: 'access_of_a_test',
} as const;

export const openWorld = async (seed: number): Promise<World> => {
  const dir = mkdtempSync(join(tmpdir(), 'many-'));
  await using opening = new AsyncDisposableStack();
  opening.defer(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));
  const startDatabase = () => embeddedDatabase({ dir: join(dir, 'database') });
  let database = await startDatabase();
  opening.defer(() => database.stop());
  const databaseUrl = database.url;

  const ports = await freePorts(API_PROCESSES);
  const door = await frontDoor(ports);
  opening.defer(door.close);
  const outside = { host: '127.0.0.1', port: 0, now: () => new Date() };
  const wave = await waveSimulator({
    ...outside,
    dataDir: join(dir, 'wave'),
    apiKey: SECRETS.key,
    notifications: { url: `${door.url}/notifications/wave`, secret: SECRETS.notifications },
  });
  opening.defer(() => wave.close());
  const authority = await certificateAuthoritySimulator({
    ...outside,
    dataDir: join(dir, 'authority'),
    credentials: { code_demandeur: 'ESSAI', code_acces: SECRETS.access, code_compagnie: 'ASSUR01' },
  });
  opening.defer(() => authority.close());

  const objects = await inProcessStore();
  opening.defer(objects.stop);
  const bucket = await testBucket(objects);

  const shared = {
    ENVIRONMENT: 'sandbox',
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: '6',
    BASE_URL: door.url,
    LINK_SECRET: 'the same link secret in every process',
    WAVE_URL: wave.url,
    WAVE_API_KEY: SECRETS.key,
    WAVE_NOTIFICATION_SECRETS: SECRETS.notifications,
    WAVE_SUCCESS_URL: 'https://example.com/paid',
    WAVE_ERROR_URL: 'https://example.com/not-paid',
    AUTHORITY_URL: authority.url,
    AUTHORITY_APPLICANT_CODE: 'ESSAI',
    AUTHORITY_ACCESS_CODE: SECRETS.access,
    AUTHORITY_COMPANY_CODE: 'ASSUR01',
    AUTHORITY_INTERMEDIARY_CODE: 'COURTIER01',
    STORAGE: 's3',
    S3_BUCKET: bucket.bucket,
    S3_REGION: bucket.region,
    S3_ENDPOINT: bucket.endpoint,
    S3_PATH_STYLE: 'true',
    S3_ACCESS_KEY_ID: bucket.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.credentials.secretAccessKey,
    RATE_LIMIT: '1000000',
    // The same program again and again: Node need not compile it each time.
    NODE_COMPILE_CACHE: join(tmpdir(), 'service-compile-cache'),
    LOG_LEVEL: 'error',
  };
  const folderOf = (role: string, number: number): string => join(dir, `${role}-${number}`);
  const apiFolders = ports.map((_, index) => folderOf('api', index));
  const fleet = startFleet(
    [
      ...ports.map((port, index) => ({
        ...shared,
        ROLE: 'api',
        PORT: String(port),
        DATA_DIR: folderOf('api', index),
      })),
      ...Array.from({ length: WORKER_PROCESSES }, (_, index) => ({
        ...shared,
        ROLE: 'worker',
        DATA_DIR: folderOf('worker', index),
      })),
    ],
    seeded(seed),
  );
  opening.defer(async () => void (await fleet.stop()));

  const readOut = async <Element>(url: string) => (await fetch(url)).json() as Promise<readonly Element[]>;
  /** Of the process that has filled the empty database: the only one that knows the key. */
  const seededIn = () => apiFolders.find((folder) => existsSync(join(folder, 'sandbox.json')));
  const isReady = () =>
    fetch(`${door.url}/health/ready`).then(
      ({ ok }) => ok && seededIn() !== undefined,
      () => false,
    );
  const query = async <Row extends pg.QueryResultRow>(sql: string): Promise<readonly Row[]> => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    return client
      .query<Row>(sql)
      .then(({ rows }) => rows)
      .finally(() => client.end());
  };
  const opened = opening.move();
  return {
    fleet,
    baseUrl: door.url,
    apiKey: () => sandboxIn(seededIn() ?? '').apiKey,
    ready: async () => {
      const giveUp = performance.now() + READY_WITHIN;
      while (!(await isReady())) {
        if (performance.now() > giveUp) throw new Error(`The processes do not get ready. ${fleet.lastFailure()}`);
        await pause(100);
      }
    },
    loseDatabase: async (milliseconds) => {
      await database.stop();
      await pause(milliseconds);
      database = await startDatabase();
      if (database.url !== databaseUrl) throw new Error('The port of the database was taken meanwhile. Run it again.');
    },
    shortenLeases: async (seconds) => void (await query(withShorterLeases(seconds))),
    beginnings: async () => {
      const [companies] = await query<{ count: number }>('select count(*)::int as count from company');
      const migrated = await query<{ name: string }>('select name from migration order by id');
      return { migrated: migrated.map(({ name }) => name), companies: companies?.count ?? 0 };
    },
    sessions: () => readOut<SessionSeen>(`${wave.url}/sandbox/sessions`),
    certificates: () => readOut<CertificateSeen>(`${authority.url}/sandbox/certificates`),
    close: () => opened.disposeAsync(),
  };
};

/** A lease ends by itself, as it does in the service; only sooner. */
const withShorterLeases = (seconds: number): string => `
  create function shorter_lease() returns trigger language plpgsql as $$ begin
    new.leased_until = least(new.leased_until, clock_timestamp() + interval '${seconds} seconds');
    return new;
  end $$;
  do $$ declare leased name; begin
    for leased in select table_name from information_schema.columns
      where table_schema = 'public' and column_name = 'leased_until'
    loop
      execute format('create trigger shorter_lease before insert or update of leased_until on %I
        for each row when (new.leased_until is not null) execute function shorter_lease()', leased);
    end loop;
  end $$`;
