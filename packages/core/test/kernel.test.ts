import {
  addDays,
  dateOf,
  isPolicyNumberFormat,
  lastDayOfCover,
  licencePlate,
  parseDate,
  startOfDay,
  step,
  sum,
  type Session,
} from '@vehicle-insurance/core';
import { at, day } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { policyNumber } from '../src/domain/contract/policy-number.ts';
import { chargeFor } from '../src/domain/payment/fees.ts';
import { chooseSession } from '../src/domain/payment/session.ts';
import { completedYears } from '../src/shared/calendar.ts';
import { nextTime } from '../src/shared/due.ts';
import { machine } from '../src/shared/machine.ts';
import { basisPoints, roundUpTo, shareOf } from '../src/shared/money.ts';
import { exactText, mobileNumber, text } from '../src/shared/rules.ts';

describe('the calendar', () => {
  const covers: readonly (readonly [string, number, string])[] = [
    // Proves: last-day-of-short-months
    ['2026-11-01', 12, '2027-10-31'],
    // Proves: last-day-of-short-months
    ['2026-08-31', 6, '2027-02-28'],
    ['2027-08-31', 6, '2028-02-29'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2027-11-29', 3, '2028-02-28'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-01-31', 3, '2026-04-30'],
    ['2026-01-15', 3, '2026-04-14'],
    ['2026-03-01', 12, '2027-02-28'],
    ['2027-03-01', 12, '2028-02-29'],
    ['2026-12-31', 6, '2027-06-30'],
  ];
  for (const [first, months, last] of covers)
    it(`covers ${months} months from ${first} to ${last}`, () => {
      expect(lastDayOfCover(day(first), months)).to.equal(last);
    });

  // Proves: real-dates-only
  it('reads only dates that exist, written in one way', () => {
    expect(parseDate('2028-02-29')).to.equal('2028-02-29');
    for (const wrong of [
      '2026-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-1-1',
      '20260101',
      '2026-01-01T00:00',
      ' 2026-01-01',
      '9999-01-01',
      '0000-01-01',
      '-00001-01-01',
      '',
    ])
      expect(parseDate(wrong), wrong).to.equal(undefined);
  });

  // Proves: today-in-business-zone
  it('knows the civil date of an instant in its zone', () => {
    expect(dateOf(at('2026-01-15T23:59:59.999Z'), 'Africa/Abidjan')).to.equal('2026-01-15');
    expect(dateOf(at('2026-01-15T23:59:59.999Z'), 'Africa/Lagos')).to.equal('2026-01-16');
    expect(startOfDay(day('2026-01-16'), 'Africa/Lagos')).to.equal('2026-01-15T23:00:00.000Z');
    expect(addDays(day('2026-12-31'), 1)).to.equal('2027-01-01');
  });

  // Proves: age-in-completed-years
  it('completes a year on its day, and that of 29 February on 1 March', () => {
    expect(completedYears(day('2020-06-01'), day('2026-05-31'))).to.equal(5);
    expect(completedYears(day('2020-06-01'), day('2026-06-01'))).to.equal(6);
    expect(completedYears(day('2020-02-29'), day('2026-02-28'))).to.equal(5);
    expect(completedYears(day('2020-02-29'), day('2026-03-01'))).to.equal(6);
  });

  it('finds the next time of a table, whatever was missed', () => {
    const table = { minutes: [1, 5, 15, 60], thenEvery: 60 };
    const start = at('2026-01-15T09:00:00.000Z');
    const next = (now: string) => nextTime(table, start, at(`2026-01-15T${now}:00.000Z`)).slice(11, 16);
    expect(['09:00', '09:01', '09:04', '09:30', '10:00', '10:59', '11:00'].map(next)).to.deep.equal([
      '09:01',
      '09:05',
      '09:05',
      '10:00',
      '11:00',
      '11:00',
      '12:00',
    ]);
  });
});

