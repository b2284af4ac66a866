import {
  attachCertificate,
  cancelContract,
  dismissActionItem,
  listActionItems,
  refused,
  type AuthorityRefusal,
  type Outcome,
  type RequestState,
} from '@vehicle-insurance/core';
import { expect } from 'chai';
import { scenario } from '../scenario.ts';

const BY = 'operator';
const REQUEST = 'D000001';
const ISSUED = 'CI-000001';

/** A contract that has asked for its certificate, and what an operator does about it. */
const asked = async (prepare: (it: Awaited<ReturnType<typeof scenario>>) => void) => {
  const it = await scenario();
  prepare(it);
  it.provider.pay((await it.pay()).unwrap().id);
  await it.pass({ minutes: 3 });
  const { id: contractId } = (await it.contract()).contract;
  const link = 'https://authority.test/1';
  return {
    ...it,
    attach: async (certificateNumber: string) => {
      const given = { contractId, certificateNumber, pdfLink: link, imageLink: link, qrCodeLink: link, by: BY };
      (await attachCertificate({ ...it, insuranceCompany: 'Assurances Exemple' })(given)).unwrap();
    },
    cancel: async () => (await cancelContract(it)({ contractId, why: 'gone', by: BY })).unwrap(),
    dismiss: async () =>
      (await dismissActionItem(it)({ ids: [contractId], kind: 'request_left_open', why: 'seen', by: BY })).unwrap(),
    request: async () => (await it.contract()).certificateRequest,
    listed: async () => (await listActionItems(it)()).map(({ kind, why }) => [kind, why]),
  };
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

const SECOND = `the authority has issued ${ISSUED} for it, and CI-HAND-1 was attached`;

describe('a request that is under way when an operator attaches a certificate', () => {
  // Proves: left-open
  it('is looked up to its end: a second certificate that comes of it is shown, and the contract keeps the first', async () => {
    const it = await accepted();
    await it.attach('CI-HAND-1');
    await it.pass({ minutes: 5 });
    expect(await it.listed()).to.deep.equal([]);
    it.issue();
    await it.pass({ minutes: 5 });
    expect(await it.listed()).to.deep.equal([['certificate_not_ours', SECOND]]);
    expect(await it.request()).to.deep.include({ status: 'issued', due: null });
    expect((await it.request()).certificate?.certificateNumber).to.equal('CI-HAND-1');
  });

  it('is looked up through a silence of the authority', async () => {
    const it = await accepted();
    await it.attach('CI-HAND-1');
    it.authority.fallSilent();
    await it.pass({ minutes: 30 });
    it.issue();
    it.authority.speakAgain();
    await it.pass({ minutes: 5 });
    expect(await it.listed()).to.deep.equal([['certificate_not_ours', SECOND]]);
  });

  it('ends where its certificate is the one that was attached, and the history says so', async () => {
    const it = await accepted();
    await it.attach(` ${ISSUED.toLowerCase()}`);
    it.issue();
    await it.pass({ minutes: 5 });
    expect(await it.request()).to.deep.include({ status: 'issued', due: null, concern: null });
    const { history = [] } = (await it.contractQueries.inspect((await it.contract()).contract.id)) ?? {};
    expect(history.map(({ why }) => why)).to.include('the authority holds nothing but what was attached');
  });

  it('ends where the authority refuses it after all', async () => {
    const it = await accepted();
    await it.attach('CI-HAND-1');
    it.authority.ask = async () => refused<AuthorityRefusal>({ kind: 'refused', message: '-22' });
    await it.pass({ minutes: 5 });
    expect(await it.request()).to.deep.include({ status: 'issued', due: null, concern: null });
    expect((await it.request()).refusal).to.equal(null);
  });

  it('is looked up again if the number is corrected: the certificate that came late may be the one given now', async () => {
    const it = await accepted();
    // A document that is missing lets the number be corrected.
    it.authority.spoilImages(true);
    await it.attach('CI-HAND-1');
    it.issue();
    await it.pass({ minutes: 5 });
    await it.attach('CI-HAND-2');
    await it.pass({ minutes: 5 });
    expect(await it.listed()).to.deep.equal([['certificate_not_ours', SECOND.replace('HAND-1', 'HAND-2')]]);
    await it.attach(ISSUED);
    await it.pass({ minutes: 5 });
    expect(await it.request()).to.deep.include({ status: 'issued', due: null, concern: null });
    expect(await it.listed()).to.deep.equal([]);
  });
});

/**
 * The authority's answer was lost; it was silent when an operator attached a certificate, and has been looked up since.
 */
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
    expect(await it.listed()).to.deep.equal([['certificate_not_ours', SECOND]]);
    it.authority.offerLookUp(false);
    await it.attach('CI-HAND-2');
    await it.pass({ minutes: 5 });
    expect(await it.listed()).to.deep.equal([['certificate_not_ours', SECOND.replace('HAND-1', 'HAND-2')]]);
  });

  it('is looked for if the certificate that came before the attach was not the contract’s', async () => {
    const it = await asked(({ authority }) => authority.mixUpNext({ licencePlate: 'ZZ-999-ZZ' }));
    expect((await it.listed()).map(([kind]) => kind)).to.deep.equal(['certificate_not_ours']);
    await it.attach('CI-HAND-1');
    await it.pass({ minutes: 5 });
    const though = SECOND.replace(' for it', ' for it, though it is for the vehicle ZZ-999-ZZ');
    expect(await it.listed()).to.deep.equal([['certificate_not_ours', though]]);
  });

  it('is looked for also where the authority had no number for that request', async () => {
    const it = await asked(({ authority }) => {
      const { request } = authority;
      authority.mixUpNext({ licencePlate: 'ZZ-999-ZZ' });
      authority.request = async (...given) => {
        const said = await request(...given);
        if (said.outcome !== 'done') return said;
        return { ...said, value: { ...said.value, acceptance: { requestNumber: '', requestReference: '' } } };
      };
    });
    await it.attach('CI-HAND-1');
    await it.pass({ minutes: 5 });
    expect((await it.listed()).map(([kind]) => kind)).to.deep.equal(['certificate_not_ours']);
  });

  it('stays shown while only addresses of the attached one are corrected', async () => {
    const it = await attachedInSilence('CI-HAND-1');
    const before = await it.request();
    expect(before.concern?.why).to.equal(SECOND);
    await it.attach('CI-HAND-1');
    expect(await it.request()).to.deep.include({ due: null, concern: before.concern });
  });

  it('is looked for by the policy number, where the authority had no number for its request', async () => {
    const it = await asked(({ authority }) => {
      const { find } = authority;
      authority.scriptNextRequests('answer lost');
      authority.spoilImages(true);
      authority.find = async (policyNumber) => {
        const said = await find(policyNumber);
        if (said.outcome !== 'done' || !said.value) return said;
        return { ...said, value: { ...said.value, acceptance: { requestNumber: '', requestReference: '' } } };
      };
    });
    it.authority.fallSilent();
    await it.attach('CI-HAND-1');
    it.authority.speakAgain();
    await it.pass({ minutes: 15 });
    await it.attach('CI-HAND-2');
    await it.pass({ minutes: 5 });
    expect(await it.listed()).to.deep.equal([['certificate_not_ours', SECOND.replace('HAND-1', 'HAND-2')]]);
  });

  for (const lookUp of [true, false])
    it(`is shown where it was the attached one until that was corrected, with ${lookUp ? 'a' : 'no'} look-up`, async () => {
      const it = await attachedInSilence(ISSUED);
      expect(await it.request()).to.deep.include({ due: null, concern: null });
      it.authority.offerLookUp(lookUp);
      await it.attach('CI-HAND-1');
      await it.pass({ minutes: 5 });
      expect(await it.listed()).to.deep.include(['certificate_not_ours', SECOND]);
    });
});

