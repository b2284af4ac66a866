import { later } from '@vehicle-insurance/core';
import { at, day } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import fc from 'fast-check';
import { match, statementCoverage, type Agreement, type Finding } from '../../src/domain/statement/match.ts';
import type { Movement } from '../../src/domain/statement/movement.ts';
import type { StatementLine } from '../../src/domain/statement/statement-line.ts';

const AGREED: Agreement = { feeBasisPoints: 100, isOnStatement: () => true };

const line = (over: Partial<StatementLine> = {}): StatementLine => ({
  ...{ provider: 'wave', transactionId: 'T1', kind: 'payment', amount: 121_428, fee: 1_214, currency: 'XOF' },
  ...{ reference: 'ours', at: at('2026-01-15T09:05:00.000Z') },
  ...over,
});
const movement = (over: Partial<Movement> = {}): Movement => ({
  ...{ kind: 'payment', sessionId: 'session-1', amount: 121_428, currency: 'XOF' },
  ...{ at: at('2026-01-15T09:05:01.000Z'), paymentId: 'ours', subjectId: 'ours' },
  ...over,
});
/**
 * `again` is a second charge of our payment, and `refunded` is the refund of one charge. They are the second and third
 * lines of a statement.
 */
const again = (over: Partial<StatementLine> = {}) => line({ transactionId: 'T2', ...over });
const refunded = (over: Partial<StatementLine> = {}) =>
  line({ kind: 'refund', transactionId: 'T3', amount: -121_428, ...over });
const refund = (over: Partial<Movement> = {}) => movement({ kind: 'refund', amount: -121_428, ...over });
const LATER = { at: at('2026-01-15T10:05:01.000Z') };
const kinds = (findings: readonly Finding[]) => findings.map(({ kind }) => kind);

