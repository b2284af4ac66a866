import { licencePlate, Ok, policyNumberFormatProblem } from '@vehicle-insurance/core';
import { day } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { policyNumber } from '../../src/domain/contract/policy-number.ts';
import {
  author,
  exactText,
  fields,
  flag,
  integer,
  mobileNumber,
  oneOf,
  plainText,
  text,
  Unreadable,
  uuid,
  type Rule,
} from '../../src/shared/rules.ts';

const span = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, more) => first + more);

describe('a rule', () => {
  const name = text({ min: 2, max: 9 });
  const number = 'must be an Ivorian mobile number: 10 digits starting with 01, 05 or 07, with or without +225';
  const refusals: readonly (readonly [Rule<unknown>, unknown, string])[] = [
    [flag, 'yes', 'must be true or false'],
    [integer({ min: 3, max: 9 }), 10, 'must be a whole number from 3 to 9'],
    [integer({ min: 3, max: 9 }), '3', 'must be a whole number from 3 to 9'],
    [oneOf(['auto', 'full']), 'half', 'must be one of auto, full'],
    [author, 7, 'must be a name or a person'],
    [author, { name: 7 }, 'must be a name or a person'],
    [plainText, 'a\0', 'must not contain NUL or broken Unicode'],
    [plainText, '\ud800', 'must not contain NUL or broken Unicode'],
    [plainText, 7, 'must be text'],
    [uuid, '01981C2E-6400-7A10-8C01-000000000001', 'must be a UUID in lower case'],
    [name, 'Zoë\n', 'must not contain control characters or broken Unicode'],
    [name, '\u200b\u200b', 'must have characters that can be seen'],
    [name, '   ', 'must have 2 to 9 characters'],
    [name, 'much too long', 'must have 2 to 9 characters'],
    [mobileNumber, '0201020304', number],
    [mobileNumber, 701_020_304, number],
    [licencePlate, 'A', 'must be 2 to 20 letters, digits or dashes, spaces aside'],
    [licencePlate, 4550, 'must be 2 to 20 letters, digits or dashes, spaces aside'],
  ];
  for (const [rule, given, message] of refusals)
    it(`refuses ${JSON.stringify(given)}: ${message}`, () => {
      expect(rule(given).unwrapErr().en).to.equal(message);
    });

  it('refuses a value that the adapter could not read, under any rule', () => {
    const message = { en: 'is given twice', fr: 'est indiqué deux fois' };
    const details = [{ field: 'why', message }];
    const checked = fields({ why: new Unreadable(message) }, { why: () => Ok('any') });
    expect(checked.unwrapErr()).to.deep.equal({ code: 'invalid_request', details });
  });

  it('accepts both ends of a range', () => {
    expect([3, 9].map((given) => integer({ min: 3, max: 9 })(given).unwrap())).to.deep.equal([3, 9]);
  });
});

