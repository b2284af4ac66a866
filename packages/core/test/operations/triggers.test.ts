import { attachCertificate, cancelContract, jobs, payQuote, retryCertificate, type Job } from '@vehicle-insurance/core';
import { freshId } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { PAYER, scenario, type Scenario } from '../scenario.ts';

/** A company with a quote, and which jobs are told that they have something to do. */
const listening = async () => {
  const fired = new Set<Job>();
  const it = { ...(await scenario()), trigger: { fire: (job: Job) => void fired.add(job) } };
  /** The jobs that something fired. */
  const firedBy = async (something: (it: Scenario) => Promise<unknown>): Promise<readonly Job[]> => {
    fired.clear();
    await something(it);
    return [...fired].sort();
  };
  return { ...it, firedBy };
};

/** A caller asks to pay the quote. */
const askToPay = (it: Scenario, id?: string) =>
  payQuote(it)({ companyId: it.quote.companyId, quoteId: it.quote.id, phoneNumber: PAYER, id });

/** A payment whose first check is due. */
const dueForACheck = async () => {
  const it = await listening();
  const { id } = (await it.pay()).unwrap();
  it.clock.advance({ minutes: 2 });
  return { ...it, id };
};

/** What waits for no round of its job, so that a certificate is there seconds after the money. */
describe('what has something to do at once is told so', () => {
  it('when money has arrived: the certificate', async () => {
    const { id, provider, firedBy } = await dueForACheck();
    provider.pay(id);
    expect(await firedBy((it) => jobs(it).payments())).to.deep.equal(['certificates']);
  });

  it('when other money has arrived: its refund', async () => {
    const { id, provider, firedBy } = await dueForACheck();
    provider.pay(id, { amount: 1 });
    expect(await firedBy((it) => jobs(it).payments())).to.deep.equal(['payments']);
  });

  it('not when nothing has', async () => {
    const { firedBy } = await dueForACheck();
    expect(await firedBy((it) => jobs(it).payments())).to.deep.equal([]);
  });

  it('when a certificate is issued: the documents and the first day', async () => {
    const { id, provider, firedBy, doWhatIsDue, authority, clock, store } = await dueForACheck();
    authority.fallSilent();
    provider.pay(id);
    await doWhatIsDue();
    expect(await firedBy((it) => jobs(it).certificates())).to.deep.equal([]);
    authority.speakAgain();
    clock.moveTo((await store.dueWork.next('certificates')) ?? clock.now());
    expect(await firedBy((it) => jobs(it).certificates())).to.deep.equal(['days', 'documents']);
  });

  it('when an operator brings the certificate: the documents and the first day; when it is refused: nothing', async () => {
    const { id, provider, firedBy, doWhatIsDue, authority, contract } = await dueForACheck();
    authority.fallSilent();
    provider.pay(id);
    await doWhatIsDue();
    const link = 'https://authority.test/certificate';
    const links = { pdfLink: link, imageLink: link, qrCodeLink: link };
    const contractId = (await contract()).contract.id;
    const attach = (over: object) => (it: Scenario) =>
      attachCertificate({ ...it, insuranceCompany: 'Assurances' })({
        ...{ contractId, certificateNumber: 'C-7', ...links, by: 'an operator' },
        ...over,
      });
    for (const over of [{ certificateNumber: '' }, { pdfLink: 'https://elsewhere.test/1' }, { contractId: id }])
      expect(await firedBy(attach(over))).to.deep.equal([]);
    expect(await firedBy(attach({}))).to.deep.equal(['days', 'documents']);
  });

  it('when an operator has a certificate asked for again: the certificate, unless it cannot be', async () => {
    const { id, provider, firedBy, doWhatIsDue, authority, contract } = await dueForACheck();
    authority.fallSilent();
    provider.pay(id);
    await doWhatIsDue();
    const contractId = (await contract()).contract.id;
    const retry = (named: string) => (it: Scenario) =>
      retryCertificate(it)({ contractId: named, why: 'it speaks again', by: 'an operator' });
    expect(await firedBy(retry(contractId))).to.deep.equal(['certificates']);
    expect(await firedBy(retry(id))).to.deep.equal([]);
  });

  it('when a payment is opened: its check, for which a notification may have asked meanwhile', async () => {
    const { firedBy } = await listening();
    expect(await firedBy((it) => askToPay(it))).to.deep.equal(['payments']);
  });

  it('when an opening is finished whose process had died: its check, whether a job or a caller has finished it', async () => {
    for (const finish of [(it: Scenario) => jobs(it).payments(), askToPay]) {
      const { firedBy, dieWhileOpening } = await listening();
      await dieWhileOpening({ sent: true });
      expect(await firedBy(finish)).to.deep.equal(['payments']);
    }
  });

  it('when the payment of an early notification has appeared: its check; not while it has not', async () => {
    const { firedBy, provider, notify, clock } = await listening();
    const id = freshId();
    await provider.open({ reference: id, amount: 121_428, payer: PAYER });
    await notify(id);
    clock.advance({ minutes: 1 });
    expect(await firedBy((it) => jobs(it).payments())).to.deep.equal([]);
    await firedBy((it) => askToPay(it, id));
    clock.advance({ minutes: 4 });
    expect(await firedBy((it) => jobs(it).payments())).to.deep.equal(['payments']);
  });

  it('when an operator cancels a contract: its refund, unless it cannot be', async () => {
    const { id, provider, firedBy, doWhatIsDue, authority, contract } = await dueForACheck();
    authority.fallSilent();
    provider.pay(id);
    await doWhatIsDue();
    const contractId = (await contract()).contract.id;
    const cancel = (it: Scenario) => cancelContract(it)({ contractId, why: 'insured elsewhere', by: 'an operator' });
    expect(await firedBy(cancel)).to.deep.equal(['payments']);
    expect(await firedBy(cancel)).to.deep.equal([]);
  });

  it('when the session of a lost opening is found: its check; not while there is none', async () => {
    const { pay, provider, latestPayment, clock, firedBy } = await listening();
    provider.scriptNextOpening('request lost');
    await pay();
    clock.advance({ minutes: 1 });
    expect(await firedBy((it) => jobs(it).payments())).to.deep.equal([]);
    const { id, payer } = await latestPayment();
    await provider.open({ reference: id, amount: 121_428, payer });
    clock.advance({ minutes: 5 });
    expect(await firedBy((it) => jobs(it).payments())).to.deep.equal(['payments']);
  });
});
