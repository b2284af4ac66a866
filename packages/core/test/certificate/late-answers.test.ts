import {
  done,
  jobs,
  notYet,
  refused,
  retryCertificate,
  type AuthorityRefusal,
  type CertificateAuthority,
  type Job,
} from '@vehicle-insurance/core';
import { inUnit, memoryStore, OUT_OF_STOCK, type FakeCertificateAuthority } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { requestCertificate } from '../../src/use-cases/certificate/request-certificate.ts';
import { scenario } from '../scenario.ts';
import { anotherApplication, buyContract, BY } from './bought.ts';

/** A contract whose certificate request is claimed by a worker that has not called the authority yet. */
const claimRequest = async (script?: 'issued later') => {
  const it = await buyContract(({ authority }) => {
    if (script) authority.scriptNextRequests(script);
    else authority.fallSilent();
  });
  it.authority.speakAgain();
  await it.untilAsked();
  const claim = await it.claimWork({ kind: 'certificates' });
  const fired: Job[] = [];
  return {
    ...it,
    fired,
    kept: async () => {
      const { contract: of, certificateRequest, history } = (await it.contractQueries.inspect(it.contractId)) ?? {};
      return { of, certificateRequest, history };
    },
    ask: (answer: Partial<CertificateAuthority> = {}, over: object = {}) =>
      requestCertificate({
        ...it,
        trigger: { fire: (job) => void fired.push(job) },
        certificateAuthority: { ...it.authority, ...answer },
        ...over,
      })(claim),
  };
};
type Claimed = Awaited<ReturnType<typeof claimRequest>>;

const NOT_OURS = 'a certificate of another contract';
const CANCELLED = 'the contract was cancelled';
const ATTACHED = 'an operator attached a certificate';

const ANSWERS: Readonly<Record<string, (authority: FakeCertificateAuthority) => unknown>> = {
  'a refusal': (authority) => authority.refuseAll(true),
  'refused credentials': (authority) => authority.refuseCredentials(true),
  silence: (authority) => authority.fallSilent(),
  [NOT_OURS]: (authority) => authority.mixUpNext({ licencePlate: 'ZZ-999-ZZ' }),
};

const MEANWHILE: Readonly<Record<string, (it: Claimed) => Promise<unknown>>> = {
  'another worker got no answer': async ({ authority, doWhatIsDue }) => {
    authority.fallSilent();
    await doWhatIsDue();
    authority.speakAgain();
  },
  'another worker was refused': async ({ authority, doWhatIsDue }) => {
    authority.refuseAll(true);
    await doWhatIsDue();
    authority.refuseAll(false);
  },
  'another worker got a certificate of another contract': async ({ authority, vehicle, doWhatIsDue }) => {
    authority.mixUpNext({ licencePlate: 'ZZ-999-ZZ' });
    await doWhatIsDue();
    authority.correct(vehicle.licencePlate);
  },
  'the six hours of refusals ended': async ({ authority, pass }) => {
    authority.refuseAll(true);
    await pass({ hours: 8 });
    authority.refuseAll(false);
  },
  [CANCELLED]: ({ cancel }) => cancel(),
  [ATTACHED]: ({ attach }) => attach(),
};

