import { expect } from 'chai';
import { forge } from './forgeries.ts';
import { verifySignature } from './signing.ts';

describe('forged and altered tokens', () => {
  // Proves: proof-not-forged
  it('are refused, for every way of making them', async () => {
    const { tried, accepted, refusals } = await forge(720, 1);
    expect(accepted).to.deep.equal([]);
    expect(Object.values(tried)).to.have.length(18).and.to.not.include(0);
    expect(Object.keys(refusals).sort()).to.deep.equal(['forged', 'malformed', 'unknown_key', 'withdrawn_key']);
  });

  it('are refused even if the verifier accepts another encoding of a signature', async () => {
    // Such verifiers first reduce the number in the signature.
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    const careless: typeof verifySignature = (publicKey, payload, signature) => {
      const number = BigInt(`0x${Buffer.from(signature.slice(32)).reverse().toString('hex')}`) % order;
      const reduced = Buffer.from(number.toString(16).padStart(64, '0'), 'hex').reverse();
      return verifySignature(publicKey, payload, new Uint8Array(Buffer.concat([signature.slice(0, 32), reduced])));
    };
    expect((await forge(180, 2, careless)).accepted).to.deep.equal([]);
  });
});
