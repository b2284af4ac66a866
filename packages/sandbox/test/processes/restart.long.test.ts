import { expect } from 'chai';
import { eventually } from '../sandbox.ts';
import { useFolderWorld } from './folder-world.ts';
import { judgeOutcome } from './judge.ts';
import { sandboxIn } from './service-process.ts';

/** The policyholder whose certificate the authority cannot be asked for during the first hour. */
const AUTHORITY_AWAY = '0700000015';
const HOUR = 3_600_000;

describe('a sandbox that is started again', function () {
  this.timeout(180_000);
  const world = useFolderWorld({ hasOwnDatabase: true });
  const { api, clock, quote, openPayment, confirm, standing, contract, insured } = world.call;
  let service: Awaited<ReturnType<typeof world.start>>;

  before(async () => {
    service = await world.start();
  });

  for (const signal of ['SIGTERM', 'SIGKILL'] as const)
    it(`keeps data, key, clock and all unfinished work after ${signal}`, async () => {
      const moved = Date.parse(await clock.advance('P3DT5H'));
      const waiting = await quote();
      const { page } = await openPayment(waiting.id, '0500001234');
      const uncertified = await world.call.journey({ policyholder: AUTHORITY_AWAY });
      const { contractId } = await eventually(
        () => standing(uncertified.quoteId),
        (answer) => answer.contractId !== null,
      );
      const seen = () =>
        Promise.all([
          api(`/vehicle/${waiting.vehicleId}`),
          api(`/quote?vehicleId=${waiting.vehicleId}`),
          standing(waiting.id),
        ]);
      const kept = await seen();
      const { apiKey, simulators, incompleteQuoteId } = sandboxIn(world.dataDir);

      service.child.kill(signal);
      await service.ended;
      service = await world.start();

      expect(sandboxIn(world.dataDir)).to.deep.include({ apiKey, simulators, incompleteQuoteId });
      expect(Date.parse(await clock.now())).to.be.within(moved, moved + HOUR);
      expect(await seen()).to.deep.equal(kept);

      expect((await fetch(page)).status).to.equal(200);
      expect(await confirm(page)).to.equal(200);
      await insured(waiting.id);

      expect((await contract(contractId ?? '')).certificateStatus).to.equal('pending');
      await clock.advance('PT2H');
      await judgeOutcome(world.call, uncertified);
    });
});
