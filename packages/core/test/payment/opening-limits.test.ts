import { Err, later, payQuote, type Instant, type UnitOfWork } from '@vehicle-insurance/core';
import { storedQuote } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { payerOpenings } from '../../src/domain/payment/opening-limit.ts';
import { PAYER, payThrough, scenario, START, type Scenario } from '../scenario.ts';

const PER_QUOTE = 3;
const PER_PAYER = 5;

const limitOpenings = (perQuote: number | undefined, perPayer?: number) =>
  scenario({}, {}, undefined, { perQuote, perPayer });

/** A call to pay whose opening the provider refuses, so that the quote can be paid again at once. */
const refusedAttempt = async (it: Scenario, phone = PAYER): Promise<string> => {
  it.provider.scriptNextOpening('refused');
  const answer = await it.pay(phone);
  return answer.isOk() ? 'opened' : answer.error.code;
};
const attempts = async (it: Scenario, count: number, phone?: string): Promise<readonly string[]> => {
  const codes: string[] = [];
  for (let n = 0; n < count; n += 1) codes.push(await refusedAttempt(it, phone));
  return codes;
};
const after = (it: Scenario, by: Parameters<typeof later>[1]) => it.clock.moveTo(later(START, by));

const TRIED = 'payment_provider_unavailable';
const LIMITED = 'rate_limited';