describe('money', () => {
  // Proves: money-exact
  it('is computed exactly and rounded once, by a named rule', () => {
    expect(shareOf(89_335, basisPoints(1_450), 'half_up')).to.equal(12_954);
    expect([
      shareOf(5, { parts: 1, of: 2 }, 'half_up'),
      shareOf(5, { parts: 1, of: 2 }, 'up'),
      shareOf(5, { parts: 1, of: 2 }, 'down'),
    ]).to.deep.equal([3, 3, 2]);
    expect(shareOf(10 ** 12, basisPoints(9_999), 'half_up')).to.equal(999_900_000_000);
    expect(sum([1, 2, 3])).to.equal(6);
    expect([roundUpTo(0, 5), roundUpTo(1, 5), roundUpTo(5, 5)]).to.deep.equal([0, 5, 5]);
  });

  // Proves: money-exact
  it('never leaves exact arithmetic in silence', () => {
    expect(() => sum([Number.MAX_SAFE_INTEGER, 1])).to.throw(RangeError);
  });

  // Proves: fees
  it('charges the fee on top: rounded up, within its bounds, to the provider’s step', () => {
    const one = { basisPoints: 100, fixed: 0, minimum: 0, maximum: null, step: 1 };
    expect(chargeFor(104_627, one)).to.deep.equal({ amount: 104_627, fees: 1_047 });
    expect(chargeFor(104_627, { ...one, fixed: 100 }).fees).to.equal(1_147);
    expect(chargeFor(100, { ...one, minimum: 50 }).fees).to.equal(50);
    expect(chargeFor(10 ** 9, { ...one, maximum: 5_000 }).fees).to.equal(5_000);
    const steps = [
      [1, 1],
      [1, 5],
      [10, 5],
      [4, 10],
      [1000, 1],
    ] as const;
    const charged = steps.map(([own, provider]) => {
      const charge = chargeFor(104_627, { ...one, step: own }, provider);
      expect(charge.amount).to.equal(104_627);
      return charge.amount + charge.fees;
    });
    expect(charged).to.deep.equal([105_674, 105_675, 105_680, 105_680, 106_000]);
    const { amount, fees } = chargeFor(104_627, { ...one, step: 5 });
    expect([amount, fees, (amount + fees) % 5]).to.deep.equal([104_627, 1_048, 0]);
  });
});

