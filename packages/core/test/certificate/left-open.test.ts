import { refused, type AuthorityRefusal, type Outcome, type RequestState } from '@vehicle-insurance/core';
import { expect } from 'chai';
import type { Scenario } from '../scenario.ts';
import { buyContract } from './bought.ts';

const ISSUED = 'CI-000001';
const SECOND = { code: 'second_certificate', issued: ISSUED, attached: 'CI-HAND-1', contradiction: null };
const CORRECTED = { ...SECOND, attached: 'CI-HAND-2' };
const NEVER_ENDED = [['request_left_open', { code: 'request_open', requestNumber: 'D000001' }]];
const COLOUR = { code: 'authority_status', status: -22, meaning: 'colour_refused' } as const;
const REFUSED = refused<AuthorityRefusal>({ kind: 'refused', answer: COLOUR });
const AT_REST = { status: 'issued', due: null, concern: null };

const startRequest = async (prepare: Parameters<typeof buyContract>[0]) => {
  const it = await buyContract(prepare);
  await it.pass({ minutes: 1 });
  return it;
};

/** A contract whose request the authority has accepted, and completes only when the test says so. */
const acceptRequest = async () => {
  const outside = { isAtWork: true };
  type Said = Outcome<RequestState | null, AuthorityRefusal>;
  const hideCertificate = <Answer extends Said>(said: Answer): Answer =>
    outside.isAtWork && said.outcome === 'done' && said.value
      ? { ...said, value: { ...said.value, certificate: null } }
      : said;
  const it = await startRequest(({ authority }) => {
    const { request, ask, find } = authority;
    Object.assign(authority, {
      request: async (...given: Parameters<typeof request>) => hideCertificate(await request(...given)),
      ask: async (...given: Parameters<typeof ask>) => hideCertificate(await ask(...given)),
      find: async (...given: Parameters<typeof find>) => hideCertificate(await find(...given)),
    });
  });
  return { ...it, issue: () => void (outside.isAtWork = false) };
};
type Accepted = Awaited<ReturnType<typeof acceptRequest>>;

describe('a request in progress when an operator attaches a certificate', () => {
  // Proves: left-open
  it('is polled until it ends: a second certificate is shown, and the contract keeps the first', async () => {
    const it = await acceptRequest();
    await it.attach('CI-HAND-1');
    await it.pass({ minutes: 5 });
    expect(await it.reasons()).to.deep.equal([]);
    it.issue();
    await it.pass({ minutes: 5 });
    expect(await it.reasons()).to.deep.equal([['certificate_not_ours', SECOND]]);
    expect(await it.request()).to.deep.include({ status: 'issued', due: null });
    expect((await it.request()).certificate?.certificateNumber).to.equal('CI-HAND-1');
  });

  it('ends if its certificate is the attached one, and is then recorded in the history', async () => {
    const it = await acceptRequest();
    await it.attach(` ${ISSUED.toLowerCase()}`);
    it.issue();
    await it.pass({ minutes: 5 });
    expect(await it.request()).to.deep.include(AT_REST);
    expect((await it.history()).map(({ why }) => why)).to.deep.include({ code: 'nothing_held', isCancelled: false });
  });
});

/** A contract whose certificate was attached after a lost answer, while the authority gave no answers. */
const attachedInSilence = async (certificateNumber: string, prepare: (it: Scenario) => unknown = () => undefined) => {
  const it = await startRequest((given) => {
    prepare(given);
    const { authority } = given;
    authority.scriptNextRequests('answer lost');
    // Because a document is missing, the number can be corrected.
    authority.spoilImages(true);
  });
  it.authority.fallSilent();
  await it.attach(certificateNumber);
  it.authority.speakAgain();
  await it.pass({ minutes: 15 });
  return it;
};

