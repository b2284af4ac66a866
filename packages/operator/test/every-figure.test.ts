import {
  addDays,
  type ageOpenAmounts,
  type Balance,
  type FigureRow,
  type PeriodFigures,
  type Sums,
} from '@vehicle-insurance/core';
import {
  aCoverage,
  anotherQuote,
  inUnit,
  storedCompany,
  storedContract,
  storedVehicle,
} from '@vehicle-insurance/testkit';
import { exampleChart } from '@vehicle-insurance/catalogue';
import { expect } from 'chai';
import { rowsOf, type Visitor } from '../../console/test/visitor.ts';
import { officeForAll, REFUSED } from './office.ts';

interface Printed {
  readonly periods: readonly PeriodFigures[];
  readonly companies: readonly FigureRow[];
  readonly insurers: readonly FigureRow[];
  readonly coverages: readonly FigureRow[];
}
interface Books {
  readonly balances: readonly (Balance & { readonly balance: number })[];
}

const inOrder = ({ quotes, contracts, premium, certificatesPending, refunded, refundsDue }: Sums) => [
  ...[quotes, contracts, premium, certificatesPending, refunded, refundsDue],
];
const numberIn = (cell = ''): number => Number(cell.replaceAll(/\D/g, ''));
/** An amount with its side: debits are positive. */
const sidedIn = (cell = ''): number => (cell.includes('créditeur') ? -1 : 1) * numberIn(cell);
const total = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);
const positive = (amounts: readonly number[]): number => total(amounts.filter((amount) => amount > 0));