describe('texts', () => {
  // Proves: text-normalised
  it('are counted in NFC, in which four code points may become one', () => {
    const fourInOne = '\u03b1\u0313\u0300\u0345';
    expect(text({ min: 1, max: 100 })(fourInOne.repeat(100)).unwrap()).to.equal('\u1f82'.repeat(100));
    expect(text({ min: 1, max: 100 })(fourInOne.repeat(101)).isErr()).to.equal(true);
  });

  it('that are far too long are refused before the normalisation, which would take minutes', () => {
    const accents = `a${'\u0315\u0300'.repeat(170_000)}`;
    const began = performance.now();
    expect(text({ min: 1, max: 100 })(accents).isErr()).to.equal(true);
    expect(performance.now() - began).to.be.lessThan(2_000);
  });

  // Proves: text-normalised
  it('are trimmed, in NFC and counted in code points', () => {
    expect(text({ min: 2, max: 4 })('  Zoe\u0308 ').unwrap()).to.equal('Zoë');
    expect(text({ min: 1, max: 2 })('🚗🚗').isOk()).to.equal(true);
    expect(text({ min: 1, max: 2 })('🚗🚗🚗').isErr()).to.equal(true);
    expect(text({ min: 1, max: 5 })('   ').isErr()).to.equal(true);
    for (const wrong of ['a\u0000b', 'a\nb', '\ud800', 'a\u0085b'])
      expect(text({ min: 1, max: 9 })(wrong).isErr()).to.equal(true);
  });

  // Proves: names-can-be-seen
  it('must have a visible character', () => {
    for (const blank of ['\u200b\u200b', '\u2060\u00ad', '\u3164\u3164', '\u2800\u2800', '\u202e\u00a0\u202c'])
      expect(text({ min: 2, max: 9 })(blank).isErr(), JSON.stringify(blank)).to.equal(true);
    for (const seen of ['Z\u200b', '\u0645\u200c\u064a', '👩\u200d🔧', '日本', '--'])
      expect(text({ min: 2, max: 9 })(seen).isOk(), seen).to.equal(true);
    expect(exactText({ min: 1, max: 9 })('\u200b').isOk(), 'a key of the caller’s own').to.equal(true);
  });

  // Proves: no-bidirectional-controls
  it('must not have a bidirectional control anywhere, but may be Arabic', () => {
    const controls = [0x061c, 0x200e, 0x200f, ...span(0x202a, 0x202e), ...span(0x2066, 0x2069)];
    for (const control of controls.map((point) => String.fromCodePoint(point))) {
      for (const name of [`${control}Awa Koné`, `Awa${control} Koné`, `Awa Koné${control}`]) {
        const refusal = text({ min: 2, max: 50 })(name).unwrapErr().en;
        expect(refusal, JSON.stringify(name)).to.equal('must not contain bidirectional controls');
      }
      expect(exactText({ min: 1, max: 9 })(`a${control}b`).unwrap()).to.equal(`a${control}b`);
    }
    for (const name of ['عائشة ديالو', 'Awa عائشة 12', 'Z\u200b', '\u0645\u200c\u064a', 'a\u2065b', 'a\u2029b'])
      expect(text({ min: 2, max: 50 })(name).isOk(), JSON.stringify(name)).to.equal(true);
  });

  // Proves: external-ids-unchanged
  it('are kept unchanged if they are keys', () => {
    expect(exactText({ min: 1, max: 9 })(' Zoe\u0308 ').unwrap()).to.equal(' Zoe\u0308 ');
    expect(exactText({ min: 1, max: 9 })('a\tb').isErr()).to.equal(true);
    expect(exactText({ min: 1, max: 255 })('x'.repeat(10_000_000)).isErr()).to.equal(true);
  });

  // Proves: mobile-numbers
  it('can be mobile numbers of Côte d’Ivoire, with or without prefix and spaces', () => {
    for (const number of ['0701020304', '+2250701020304', ' 07 01 02 03 04', '+225 07 01020304'])
      expect(mobileNumber(number).unwrap(), number).to.equal('+2250701020304');
    const prefixed = ['2250701020304', '002250701020304', '+33612345678'];
    const written = ['070102030', '07010203045', '07-01-02-03-04', '07\t01020304', '٠٧٠١٠٢٠٣٠٤'];
    for (const wrong of ['', '0201020304', ...prefixed, ...written])
      expect(mobileNumber(wrong).isErr(), wrong).to.equal(true);
  });

  // Proves: plates-normalised
  it('can be plates, in capitals without spaces', () => {
    expect(licencePlate(' 4550 eg 01').unwrap()).to.equal('4550EG01');
    expect(licencePlate('aa-123-ab').unwrap()).to.equal('AA-123-AB');
    const spaced = ['AB\u00001', 'AB\u00a01', 'AB\u30001', 'AB\t1', 'AB\u200b1'];
    for (const wrong of ['', 'A', 'A'.repeat(21), 'AB_1', 'ÀB-1', 'ıı-1', 'AB.1', ...spaced])
      expect(licencePlate(wrong).isErr(), wrong).to.equal(true);
  });

  // Proves: policy-numbers
  it('can be policy numbers, unique to each company and contract', () => {
    const parts = { company: 7, ordinal: 42, paidOn: day('2026-01-15') };
    expect(policyNumber('VI-{company}-{year}-{ordinal:6}', parts)).to.equal('VI-7-2026-000042');
    expect(policyNumber('{ordinal:1}/{company:3}', { ...parts, ordinal: 1_234_567 })).to.equal('1234567/007');
    for (const right of ['VI-{company}-{ordinal}', '{company:3}/{year}/{ordinal:6}'])
      expect(policyNumberFormatProblem(right), right).to.equal(undefined);
    const runTogether = ['{company}{ordinal}', '{company}0{ordinal}', '{ordinal}12{year}-{company}'];
    for (const wrong of ['VI-{ordinal}', 'VI-{company}', 'VI', '{companyordinal}', ...runTogether])
      expect(policyNumberFormatProblem(wrong), wrong).to.match(/^must contain|^contains \{companyordinal\}/);
  });

  it('are refused as a policy number format if a placeholder in them would be printed literally', () => {
    const unknown = ['{month}', '{Ordinal}', '{ordinal:10}', '{ordinal:0}', '{year:2}', '{ordinal }', '{}', '{', '}'];
    for (const each of unknown)
      expect(policyNumberFormatProblem(`VI-{company}-{ordinal}-${each}`), each).to.include(`contains ${each},`);
    expect(policyNumberFormatProblem('{{company}}-{ordinal}')).to.include('contains {},');
  });
});
