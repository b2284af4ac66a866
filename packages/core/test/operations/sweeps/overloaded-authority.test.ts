import { ABIDJAN, sweepers, unknown, type CertificateAuthority } from '@vehicle-insurance/core';
import {
  anotherQuote,
  clockAt,
  collectedErrors,
  fakeCertificateAuthority,
  fakeMobileMoney,
  freshIds,
  inUnit,
  memoryDocuments,
  memoryStore,
  plainContractDocument,
  providersOf,
  silentTrigger,
  SOME_MORNING,
  storedCompany,
  storedContract,
  storedVehicle,
  NO_ANSWER,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { virtualTime } from './virtual-time.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Contracts whose certificates are pending: many more than a lane works on at once. */
const PENDING = 60;

describe('certificates that wait for an authority that answers "too many requests" at once', () => {
  const overloaded = async (retryAfter: number | null) => {
    const clock = clockAt(SOME_MORNING);
    const time = virtualTime((milliseconds) => clock.advance({ milliseconds }));
    const store = memoryStore({ elapsed: time.elapsed });
    const { unitOfWork } = store;
    const authority = fakeCertificateAuthority();
    const state = { isOverloaded: true, calls: 0 };
    const request: CertificateAuthority['request'] = async (application) => {
      state.calls += 1;
      await time.pause(1);
      return state.isOverloaded ? unknown(NO_ANSWER, undefined, { retryAfter }) : authority.request(application);
    };
    const find: CertificateAuthority['find'] = async (policyNumber) => {
      state.calls += 1;
      await time.pause(1);
      return state.isOverloaded ? unknown(NO_ANSWER, undefined, { retryAfter }) : authority.find(policyNumber);
    };
    const { certificates } = sweepers({
      ...store,
      clock,
      ids: freshIds(),
      trigger: silentTrigger,
      errorReporter: collectedErrors(),
      zone: ABIDJAN,
      timer: time,
      providers: providersOf(fakeMobileMoney({ clock })),
      documents: memoryDocuments({ clock }),
      certificateAuthority: { ...authority, request, find },
      contractDocument: plainContractDocument(),
      policyNumberFormat: 'VI-{company}-{year}-{ordinal:6}',
      eventDays: 90,
    });
    const company = await storedCompany(unitOfWork);
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
    const statuses = async () => {
      const found = [];
      for (const id of ids) found.push(await inUnit(unitOfWork, (tx) => tx.certificateRequests.find(company.id, id)));
      return new Set(found.map((each) => each?.status));
    };
    return { state, time, work, statuses };
  };

  it('cost it a few calls a minute, and are refused by none of them', async () => {
    const { state, time, work, statuses } = await overloaded(null);
    void work();
    await time.pass(MINUTE);
    expect(state.calls).to.be.within(9, 16);
    const before = state.calls;
    await time.pass(10 * MINUTE);
    expect(state.calls - before).to.be.within(8, 14);
    expect([...(await statuses())]).to.deep.equal(['pending']);
  });

  it('cost it none for as long as Retry-After asks', async () => {
    const { state, time, work } = await overloaded(10 * MINUTE);
    void work();
    await time.pass(10 * MINUTE - SECOND);
    expect(state.calls).to.equal(8);
  });

  it('are all issued once it answers again', async () => {
    const { state, time, work, statuses } = await overloaded(null);
    void work();
    await time.pass(10 * MINUTE);
    state.isOverloaded = false;
    await time.pass(30 * MINUTE);
    expect([...(await statuses())]).to.deep.equal(['issued']);
  });
});
