import {
  checkProof,
  proofKeysIn,
  publicKeyIn,
  publishedKeys,
  signProof,
  type LocalDate,
  type ProvenFacts,
} from '@vehicle-insurance/core';
import { expect } from 'chai';
import fc from 'fast-check';
import { keyIdOf } from '../../src/domain/proof/token.ts';
import { base32, base64url } from '../../src/shared/bit-text.ts';
import { aSigner, FACTS, tokenBy, verifySignature } from './signing.ts';

const signer = aSigner(new Uint8Array(32).fill(7));
const KEYS = [{ publicKey: signer.publicKey, withdrawn: false }];
const PRINTED =
  'AEA6USTMMMAFCFQBNQEUCQJNGEZDGLKBIIABGVSJFUYDAMBXFUZDAMRWFUYDAMBQGQZAAEKBKRCC2MRQGI3C2MBQGQYTQMRXGPDMZQI4F766RCGX3VSFGFN5FPF46VHEY5BX2TNTWUWFINZ26NJZIINSESZZOV7PV72YJEZLQMFDJM32Z32NNYINAKD7HLC6K5QWK6IJ';
const PROVEN = {
  ...{ document: 'contract', licencePlate: 'AA-123-AB', firstDay: '2026-11-01', lastDay: '2027-10-31' },
  ...{ policyNumber: 'VI-0007-2026-000042', certificateNumber: 'ATD-2026-00418273' },
};
const check = checkProof(verifySignature);
const day = (text: string) => text as LocalDate;
const reasonOf = async (token: unknown, keys = KEYS) => {
  const checked = await check(token, keys, day('2026-12-01'));
  return 'reason' in checked ? checked.reason : undefined;
};

describe('the proof of a paper', () => {
  for (const [on, standing] of [
    ['2026-10-31', 'not_yet'],
    ['2026-11-01', 'valid'],
    ['2027-10-31', 'valid'],
    ['2027-11-01', 'ended'],
  ] as const)
    it(`is ${standing} on ${on}`, async () => {
      expect((await check(tokenBy(signer), KEYS, day(on))).standing).to.equal(standing);
    });

  it('is always the same token, equal to the one first printed', () => {
    // docs/proof.md documents this token byte by byte. If the token changed, papers that are already printed would be
    // refused.
    expect(tokenBy(signer)).to.equal(PRINTED);
    expect(base32.decode(PRINTED)?.length).to.equal(125);
  });

  it('can be read back for every plate, day and number that a token accepts', async () => {
    const plate = fc.stringMatching(/^[A-Z0-9-]{2,20}$/);
    const number = (bytes: number) =>
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }).filter((text) => Buffer.byteLength(text) <= bytes);
    const dayOf = fc.date({ min: new Date('1970-01-01'), max: new Date('9990-12-31'), noInvalidDate: true });
    await fc.assert(
      fc.asyncProperty(plate, dayOf, fc.nat(65_535), number(100), fc.option(number(400)), async (...drawn) => {
        const [licencePlate, first, further, policyNumber, certificateNumber] = drawn;
        const startDate = day(first.toISOString().slice(0, 10));
        const last = new Date(Date.parse(startDate) + further * 86_400_000);
        fc.pre(last.getUTCFullYear() < 9_999);
        const endDate = day(last.toISOString().slice(0, 10));
        const facts: ProvenFacts = {
          contract: { startDate, endDate, policyNumber },
          vehicle: { licencePlate },
          certificate: certificateNumber === null ? null : { certificateNumber },
        };
        const proof = {
          ...PROVEN,
          licencePlate,
          firstDay: startDate,
          lastDay: endDate,
          policyNumber,
          certificateNumber,
        };
        expect(await check(tokenBy(signer, facts), KEYS, startDate)).to.deep.equal({ standing: 'valid', proof });
      }),
      {
        numRuns: 100,
        examples: [['AA-123-AB', new Date('2026-11-01'), 364, 'é'.repeat(50), '车'.repeat(100) + '9'.repeat(100)]],
      },
    );
  });

  const { contract } = FACTS;
  const unsignable: Readonly<Record<string, ProvenFacts>> = {
    'a policy number of more than a hundred bytes': {
      ...FACTS,
      contract: { ...contract, policyNumber: 'é'.repeat(51) },
    },
    'a policy number with broken Unicode': { ...FACTS, contract: { ...contract, policyNumber: '\ud800' } },
    'an endless certificate number': { ...FACTS, certificate: { certificateNumber: '9'.repeat(66_000) } },
    'days before 1970': { ...FACTS, contract: { ...contract, startDate: day('1969-12-31') } },
    'an end before its beginning': { ...FACTS, contract: { ...contract, endDate: day('2026-10-31') } },
    'an empty plate': { ...FACTS, vehicle: { licencePlate: '' } },
  };
  for (const [what, facts] of Object.entries(unsignable))
    it(`is omitted for ${what}, rather than signed wrongly`, () => {
      expect(signProof(signer, 'contract', facts)).to.equal(null);
    });

  it('is omitted without a signer', () => {
    expect(signProof(undefined, 'contract', FACTS)).to.equal(null);
  });
});

