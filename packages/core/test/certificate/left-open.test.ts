import { refused, type AuthorityRefusal, type Outcome, type RequestState } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { bought } from './bought.ts';

const ISSUED = 'CI-000001';
const SECOND = { code: 'second_certificate', issued: ISSUED, attached: 'CI-HAND-1', contradiction: null };
const CORRECTED = { ...SECOND, attached: 'CI-HAND-2' };
const NEVER_ENDED = [['request_left_open', { code: 'request_open', requestNumber: 'D000001' }]];
const REFUSED = refused<AuthorityRefusal>({
  kind: 'refused',
  answer: { code: 'authority_status', status: -22, meaning: 'colour_refused' },
});
const AT_REST = { status: 'issued', due: null, concern: null };

const asked = async (prepare: Parameters<typeof bought>[0]) => {
  const it = await bought(prepare);
  await it.pass({ minutes: 1 });
  return it;
};

/** A contract whose request the authority has accepted and works on for as long as it likes. */
const accepted = async () => {
  const outside = { isAtWork: true };
  type Said = Outcome<RequestState | null, AuthorityRefusal>;
  const told = <Answer extends Said>(said: Answer): Answer =>
    outside.isAtWork && said.outcome === 'done' && said.value
      ? { ...said, value: { ...said.value, certificate: null } }
      : said;
  const it = await asked(({ authority }) => {
    const { request, ask, find } = authority;
    Object.assign(authority, {
      request: async (...given: Parameters<typeof request>) => told(await request(...given)),
      ask: async (...given: Parameters<typeof ask>) => told(await ask(...given)),
      find: async (...given: Parameters<typeof find>) => told(await find(...given)),
    });
  });
  return { ...it, issue: () => void (outside.isAtWork = false) };
};
type Accepted = Awaited<ReturnType<typeof accepted>>;

describe('a request that is under way when an operator attaches a certificate', () => {
  // Proves: left-open
  it('is looked up to its end: a second certificate that comes of it is shown, and the contract keeps the first', async () => {
    const it = await accepted();
    await it.attach('CI-HAND-1');
    await it.pass({ minutes: 5 });
    expect(await it.reasons()).to.deep.equal([]);
    it.issue();
    await it.pass({ minutes: 5 });
    expect(await it.reasons()).to.deep.equal([['certificate_not_ours', SECOND]]);
    expect(await it.request()).to.deep.include({ status: 'issued', due: null });
    expect((await it.request()).certificate?.certificateNumber).to.equal('CI-HAND-1');
  });

  it('ends where its certificate is the one that was attached, and the history says so', async () => {
    const it = await accepted();
    await it.attach(` ${ISSUED.toLowerCase()}`);
    it.issue();
    await it.pass({ minutes: 5 });
    expect(await it.request()).to.deep.include(AT_REST);
    expect((await it.history()).map(({ why }) => why)).to.deep.include({ code: 'nothing_held', isCancelled: false });
  });
});

/** The answer was lost, and the authority silent, when an operator attached a certificate. */
const attachedInSilence = async (certificateNumber: string) => {
  const it = await asked(({ authority }) => {
    authority.scriptNextRequests('answer lost');
    // A document that is missing lets the number be corrected.
    authority.spoilImages(true);
  });
  it.authority.fallSilent();
  await it.attach(certificateNumber);
  it.authority.speakAgain();
  await it.pass({ minutes: 15 });
  return it;
};

describe('a second certificate that is known', () => {
  it('is asked about by its number when the attached one is corrected, also where nothing can be looked up', async () => {
    const it = await attachedInSilence('CI-HAND-1');
    expect(await it.reasons()).to.deep.equal([['certificate_not_ours', SECOND]]);
    it.authority.offerLookUp(false);
    await it.attach('CI-HAND-2');
    await it.pass({ minutes: 5 });
    expect(await it.reasons()).to.deep.equal([['certificate_not_ours', CORRECTED]]);
  });

  for (const lookUp of [true, false])
    it(`is shown where it was the attached one until that was corrected, with ${lookUp ? 'a' : 'no'} look-up`, async () => {
      const it = await attachedInSilence(ISSUED);
      expect(await it.request()).to.deep.include({ due: null, concern: null });
      it.authority.offerLookUp(lookUp);
      await it.attach('CI-HAND-1');
      await it.pass({ minutes: 5 });
      expect(await it.reasons()).to.deep.include(['certificate_not_ours', SECOND]);
    });
});

describe('a request whose answer was lost, and that cannot be looked up', () => {
  const lost = (lookUp: boolean) =>
    asked(({ authority }) => {
      authority.scriptNextRequests('answer lost');
      authority.offerLookUp(lookUp);
    });

  it('is not looked up because a certificate that was attached by hand is corrected', async () => {
    const it = await lost(false);
    it.authority.spoilImages(true);
    await it.pass({ minutes: 2 });
    await it.attach('CI-HAND-1');
    await it.pass({ minutes: 2 });
    await it.attach('CI-HAND-2');
    expect((await it.request()).due).to.equal(null);
  });

  // Proves: left-open
  it('is on the list if an operator attached a certificate before it was known that nothing can be looked up', async () => {
    const it = await lost(true);
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

describe('a request that the authority never ends', () => {
  const NOTHING_WAITS: Readonly<Record<string, (it: Accepted) => Promise<unknown>>> = {
    'a certificate was attached': ({ attach }) => attach('CI-HAND-1'),
    'its contract was cancelled': ({ cancel }) => cancel(),
  };
  for (const [what, happens] of Object.entries(NOTHING_WAITS))
    // Proves: left-open, what-waits-too-long-is-listed
    it(`is on the list an hour after nothing waited for it any more, because ${what}, and leaves it at its end`, async () => {
      const it = await accepted();
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