describe('texts', () => {
  // Proves: text-normalised
  it('are counted in NFC, which four code points may make one', () => {
    const fourInOne = '\u03b1\u0313\u0300\u0345';
    expect(text({ min: 1, max: 100 })(fourInOne.repeat(100)).unwrap()).to.equal('\u1f82'.repeat(100));
    expect(text({ min: 1, max: 100 })(fourInOne.repeat(101)).isErr()).to.equal(true);
  });

  it('that are far too long are refused without being normalised, which would take minutes', () => {
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
  it('have something in them that can be seen', () => {
    for (const blank of ['\u200b\u200b', '\u2060\u00ad', '\u3164\u3164', '\u2800\u2800', '\u202e\u00a0\u202c'])
      expect(text({ min: 2, max: 9 })(blank).isErr(), JSON.stringify(blank)).to.equal(true);
    for (const seen of ['Z\u200b', '\u0645\u200c\u064a', '👩\u200d🔧', '日本', '--'])
      expect(text({ min: 2, max: 9 })(seen).isOk(), seen).to.equal(true);
    expect(exactText({ min: 1, max: 9 })('\u200b').isOk(), 'a key of the caller’s own').to.equal(true);
  });

  // Proves: external-ids-to-the-letter
  it('are kept to the letter where they are keys', () => {
    expect(exactText({ min: 1, max: 9 })(' Zoe\u0308 ').unwrap()).to.equal(' Zoe\u0308 ');
    expect(exactText({ min: 1, max: 9 })('a\tb').isErr()).to.equal(true);
    expect(exactText({ min: 1, max: 255 })('x'.repeat(10_000_000)).isErr()).to.equal(true);
  });

  // Proves: mobile-numbers
  it('are mobile numbers of Côte d’Ivoire, with or without prefix and spaces', () => {
    for (const number of ['0701020304', '+2250701020304', ' 07 01 02 03 04', '+225 07 01020304'])
      expect(mobileNumber(number).unwrap(), number).to.equal('+2250701020304');
    for (const wrong of [
      '',
      '070102030',
      '07010203045',
      '0201020304',
      '2250701020304',
      '002250701020304',
      '+33612345678',
      '07-01-02-03-04',
      '07\t01020304',
      '٠٧٠١٠٢٠٣٠٤',
    ])
      expect(mobileNumber(wrong).isErr(), wrong).to.equal(true);
  });

  // Proves: plates-normalised
  it('are plates in capitals without spaces', () => {
    expect(licencePlate(' 4550 eg 01').unwrap()).to.equal('4550EG01');
    expect(licencePlate('aa-123-ab').unwrap()).to.equal('AA-123-AB');
    for (const wrong of [
      '',
      'A',
      'A'.repeat(21),
      'AB_1',
      'ÀB-1',
      'ıı-1',
      'AB\u00001',
      'AB.1',
      'AB\u00a01',
      'AB\u30001',
      'AB\t1',
      'AB\u200b1',
    ])
      expect(licencePlate(wrong).isErr(), wrong).to.equal(true);
  });

  // Proves: policy-numbers
  it('are policy numbers, each company’s and contract’s own', () => {
    const parts = { company: 7, ordinal: 42, paidOn: day('2026-01-15') };
    expect(policyNumber('VI-{company}-{year}-{ordinal:6}', parts)).to.equal('VI-7-2026-000042');
    expect(policyNumber('{ordinal:1}/{company:3}', { ...parts, ordinal: 1_234_567 })).to.equal('1234567/007');
    expect(isPolicyNumberFormat('VI-{company}-{ordinal}')).to.equal(true);
    for (const wrong of ['VI-{ordinal}', 'VI-{company}', 'VI', '{companyordinal}'])
      expect(isPolicyNumberFormat(wrong)).to.equal(false);
  });
});

describe('a machine', () => {
  const door = machine('door', 'open', {
    open: { close: 'closed' },
    closed: { open: 'open', lock: 'locked' },
    locked: {},
  });

  it('says where an event leads, or that it leads nowhere', () => {
    expect(step(door, 'closed', 'lock').unwrap()).to.equal('locked');
    expect(step(door, 'locked', 'open').unwrapErr()).to.deep.equal({
      code: 'illegal_transition',
      machine: 'door',
      from: 'locked',
      event: 'open',
    });
  });
});

describe('several sessions under one reference', () => {
  const session = (id: string, over: Partial<Session> = {}): Session => ({
    id,
    state: 'open',
    url: 'https://pay.test',
    amount: 1,
    currency: 'XOF',
    created: at(`2026-01-15T09:00:0${id}.000Z`),
    expires: null,
    completed: null,
    lastFailure: null,
    ...over,
  });
  const own = (...sessions: readonly Session[]) => chooseSession(sessions)?.own.id;

  // Proves: several-sessions
  it('are told apart: the paid one, else the oldest that can be paid', () => {
    expect(own(session('2'), session('1'))).to.equal('1');
    expect(own(session('1'), session('2', { state: 'paid' }))).to.equal('2');
    expect(own(session('1', { url: null }), session('2'))).to.equal('2');
    expect(own(session('1', { state: 'expired' }), session('2'))).to.equal('2');
    expect(own(session('1', { url: null }))).to.equal(undefined);
    expect(own()).to.equal(undefined);
    expect(chooseSession([session('1'), session('2')])?.duplicates.map(({ id }) => id)).to.deep.equal(['2']);
  });
});
