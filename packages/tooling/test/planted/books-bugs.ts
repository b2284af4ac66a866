import type { PlantedBug } from './planted-bug.ts';

const ENTRIES = 'core/src/domain/ledger/entries.ts';
const ACCOUNT = 'core/src/domain/ledger/account.ts';
const BOOK = 'core/src/use-cases/ledger/book.ts';

/** Money that is booked otherwise than it moved: random histories find it from the books alone, but for one. */
export const BOOKS_BUGS: readonly PlantedBug[] = [
  {
    name: 'a refund that two workers hear of is booked as given back twice',
    file: BOOK,
    text: "if (await tx.ledger.has(refund.companyId, 'refund_by_hand', refund.id))",
    instead: 'if (refund)',
    foundBy: 'core/test/ledger/entries.test.ts',
  },
  ...(
    [
      {
        name: 'a refund is booked with the wrong sign',
        file: ENTRIES,
        text: "refund_done: ['wallet', 'refunds_due']",
        instead: "refund_done: ['refunds_due', 'wallet']",
      },
      {
        name: 'the payer’s fee is not booked',
        file: ENTRIES,
        text: "{ account: 'wallet', amount: chargedAmount(payment) },\n    { account: 'provider_fees', amount: -payment.fees },",
        instead: "{ account: 'wallet', amount: payment.amount },",
      },
      {
        name: 'the wallet is booked as what was charged, and the difference as premium',
        file: ENTRIES,
        text: "{ account: 'provider_fees', amount: -payment.fees }",
        instead: "{ account: 'premium_due', amount: -payment.fees }",
      },
      {
        name: 'money that bought nothing is booked each time that it is seen',
        file: ENTRIES,
        text: "cause: 'payment_unused',\n    subjectId: paid.payment.id,",
        instead: "cause: 'payment_unused',\n    subjectId: booking.id,",
      },
      {
        name: 'taxes are booked as premium',
        file: ACCOUNT,
        text: "return FUNDS.get(code) ?? 'tax';",
        instead: "return FUNDS.get(code) ?? 'premium_due';",
      },
      {
        name: 'the guarantee fund’s levy is booked as a tax',
        file: ACCOUNT,
        text: "[GUARANTEE_FUND_CODE, 'guarantee_fund'],",
        instead: "[GUARANTEE_FUND_CODE, 'tax'],",
      },
      {
        name: 'what lifts a premium to its minimum is booked as accessories',
        file: ACCOUNT,
        text: "    case 'adjustment':\n      return 'premium_due';\n    case 'fee':",
        instead: "      return 'premium_due';\n    case 'adjustment':\n    case 'fee':",
      },
      {
        name: 'the commission is taken of the whole premium',
        file: ENTRIES,
        text: "premium.lines.filter((line) => accountOf(line) === 'premium_due')",
        instead: 'premium.lines',
      },
      {
        name: 'a cancelled contract’s commission stays booked',
        file: ENTRIES,
        text: 'postings: reversed(collected(paid)).map(',
        instead:
          'postings: reversed(collected({ ...paid, quote: { ...paid.quote, coverage: { ...paid.quote.coverage, commission: 0 } } })).map(',
      },
      {
        name: 'a cancelled contract’s money is booked as gone already',
        file: ENTRIES,
        text: "account === 'wallet' ? 'refunds_due' : account",
        instead: 'account',
      },
      {
        name: 'of money that bought nothing the premium alone is booked as to go back',
        file: 'core/src/use-cases/payment/check-payment.ts',
        text: 'await bookUnused(tx, dependencies, payment, refund, {',
        instead: 'await bookUnused(tx, dependencies, payment, { ...refund, amount: payment.amount }, {',
      },
      {
        name: 'a transfer by hand is booked out of the wallet',
        file: ENTRIES,
        text: "refund_by_hand: ['suspense', 'refunds_due']",
        instead: "refund_by_hand: ['wallet', 'refunds_due']",
      },
      {
        name: 'every insurer’s premium is booked as our own insurer’s',
        file: ENTRIES,
        text: 'insurer: coverage.insurer ?? null',
        instead: 'insurer: (coverage.insurer && null) ?? null',
      },
      {
        name: 'a cancellation is not booked',
        file: 'core/src/use-cases/contract/cancel-contract.ts',
        text: 'await bookCancellation(tx, { ids, zone }, payment, ended, { at: now, now });',
        instead: '',
      },
      {
        name: 'what is paid is booked by the day in UTC',
        file: BOOK,
        text: 'bookedOn: dateOf(now, zone)',
        instead: "bookedOn: dateOf(now, zone && 'UTC')",
      },
      {
        name: 'a payment is booked as of when it was learned',
        file: BOOK,
        text: 'const at = paid.payment.completed ?? now;',
        instead: 'const at = now;',
      },
    ] as const
  ).map((bug) => ({ ...bug, foundBy: 'core/test/histories/histories.test.ts' })),
];