describe('matching a statement with our records', () => {
  for (const [what, [lines, movements, expected]] of Object.entries({
    'equal amounts': [[line()], [movement()], ['matched']],
    'a line alone': [[line()], [], ['missing_here']],
    'a correction under our reference': [[line({ kind: 'other', amount: -5 })], [], ['missing_here']],
    'a payment of ours alone': [[], [movement()], ['missing_there']],
    'a refund of ours alone': [[], [refund()], ['refund_not_seen']],
    'a refund only at the provider': [[line(), refunded()], [movement()], ['matched', 'missing_here']],
    'another amount': [[line({ amount: 100_000, fee: 1000 })], [movement()], ['other_amount']],
    'another currency': [[line({ currency: 'XAF' })], [movement()], ['other_amount']],
    'another fee': [[line({ fee: 1500 })], [movement()], ['other_fee']],
    'a fee rounded up': [[line({ fee: 1215 })], [movement()], ['matched']],
    'a fee rounded up too far': [[line({ fee: 1216 })], [movement()], ['other_fee']],
    'a fee of a whole franc too much': [
      [line({ amount: 1_000, fee: 11 })],
      [movement({ amount: 1_000 })],
      ['other_fee'],
    ],
    'a fee of a whole franc too little': [
      [line({ amount: 1_000, fee: 9 })],
      [movement({ amount: 1_000 })],
      ['other_fee'],
    ],
    'a refund without the merchant fee': [[refunded({ fee: 0 })], [refund()], ['matched']],
    'a payment charged twice': [[line(), again()], [movement()], ['matched', 'twice']],
    ...Object.fromEntries(
      (
        [
          ['one refunded', {}, ['matched', 'matched', 'matched']],
          ['one reversed', { kind: 'payment' }, ['matched', 'matched', 'matched']],
          ['less refunded', { amount: -121_427 }, ['matched', 'twice', 'missing_here']],
          ['one refunded in another currency', { currency: 'XAF' }, ['matched', 'twice', 'missing_here']],
          ['and a correction', { kind: 'other' }, ['matched', 'twice', 'missing_here']],
        ] satisfies [string, Partial<StatementLine>, Finding['kind'][]][]
      ).map(([what, back, expected]) => [
        `a payment charged twice, ${what}`,
        [[line(), again(), refunded(back)], [movement()], expected],
      ]),
    ),
    'a refunded payment that our records do not have': [[line(), refunded()], [], ['matched', 'matched']],
    'a payment charged twice, one refunded, and a transfer from another account': [
      [line(), again(), refunded()],
      [movement(), refund({ elsewhere: 'uncovered' })],
      ['matched', 'matched', 'matched', 'refund_not_seen'],
    ],
    'a line of zero alone': [[line({ amount: 0, fee: 0 })], [], ['missing_here']],
    'two refunds beside a transfer from another account': [
      [refunded({ amount: -100 }), refunded({ transactionId: 'T4', amount: -70 })],
      [refund({ amount: -100, elsewhere: 'uncovered' })],
      ['refunded_twice', 'refunded_twice'],
    ],
    'a payment of another amount that was refunded': [
      [line({ amount: 990 }), refunded({ amount: -990 })],
      [movement({ amount: 1_000 }), refund({ amount: -1_000 })],
      ['other_amount', 'other_amount'],
    ],
    'a payment of another amount charged twice': [
      [line({ amount: 990 }), again({ amount: 990 })],
      [movement({ amount: 1_000 })],
      ['other_amount', 'twice'],
    ],
    'a payment of another amount that was reversed': [
      [line({ amount: 990 }), refunded({ amount: -990 })],
      [movement({ amount: 1_000 })],
      ['other_amount', 'missing_here'],
    ],
    'a payment charged three times, one refunded': [
      [line(), again(), again({ transactionId: 'T4' }), refunded()],
      [movement()],
      ['matched', 'matched', 'twice', 'matched'],
    ],
    'a fee that changed after it was booked, beside a refunded charge with its fee': [
      [line({ fee: 1_264 }), again(LATER), refunded({ fee: -1_214 })],
      [movement({ fee: 1_214 })],
      ['matched', 'matched', 'other_fee'],
    ],
    ...Object.fromEntries(
      [0, 10].map((fee) => [
        `a fee that changed after it was booked, beside a later charge that was refunded for a fee of ${fee}`,
        [
          [line({ fee: 1_264 }), again(LATER), refunded({ fee })],
          [movement({ fee: 1_214 })],
          ['matched', 'matched', 'other_fee'],
        ],
      ]),
    ),
    'a later charge that was refunded with the fee of ours': [
      [line(), again({ fee: 1_264, ...LATER }), refunded({ fee: -1_214 })],
      [movement({ fee: 1_214 })],
      ['matched', 'matched', 'matched'],
    ],
    ...Object.fromEntries(
      (
        [
          ['with a fee of no other line', {}, LATER, { fee: -1 }],
          ['at the time of the line whose fee was refunded', {}, {}, {}],
          ['in another currency than the line whose fee was refunded', { currency: 'XAF' }, LATER, { currency: 'XAF' }],
          ['of another amount than the line whose fee was refunded', { amount: 999 }, LATER, { amount: -999 }],
          ['under a refund that came back', { kind: 'refund' }, LATER, {}],
        ] satisfies [string, ...Partial<StatementLine>[]][]
      ).map(([what, charge, own, back]) => [
        `a refunded charge ${what}`,
        [
          [line({ fee: 1_264, ...charge }), again(own), refunded({ fee: -1_214, ...back })],
          [movement({ fee: 1_214 })],
          ['matched', 'matched', 'matched'],
        ],
      ]),
    ),
    'a duplicate session that was refunded': [
      [line(), again(), refunded({ fee: -1_214 })],
      [movement(), movement({ sessionId: 'session-2' }), refund({ sessionId: 'session-2' })],
      ['matched', 'matched', 'matched'],
    ],
    'a fee on nothing': [[line({ amount: 0, fee: 5 })], [movement({ amount: 0 })], ['other_fee']],
    'a reversed payment without the merchant fee': [
      [line({ amount: -121_428, fee: 0 })],
      [movement({ amount: -121_428 })],
      ['matched'],
    ],
  } satisfies Record<string, [StatementLine[], Movement[], Finding['kind'][]]>))
    it(`finds ${what}: ${expected.join(', ') || 'nothing'}`, () => {
      const findings = match(lines, movements, AGREED);
      // The order of findings has no meaning.
      expect([...kinds(findings)].sort()).to.deep.equal(expected.toSorted());
      expect(findings.flatMap((each) => each.line ?? [])).to.have.members(lines);
    });

  it('reports no other fee if no fee is agreed', () => {
    const found = match([line({ fee: 9 })], [movement()], { ...AGREED, feeBasisPoints: null });
    expect(kinds(found)).to.deep.equal(['matched']);
  });

  for (const provider of ['wave', 'cinetpay'])
    it(`pairs lines of ${provider} with the movements that booked their fees, in any order`, () => {
      const lines = [1_214, 1_500, 0].map((fee, index) => line({ provider, fee, transactionId: `T${index}` }));
      const [kept, higher, none] = [1_214, 1_500, 0].map((fee) => movement({ sessionId: `fee-${fee}`, fee }));
      const unbooked = movement({ sessionId: 'fee-undefined' });
      if (!kept || !higher || !none) throw new Error('expected three movements');
      for (const movements of [
        [none, higher, kept],
        [unbooked, kept, higher],
        [higher, unbooked, kept],
      ]) {
        const found = match(lines, movements, { ...AGREED, feeBasisPoints: null });
        expect(kinds(found)).to.deep.equal(['matched', 'matched', 'matched']);
        const pairs = found.flatMap((each) => (each.movement?.fee === undefined ? [] : [each]));
        expect(pairs.map((each) => each.line?.fee)).to.deep.equal(pairs.map((each) => each.movement?.fee));
      }
      const [corrected] = match([line({ provider, fee: 1_500 })], [kept], { ...AGREED, feeBasisPoints: null });
      expect(corrected?.kind).to.equal('other_fee');
    });

  const [first, second, third] = (['09:00', '09:05', '09:10'] as const).map((time) => at(`2026-01-15T${time}:00.000Z`));
  for (const [what, times] of Object.entries({
    'in order of time': [first, second, third],
    'in order of time, even if they are given in another order': [third, first, second],
    'in the given order if their times are equal': [first, first, first],
  }))
    it(`pairs different amounts ${what}`, () => {
      const lines = times.map((when, index) => line({ amount: 10 + index, ...(when && { at: when }) }));
      const movements = times.map((when, index) => movement({ amount: 20 + index, ...(when && { at: when }) }));
      const pairs = match(lines, movements, AGREED).map((each) => [each.line?.amount, each.movement?.amount]);
      expect(pairs).to.have.deep.members([
        [10, 20],
        [11, 21],
        [12, 22],
      ]);
      const [oldest] = match(lines, [movement({ amount: 20 })], AGREED);
      expect(oldest?.line?.at).to.equal(first);
      if (new Set(times).size === 1) expect(oldest?.line?.amount).to.equal(10);
    });

  it('pairs second refunds by amount before it pairs them by time', () => {
    const [early, late] = [at('2026-01-15T09:00:00.000Z'), at('2026-01-15T09:10:00.000Z')];
    const refund = { kind: 'refund', elsewhere: 'uncovered' } as const;
    const given = [movement({ ...refund, amount: -100, at: early }), movement({ ...refund, amount: -200, at: late })];
    const lines = [line({ kind: 'refund', amount: -200, at: early }), line({ kind: 'refund', amount: -100, at: late })];
    const came = match(lines, given, AGREED).map((each) => [each.kind, each.line?.amount, each.movement?.amount]);
    expect(came).to.have.deep.members([
      ['refunded_twice', -200, -200],
      ['refunded_twice', -100, -100],
    ]);
  });

  for (const [time, days] of Object.entries({
    '00:59:59.999': ['2026-01-14', '2026-01-15'],
    '01:00:00.000': ['2026-01-15'],
    '22:59:59.999': ['2026-01-15'],
    '23:00:00.000': ['2026-01-15', '2026-01-16'],
  }))
    it(`reports money of ${time} as missing once the statement of ${days.join(' and ')} was read`, () => {
      const isOnStatement = (read: readonly string[]): boolean =>
        statementCoverage(new Set(read.map((each) => day(each))), 'Africa/Abidjan')(at(`2026-01-15T${time}Z`));
      expect(isOnStatement(days)).to.equal(true);
      for (const missing of days) expect(isOnStatement(days.filter((each) => each !== missing))).to.equal(false);
    });

  const instants = fc
    .integer({ min: 0, max: 72 * 60 })
    .map((minutes) => later(at('2026-01-15T00:00:00.000Z'), { minutes }));
  const lines = fc.array(
    fc.record({
      kind: fc.constantFrom('payment' as const, 'refund' as const, 'other' as const),
      amount: fc.constantFrom(100, 200, 300, -100, -200),
      fee: fc.constantFrom(0, 1, 2),
      currency: fc.constantFrom('XOF', 'XAF'),
      at: instants,
    }),
    { maxLength: 8 },
  );
  const movements = fc.array(
    fc.record({
      kind: fc.constantFrom('payment' as const, 'refund' as const),
      amount: fc.constantFrom(100, 200, -100, -200),
      at: instants,
    }),
    { maxLength: 8 },
  );

  it('classifies each line and each movement exactly once, and adds up to the franc', () => {
    fc.assert(
      fc.property(lines, movements, instants, (some, others, toldUntil) => {
        const stated = some.map((each, index) => line({ ...each, transactionId: `T${index}` }));
        const moved = others.map((each, index) => movement({ ...each, sessionId: `session-${index}` }));
        const findings = match(stated, moved, { ...AGREED, isOnStatement: (moment) => moment <= toldUntil });
        expect(findings.flatMap((each) => each.line ?? [])).to.have.members(stated);
        expect(findings.flatMap((each) => each.movement ?? [])).to.have.members(moved);
        for (const { kind, line: one, movement: other } of findings) {
          const isReturned = kind === 'matched' && other === null;
          const isPair = (kind === 'matched' && !isReturned) || kind === 'other_amount' || kind === 'other_fee';
          expect([one !== null, other !== null].filter(Boolean)).to.have.length(isPair ? 2 : 1);
          if (isPair) expect(one?.kind).to.equal(other?.kind);
          if (kind === 'matched' && !isReturned) expect(one?.amount).to.equal(other?.amount);
        }
        const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
        const alone = findings.flatMap(({ line: one, movement: other, kind }) =>
          one && !other ? [{ one, kind }] : [],
        );
        const returned = alone.flatMap(({ one, kind }) => (kind === 'matched' ? [one] : []));
        for (const currency of ['XOF', 'XAF'])
          expect(sum(returned.flatMap((each) => (each.currency === currency ? [each.amount] : [])))).to.equal(0);
        const left = alone.flatMap(({ one, kind }) => (kind === 'matched' || one.kind === 'other' ? [] : [one]));
        const isOpposite = (one: StatementLine, each: StatementLine) =>
          each.currency === one.currency && each.amount === -one.amount;
        expect(left.filter((one) => left.some((each) => isOpposite(one, each)))).to.deep.equal([]);
        const apart = findings.map((each) => (each.line?.amount ?? 0) - (each.movement?.amount ?? 0));
        expect(sum(moved.map(({ amount }) => amount)) + sum(apart)).to.equal(sum(stated.map(({ amount }) => amount)));
      }),
    );
  });
});
