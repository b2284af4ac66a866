import { unknown } from '@vehicle-insurance/core';
import {
  anotherQuote,
  fakeCertificateAuthority,
  inUnit,
  storedContract,
  storedVehicle,
  NO_ANSWER,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { twoProviders } from './two-providers.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Number of pending certificates: many more than a lane handles at once. */
const PENDING = 60;

describe('certificates at an authority that answers "too many requests" at once', () => {
  it('cause a few calls a minute and are not refused', async () => {
    let calls = 0;
    const refuse = async () => {
      calls += 1;
      await time.pause(1);
      return unknown(NO_ANSWER, undefined, { retryAfter: null });
    };
    const { time, certificates, company, store } = await twoProviders({
      authority: { ...fakeCertificateAuthority(), request: refuse, find: refuse },
    });
    const { unitOfWork } = store;
    const ids: string[] = [];
    for (let n = 0; n < PENDING; n += 1) {
      const vehicle = await storedVehicle(unitOfWork, company.id);
      const { contract } = await storedContract(unitOfWork, await anotherQuote(unitOfWork, company, vehicle));
      ids.push(contract.id);
    }
    const work = async (): Promise<never> => {
      for (;;) {
        await certificates.poll();
        await time.pause(15 * SECOND);
      }
    };
    void work();
    await time.pass(MINUTE);
    expect(calls).to.be.within(9, 16);
    const before = calls;
    await time.pass(10 * MINUTE);
    expect(calls - before).to.be.within(8, 14);
    for (const id of ids) {
      const request = await inUnit(unitOfWork, (tx) => tx.certificateRequests.find(company.id, id));
      expect(request?.status).to.equal('pending');
    }
  });
});
