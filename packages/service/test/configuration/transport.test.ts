import { expect } from 'chai';
import pg from 'pg';
import { isInTheClear } from '../../src/configuration/transport.ts';
import { complaints, PRODUCTION } from './production-values.ts';

const queries = (...all: readonly string[]) => all.map((query) => `postgres://s@db/i?${query}`);
const POSTGRES = {
  clear: [
    ...['db', '192.168.1.2', '[fd00::1]', 'localhost.internal', '127.0.0.1.nip.io'].map(
      (host) => `postgres://s@${host}/i`,
    ),
    ...['postgresql://service:pw@10.0.0.5:5433/insurance', 'POSTGRES://service@db/insurance'],
    ...['disable', 'allow', 'prefer', 'no-verify', 'Verify-Full', ''].flatMap((mode) => queries(`sslmode=${mode}`)),
    ...queries('application_name=a', 'sslmode=require&uselibpqcompat=true', 'sslmode=verify-full&sslmode=disable'),
    ...queries('ssl=false', 'ssl=no-verify'),
    ...['postgres://s@localhost/i?host=db.internal', 'postgres://s@db.internal/i?host='],
    'postgres://s@db.internal/i?host=localhost&host=',
  ],
  safe: [
    ...['localhost', 'LOCALHOST:5433', '127.0.0.1', '[::1]', '%2Fvar%2Frun%2Fpostgresql'].map(
      (host) => `postgres://s@${host}/i`,
    ),
    ...['postgres://s@127.1.2.3/i?sslmode=disable', 'postgres:///i?host=/var/run/postgresql', 'postgres:///i'],
    ...queries('host=/var/run/postgresql', 'sslmode=require', 'sslmode=verify-ca', 'sslmode=verify-full', 'ssl=true'),
    ...queries('uselibpqcompat=true&sslmode=verify-full', 'sslmode=disable&sslmode=verify-full'),
  ],
};

const MONGO = {
  clear: [
    ...['mongodb://db/jobs', 'mongodb://localhost,db/jobs', 'mongodb+srv://cluster.internal/jobs?tls=false'],
    'mongodb://user:p%40ss@10.0.0.5:27017/jobs?authSource=admin',
    ...[
      'tls=false',
      'tls=true&ssl=false',
      'tls=true&tlsInsecure=true',
      'TLS=true&TLSALLOWINVALIDCERTIFICATES=true',
    ].map((query) => `mongodb://db/?${query}`),
    'mongodb+srv://cluster.internal/jobs?tlsAllowInvalidHostnames=true',
  ],
  safe: [
    ...['mongodb://localhost:27017/jobs', 'mongodb://%2Ftmp%2Fmongodb-27017.sock/jobs', 'mongodb://db/?ssl=true'],
    ...['mongodb://user:pw@127.0.0.1:27017,[::1]:27018/jobs', 'mongodb://a,b,c/jobs?replicaSet=r&tls=true'],
    ...['mongodb://db?TLS=true', 'mongodb+srv://cluster.internal/jobs?retryWrites=true'],
  ],
};

describe('the address of a store', () => {
  // Proves: stores-over-tls
  it('counts as unencrypted if it leads to another machine without verified TLS', () => {
    for (const address of [...POSTGRES.clear, ...MONGO.clear, 'http://s3:9000', 'http://10.0.0.9'])
      expect(isInTheClear(address), address).to.equal(true);
    for (const address of [...POSTGRES.safe, ...MONGO.safe, 'https://s3:9000', 'http://127.0.0.1:9000', ''])
      expect(isInTheClear(address), address).to.equal(false);
  });

  it('makes the PostgreSQL driver verify the server’s certificate if we treat it as encrypted', () => {
    for (const address of POSTGRES.safe.filter((each) => each.includes('@db/') && !each.includes('host='))) {
      const { ssl } = (
        new pg.Client({ connectionString: address }) as unknown as { connectionParameters: { ssl: unknown } }
      ).connectionParameters;
      expect(Boolean(ssl), address).to.equal(true);
      expect((ssl as { rejectUnauthorized?: boolean }).rejectUnauthorized ?? true, address).to.equal(true);
    }
  });
});

describe('production', () => {
  const CLEAR = {
    DATABASE: { DATABASE_URL: 'postgres://service@db/insurance' },
    SCHEDULER_STORE: { SCHEDULER_STORE: 'mongodb://jobs@mongodb/jobs' },
    S3: {
      STORAGE: 's3',
      S3_BUCKET: 'papers',
      S3_ENDPOINT: 'http://s3:9000',
      S3_PUBLIC_ENDPOINT: 'https://papers.internal',
    },
  } as const;
  for (const [store, values] of Object.entries(CLEAR))
    // Proves: stores-over-tls
    it(`refuses ${store} on another machine without TLS, unless ${store}_TLS is off`, () => {
      const said = complaints({ ...PRODUCTION, ...values });
      expect(said).to.have.length(1);
      expect(said[0]).to.match(new RegExp(`leads to another machine without verified TLS: .* set ${store}_TLS=off`));
      expect(complaints({ ...PRODUCTION, ...values, [`${store}_TLS`]: 'off' })).to.deep.equal([]);
      const others = Object.keys(CLEAR).filter((other) => other !== store);
      for (const other of others)
        expect(complaints({ ...PRODUCTION, ...values, [`${other}_TLS`]: 'off' })).to.deep.equal(said);
    });

  it('accepts a store on this machine without TLS, and staging accepts any database without TLS', () => {
    expect(complaints({ ...PRODUCTION, DATABASE_URL: 'postgres://service@127.0.0.1/insurance' })).to.deep.equal([]);
    expect(complaints({ ...PRODUCTION, ENVIRONMENT: 'staging', ...CLEAR.DATABASE })).to.deep.equal([]);
  });
});