describe('a late answer about a certificate to a worker that has lost its lease', () => {
  for (const [answer, prepare] of Object.entries(ANSWERS))
    for (const [what, happen] of Object.entries(MEANWHILE)) {
      // A second certificate, or a certificate after the cancellation, is shown whichever worker learns of it. So a
      // late answer does change something here.
      if (answer === NOT_OURS && (what === ATTACHED || what === CANCELLED)) continue;
      // Proves: leases-fence
      it(`changes nothing and triggers nothing if it is ${answer} and meanwhile ${what}`, async () => {
        const it = await claimRequest();
        let before: unknown;
        await it.ask({
          request: async (application) => {
            await it.store.endLeases();
            await happen(it);
            before = await it.kept();
            // This worker gets this answer, even if the authority's record has changed since then.
            const { authority } = await scenario();
            prepare(authority);
            return authority.request(application);
          },
        });
        expect(await it.kept()).to.deep.equal(before);
        expect(it.fired).to.deep.equal([]);
      });
    }

  it('changes nothing if it is “not yet” and the request was refused meanwhile', async () => {
    const it = await claimRequest('issued later');
    let before: unknown;
    await it.ask({
      ask: async () => {
        await it.store.endLeases();
        const answer = { code: 'authority_status', status: -22, meaning: 'colour_refused' } as const;
        const refusal = refused<AuthorityRefusal>({ kind: 'refused', answer });
        await jobs({ ...it, certificateAuthority: { ...it.authority, ask: async () => refusal } }).certificates();
        before = await it.kept();
        return notYet({ statut: 121 });
      },
    });
    expect(before).to.have.nested.property('certificateRequest.refusal.status', -22);
    expect(await it.kept()).to.deep.equal(before);
  });
});

describe('a refusal that arrives after a certificate was attached and its contract cancelled', () => {
  it('does not end the annulment of the attached certificate', async () => {
    const it = await buyContract(({ authority }) => {
      authority.scriptNextRequests('answer lost');
      authority.offerLookUp(false);
    });
    await it.pass({ minutes: 2 });
    await it.untilAsked();
    const request: CertificateAuthority['request'] = async () => {
      await it.attach();
      await it.cancel();
      return refused({ kind: 'refused', answer: OUT_OF_STOCK });
    };
    const certificateAuthority = { ...it.authority, find: async () => done(null), request };
    await requestCertificate({ ...it, certificateAuthority })(await it.claimWork({ kind: 'certificates' }));
    expect(await it.request()).to.deep.include({ annulment: 'due', due: { at: it.clock.now(), attempts: 0 } });
    await it.store.endLeases();
    await it.doWhatIsDue();
    expect(it.authority.annulled()).to.deep.equal(['CI-HAND-1']);
  });
});

describe('a worker whose certificate request is decided before it calls the authority', () => {
  // An attached certificate is looked up; one that the authority issued is not.
  for (const [decided, decide, lookUps] of [
    ['an operator attached one', (it) => it.attach(), 1],
    ['another worker got it', (it) => it.store.endLeases().then(it.doWhatIsDue), 0],
  ] as readonly (readonly [string, (it: Claimed) => Promise<unknown>, number])[])
    it(`requests no second certificate if ${decided}`, async () => {
      const it = await claimRequest();
      await decide(it);
      const [held, calls, { of }] = [it.authority.held(), it.authority.calls(), await it.kept()];
      await it.ask();
      expect([it.authority.held(), it.authority.calls()]).to.deep.equal([held, calls + lookUps]);
      const after = await it.kept();
      expect(after.of).to.deep.equal(of);
      expect(after.certificateRequest).to.deep.include({ status: 'issued', concern: null, due: null });
      expect(it.fired).to.deep.equal([]);
    });

  it('makes no call if the contract no longer exists', async () => {
    const it = await claimRequest();
    const asked = it.authority.calls();
    await it.ask({}, { contractQueries: memoryStore().contractQueries });
    expect(it.authority.calls()).to.equal(asked);
    expect(it.fired).to.deep.equal([]);
  });

  it('records nothing if the contract no longer exists when the answer arrives, and an operator cannot retry it', async () => {
    const it = await claimRequest();
    const { unitOfWork } = memoryStore();
    await it.ask({}, { unitOfWork });
    expect(it.fired).to.deep.equal([]);
    const { contractId } = it;
    const again = await retryCertificate({ ...it, unitOfWork })({ contractId, why: 'again', by: BY });
    expect(again.unwrapErr()).to.deep.equal({ code: 'contract_not_found' });
  });
});