describe('a request whose answer was lost, and that cannot be looked up', () => {
  const lost = (lookUp: boolean) =>
    asked(({ authority }) => {
      authority.scriptNextRequests('answer lost');
      authority.offerLookUp(lookUp);
    });

  it('ends with the certificate that an operator has attached: it was asked for by hand', async () => {
    const it = await lost(false);
    await it.pass({ minutes: 2 });
    expect((await it.listed()).map(([kind]) => kind)).to.include('certificate_without_look_up');
    await it.attach('CI-HAND-1');
    await it.pass({ hours: 2 });
    expect(await it.request()).to.deep.include({ status: 'issued', due: null, concern: null });
    expect(await it.listed()).to.deep.equal([]);
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
    expect(await it.listed()).to.deep.equal([['request_left_open', 'the authority offers no look-up']]);
    it.authority.offerLookUp(true);
    await it.pass({ hours: 2 });
    expect(await it.listed()).to.deep.equal([['certificate_not_ours', SECOND]]);
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
      expect(await it.listed()).to.deep.equal([]);
      await it.pass({ minutes: 12 });
      expect(await it.listed()).to.deep.equal([
        ['request_left_open', `the authority has not ended request ${REQUEST}`],
      ]);
      it.authority.ask = async () => refused<AuthorityRefusal>({ kind: 'refused', message: '-22' });
      await it.pass({ minutes: 10 });
      expect(await it.listed()).to.deep.equal([]);
      expect((await it.request()).due).to.equal(null);
    });

  const NEVER_ENDED = [['request_left_open', `the authority has not ended request ${REQUEST}`]];

  it('is on the list an hour after the attach, however old it is, and once more after a dismissal and a correction', async () => {
    const it = await accepted();
    it.authority.spoilImages(true);
    const leftOpen = async () => (await it.listed()).filter(([kind]) => kind === 'request_left_open');
    await it.pass({ hours: 5 });
    for (const attached of ['CI-HAND-1', 'CI-HAND-2']) {
      await it.attach(attached);
      await it.pass({ minutes: 50 });
      expect(await leftOpen()).to.deep.equal([]);
      await it.pass({ minutes: 12 });
      expect(await leftOpen()).to.deep.equal(NEVER_ENDED);
      await it.dismiss();
      await it.pass({ hours: 2 });
      expect(await leftOpen()).to.deep.equal([]);
    }
  });

  it('is asked about every hour after a day, so that its certificate is seen all the same', async () => {
    const it = await accepted();
    await it.attach('CI-HAND-1');
    await it.pass({ hours: 25 });
    const asked = it.authority.calls();
    await it.pass({ hours: 24 });
    expect(it.authority.calls() - asked).to.be.within(23, 25);
    it.issue();
    await it.pass({ hours: 1 });
    expect(await it.listed()).to.deep.equal([['certificate_not_ours', SECOND]]);
  });
});
