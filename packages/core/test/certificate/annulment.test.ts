import { cancelContract, jobs, recordAnnulment, startOfDay, type CertificateAuthority } from '@vehicle-insurance/core';
import { day, OUT_OF_STOCK } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import type { Scenario } from '../scenario.ts';
import { buyContract, buyIssued, BY, WHY } from './bought.ts';

const NUMBER = 'CI-000001';

const issued = async (...given: Parameters<typeof buyIssued>) => {
  const it = await buyIssued(...given);
  const kinds = async () => (await it.listed()).map(({ kind }) => kind).filter((kind) => kind.startsWith('cert'));
  const record = (note = 'by phone') => recordAnnulment(it)({ contractId: it.contractId, note, by: BY });
  return { ...it, kinds, record, cancelWith: it.commands.cancel };
};

describe('the certificate of a cancelled contract', () => {
  // Proves: annulment
  it('is annulled by the authority once, when the last day is over', async () => {
    const it = await issued();
    (await it.cancelWith(WHY, { lastDay: '2026-08-02' })).unwrap();
    await it.goTo('2026-08-02');
    expect(it.authority.annulled()).to.deep.equal([]);
    await it.goTo('2026-08-03');
    expect(it.authority.annulled()).to.deep.equal([NUMBER]);
    const calls = it.authority.calls();
    await it.goTo('2027-03-01');
    expect(it.authority.calls()).to.equal(calls);
    expect(await it.request()).to.deep.include({ status: 'issued', annulment: 'done', due: null });
    expect(await it.kinds()).to.deep.equal([]);
    const why = { code: 'certificate_annulled', note: null };
    expect((await it.history()).at(-2)).to.deep.include({ why, evidence: { statut: 0 } });
  });

  it('is annulled at once if the contract has not begun', async () => {
    const it = await issued('2026-01-31');
    (await it.cancelWith()).unwrap();
    await it.doWhatIsDue();
    expect(it.authority.annulled()).to.deep.equal([NUMBER]);
  });

  // Proves: annulment
  it('is annulled when a silent authority answers again, and is an action item after an hour of silence', async () => {
    for (const outage of ['silence', 'credentials'] as const) {
      const it = await issued();
      (await it.cancelWith()).unwrap();
      if (outage === 'silence') it.authority.fallSilent();
      else it.authority.refuseCredentials(true);
      await it.goTo('2026-08-01');
      expect(await it.kinds(), outage).to.deep.equal([]);
      await it.goTo('2026-08-03');
      expect(await it.kinds(), outage).to.deep.equal(['certificate_not_annulled']);
      it.authority.speakAgain();
      it.authority.refuseCredentials(false);
      await it.pass({ hours: 2 });
      expect([await it.kinds(), it.authority.annulled()], outage).to.deep.equal([[], [NUMBER]]);
    }
  });

  // Proves: annulment
  it('is an action item, until a person records the annulment, if the authority refuses or has no such call', async () => {
    const refusal = OUT_OF_STOCK;
    for (const [prepare, outcome, answered] of [
      [
        ({ authority }: Scenario) => authority.refuseAnnulments(true),
        { annulment: 'manual', due: null, refusal },
        { why: { code: 'annulment_refused', answer: refusal }, evidence: { statut: -4 } },
      ],
      [
        ({ authority }: Scenario) => void Object.assign(authority, { capabilities: { annul: false } }),
        { annulment: 'manual', due: null, refusal: null },
        {},
      ],
    ] as const) {
      const it = await issued(undefined, prepare);
      (await it.cancelWith()).unwrap();
      await it.goTo('2026-08-02');
      expect(await it.kinds()).to.deep.equal(['certificate_not_annulled']);
      expect(await it.request()).to.deep.include(outcome);
      expect((await it.history()).filter(({ what }) => what === 'certificate').at(-1)).to.deep.include(answered);
      expect((await it.record()).isOk()).to.equal(true);
      expect(await it.kinds()).to.deep.equal([]);
      expect((await it.history()).at(-1)).to.deep.include({
        ...{ why: { code: 'certificate_annulled', note: 'by phone' }, by: BY, evidence: { annulled: 'by phone' } },
      });
      expect((await it.record()).unwrapErr()).to.deep.equal({ code: 'nothing_to_annul' });
      expect(it.authority.annulled()).to.deep.equal([]);
    }
  });

  it('is annulled when the last day ends in the time zone of the business', async () => {
    const it = await issued('2026-07-30');
    const zone = 'Pacific/Auckland';
    // In Auckland, 31 July begins at noon UTC on 30 July.
    await it.pass({ hours: 13 });
    (await cancelContract({ ...it, zone })({ contractId: it.contractId, why: WHY, by: BY })).unwrap();
    expect((await it.contract()).contract.cancelled?.lastDay).to.equal('2026-07-31');
    expect((await it.request()).due?.at).to.equal('2026-07-31T12:00:00.000Z');
  });

  /** The authority refuses the annulment. Before the worker records the refusal, something else happens. */
  const refuseLate = async (meanwhile: (it: Awaited<ReturnType<typeof issued>>) => unknown) => {
    const it = await issued(undefined, ({ authority }) => authority.refuseAnnulments(true));
    (await it.cancelWith()).unwrap();
    it.clock.moveTo(startOfDay(day('2026-08-01'), it.zone));
    const annul: CertificateAuthority['annul'] = async (certificate) => {
      const answer = await it.authority.annul(certificate);
      await meanwhile(it);
      return answer;
    };
    await jobs({ ...it, certificateAuthority: { ...it.authority, annul } }).certificates();
    return it;
  };

  it('remains annulled if the authority’s refusal arrives after a person has recorded the annulment', async () => {
    const it = await refuseLate(async ({ record }) => expect((await record()).isOk()).to.equal(true));
    expect(await it.request()).to.deep.include({ annulment: 'done', due: null, refusal: null });
  });

  it('remains due if the worker that records a refusal has lost its lease', async () => {
    const it = await refuseLate(async ({ store, authority }) => {
      await store.endLeases();
      // The next worker claims the annulment at once, and the authority does not refuse it.
      authority.refuseAnnulments(false);
    });
    expect((await it.request()).annulment).to.equal('done');
    expect(it.authority.annulled()).to.deep.equal([NUMBER]);
  });

  it('needs a person while another certificate is looked up, and its annulment does not end that look-up', async () => {
    const it = await buyContract(({ authority }) => authority.scriptNextRequests('answer lost'));
    it.authority.fallSilent();
    await it.attach();
    await it.cancel();
    const { annulment, due } = await it.request();
    expect(annulment).to.equal('manual');
    expect(due).to.not.equal(null);
    (await recordAnnulment(it)({ contractId: it.contractId, note: 'by phone', by: BY })).unwrap();
    expect(await it.request()).to.deep.include({ annulment: 'done', due });
  });

  it('needs no annulment if the contract is not cancelled or was never certified', async () => {
    const it = await issued();
    expect((await it.record()).unwrapErr()).to.deep.equal({ code: 'nothing_to_annul' });
    const refused = await buyContract(({ authority }) => authority.refuseAll(true));
    await refused.cancel();
    expect((await refused.request()).annulment).to.equal(null);
    expect((await it.record(' ')).unwrapErr()).to.have.nested.property('details[0].field', 'note');
  });
});