describe('the limit of openings within ten minutes', () => {
  // Proves: 429-openings
  it('applies to a quote, counts refused openings, and shows when the next payment can be opened', async () => {
    const it = await limitOpenings(PER_QUOTE);
    for (const minutes of [0, 1, 2]) {
      after(it, { minutes });
      expect(await refusedAttempt(it)).to.equal(TRIED);
    }
    after(it, { minutes: 9, milliseconds: 500 });
    const refusal = (await it.pay()).unwrapErr();
    expect(refusal).to.deep.equal({ code: LIMITED, what: 'openings_of_quote', retryAfter: 60 });
    after(it, { minutes: 10, milliseconds: -1 });
    expect(await refusedAttempt(it)).to.equal(LIMITED);
    after(it, { minutes: 10 });
    expect(await refusedAttempt(it)).to.equal(TRIED);
    expect((await it.pay()).unwrapErr()).to.deep.equal({ code: LIMITED, what: 'openings_of_quote', retryAfter: 60 });
  });

  it('counts no call that opens no session', async () => {
    const it = await limitOpenings(1, 1);
    await it.pay('no number');
    it.provider.accept(false);
    expect((await it.pay()).unwrapErr().code).to.equal('payment_unavailable');
    it.provider.accept(true);
    const id = '019a2f72-5b44-7e10-a1b2-c3d4e5f60718';
    expect((await payThrough(it, {}, id)).isOk()).to.equal(true);
    for (const again of [await payThrough(it, {}, id), await payThrough(it, {}, id)])
      expect(again.unwrap().id).to.equal(id);
    expect((await it.pay()).unwrapErr().code).to.equal('payment_in_progress');
    it.provider.pay(id);
    await it.pass({ minutes: 2 });
    expect((await it.pay()).unwrapErr().code).to.equal('quote_already_paid');
    expect(it.provider.sessions()).to.have.length(1);
  });

  it('applies to a payer’s number over all quotes of a company', async () => {
    const it = await limitOpenings(undefined, PER_PAYER);
    expect(await attempts(it, PER_PAYER)).to.deep.equal(Array(PER_PAYER).fill(TRIED));
    after(it, { minutes: 4 });
    const refusal = (await it.pay(' +225 05 05 06 07 08')).unwrapErr();
    expect(refusal).to.deep.equal({ code: LIMITED, what: 'openings_of_payer', retryAfter: 360 });
    expect(await refusedAttempt(it, '0101010101')).to.equal(TRIED);
    after(it, { minutes: 10 });
    expect(await attempts(it, PER_PAYER + 1)).to.deep.equal([...Array<string>(PER_PAYER).fill(TRIED), LIMITED]);
  });

  it('undoes the count for a number once, and no other count', () => {
    const { take } = payerOpenings(3);
    const now = START;
    const uncount = take('one', PAYER, now).unwrap();
    for (const _ of [1, 2]) take('one', PAYER, now).unwrap();
    for (let times = 0; times < 3; times += 1) uncount();
    expect(take('one', PAYER, now).isOk()).to.equal(true);
    expect(take('one', PAYER, now).unwrapErr()).to.include({ code: LIMITED });
  });

  it('remembers only the numbers with openings in the last ten minutes, and only the openings that can still count', () => {
    const openings = new Map<string, Instant[]>();
    const { take } = payerOpenings(2, openings);
    for (const [minutes, number, remembered, isUndone] of [
      [0, 'A', ['A']],
      [1, 'B', ['A', 'B']],
      [2, 'C', ['A', 'B', 'C'], true],
      [9, 'A', ['B', 'C', 'A']],
      [11, 'D', ['A', 'D']],
      [18, 'A', ['D', 'A']],
      [21, 'E', ['A', 'E']],
    ] as const) {
      const uncount = take('one', number, later(START, { minutes })).unwrap();
      if (isUndone) uncount();
      expect([...openings.keys()]).to.deep.equal(remembered.map((each) => `one ${each}`));
      expect(Math.max(...[...openings.values()].map((times) => times.length))).to.be.at.most(2);
    }
  });

  it('applies to a payer’s number in each company separately', async () => {
    const it = await limitOpenings(undefined, 1);
    const pay = payQuote(it);
    const others = [await storedQuote(it.unitOfWork), await storedQuote(it.unitOfWork)];
    for (const { companyId, id: quoteId } of [it.quote, ...others.map(({ quote }) => quote)]) {
      const codes: string[] = [];
      for (const _ of [1, 2]) {
        it.provider.scriptNextOpening('refused');
        codes.push((await pay({ companyId, quoteId, phoneNumber: PAYER })).unwrapErr().code);
      }
      expect(codes).to.deep.equal([TRIED, LIMITED]);
    }
  });

  it('lets a payer open the next payment exactly ten minutes after the oldest opening that counts', async () => {
    const it = await limitOpenings(undefined, 2);
    for (const minutes of [0, 1]) {
      after(it, { minutes });
      expect(await refusedAttempt(it)).to.equal(TRIED);
    }
    after(it, { minutes: 10, milliseconds: -1 });
    expect(await refusedAttempt(it)).to.equal(LIMITED);
    after(it, { minutes: 10 });
    expect(await attempts(it, 2)).to.deep.equal([TRIED, LIMITED]);
  });

  it('counts no opening for a number if the payment was not recorded', async () => {
    const it = await limitOpenings(undefined, 1);
    let fails = true;
    const unitOfWork: UnitOfWork = {
      run: (work) =>
        it.store.unitOfWork.run(async (tx) => {
          const done = await work(tx);
          if (fails) throw new Error('the commit failed');
          return done;
        }),
    };
    const pay = payQuote({ ...it, unitOfWork });
    const command = { companyId: it.quote.companyId, quoteId: it.quote.id, phoneNumber: PAYER };
    for (const _ of [1, 2])
      expect(await pay(command).catch((error: Error) => error.message)).to.equal('the commit failed');
    fails = false;
    expect((await pay(command)).isOk()).to.equal(true);
  });

  it('counts an opening for a number once if its transaction runs again after a conflict', async () => {
    const it = await limitOpenings(undefined, 1);
    const unitOfWork: UnitOfWork = {
      run: async (work) => {
        await it.store.unitOfWork.run(async (tx) => Err(await work(tx)));
        return it.store.unitOfWork.run(work);
      },
    };
    const { companyId, id: quoteId } = it.quote;
    const paid = await payQuote({ ...it, unitOfWork })({ companyId, quoteId, phoneNumber: PAYER });
    expect(paid.isOk()).to.equal(true);
  });
});
