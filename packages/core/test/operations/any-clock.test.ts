import { JOBS, later } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { START } from '../scenario.ts';
import { wideWorld, type Place, type WideWorld } from '../wide-world.ts';

/** Minutes by which the clock moves before each run of all jobs. */
const CLOCKS: Readonly<Record<string, readonly number[]>> = {
  'stands still': [0, 0, 0],
  'moves back some minutes': [-10, 0, 10, 0],
  'moves back to before the first payment': [-60, 0, 60],
  'jumps a day ahead': [24 * 60, 0],
  'jumps an hour ahead and back again': [60, 0, -60, 0],
};

const STAGES: Readonly<Record<string, (it: WideWorld) => Promise<void>>> = {
  'payments that were paid in time': (it) => it.confirmed(),
  'contracts without their certificates': (it) => it.paid(),
  'payments that were paid too late': (it) => it.confirmLate(),
  'payments that stay unpaid': async (it) => {
    await it.open();
    it.soon(35);
  },
};

/** The final state of a place. Each entry, event and change of state occurs once, even if the jobs run often. */
const endOf = async (it: WideWorld, place: Place) => {
  const { payment, contract } = await it.ofPlace(place);
  const { id = '' } = payment?.payment ?? {};
  const ids = [id, payment?.refund?.id, contract?.contract.id];
  const entries = await it.books.entries(place.company.id, null, 1_000);
  const { data } = await it.journal.page(place.company.id, { after: 0, limit: 1_000 });
  return {
    payment: [payment?.payment.status, payment?.refund?.status, place.provider.session(id).refunds],
    contract: [contract?.contract.status, contract?.certificateRequest.status],
    documents: Object.values(contract?.contract.documents ?? {}).map((name) => name !== null),
    booked: entries
      .filter(({ subjectId }) => ids.includes(subjectId))
      .map(({ cause }) => cause)
      .toSorted(),
    events: data.filter(({ subjectId }) => ids.includes(subjectId)).map(({ type }) => type),
    history: payment?.history.map(({ from, to }) => [from, to]).filter(([from, to]) => from !== to),
  };
};

describe('with any clock of the workers,', () => {
  for (const [what, reach] of Object.entries(STAGES)) {
    const endBy = async (moves: readonly number[]) => {
      const it = await wideWorld();
      await reach(it);
      for (const minutes of moves) {
        it.clock.advance({ minutes });
        await it.run(...JOBS);
      }
      it.clock.moveTo(later(START, { hours: 48 }));
      await it.pass(30, ...JOBS);
      const { length } = await it.contractQueries.list({}, 100);
      return { contracts: length, ends: await it.each((place) => endOf(it, place)) };
    };
    let steadily: ReturnType<typeof endBy> | undefined;
    for (const [clock, moves] of Object.entries(CLOCKS))
      it(`${what} have the same end, once and in order, as with a steady clock, even if the clock ${clock}`, async () => {
        const steady = await (steadily ??= endBy([1, 1, 1, 1]));
        expect(steady.contracts).to.equal(/too late|unpaid/.test(what) ? 0 : 12);
        expect(await endBy(moves)).to.deep.equal(steady);
      });
  }
});
