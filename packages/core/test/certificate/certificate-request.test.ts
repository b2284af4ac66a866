import { later } from '@vehicle-insurance/core';
import { aCertificate, aCertificateRequest, SOME_MORNING, NO_ANSWER } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import {
  acceptRequest,
  holdRequest,
  refuseCredentials,
  refuseRequest,
  reportSecondCertificate,
  reschedule,
  type CertificateRequest,
} from '../../src/domain/certificate/certificate-request.ts';
import { withdrawRequest } from '../../src/domain/certificate/withdrawn-request.ts';

const NOW = SOME_MORNING;
const WHY = { code: 'other_vehicle', licencePlate: 'ZZ-999-ZZ' } as const;
const REFUSED = { code: 'authority_status', status: -12, meaning: 'credentials_refused' } as const;
const NUMBERED = { requestNumber: 'D1', requestReference: 'R1' };
const UNNUMBERED = { requestNumber: '', requestReference: '' };

const claimRequest = (attempts: number, over: Partial<CertificateRequest> = {}): CertificateRequest =>
  aCertificateRequest({ due: { at: NOW, attempts }, ...over });

describe('the next attempt at a certificate', () => {
  for (const [what, nextOf] of [
    ['refused', (request: CertificateRequest) => refuseRequest(request, REFUSED, NOW).unwrap()],
    ['left unanswered', (request: CertificateRequest) => reschedule(request, NOW, NO_ANSWER)],
  ] as const) {
    it(`has a newly randomised delay each time a request is ${what}`, () => {
      const shares = new Set<number>();
      let request = claimRequest(1);
      for (const minutes of [1, 2, 5, 10, 20, 40, 60]) {
        const next = nextOf(request);
        shares.add((Date.parse(next.due?.at ?? '') - Date.parse(NOW)) / minutes);
        request = { ...next, due: next.due && { ...next.due, attempts: next.due.attempts + 1 } };
      }
      expect(shares).to.have.property('size').that.is.above(3);
    });
  }
});

describe('a request that was unanswered for hours', () => {
  it('is retried for six hours after its first refusal, and fails at the next refusal', () => {
    const created = later(NOW, { hours: -9 });
    const first = refuseRequest(claimRequest(9, { created }), REFUSED, NOW).unwrap();
    expect(first).to.include({ status: 'pending', firstRefused: NOW });
    const end = later(NOW, { hours: 6 });
    const last = refuseRequest({ ...first, refusals: 9 }, REFUSED, later(end, { minutes: -1 })).unwrap();
    expect(last).to.have.nested.property('due.at', end);
  });
});

describe('a request that the authority has accepted but never completes', () => {
  const next = (status: CertificateRequest['status'], passed: Parameters<typeof later>[1]) =>
    reschedule({ ...acceptRequest(claimRequest(1), NUMBERED, NOW), status }, later(NOW, passed)).due.at;

  // Proves: certificate-schedule
  it('is polled after 10 seconds, then after 1, 2, 5 and 10 minutes', () => {
    const seconds = [10, 60, 120, 300, 600, 900];
    for (const [at, asked] of seconds.slice(0, -1).entries()) {
      const followed = seconds[at + 1] ?? 0;
      expect(next('pending', { seconds: asked })).to.equal(later(NOW, { seconds: followed }));
      expect(next('pending', { seconds: followed, milliseconds: -1 })).to.equal(later(NOW, { seconds: followed }));
    }
    expect(acceptRequest(claimRequest(1), NUMBERED, NOW).due?.at).to.equal(later(NOW, { seconds: 10 }));
    expect(next('pending', { seconds: 9 })).to.equal(later(NOW, { seconds: 10 }));
  });

  it('is polled every hour after a day if nothing waits for it', () => {
    for (const status of ['issued', 'failed'] as const) {
      expect(next(status, { hours: 23, minutes: 54 })).to.equal(later(NOW, { hours: 23, minutes: 55 }));
      expect(next(status, { hours: 24 })).to.equal(later(NOW, { hours: 25 }));
    }
    expect(next('pending', { hours: 24 })).to.equal(later(NOW, { hours: 24, minutes: 5 }));
  });
});

describe('refused credentials', () => {
  it('prove that the authority lacks the request only if its answer rules out that it accepted the request', () => {
    const [why, answered] = [REFUSED, 1];
    expect(refuseCredentials(claimRequest(3, { answered }), { why, untaken: true }, NOW)).to.include({ answered: 3 });
    expect(refuseCredentials(claimRequest(3, { answered }), { why, untaken: false }, NOW)).to.include({ answered });
  });

  it('are shown with the time of the first refusal until the authority accepts them', () => {
    const soon = later(NOW, { hours: 5 });
    const first = refuseCredentials(claimRequest(1), { why: REFUSED, untaken: true }, NOW);
    const again = refuseCredentials(first, { why: { ...REFUSED, status: -13 }, untaken: true }, soon);
    expect(again.concern).to.deep.equal({ kind: 'credentials_refused', why: { ...REFUSED, status: -13 }, since: NOW });
    const concern = { kind: 'certificate_of_another_contract', why: WHY, since: NOW } as const;
    const afterAnother = refuseCredentials(claimRequest(1, { concern }), { why: REFUSED, untaken: true }, soon);
    expect(afterAnother.concern).to.include({ kind: 'credentials_refused', since: soon });
    for (const accepted of [null, { ...NUMBERED, at: NOW }]) {
      expect(reschedule({ ...again, accepted }, soon, NO_ANSWER).concern).to.deep.equal(again.concern);
      expect(reschedule({ ...again, accepted }, soon).concern).to.equal(null);
    }
  });
});

describe('a second certificate', () => {
  it('leaves the annulment of the first one due, and otherwise ends the look-ups', () => {
    const [attached, issued] = [aCertificate(), aCertificate()];
    const second = { acceptance: NUMBERED, attached, issued, contradiction: undefined };
    const after = (annulment: CertificateRequest['annulment']) =>
      reportSecondCertificate(claimRequest(1, { annulment }), second, NOW).due;
    expect(after('due')).to.deep.equal({ at: NOW, attempts: 1 });
    for (const other of [null, 'manual', 'done'] as const) expect(after(other)).to.equal(null);
  });
});

describe('a held request', () => {
  it('keeps the request number that the authority gave it, so that it can be polled again', () => {
    const numbered = { ...NUMBERED, at: NOW };
    const before = { ...numbered, requestNumber: 'D0' };
    const held = (accepted: typeof numbered | null, acceptance: typeof NUMBERED) =>
      holdRequest(claimRequest(1, { accepted }), { acceptance, why: WHY }, NOW).accepted;
    expect(held(null, NUMBERED)).to.deep.equal(numbered);
    expect(held(null, UNNUMBERED)).to.equal(null);
    expect(held(before, NUMBERED)).to.deep.equal(before);
  });

  // Proves: cancelling-shows-held-certificates
  it('is polled once more when its contract is cancelled, if it has a request number', () => {
    const withdrawn = (acceptance: typeof NUMBERED) =>
      withdrawRequest(holdRequest(claimRequest(1), { acceptance, why: WHY }, NOW), NOW).unwrap();
    const concern = { kind: 'certificate_after_cancel', why: WHY, since: NOW };
    expect(withdrawn(NUMBERED)).to.deep.include({ status: 'failed', concern, due: { at: NOW, attempts: 0 } });
    expect(withdrawn(UNNUMBERED)).to.deep.include({ status: 'failed', concern, due: null });
  });
});
