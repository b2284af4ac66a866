import { later, type LocalDate } from '@vehicle-insurance/core';
import { aFailedPayment, aRefund, at, BY_A_TEST, inUnit, storedPayment, storedQuote } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { figuresPage, firstCompleteDay } from '../src/pages/figures.ts';
import type { Page } from '../src/web/route.ts';
import { openOffice } from './office.ts';
import { rowsOf } from './visitor.ts';

describe('the daily figures of the console', () => {
  const read = new Map(['2026-01-16', '2026-01-14', '2026-01-15'].map((date) => [date as LocalDate, []]));

  it('are shown for every day, or for the days after the one at which the reading limit was reached', () => {
    expect(firstCompleteDay(read, 19_999) <= '2026-01-01').to.equal(true);
    expect(firstCompleteDay(new Map(), 0) <= '2026-01-01').to.equal(true);
    expect(firstCompleteDay(read, 20_000)).to.equal('2026-01-15');
  });

  it('are those of the latest operations of each kind and company, and the median time to the latest certificates', async () => {
    const today = at('2026-11-10T10:00:00.000Z');
    const yesterday = later(today, { hours: -24 });
    /** The seconds to the certificates of the latest contracts; the last two are not among the ten that are read. */
    const seconds = [120, 180, 240, 300, null, 630, 3_600, 4_200, 4_800, 5_400, 60_000, 60_000];
    const inspect = async (id: string) => {
      const [contract, passed] = [{ created: today }, seconds[Number(id)]];
      const issued = { what: 'certificate', to: 'issued', at: later(today, { seconds: passed ?? 0 }) };
      return { contract, history: typeof passed === 'number' ? [issued] : [] };
    };
    const contract = (n: number) => ({ id: `${n}`, created: n < seconds.length ? today : yesterday });
    const contracts = Array.from({ length: 20_000 }, (_, n) => ({
      contract: contract(n),
      quote: { premium: { amount: 7 } },
    }));
    const priced = async (id: string, { numbers: [from, to] }: { readonly numbers: readonly [number, number] }) =>
      Array.from({ length: to - from + 1 }, (_, n) => ({
        created: id === 'large' && from + n <= 29_000 ? yesterday : today,
      }));
    const ports = {
      ...{ uncheckedClock: { now: () => today }, zone: 'Africa/Abidjan' },
      unitOfWork: {
        run: async (work: (tx: object) => unknown) =>
          work({ companies: { list: async () => ['large', 'small'].map((id) => ({ id })) } }),
      },
      store: {
        contractQueries: { list: async () => contracts, inspect },
        paymentQueries: { list: async () => [{ refund: { created: yesterday, amount: 5_000 } }] },
        quoteQueries: { count: async (id: string) => (id === 'large' ? 30_000 : 2), priced },
      },
    } as unknown as Parameters<typeof figuresPage.answer>[1]['ports'];
    const [visit, pages] = [{}, { ports }] as unknown as Parameters<typeof figuresPage.answer>;
    const { body } = (await figuresPage.answer(visit, pages)) as Page;
    const rows = rowsOf(`${await body}`).map((row) => row.map((cell) => cell.replaceAll(/\s/g, ' ')));
    expect(rows).to.have.length(14);
    expect(rows.slice(-2)).to.deep.equal([
      ['09/11/2026', '–', '–', '–', '–', '–', '5 000 FCFA'],
      ['10/11/2026', '84 FCFA', '1002', '12', '1 %', '11 min', '0 FCFA'],
    ]);
  });

  it('count a refund on its own day, even if its payment is older than the days shown', async () => {
    const office = await openOffice();
    try {
      const { unitOfWork } = office.store;
      const now = office.clock.now();
      const { quote } = await storedQuote(unitOfWork);
      const created = later(now, { hours: -24 * 40 });
      const payment = await storedPayment(unitOfWork, quote, aFailedPayment({ created }));
      const { companyId, id: paymentId, session } = payment;
      const own = { companyId, paymentId, sessionId: session?.id ?? '', amount: 5_000, due: null };
      const refund = aRefund({ ...own, status: 'done', created: later(now, { hours: -24 }), completed: now });
      await inUnit(unitOfWork, ({ refunds }) => refunds.add(refund, { at: now, why: BY_A_TEST }));
      const { text } = await (await office.signedIn('Awa', 'look')).get('/figures');
      expect(rowsOf(text).at(-2)?.at(-1)).to.match(/^5.000/);
    } finally {
      await office.close();
    }
  });
});
