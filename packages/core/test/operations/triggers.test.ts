import { jobs, type Job } from '@vehicle-insurance/core';
import { freshId } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { commandsOf } from '../certificate/bought.ts';
import { PAYER, payThrough, scenario, type Scenario } from '../scenario.ts';

const listening = async () => {
  const fired = new Set<Job>();
  const it = { ...(await scenario()), trigger: { fire: (job: Job) => void fired.add(job) } };
  const firedBy = async (something: (it: Scenario) => Promise<unknown>): Promise<readonly Job[]> => {
    fired.clear();
    await something(it);
    return [...fired].sort();
  };
  return { ...it, firedBy };
};

const dueForACheck = async () => {
  const it = await listening();
  const { id } = (await it.pay()).unwrap();
  it.clock.advance({ minutes: 2 });
  return { ...it, id };
};

/** A paid contract whose certificate request the authority has not answered. */
const waitForAuthority = async () => {
  const it = await dueForACheck();
  it.authority.fallSilent();
  it.provider.pay(it.id);
  await it.doWhatIsDue();
  return { ...it, contractId: (await it.contract()).contract.id };
};

/** Urgent work does not wait for its job’s next scheduled run, so a certificate follows the money within seconds. */
describe('urgent work triggers', () => {
  it('the certificates job when money arrives', async () => {
    const { id, provider, firedBy } = await dueForACheck();
    provider.pay(id);
    expect(await firedBy((it) => jobs(it).payments())).to.deep.equal(['certificates']);
  });

  it('the payments job, which makes the refund, when a wrong amount arrives', async () => {
    const { id, provider, firedBy } = await dueForACheck();
    provider.pay(id, { amount: 1 });
    expect(await firedBy((it) => jobs(it).payments())).to.deep.equal(['payments']);
  });

  it('the documents and days jobs when a certificate is issued', async () => {
    const { firedBy, authority, clock, store } = await waitForAuthority();
    expect(await firedBy((it) => jobs(it).certificates())).to.deep.equal([]);
    authority.speakAgain();
    clock.moveTo((await store.dueWork.next('certificates')) ?? clock.now());
    expect(await firedBy((it) => jobs(it).certificates())).to.deep.equal(['days', 'documents']);
  });

  it('the certificates, days and documents jobs when an operator attaches a certificate, but none if that is refused', async () => {
    const { id, firedBy, contractId } = await waitForAuthority();
    expect(await firedBy((it) => commandsOf(it, contractId).attach(''))).to.deep.equal([]);
    expect(await firedBy((it) => commandsOf(it, id).attach())).to.deep.equal([]);
    const fired = await firedBy((it) => commandsOf(it, contractId).attach());
    expect(fired).to.deep.equal(['certificates', 'days', 'documents']);
  });

  it('the certificates job when an operator retries a certificate, unless the command is refused', async () => {
    const { id, firedBy, contractId } = await waitForAuthority();
    expect(await firedBy((it) => commandsOf(it, contractId).retry())).to.deep.equal(['certificates']);
    expect(await firedBy((it) => commandsOf(it, id).retry())).to.deep.equal([]);
  });

  it('the payments job when a payment needs a check right after its opening, and otherwise no job', async () => {
    for (const [script, fired] of [
      ['paid at once', ['payments']],
      ['doubled', ['payments']],
      ['refused', []],
      ['request lost', []],
      [undefined, []],
    ] as const) {
      const { firedBy, provider } = await listening();
      if (script) provider.scriptNextOpening(script);
      expect(await firedBy((it) => payThrough(it, {})), script).to.deep.equal(fired);
    }
  });

  it('the payments job when a notification precedes the recording of the opening', async () => {
    const { firedBy, provider, notify } = await listening();
    const open: typeof provider.open = async (asked) => {
      const opened = await provider.open(asked);
      await notify(asked.reference);
      return opened;
    };
    const fired = await firedBy((it) => payThrough(it, { open }));
    expect(fired).to.deep.equal(['payments']);
  });

  it('the payments job when a dead process’s opening is completed after a notification', async () => {
    for (const finish of [(it: Scenario) => jobs(it).payments(), (it: Scenario) => payThrough(it, {})])
      for (const isNotified of [true, false]) {
        const { firedBy, dieWhileOpening, notify } = await listening();
        const { id } = await dieWhileOpening({ sent: true });
        if (isNotified) await notify(id);
        expect(await firedBy(finish)).to.deep.equal(isNotified ? ['payments'] : []);
      }
  });

  it('the job for new work only after the claim is released, so that the work can be claimed at once', async () => {
    for (const prepare of [
      // An opening whose process died after a notification.
      async (it: Scenario) => it.notify((await it.dieWhileOpening({ sent: true })).id),
      // A session that is found for a lost opening.
      async (it: Scenario) => {
        it.provider.scriptNextOpening('request lost');
        await it.pay();
        const { id, payer } = await it.latestPayment();
        await it.provider.open({ reference: id, amount: 121_428, payer });
        it.clock.advance({ minutes: 1 });
      },
    ]) {
      const it = await scenario();
      await prepare(it);
      const claimed: Promise<number>[] = [];
      const claimDue = async (): Promise<number> => {
        const queues = await it.dueWork.queues(['payments'], it.clock.now());
        const claims = await Promise.all(queues.map((queue) => it.dueWork.claim(queue, it.clock.now(), 8)));
        return claims.flat().length;
      };
      await jobs({ ...it, trigger: { fire: () => void claimed.push(claimDue()) } }).payments();
      expect(await claimed[0]).to.equal(1);
    }
  });

  it('the payments job when the payment of an early notification appears, and not before', async () => {
    const { firedBy, provider, notify, clock } = await listening();
    const id = freshId();
    await provider.open({ reference: id, amount: 121_428, payer: PAYER });
    await notify(id);
    clock.advance({ minutes: 1 });
    expect(await firedBy((it) => jobs(it).payments())).to.deep.equal([]);
    await firedBy((it) => payThrough(it, {}, id));
    clock.advance({ minutes: 4 });
    expect(await firedBy((it) => jobs(it).payments())).to.deep.equal(['payments']);
  });

  it('the jobs of payments and certificates when an operator cancels a contract, none at a preview or refusal', async () => {
    const { firedBy, contractId } = await waitForAuthority();
    const cancel = (preview: boolean) => (it: Scenario) => commandsOf(it, contractId).cancel(undefined, { preview });
    expect(await firedBy(cancel(true))).to.deep.equal([]);
    expect(await firedBy(cancel(false))).to.have.members(['payments', 'certificates']);
    expect(await firedBy(cancel(false))).to.deep.equal([]);
  });
});
