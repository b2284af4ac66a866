import {
  done,
  notYet,
  refused,
  unknown,
  type AuthorityRefusal,
  type CertificateAuthority,
  type ContractDetails,
  type RequestState,
  type Problem,
} from '@vehicle-insurance/core';
import {
  aCertificate,
  aCertificateRequest,
  aContract,
  aQuote,
  aVehicle,
  SOME_MORNING,
  NO_ANSWER,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { askAuthority, findAgain } from '../../src/use-cases/certificate/ask-authority.ts';

const OURS = 'VI-1-2026-000001';

const viewOf = (request: Partial<ContractDetails['certificateRequest']> = {}): ContractDetails => ({
  ...{ contract: aContract({ policyNumber: OURS }), certificateRequest: aCertificateRequest(request) },
  ...{ quote: aQuote(), vehicle: aVehicle({ licencePlate: 'AA-123-BB' }), refundStatus: null },
  ...{ companyName: 'Courtage', intermediaryCode: null, office: null },
});

/** A request that the authority has. By default, it has only a request number. */
const state = (requestNumber: string, over: Partial<RequestState> = {}): RequestState => ({
  ...{ acceptance: { requestNumber, requestReference: '' }, certificate: null, policyNumber: null, licencePlate: null },
  ...over,
});

/** An authority that gives these answers and fails on every other call. */
const answering = (answers: Partial<Pick<CertificateAuthority, 'request' | 'ask' | 'find'>>): CertificateAuthority => {
  const never = () => Promise.reject(new Error('unexpected call to the authority'));
  const all = { request: never, ask: never, find: never, annul: never, image: never, code: never };
  return { ...all, capabilities: { annul: false }, serves: () => false, ...answers };
};

const referredTo = (requestReference: string, requestNumber = ''): RequestState =>
  state('', { acceptance: { requestNumber, requestReference } });

const CREDENTIALS: Problem = { code: 'authority_status', status: -12, meaning: 'credentials_refused' };
const COLOUR: Problem = { code: 'authority_status', status: -22, meaning: 'colour_refused' };
const DUPLICATE: Problem = { code: 'authority_status', status: -1, meaning: 'duplicate' };
const NO_LOOK_UP = { code: 'no_look_up' } as const;
const NO_NUMBER = { code: 'request_number_missing' } as const;

const STRANGER = refused<AuthorityRefusal>({ kind: 'credentials', answer: CREDENTIALS });
const NOT_OFFERED = refused<AuthorityRefusal>({ kind: 'refused', answer: NO_LOOK_UP });
const acceptedAs = (requestNumber: string) =>
  viewOf({ accepted: { requestNumber, requestReference: '', at: SOME_MORNING } });

describe('querying the authority about an accepted request without a number', () => {
  const unnumbered = viewOf({ accepted: { requestNumber: '', requestReference: 'DEM-1', at: SOME_MORNING } });
  const ask = (found: Awaited<ReturnType<CertificateAuthority['find']>>) =>
    askAuthority(answering({ ask: async () => unknown(NO_NUMBER), find: async () => found }), unnumbered, 2);

  it('looks up our policy, and sends no new request even if the look-up finds nothing', async () => {
    const held = state('D7', { policyNumber: OURS, certificate: aCertificate() });
    expect(await ask(done(held))).to.deep.include({ is: 'found', state: held, repeated: false });
    for (const nothing of [done(null), NOT_OFFERED, STRANGER, unknown(NO_ANSWER)])
      expect(await ask(nothing)).to.deep.include({ is: 'unknown', why: NO_NUMBER });
  });
});

describe('an answer that needs no look-up', () => {
  const refusal = refused<AuthorityRefusal>({ kind: 'refused', answer: COLOUR });

  it('is a refusal of an accepted request, even without a number', async () => {
    const unnumbered = viewOf({ accepted: { requestNumber: '', requestReference: 'DEM-1', at: SOME_MORNING } });
    const said = await askAuthority(answering({ ask: async () => refusal }), unnumbered, 2);
    expect(said).to.deep.include({ is: 'refused', answer: COLOUR });
  });

  it('is the answer to a first request; if our credentials are refused, the authority has no request of ours', async () => {
    const send = (said: typeof refusal) => askAuthority(answering({ request: async () => said }), viewOf(), 1);
    expect(await send(refusal)).to.deep.include({ is: 'refused', answer: COLOUR, repeats: false });
    expect(await send(STRANGER)).to.deep.include({ is: 'credentials refused', answer: CREDENTIALS, untaken: true });
  });
});

describe('querying the authority about an accepted request', () => {
  const ask = (said: Awaited<ReturnType<CertificateAuthority['ask']>>) =>
    askAuthority(answering({ ask: async () => said }), acceptedAs('D1'), 2);

  it('returns the answer without a look-up if it does not contradict the contract', async () => {
    expect(await ask(done(state('D1', { policyNumber: OURS })))).to.deep.include({ is: 'found', repeated: false });
    const refusal = refused<AuthorityRefusal>({ kind: 'refused', answer: COLOUR });
    expect(await ask(refusal)).to.deep.include({ is: 'refused', answer: COLOUR, repeats: false });
    expect(await ask(STRANGER)).to.deep.include({ is: 'credentials refused', untaken: false });
    expect(await ask(unknown(NO_ANSWER))).to.deep.include({ is: 'unknown', why: NO_ANSWER });
    expect(await ask(notYet())).to.deep.include({ is: 'unknown', why: undefined });
  });

  const contradicting = state('D1', { licencePlate: 'ZZ-999-ZZ', certificate: aCertificate() });
  const askContradicting = (found: Awaited<ReturnType<CertificateAuthority['find']>>) =>
    askAuthority(answering({ ask: async () => done(contradicting), find: async () => found }), acceptedAs('D1'), 2);

  const ours = { is: 'found', state: contradicting, repeated: false } as const;
  const another = { ...ours, repeated: true };
  const undecided = { is: 'credentials refused', answer: CREDENTIALS, untaken: false } as const;
  for (const [title, found, answer] of [
    ['is another contract’s if the look-up finds nothing', done(null), another],
    ['is another contract’s if the look-up finds another request', done(state('D2')), another],
    ['is ours if the look-up finds it', done(state('D1')), ours],
    ['is undecided while the look-up gives no answer', unknown(NO_ANSWER), { is: 'unknown', why: NO_ANSWER }],
    ['is undecided while the look-up identifies no request', notYet(), { is: 'unknown', why: undefined }],
    ['is undecided while the look-up refuses our credentials', STRANGER, undecided],
    ['is accepted as ours if the authority offers no look-up', NOT_OFFERED, ours],
  ] as const)
    // Proves: certificate-not-ours
    it(`looks up our policy if the answer contradicts the contract: the request ${title}`, async () => {
      expect(await askContradicting(found)).to.deep.include(answer);
    });
});

describe('querying the authority about a request that may have been sent before', () => {
  it('looks it up first and does not send it again while the look-up gives no answer', async () => {
    for (const [found, answer] of [
      [unknown(NO_ANSWER), { is: 'unknown', why: NO_ANSWER }],
      [NOT_OFFERED, { is: 'unknown', why: NO_LOOK_UP }],
      [STRANGER, { is: 'credentials refused', answer: CREDENTIALS, untaken: false }],
    ] as const)
      for (const look of [askAuthority, findAgain])
        expect(await look(answering({ find: async () => found }), viewOf(), 2)).to.deep.include(answer);
  });
});

describe('a duplicate request', () => {
  const duplicateOf = (held: RequestState | undefined) =>
    refused<AuthorityRefusal>({ kind: 'duplicate', answer: DUPLICATE, held });
  const lookedUp = (held: RequestState | undefined, find?: CertificateAuthority['find']) =>
    askAuthority(answering({ request: async () => duplicateOf(held), ...(find && { find }) }), viewOf(), 1);
  const askDuplicate = (held: RequestState | undefined, found?: RequestState) =>
    lookedUp(held, found && (async () => done(found)));
  const makeCertified = (requestNumber: string, certificateNumber: string) =>
    state(requestNumber, { certificate: aCertificate({ certificateNumber }) });

  // Proves: duplicate-certificate
  it('is decided without a look-up if the answer names its policy', async () => {
    for (const held of [state('D1', { policyNumber: OURS }), state('', { policyNumber: 'VI-OTHER' })])
      expect(await askDuplicate(held)).to.deep.include({ is: 'found', state: held, repeated: true });
  });

  it('counts as the request found under our policy if the answer names no request', async () => {
    const found = state('D1');
    expect(await askDuplicate(undefined, found)).to.deep.include({ is: 'found', state: found, repeated: true });
  });

  // Proves: duplicate-certificate
  it('is refused if nothing is found under our policy, and undecided if no look-up is possible', async () => {
    for (const held of [undefined, state('D1')]) {
      expect(await lookedUp(held, async () => done(null))).to.deep.include({ is: 'refused', answer: DUPLICATE });
      expect(await lookedUp(held, async () => NOT_OFFERED)).to.deep.include({ is: 'unknown', why: NO_LOOK_UP });
    }
  });

  for (const [title, held, found] of [
    ['the same number', state('D1'), state('D1')],
    ['the same number in another spelling', state(' d1'), state('D1')],
    ['the same reference and nothing else to compare', referredTo('DEM-1'), referredTo('DEM-1', 'D1')],
    ['the same certificate and no request number', makeCertified('', 'CI-1'), makeCertified('', 'ci-1 ')],
    ['the same certificate with another request number', makeCertified('D1', 'CI-1'), makeCertified('D2', 'CI-1')],
  ] as const)
    // Proves: duplicate-certificate
    it(`is ours if the answer names no policy and the request found under our policy has ${title}`, async () => {
      expect(await askDuplicate(held, found)).to.deep.include({ is: 'found', state: found, repeated: true });
    });

  for (const [title, held, found] of [
    ['another number', state('D1'), state('D2')],
    ['no number to compare', state(''), state('')],
    ['another reference', referredTo('DEM-1'), referredTo('DEM-2', 'D1')],
    ['a number although the answer named none', state(''), state('D1')],
    ['another certificate', makeCertified('', 'CI-1'), makeCertified('', 'CI-2')],
    ['no certificate yet', makeCertified('', 'CI-1'), state('')],
  ] as const)
    // Proves: duplicate-certificate
    it(`is refused if the answer names no policy and the request found under our policy has ${title}`, async () => {
      expect(await askDuplicate(held, found)).to.deep.include({ is: 'refused', answer: DUPLICATE, repeats: true });
    });
});
