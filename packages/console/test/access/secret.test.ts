import { createDecipheriv } from 'node:crypto';
import { expect } from 'chai';
import { hashOf, newSecret, seal, unseal } from '../../src/access/secret.ts';

describe('a secret of the console', () => {
  it('has 32 random bytes', () => {
    const secrets = Array.from({ length: 100 }, () => Buffer.from(newSecret(), 'base64url'));
    for (let at = 0; at < 32; at += 1) expect(new Set(secrets.map((bytes) => bytes[at])).size, `${at}`).to.be.above(9);
  });

  it('seals a text differently each time, and neither another secret nor the stored hash opens it', () => {
    const secret = newSecret();
    const [one, other] = [seal(secret, 'a token'), seal(secret, 'a token')].map((each) =>
      Buffer.from(each, 'base64url'),
    );
    const [nonce, sealed] = [one?.subarray(0, 12) ?? Buffer.alloc(0), one?.subarray(28) ?? Buffer.alloc(0)];
    expect(unseal(secret, seal(secret, 'a token'))).to.equal('a token');
    expect(nonce).not.to.deep.equal(other?.subarray(0, 12));
    expect(() => unseal(newSecret(), seal(secret, 'a token'))).to.throw();
    const stored = Buffer.from(hashOf(secret), 'base64url');
    expect(createDecipheriv('aes-256-gcm', stored, nonce).update(sealed).toString()).not.to.equal('a token');
  });
});