describe('a proof is refused', () => {
  it('if it is not a token', async () => {
    for (const token of ['', 'AE', 'not base32', null, 12, {}, ['AE'], 'A'.repeat(1_000_000)])
      expect(await reasonOf(token)).to.equal('malformed');
  });

  describe('even if it is signed with the key,', () => {
    const payload = (base32.decode(tokenBy(signer)) ?? new Uint8Array()).slice(0, -64);
    const [plateAt, policyAt] = [12, 23];
    const certificateAt = policyAt + 'VI-0007-2026-000042'.length + 2;
    const having = (at: number, byte: number) => payload.map((each, index) => (index === at ? byte : each));
    const odd: Readonly<Record<string, Uint8Array>> = {
      'if it has bytes after its end': Uint8Array.from([...payload, 0]),
      'if it has a byte too few': payload.slice(0, -1),
      'if it ends before its numbers': payload.slice(0, 11),
      'if it is empty': new Uint8Array(),
      'if it has another version': having(0, 2),
      'if it is an unknown kind of paper': having(1, 3),
      'if its plate is not text': having(plateAt, 0xff),
      'if its policy number is not text': having(policyAt, 0xff),
      'if its certificate number is not text': having(certificateAt, 0xff),
      'if it has no policy number': Uint8Array.from([
        ...payload.slice(0, policyAt - 2),
        ...[0, 0],
        ...payload.slice(certificateAt - 2),
      ]),
    };
    for (const [when, bytes] of Object.entries(odd))
      it(when, async () => {
        const token = base32.encode(Uint8Array.from([...bytes, ...signer.sign(bytes)]));
        expect(await reasonOf(token)).to.equal('malformed');
      });
  });

  it('if its signature is not canonical, even if the verifier accepts it', async () => {
    const [order, below, above] = [
      `edd3f55c1a631258d69cf7a2def9de14${'00'.repeat(15)}10`,
      `ecd3f55c1a631258d69cf7a2def9de14${'00'.repeat(15)}10`,
      `${'00'.repeat(31)}11`,
    ].map((hex) => Buffer.from(hex, 'hex'));
    const [point, neutral] = [new Uint8Array(32).fill(5), Buffer.from(`01${'00'.repeat(31)}`, 'hex')];
    const payload = (base32.decode(tokenBy(signer)) ?? new Uint8Array()).slice(0, -64);
    const signedBy = async (...signature: readonly (Uint8Array | undefined)[]) => {
      const token = base32.encode(Buffer.concat([payload, ...signature.flatMap((half) => half ?? [])]));
      const checked = await checkProof(() => true)(token, KEYS, day('2026-12-01'));
      return 'reason' in checked ? checked.reason : checked.standing;
    };
    expect(await signedBy(point, below)).to.equal('valid');
    for (const number of [order, above]) expect(await signedBy(point, number)).to.equal('forged');
    expect(await signedBy(neutral, below)).to.equal('forged');
  });

  it('if its key accepts signatures made without the private key, even if the verifier accepts it', async () => {
    const neutral = Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? 1 : 0));
    const token = tokenBy({ ...signer, publicKey: neutral });
    const checked = await checkProof(() => true)(token, [{ publicKey: neutral, withdrawn: false }], day('2026-12-01'));
    expect(checked).to.deep.equal({ standing: 'refused', reason: 'forged' });
  });

  it('if no published key has signed it', async () => {
    expect(await reasonOf(tokenBy(aSigner()))).to.equal('unknown_key');
    expect(await reasonOf(tokenBy(signer), [])).to.equal('unknown_key');
    const alike = signer.publicKey.map((byte, at) => (at === 3 ? byte ^ 1 : byte));
    for (const publicKey of [alike, new Uint8Array()])
      expect(await reasonOf(tokenBy(signer), [{ publicKey, withdrawn: false }])).to.equal('unknown_key');
  });

  it('as unverified, not as forged, if the verifier fails', async () => {
    const failing = checkProof(() => {
      throw new Error('no Ed25519 here');
    });
    expect(await failing(tokenBy(signer), KEYS, day('2026-12-01'))).to.deep.equal({
      standing: 'refused',
      reason: 'unverified',
    });
  });
});

