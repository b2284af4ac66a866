import { millisecondsOf } from '@vehicle-insurance/core';
import { expect } from 'chai';
import {
  ed25519Signer,
  newProofKey,
  publicKeyOf,
  publicKeyText,
  randomIds,
  realTimer,
  sha256KeyHasher,
  systemClock,
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