describe('a known second certificate', () => {
  it('is polled by its request number when the attached certificate is corrected, even if no look-up is offered', async () => {
    const it = await attachedInSilence('CI-HAND-1');
    expect(await it.reasons()).to.deep.equal([['certificate_not_ours', SECOND]]);
    it.authority.offerLookUp(false);
    await it.attach('CI-HAND-2');
    await it.pass({ minutes: 5 });
    expect(await it.reasons()).to.deep.equal([['certificate_not_ours', CORRECTED]]);
  });

  it('is looked up by its policy when the attached certificate is corrected, if its request has no number', async () => {
    const it = await attachedInSilence('CI-HAND-1', ({ authority }) => {
      const { find } = authority;
      const acceptance = { requestNumber: '', requestReference: '' };
      authority.find = async (policyNumber) => {
        const said = await find(policyNumber);
        return said.outcome === 'done' && said.value ? { ...said, value: { ...said.value, acceptance } } : said;
      };
    });
    expect(await it.reasons()).to.deep.equal([['certificate_not_ours', SECOND]]);
    await it.attach('CI-HAND-2');
    await it.pass({ minutes: 5 });
    expect(await it.reasons()).to.deep.equal([['certificate_not_ours', CORRECTED]]);
  });

  for (const lookUp of [true, false])
    it(`is shown if its number was the attached one until the correction, with ${lookUp ? 'a' : 'no'} look-up`, async () => {
      const it = await attachedInSilence(ISSUED);
      expect(await it.request()).to.deep.include({ due: null, concern: null });
      it.authority.offerLookUp(lookUp);
      await it.attach('CI-HAND-1');
      await it.pass({ minutes: 5 });
      expect(await it.reasons()).to.deep.include(['certificate_not_ours', SECOND]);
    });
});

describe('a request whose answer was lost and that cannot be looked up', () => {
  const loseAnswer = (lookUp: boolean) =>
    startRequest(({ authority }) => {
      authority.scriptNextRequests('answer lost');
      authority.offerLookUp(lookUp);
    });

  it('is not looked up when an attached certificate is corrected', async () => {
    const it = await loseAnswer(false);
    it.authority.spoilImages(true);
    await it.pass({ minutes: 2 });
    await it.attach('CI-HAND-1');
    await it.pass({ minutes: 2 });
    await it.attach('CI-HAND-2');
    expect((await it.request()).due).to.equal(null);
  });

  // Proves: left-open
  it('is listed if an operator attached a certificate before the look-up was known to be impossible', async () => {
    const it = await loseAnswer(true);
    it.authority.fallSilent();
    await it.attach('CI-HAND-1');
    it.authority.speakAgain();
    it.authority.offerLookUp(false);
    await it.pass({ hours: 2 });
    expect(await it.reasons()).to.deep.equal([['request_left_open', { code: 'no_look_up' }]]);
    it.authority.offerLookUp(true);
    await it.pass({ hours: 2 });
    expect(await it.reasons()).to.deep.equal([['certificate_not_ours', SECOND]]);
  });
});

describe('a certificate request that the authority does not complete', () => {
  const NOTHING_WAITS: Readonly<Record<string, (it: Accepted) => Promise<unknown>>> = {
    'a certificate was attached': ({ attach }) => attach('CI-HAND-1'),
    'its contract was cancelled': ({ cancel }) => cancel(),
  };
  for (const [what, happens] of Object.entries(NOTHING_WAITS))
    // Proves: left-open, overdue-work-listed
    it(`is listed from an hour after ${what} (so nothing waits for it) until it ends`, async () => {
      const it = await acceptRequest();
      await happens(it);
      await it.pass({ minutes: 50 });
      expect(await it.reasons()).to.deep.equal([]);
      await it.pass({ minutes: 12 });
      expect(await it.reasons()).to.deep.equal(NEVER_ENDED);
      it.authority.ask = async () => REFUSED;
      await it.pass({ minutes: 10 });
      expect(await it.reasons()).to.deep.equal([]);
      expect((await it.request()).due).to.equal(null);
    });
});