describe('published keys', () => {
  const both = [
    { publicKey: signer.publicKey, withdrawn: false },
    { publicKey: aSigner(new Uint8Array(32).fill(9)).publicKey, withdrawn: true },
  ];

  it('can be read back as they were published', () => {
    expect(proofKeysIn(JSON.parse(JSON.stringify(publishedKeys(both))))).to.deep.equal(both);
  });

  it('are named by the bytes in their tokens, in hexadecimal', () => {
    for (let seed = 0; seed < 64; seed += 1) {
      const { publicKey } = aSigner(new Uint8Array(32).fill(seed));
      const [published] = publishedKeys([{ publicKey, withdrawn: false }]).keys;
      expect(published?.kid).to.equal(Buffer.from(keyIdOf(publicKey)).toString('hex'));
    }
  });

  it('count as withdrawn unless `withdrawn` is absent or false', () => {
    const [published] = publishedKeys(both).keys;
    expect(proofKeysIn({ keys: [{ ...published, withdrawn: false }] })).to.deep.equal([both[0]]);
    for (const withdrawn of [true, 'yes', '2026-11-01', 1, null])
      expect(proofKeysIn({ keys: [{ ...published, withdrawn }] })).to.deep.equal([{ ...both[0], withdrawn: true }]);
  });

  it('are ignored if they are invalid', () => {
    const [published] = publishedKeys(both).keys;
    const identity = base64url.encode(Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? 1 : 0)));
    const others = ['AA', identity, '?', [published?.x], 7, undefined].map((x) => ({ ...published, x }));
    const odd = [null, 7, 'key', {}, { ...published, kty: 'EC' }, { ...published, crv: 'X25519' }, ...others];
    expect(proofKeysIn({ keys: odd })).to.deep.equal([]);
    for (const list of [null, undefined, 7, {}, { keys: 'none' }, []]) expect(proofKeysIn(list)).to.deep.equal([]);
  });
});

describe('a public key', () => {
  /** The y of every point of small order, which libsodium refuses too; the highest bit is the sign of x. */
  const smallOrder = [
    '00'.repeat(32),
    `01${'00'.repeat(31)}`,
    `ec${'ff'.repeat(30)}7f`,
    `ed${'ff'.repeat(30)}7f`,
    `ee${'ff'.repeat(30)}7f`,
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  ];
  for (const y of smallOrder)
    it(`is invalid if anyone can sign under it: ${y.slice(0, 8)}…, with either sign`, () => {
      const bytes = Buffer.from(y, 'hex');
      expect(publicKeyIn(base64url.encode(bytes))).to.equal(undefined);
      bytes[31] = (bytes[31] ?? 0) | 0x80;
      expect(publicKeyIn(base64url.encode(bytes))).to.equal(undefined);
    });
});
