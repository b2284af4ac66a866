import { millisecondsOf } from '@vehicle-insurance/core';
import { expect } from 'chai';
import {
  ed25519Signer,
  isOfLibrary,
  newProofKey,
  publicKeyOf,
  publicKeyText,
  randomIds,
  realTimer,
  sha256KeyHasher,
  systemClock,
  takeEnvironment,
  verifyEd25519,
} from '../src/index.ts';

describe('the machine’s adapters for the core', () => {
  it('return the time of the machine at each reading, even after it was set back', () => {
    const { now } = Date;
    const told = [5_000_000, 5_000_001, 4_000_000].map((milliseconds) => {
      Date.now = () => milliseconds;
      return millisecondsOf(systemClock.now());
    });
    Date.now = now;
    expect(told).to.deep.equal([5_000_000, 5_000_001, 4_000_000]);
    expect(millisecondsOf(systemClock.now())).to.be.closeTo(Date.now(), 1_000);
  });

  it('wait for the requested time', async () => {
    const began = realTimer.elapsed();
    await realTimer.pause(30);
    // Timers count whole milliseconds, and may be one early.
    expect(realTimer.elapsed() - began).to.be.at.least(29);
  });

  // Proves: ids-are-uuid-7
  it('create unique ids, which sort after those of an earlier millisecond', () => {
    const made = Array.from({ length: 20_000 }, () => randomIds.next());
    expect(new Set(made)).to.have.property('size', made.length);
    const milliseconds = made.map((id) => id.slice(0, 'xxxxxxxx-xxxx'.length));
    expect(milliseconds).to.deep.equal(milliseconds.toSorted());
    expect(made[0]).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('create keys with their environment in the prefix, and find them by a hash that does not reveal them', () => {
    const [one, other] = [sha256KeyHasher.make('live'), sha256KeyHasher.make('test')];
    expect(one.key).to.match(/^vi_live_[\w-]{32}$/);
    expect(other.key).to.match(/^vi_test_[\w-]{32}$/);
    expect(one.key.startsWith(one.prefix)).to.equal(true);
    expect(one.key.length - one.prefix.length).to.be.at.least(26);
    expect(sha256KeyHasher.hash(one.key)).to.equal(one.hash);
    for (const key of [other.key, one.key.slice(0, -1)]) expect(sha256KeyHasher.hash(key)).to.not.equal(one.hash);
    expect(one.hash).to.not.include(one.key);
  });

  it('sign papers that the matching public key verifies, and no others', async () => {
    const { privateKey, publicKey } = newProofKey();
    const signer = ed25519Signer(privateKey, 'https://insurance.example');
    const payload = new TextEncoder().encode('a paper');
    const signature = signer.sign(payload);
    const key = publicKeyOf(publicKey) ?? new Uint8Array();
    expect(signer.publicKey).to.deep.equal(key);
    expect(await verifyEd25519(key, payload, signature)).to.equal(true);
    expect(await verifyEd25519(key, new TextEncoder().encode('another paper'), signature)).to.equal(false);
    const another = publicKeyOf(newProofKey().publicKey) ?? new Uint8Array();
    expect(await verifyEd25519(another, payload, signature)).to.equal(false);
  });

  it('accept no private key as a public one, although both have 32 bytes', () => {
    for (let n = 0; n < 50; n += 1) {
      const { privateKey, publicKey } = newProofKey();
      expect(publicKeyOf(privateKey)).to.equal(undefined);
      expect(publicKeyText(publicKeyOf(publicKey) ?? new Uint8Array())).to.equal(publicKey);
    }
    for (const text of ['', 'public_', 'public_c2hvcnQ', `public_${'A'.repeat(43)}`])
      expect(publicKeyOf(text), text).to.equal(undefined);
  });
});

describe('the environment of a program', () => {
  it('loses the variables that libraries read directly, and is returned completely', () => {
    const ours = {
      ...{ DATABASE_URL: 'postgres://db/vi', S3_ENDPOINT: 'https://s3', PGP_KEY_FILE: 'x', AWS_ROLE_ARN: 'role' },
    };
    const libraries = {
      ...{ PGHOST: 'elsewhere', PGSSLMODE: 'require', PGCONNECT_TIMEOUT: '1', NODE_PG_FORCE_NATIVE: '1' },
      ...{ MIKRO_ORM_DB_NAME: 'shop', MIKRO_ORM_MIGRATIONS_TRANSACTIONAL: 'false', MONGODB_LOG_ALL: 'trace' },
      ...{ AWS_ENDPOINT_URL_S3: 'https://elsewhere', AWS_USE_FIPS_ENDPOINT: 'true', NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      ...{ AWS_ENDPOINT_URL: 'https://elsewhere', AWS_RETRY_MODE: 'adaptive', AWS_S3_US_EAST_1_REGIONAL_ENDPOINT: 'x' },
    };
    const environment = { ...libraries, ...ours };
    expect(takeEnvironment(environment)).to.deep.equal({ ...libraries, ...ours });
    expect(environment).to.deep.equal(ours);
    const others = ['AWS_ACCESS_KEY_ID', 'AWS_PROFILE', 'AWS_WEB_IDENTITY_TOKEN_FILE', 'PATH', 'TZ', 'NODE_OPTIONS'];
    for (const name of others) expect(isOfLibrary(name), name).to.equal(false);
  });
});