describe('the console, with two providers, two insurers and several companies,', () => {
  const { office, operator } = officeForAll();
  let awa: Visitor;

  before(async () => {
    const { unitOfWork } = office.store;
    await office.quote();
    for (const days of [0, 3, 4]) {
      for (let n = 0; n < days; n += 1) await office.nextMorning();
      await office.bought();
      const now = office.clock.now();
      for (const [index, insurer] of ['other', 'sandbox', undefined].entries()) {
        const company = await storedCompany(unitOfWork);
        const vehicle = await storedVehicle(unitOfWork, company.id);
        const coverage = aCoverage(insurer === undefined ? {} : { insurer });
        const quote = await anotherQuote(unitOfWork, company, vehicle, { coverage, created: now });
        const provider = index === 1 ? 'wave' : 'cinetpay';
        const { payment } = await storedContract(unitOfWork, quote, {
          contract: { created: now },
          request: { created: now },
          payment: { provider, created: now, completed: now, amount: quote.quote.premium.amount },
        });
        const booking = { companyId: company.id, subjectId: payment.id, paymentId: payment.id, at: now };
        await inUnit(unitOfWork, async ({ ledger }) => {
          await ledger.book({ ...booking, cause: 'payment_succeeded' }, now);
          await ledger.book({ ...booking, cause: 'payment_unused', amount: 700 + index }, now);
        });
      }
    }
    await operator.json('contract', 'cancel', await office.contract(REFUSED), '--why', 'assuré ailleurs');
    await office.contract(REFUSED);
    awa = await office.signedIn('Awa', 'look');
  });

  const rowsAt = async (path: string) => {
    const { status, text } = await awa.get(path);
    expect(status, text).to.equal(200);
    return rowsOf(text);
  };

  // Proves: console-same-use-cases
  it('shows the command’s figures by period, company, insurer and coverage', async () => {
    const until = office.today();
    const from = addDays(until, -9);
    for (const by of ['day', 'week', 'month']) {
      const printed = await operator.json<Printed>('figures', '--by', by, '--from', from);
      expect([printed.companies.length, printed.insurers.length]).to.deep.equal([10, 3]);
      const groups = { company: printed.companies, insurer: printed.insurers, coverage: printed.coverages };
      for (const [group, rows] of Object.entries(groups)) {
        const shown = await rowsAt(`/figures?from=${from}&by=${by}&group=${group}`);
        const numbers = shown.map(([, quotes, contracts, , ...more]) => [quotes, contracts, ...more].map(numberIn));
        expect(numbers).to.deep.equal([...printed.periods, ...rows].map(inOrder));
      }
    }
  });

  // Proves: console-same-use-cases
  it('shows the command’s figures of today and of last week on the home page', async () => {
    const rows = (await rowsAt('/')).slice(-5);
    const today = office.today();
    for (const [column, date] of [today, addDays(today, -7)].entries()) {
      const { periods } = await operator.json<Printed>('figures', '--from', date, '--until', date);
      const [{ quotes, contracts, premium, certificatesPending, refundsDue }] = periods as readonly [PeriodFigures];
      const shown = rows.map((row) => numberIn(row[column + 1]));
      expect(shown).to.deep.equal([quotes, contracts, premium, certificatesPending, refundsDue]);
    }
  });

  // Proves: console-same-use-cases
  it('shows the command’s trial balance of a month', async () => {
    const { balances } = await operator.json<Books>('books', 'show', office.month());
    const shown = (await rowsAt(`/books/${office.month()}`)).map(([account = '', ...amounts]) => [
      /^\d*/.exec(account)?.[0] || account,
      ...amounts.map(numberIn),
    ]);
    const lineOf = (name: string, own: Books['balances']) => {
      const [carried, closing] = [own.map((each) => each.carried), own.map(({ balance }) => balance)];
      const sides = (amounts: readonly number[]) => [positive(amounts), positive(amounts.map((amount) => -amount))];
      const moved = [total(own.map(({ debit }) => debit)), total(own.map(({ credit }) => credit))];
      return [name, ...sides(carried), ...moved, ...sides(closing)];
    };
    const books = [...Map.groupBy(balances, ({ insurer, wallet }) => `${insurer} ${wallet}`).values()];
    expect(books).to.have.length(3);
    const expected = books.flatMap((own) => [
      ...own
        .map((each) => lineOf(exampleChart[each.account].number, [each]))
        .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)),
      lineOf('Total', own),
    ]);
    expect(shown).to.deep.equal([...expected, lineOf('Total', balances)]);
  });

  // Proves: console-same-use-cases
  it('shows the command’s balances of accounts for any company, insurer and provider', async () => {
    const from = addDays(office.today(), -2);
    // The service's own insurer has the name of the catalogue's, and people read both as one.
    const sameName = ['-', 'sandbox'];
    for (const [option, name, value, codes = [value]] of [
      ...[['--company', 'company', office.company.id] as const, ['--wallet', 'wallet', 'cinetpay'] as const],
      ...sameName.map((code) => ['--insurer', 'insurer', code, sameName] as const),
      ['--insurer', 'insurer', 'other'] as const,
    ]) {
      const balances: Books['balances'][number][] = [];
      for (const code of codes) {
        const printed = await operator.json<Books>('books', 'ledger', '--from', from, option, code);
        expect(printed.balances, code).to.not.have.length(0);
        balances.push(...printed.balances);
      }
      const shown = await rowsAt(`/books/ledger?from=${from}&until=${office.today()}&${name}=${value}`);
      const accounts = shown
        .filter((row) => row.length === 5)
        .map(([account = '', ...amounts]) => [account.split(' ')[0], ...amounts.map(sidedIn)]);
      const expected = [...Map.groupBy(balances, ({ account }) => account)]
        .map(([account, own]) => [
          exampleChart[account].number,
          ...(['carried', 'debit', 'credit', 'balance'] as const).map((each) => total(own.map((one) => one[each]))),
        ])
        .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1));
      expect(accounts, value).to.deep.equal(expected);
    }
  });

  // Proves: console-same-use-cases
  it('shows the command’s open amounts by age', async () => {
    type Open = Pick<ReturnType<typeof ageOpenAmounts>, 'totals'>;
    const { totals } = await operator.json<Open>('books', 'open');
    expect(totals).to.not.have.length(0);
    const shown = (await rowsAt('/books/open'))
      .filter((row) => row.length === 7)
      .map(([, count, ...amounts]) => [numberIn(count), ...amounts.map(sidedIn)]);
    expect(shown).to.deep.equal(totals.map(({ count, byAge, amount }) => [count, ...byAge, amount]));
  });

  // Proves: console-same-use-cases
  it('shows the command’s amounts in the lists of contracts and payments', async () => {
    type Contracts = readonly { readonly quote: { readonly amount: number } }[];
    const contracts = await operator.json<Contracts>('contract', 'list', '--most', '50');
    const ofContracts = (await rowsAt('/contracts')).map((row) => numberIn(row[3]));
    expect(ofContracts).to.deep.equal(contracts.map(({ quote }) => quote.amount));
    type Payments = readonly { readonly chargedAmount: number }[];
    const payments = await operator.json<Payments>('payment', 'list', '--most', '50');
    const ofPayments = (await rowsAt('/payments')).map((row) => numberIn(row[4]));
    expect(ofPayments).to.deep.equal(payments.map(({ chargedAmount }) => chargedAmount));
  });
});