describe('the authority’s certificate that arrives after an operator has attached one', () => {
  const attachedMeanwhile = async (certificateNumber: string, prepare: (it: Claimed) => unknown = () => undefined) => {
    const it = await claimRequest();
    await prepare(it);
    await it.ask({
      // The look-up finds nothing, so the certificate is requested.
      find: async () => done(null),
      request: async (application) => {
        const answer = await it.authority.request(application);
        await it.attach(certificateNumber);
        return answer;
      },
    });
    return it.request();
  };

  /**
   * Makes the request a duplicate of one that the authority already holds: under the given policy or, without one,
   * under ours.
   */
  const repeats = (policyNumber?: string) => async (it: Claimed) => {
    const { contract } = await it.contract();
    it.authority.nameRepeated(true);
    await it.authority.request(anotherApplication(it, policyNumber ?? contract.policyNumber));
  };

  const takeNumber = ({ unitOfWork, company }: Claimed) =>
    inUnit(unitOfWork, ({ certificateNumbers }) =>
      certificateNumbers.claim('CI-000001', { companyId: company.id, contractId: 'another' }),
    );
  const OTHER_VEHICLE = { code: 'other_vehicle', licencePlate: 'ZZ-999-ZZ' } as const;
  const mixUp = ({ authority }: Claimed) => authority.mixUpNext({ licencePlate: 'ZZ-999-ZZ' });

  for (const [what, attached, prepare] of [
    ['it has the attached number in another spelling', ' ci-000001 ', undefined],
    ['its number belongs to another contract', 'CI-HAND-1', takeNumber],
    ['our request duplicates that of another contract', 'CI-HAND-1', repeats('VI-OTHER-1')],
  ] as const)
    // Proves: issued-while-attached
    it(`is not a second certificate if ${what}`, async () => {
      expect(await attachedMeanwhile(attached, prepare)).to.deep.include({ status: 'issued', concern: null });
    });

  for (const [how, prepare, contradiction] of [
    ['with what contradicts the contract, so that an operator does not prefer it', mixUp, OTHER_VEHICLE],
    ['if the authority rejects our request as a duplicate and names it under our policy', repeats(), null],
  ] as const)
    // Proves: issued-while-attached
    it(`is shown as a second certificate ${how}`, async () => {
      const why = { code: 'second_certificate', issued: 'CI-000001', attached: 'CI-HAND-1', contradiction };
      const { concern } = await attachedMeanwhile('CI-HAND-1', prepare);
      expect(concern).to.deep.include({ kind: 'certificate_not_ours', why });
    });

  for (const [what, meanwhile, kind] of [
    ['beside the attached certificate', ATTACHED, 'certificate_not_ours'],
    ['after the contract was cancelled', CANCELLED, 'certificate_after_cancel'],
  ] as const)
    it(`remains listed ${what} when a worker that has lost its lease records the acceptance late`, async () => {
      const it = await claimRequest();
      let before: unknown;
      await it.ask({
        find: async () => done(null),
        request: async (application) => {
          const answer = await it.authority.request(application);
          if (answer.outcome !== 'done') throw new Error('the authority has refused');
          await it.store.endLeases();
          await MEANWHILE[meanwhile]?.(it);
          await it.doWhatIsDue();
          before = await it.kept();
          return { ...answer, value: { ...answer.value, certificate: null } };
        },
      });
      expect(before).to.have.nested.property('certificateRequest.concern.kind', kind);
      expect(await it.kept()).to.deep.equal(before);
    });

  it('does not exist yet while the request is only accepted, so the request is polled until it is issued', async () => {
    const acceptLater = ({ authority }: Claimed) => authority.scriptNextRequests('issued later');
    const request = await attachedMeanwhile('CI-HAND-1', acceptLater);
    expect(request).to.deep.include({ status: 'issued', concern: null });
    expect(request.due).to.not.equal(null);
  });
});
