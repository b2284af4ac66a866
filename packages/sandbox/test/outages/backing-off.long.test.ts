import { unknown } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { operatorOn, type OperatorCommand } from '../operator/operator-command.ts';
import { journeysOn } from '../operator/operator-journey.ts';
import { complaints, firing, NO_PROMTOOL, promtoolIsThere } from '../observability/promtool.ts';
import { scraped } from '../observability/scraped.ts';
import { eventually, startSandbox, type Fields, type TestSandbox } from '../sandbox.ts';

type Item = Fields & { readonly kind: string; readonly id: string; readonly nextTry: string | null };
interface Status {
  readonly attention: readonly Item[];
  readonly work: readonly (Fields & { readonly kind: string; readonly stuck: readonly Fields[] })[];
}

const silence = () => Promise.resolve(unknown('no answer'));

describe('an operator of a service whose outside is silent for weeks', function () {
  this.timeout(300_000);
  let sandbox: TestSandbox;
  let operator: OperatorCommand;
  let caller: ReturnType<typeof journeysOn>;
  /** The outside systems that do not answer. */
  const silent = { authority: false, images: false, readings: false };
  const things = { uncertified: '', undocumented: '', unread: '' };

  before(async () => {
    sandbox = await startSandbox({ METRICS_PORT: '0' }, undefined, {
      // The test of alerts waits for a round of each job.
      rounds: () => ({ payments: 5, certificates: 5, documents: 5, days: 5 }),
      certificateAuthority: (authority) => ({
        ...authority,
        request: (application) => (silent.authority ? silence() : authority.request(application)),
        ask: (acceptance) => (silent.authority ? silence() : authority.ask(acceptance)),
        find: (policyNumber) => (silent.authority ? silence() : authority.find(policyNumber)),
        image: (certificate) => (silent.images ? silence() : authority.image(certificate)),
      }),
      mobileMoney: ([opening, ...others]) => [
        { ...opening, read: (session) => (silent.readings ? silence() : opening.read(session)) },
        ...others,
      ],
    });
    operator = operatorOn(sandbox.dataDir);
    caller = journeysOn(sandbox);
    silent.images = true;
    things.undocumented = await caller.contract('0700001234');
    const certificate = () => sandbox.call<Fields>('GET', `/contract/${things.undocumented}`);
    await eventually(certificate, ({ body }) => body['certificateStatus'] === 'issued');
    silent.authority = true;
    things.uncertified = await caller.contract('0700001234');
    silent.readings = true;
    things.unread = (await caller.pay(await caller.quote('0700001234'))).body.id;
  });
  after(() => sandbox.stop());

  const kinds = async () => (await operator.json<Status>('work', 'status')).attention.map(({ kind, id }) => [kind, id]);

  it('is shown each within the hour', async () => {
    await caller.advance('PT61M');
    expect(await kinds()).to.deep.equal([
      ['payment_past_window', things.unread],
      ['certificate_late', things.uncertified],
      ['document_late', things.undocumented],
    ]);
    // Otherwise it is checked about every minute for a day, which takes long to live through.
    await operator.text('payment', 'close', things.unread, '--why', 'Wave is silent');
  });

  // Proves: what-waits-too-long-is-listed
  it('is still shown each after thirty days, although none is due, with its last error and its next try', async () => {
    await caller.advance('P30D');
    const { attention: actionItems, work } = await operator.json<Status>('work', 'status');
    expect(actionItems.map(({ kind, id, why }) => [kind, id, why])).to.deep.equal([
      ['cover_without_certificate', things.uncertified, 'no answer'],
      ['payment_unreadable', things.unread, 'no answer'],
      ['document_late', things.undocumented, 'no answer'],
    ]);
    const { now } = (await sandbox.call<{ now: string }>('GET', '/sandbox/clock')).body;
    for (const { nextTry } of actionItems) expect(nextTry).to.satisfy((next: string) => next > now);
    for (const [kind, id] of [
      ['payments', things.unread],
      ['certificates', things.uncertified],
      ['documents', things.undocumented],
    ]) {
      const found = work.find((each) => each.kind === kind);
      expect(found, kind).to.include({ due: 0, troubled: 1 });
      expect(found?.stuck[0], kind).to.include({ id, trouble: 'no answer' });
    }
    const text = await operator.text('work', 'status');
    for (const { id, nextTry } of actionItems) expect(text).to.contain(id).and.to.contain(nextTry);
  });

  // Proves: alerts-fire
  it('gets alerts from the metrics of the service, although nothing is due', async function () {
    if (!promtoolIsThere()) {
      process.stderr.write(`${NO_PROMTOOL}\n`);
      return this.skip();
    }
    // After the clock was moved, the jobs' last runs lie weeks back until their next rounds.
    const page = await eventually(
      async () => (await fetch(sandbox.service.metricsUrl ?? '')).text(),
      (text) => scraped(text).every(({ name, value }) => !name.endsWith('job_last_run_age_seconds') || value < 60),
      90_000,
    );
    const fires = ['NeedsAPerson ticket', 'WorkOverdue ticket'];
    expect(await complaints([{ courses: scraped(page), expected: [firing(fires)] }])).to.equal('');
  });

  it('dismisses what needs no action; who and why stands in its history', async () => {
    const why = 'the picture was sent by mail';
    expect(await operator.json<Item>('work', 'dismiss', things.undocumented, '--why', why)).to.include({
      kind: 'document_late',
      id: things.undocumented,
    });
    expect((await kinds()).flat()).to.not.include('document_late');
    expect(await operator.refusal('work', 'dismiss', things.undocumented, '--why', why)).to.match(/work status/);
    const { history } = await operator.json<{ history: readonly Fields[] }>('contract', 'show', things.undocumented);
    expect(history.at(-1)).to.include({ why: `dismissed: ${why}` });
    expect(history.at(-1)?.['by']).to.be.a('string');
  });

  // Proves: what-waits-too-long-is-listed
  it('is shown cover without a certificate after sixty days too, and nothing once the outside answers', async () => {
    await caller.advance('P30D');
    expect(await kinds()).to.deep.equal([
      ['cover_without_certificate', things.uncertified],
      ['payment_unreadable', things.unread],
    ]);
    Object.assign(silent, { authority: false, images: false, readings: false });
    await caller.advance('PT3H');
    expect(await kinds()).to.deep.equal([]);
  });
});
