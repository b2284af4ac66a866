import { later, type Francs, type Instant } from '@vehicle-insurance/core';
import { anotherQuote } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import fc from 'fast-check';
import { agreementWith } from '../../src/use-cases/statement/compare-with-records.ts';
import { findingsIn } from '../../src/use-cases/statement/findings.ts';
import { PAYER } from '../scenario.ts';
import { account } from './account.ts';

type Account = Awaited<ReturnType<typeof account>>;

const EVENTS = {
  open: async (it: Account, opened: string[]) => {
    const { quote } = await anotherQuote(it.unitOfWork, it.company, it.vehicle);
    opened.push((await it.pay(PAYER, quote.id)).unwrap().id);
  },
  pay: async (it: Account, _: unknown, id: string) => {
    const session = it.provider.session(id);
    if (session.state === 'open') it.provider.pay(id);
  },
  'pay another amount': async (it: Account, _: unknown, id: string) => {
    if (it.provider.session(id).state === 'open') it.provider.pay(id, { amount: 777 });
  },
  'pay after its end': async (it: Account, _: unknown, id: string) => {
    if (it.provider.session(id).state === 'expired') it.provider.pay(id);
  },
  'pay once more': async (it: Account, _: unknown, id: string) => {
    const { amount } = it.provider.session(id);
    const second = await it.provider.open({ reference: id, amount, payer: PAYER });
    if (second.outcome === 'done') it.provider.pay(second.value.id);
  },
  'refund at the provider': async (it: Account, _: unknown, id: string) => {
    await it.provider.refund(it.provider.session(id).id);
  },
  'pay another shop': async (it: Account) =>
    it.statement.add({ reference: 'order 42', amount: 5_000, at: it.clock.now() }),
  'take a payout': async (it: Account) => it.statement.add({ kind: 'other', amount: -300, at: it.clock.now() }),
  'stop answering': async (it: Account) => it.statement.breakNext('silence'),
  die: async (it: Account) => {
    it.statement.breakNext('crash');
    await it.store.endLeases();
  },
  'pass a while': async (it: Account) => {
    it.clock.advance({ minutes: 7 });
    await it.run();
  },
  'pass some hours': (it: Account) => it.pass(5),
} satisfies Readonly<Record<string, (it: Account, opened: string[], id: string) => Promise<unknown>>>;

const steps = fc.array(
  fc.record({ event: fc.constantFrom(...(Object.keys(EVENTS) as (keyof typeof EVENTS)[])), which: fc.nat(5) }),
  { minLength: 3, maxLength: 20 },
);

const sum = (amounts: readonly Francs[]): Francs => amounts.reduce((all, amount) => all + amount, 0);

const allFindings = async (it: Account, references: readonly string[]) => {
  const agreement = await agreementWith(it.dependencies, 'fake');
  return (await it.statements.facts('fake', references)).flatMap((facts) => findingsIn(facts, agreement));
};

describe('random journeys and the account at the provider', () => {
  // Proves: statement-to-the-franc
  it('match to the franc: matched lines, discrepancies and lines of others add up to the balance', async function () {
    this.timeout(120_000);
    await fc.assert(
      fc.asyncProperty(steps, async (events) => {
        const it = await account();
        const opened: string[] = [];
        await EVENTS.open(it, opened);
        for (const { event, which } of events) await EVENTS[event](it, opened, opened[which % opened.length] ?? '');
        const begin: Instant = later(it.clock.now(), { hours: -24 * 30 });
        for (let day = 0; day < 5; day += 1) {
          await it.pass(24);
          await it.store.endLeases();
        }

        const kept = await it.statements.lines(begin, it.clock.now(), 10_000);
        expect(kept, 'every line is stored').to.have.deep.members(it.statement.lines());
        const findings = await allFindings(it, opened);
        const ours = kept.filter(({ reference }) => reference !== null && opened.includes(reference));
        const classified = findings.flatMap(({ line }) => line ?? []);
        expect(classified, 'every line of ours has a finding').to.have.deep.members(ours);
        expect(
          findings.map(({ kind }) => kind),
          'no line is still awaited',
        ).not.to.include('awaited');

        const here = sum(findings.flatMap(({ movement }) => movement?.amount ?? 0));
        const differing = findings.filter(({ kind }) => kind !== 'matched');
        const listed = await it.statements.differences(1_000);
        expect(listed.map(({ kind, there }) => `${kind} ${there}`)).to.have.members(
          differing.map(({ kind, line }) => `${kind} ${line?.amount ?? null}`),
        );
        const apart = sum(listed.map((each) => (each.there ?? 0) - (each.here ?? 0)));
        const others = sum(kept.filter((line) => !ours.includes(line)).map(({ amount }) => amount));
        expect(here + apart + others, 'the balance').to.equal(it.statement.balance());
        // Money that bought nothing was refunded automatically; only refunds made there alone are left for an operator.
        for (const { there } of listed) expect(there).to.be.below(0);
      }),
      { numRuns: 15 },
    );
  });
});
