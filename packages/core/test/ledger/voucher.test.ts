import { freshId } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import fc from 'fast-check';
import {
  accountsOf,
  clearBalances,
  openAmount,
  VOUCHER_KINDS,
  type AccountBalance,
  type VoucherKind,
} from '../../src/domain/ledger/voucher.ts';
import { sum } from '../../src/shared/money.ts';

const COMPANIES = [freshId(), freshId(), freshId()];
/** The insurer code `null` and the empty code must not be confused with a missing insurer. */
const INSURERS = [null, 'null', '', 'lagune'];

const aBalance = (kind: VoucherKind) =>
  fc.record({
    companyId: fc.constantFrom(...COMPANIES),
    insurer: fc.constantFrom(...INSURERS),
    wallet: fc.constantFrom('wave', 'cinetpay'),
    account: fc.constantFrom(...accountsOf(kind)),
    amount: fc.oneof(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -1e12, max: 1e12 })),
  });

const placeOf = ({ companyId, insurer, wallet, account }: Omit<AccountBalance, 'amount'>): string =>
  JSON.stringify([companyId, insurer, wallet, account]);

const someBalances = (kind: VoucherKind) => fc.uniqueArray(aBalance(kind), { selector: placeOf, maxLength: 30 });

/** The balances after a voucher. */
const afterVoucher = (kind: VoucherKind, balances: readonly AccountBalance[], amount: number) => {
  const all = new Map(balances.map((each) => [placeOf(each), each]));
  for (const { postings, ...of } of clearBalances(kind, balances, amount))
    for (const posting of postings) {
      const key = placeOf({ ...of, ...posting });
      all.set(key, { ...of, ...posting, amount: posting.amount + (all.get(key)?.amount ?? 0) });
    }
  return [...all.values()];
};

/** What a kind can clear of a debit balance and of a credit balance. */
const CLEARS: Readonly<Record<VoucherKind, readonly [ofDebit: number, ofCredit: number]>> = {
  sweep: [7, -7],
  merchant_fee: [7, -7],
  merchant_invoice: [7, -7],
  remittance: [-7, 7],
  commission: [-7, 7],
  fee_offset: [7, -7],
  fee_margin: [7, 7],
};

describe('a voucher', () => {
  for (const kind of VOUCHER_KINDS) {
    const cleared = accountsOf(kind).slice(0, -1);
    const totalOf = (balances: readonly AccountBalance[]): number =>
      sum(balances.filter(({ account }) => cleared.includes(account)).map(({ amount }) => amount));

    it(`of kind ${kind} clears the side that it settles, and only fee_margin clears both`, () => {
      const [account = 'wallet'] = cleared;
      const openOf = (amount: number): number =>
        openAmount(kind, [{ companyId: COMPANIES[0] ?? '', insurer: null, wallet: 'wave', account, amount }]);
      expect([openOf(7), openOf(-7)]).to.deep.equal(CLEARS[kind]);
    });

    it(`of kind ${kind} books balanced entries, one for each company, insurer and wallet, that do not exceed its amount`, () => {
      fc.assert(
        fc.property(someBalances(kind), fc.double({ min: 0, max: 1, noNaN: true }), (balances, part) => {
          const open = openAmount(kind, balances);
          fc.pre(open > 0);
          const amount = Math.max(1, Math.floor(open * part));
          const clearings = clearBalances(kind, balances, amount);
          for (const { postings } of clearings) {
            expect(sum(postings.map((each) => each.amount))).to.equal(0);
            expect(postings.some((each) => each.amount !== 0)).to.equal(true);
          }
          const groups = clearings.map(({ companyId, insurer, wallet }) =>
            JSON.stringify([companyId, insurer, wallet]),
          );
          expect(groups, 'in a fixed order').to.deep.equal([...new Set(groups)].toSorted());
          expect(clearBalances(kind, balances.toReversed(), amount)).to.deep.equal(clearings);
          const after = afterVoucher(kind, balances, amount);
          expect(Math.abs(totalOf(balances)) - Math.abs(totalOf(after))).to.equal(amount);
          for (const each of after.filter(({ account }) => cleared.includes(account))) {
            const before = balances.find((other) => placeOf(other) === placeOf(each))?.amount ?? 0;
            expect(Math.abs(each.amount)).to.be.at.most(Math.abs(before));
          }
        }),
      );
    });

    it(`of kind ${kind} leaves no balance of any company, insurer and wallet when everything is cleared, in any number of parts`, () => {
      fc.assert(
        fc.property(
          someBalances(kind),
          fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
          (balances, parts) => {
            fc.pre(openAmount(kind, balances) > 0);
            let left: readonly AccountBalance[] = balances;
            for (const part of [...parts, 1]) {
              const open = openAmount(kind, left);
              if (open > 0) left = afterVoucher(kind, left, Math.max(1, Math.floor(open * part)));
            }
            expect(left.filter(({ account, amount }) => cleared.includes(account) && amount !== 0)).to.deep.equal([]);
            expect(sum(left.map(({ amount }) => amount))).to.equal(sum(balances.map(({ amount }) => amount)));
          },
        ),
      );
    });
  }
});
