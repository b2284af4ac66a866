import { checkProof, type LocalDate, type ProofKey, type ProvenFacts } from '@vehicle-insurance/core';
import { randomFrom } from '@vehicle-insurance/testkit';
import { base32 } from '../../src/shared/bit-text.ts';
import { aSigner, FACTS, tokenBy, verifySignature } from './signing.ts';

/** Whole numbers below a bound. For the same seed, they are the same. */
const drawing = (seed: number) => {
  const next = randomFrom(seed);
  return (below: number): number => Math.floor(next() * below);
};
type Draw = ReturnType<typeof drawing>;

const makeSigner = (byte: number) => aSigner(new Uint8Array(32).fill(byte));
const [current, earlier, withdrawn, stranger] = [makeSigner(1), makeSigner(2), makeSigner(3), makeSigner(4)];

/** "Public keys" under which everybody can sign: the neutral element, and others of small order. */
const SMALL = [
  `01${'00'.repeat(31)}`,
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  `ec${'ff'.repeat(30)}7f`,
].map((hex) => new Uint8Array(Buffer.from(hex, 'hex')));

const KEYS: readonly ProofKey[] = [
  { publicKey: current.publicKey, withdrawn: false },
  { publicKey: earlier.publicKey, withdrawn: false },
  { publicKey: withdrawn.publicKey, withdrawn: true },
  ...SMALL.map((publicKey) => ({ publicKey, withdrawn: false })),
];

const SIGNATURE = 64;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

const factsDrawn = (draw: Draw): ProvenFacts => ({
  ...FACTS,
  contract: { ...FACTS.contract, policyNumber: `VI-0007-2026-${String(draw(1_000_000)).padStart(6, '0')}` },
  vehicle: { licencePlate: `AA-${draw(1_000)}-${'ABCDEF'[draw(6)] ?? ''}B` },
});

const bytesOf = (token: string): Uint8Array => base32.decode(token) ?? new Uint8Array();
const join = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
const noise = (draw: Draw, length: number) => Uint8Array.from({ length }, () => draw(256));

/** Adds the group's order to the number in the signature. A careless verifier accepts both numbers. */
const withOtherEncoding = (bytes: Uint8Array): Uint8Array => {
  const half = bytes.slice(-SIGNATURE / 2).reverse();
  const number = (BigInt(`0x${Buffer.from(half).toString('hex')}`) + ORDER).toString(16).padStart(SIGNATURE, '0');
  return join(bytes.slice(0, -SIGNATURE / 2), Buffer.from(number, 'hex').reverse());
};

const WAYS: Readonly<Record<string, (good: string, draw: Draw) => unknown>> = {
  'one bit': (good, draw) => {
    const bytes = bytesOf(good);
    const at = draw(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << draw(8));
    return base32.encode(bytes);
  },
  'several bytes': (good, draw) => {
    const bytes = bytesOf(good);
    const at = draw(bytes.length - 4);
    bytes.set(noise(draw, 4), at);
    return base32.encode(bytes) === good ? '' : base32.encode(bytes);
  },
  'cut short': (good, draw) => good.slice(0, draw(good.length)),
  'without its beginning': (good, draw) => good.slice(1 + draw(good.length - 1)),
  lengthened: (good, draw) => base32.encode(join(bytesOf(good), noise(draw, 1 + draw(9)))),
  'signed by a stranger': (_, draw) => tokenBy(stranger, factsDrawn(draw)),
  'signed by a stranger in our name': (_, draw) =>
    tokenBy({ ...stranger, publicKey: [current, earlier][draw(2)]?.publicKey ?? stranger.publicKey }, factsDrawn(draw)),
  'signed by a withdrawn key': (_, draw) => tokenBy(withdrawn, factsDrawn(draw)),
  'by the withdrawn key in the name of a good one': (_, draw) =>
    tokenBy({ ...withdrawn, publicKey: current.publicKey }, factsDrawn(draw)),
  'the signature of another paper': (good, draw) => {
    const other = bytesOf(tokenBy(current, factsDrawn(draw)));
    const swapped = base32.encode(join(bytesOf(good).slice(0, -SIGNATURE), other.slice(-SIGNATURE)));
    return swapped === good ? '' : swapped;
  },
  'later days': (good, draw) => {
    const bytes = bytesOf(good);
    bytes[10] = (bytes[10] ?? 0) + 1 + draw(255);
    return base32.encode(bytes);
  },
  'another text of the same bytes': (good, draw) => {
    const bytes = Buffer.from(bytesOf(good));
    const padded = `${good}======`.slice(0, Math.ceil(good.length / 8) * 8);
    const texts = [
      good.toLowerCase(),
      padded === good ? ` ${good}` : padded,
      `${good}A`,
      `${good} `,
      ` ${good}`,
      `${good}\n`,
    ];
    const others = [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')];
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(good.at(-1) ?? '');
    const spare = (good.length * 5) % 8;
    const tail = `${good.slice(0, -1)}${'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[last + 1] ?? ''}`;
    const all = [
      ...texts,
      ...others,
      ...(spare > 0 ? [tail] : []),
      good.replace('A', 'а'),
      [...good].reverse().join(''),
    ];
    return all[draw(all.length)];
  },
  'another encoding of the signature': (good) => base32.encode(withOtherEncoding(bytesOf(good))),
  'a key of small order': (good, draw) => {
    const point = SMALL[draw(SMALL.length)] ?? new Uint8Array();
    const payload = bytesOf(good).slice(0, -SIGNATURE);
    payload.set(point.slice(0, 4), 2);
    return base32.encode(join(payload, SMALL[0] ?? point, new Uint8Array(SIGNATURE / 2)));
  },
  'a signature of small order': (good, draw) =>
    base32.encode(
      join(bytesOf(good).slice(0, -SIGNATURE), SMALL[draw(SMALL.length)] ?? new Uint8Array(), new Uint8Array(32)),
    ),
  noise: (_, draw) => base32.encode(noise(draw, draw(400))),
  'noise behind a good beginning': (good, draw) => base32.encode(join(bytesOf(good).slice(0, 6), noise(draw, 150))),
  'not a text': (good, draw) => [null, undefined, 7, {}, [good], Buffer.from(good), Symbol(good), NaN][draw(8)],
};

export const forge = async (count: number, seed: number, verify = verifySignature) => {
  const draw = drawing(seed);
  const check = checkProof(verify);
  const on = '2026-12-01' as LocalDate;
  const tried: Record<string, number> = {};
  const accepted: string[] = [];
  const refusals: Record<string, number> = {};
  for (let at = 0; at < count; at += 1) {
    const good = tokenBy([current, earlier][draw(2)] ?? current, factsDrawn(draw));
    const [way = '', make] = Object.entries(WAYS)[at % Object.keys(WAYS).length] ?? [];
    const forged = make?.(good, draw);
    tried[way] = (tried[way] ?? 0) + 1;
    const checked = await check(forged, KEYS, on);
    if (checked.standing !== 'refused') accepted.push(`${way}: ${String(forged)}`);
    else refusals[checked.reason] = (refusals[checked.reason] ?? 0) + 1;
    if (at % 100 === 0 && (await check(good, KEYS, on)).standing !== 'valid')
      accepted.push(`a genuine token was refused: ${good}`);
  }
  return { tried, accepted, refusals };
};
