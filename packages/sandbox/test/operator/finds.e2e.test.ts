import { expect } from 'chai';
import { operatorOn, type OperatorCommand } from './operator-command.ts';
import { journeysOn } from './operator-journey.ts';
import { startSandbox, type Fields, type TestSandbox } from '../sandbox.ts';

type Shown = Fields & { readonly id: string };
interface ShownContract extends Shown {
  readonly policyNumber: string;
  readonly paymentId: string;
  readonly quote: { readonly id: string };
  readonly vehicle: { readonly id: string; readonly licencePlate: string };
}

const PAYERS = ['0500004321', '0500009876'] as const;

describe('the operator’s command, given what people have at hand', function () {
  this.timeout(180_000);
  let sandbox: TestSandbox;
  let operator: OperatorCommand;
  let caller: ReturnType<typeof journeysOn>;
  let contract: ShownContract;
  /** Two that wait for one payer. */
  let waiting: readonly Shown[];

  before(async () => {
    sandbox = await startSandbox();
    operator = operatorOn(sandbox.dataDir, sandbox.database);
    caller = journeysOn(sandbox);
    contract = await operator.json<ShownContract>('contract', 'show', await caller.contract('0700001234'));
    waiting = [
      (await caller.pay(await caller.quote('0700005555'), PAYERS[0])).body,
      (await caller.pay(await caller.quote('0700006666'), PAYERS[0])).body,
    ];
  });
  after(() => sandbox.stop());

  const idOf = async (noun: 'contract' | 'payment', typed: string) =>
    (await operator.json<Shown>(noun, 'show', typed)).id;

  // Proves: found-by-what-is-known
  it('finds the one contract or payment that is meant', async () => {
    const { id, policyNumber, paymentId, quote, vehicle } = contract;
    const session = (await operator.json<Fields>('payment', 'show', paymentId))['providerSessionId'] as string;
    const words = [policyNumber, vehicle.licencePlate.toLowerCase(), '07 00 00 12 34', session, quote.id, vehicle.id];
    const shown = await Promise.all(
      words.map(async (word) => [await idOf('contract', word), await idOf('payment', word)]),
    );
    expect(shown).to.deep.equal(words.map(() => [id, paymentId]));
    const beginning = [...id].findIndex(
      (_, place) => ![paymentId, quote.id, vehicle.id].some((other) => other.startsWith(id.slice(0, place + 1))),
    );
    expect(await idOf('contract', id.slice(0, beginning + 1))).to.equal(id);
    expect(await operator.refusal('contract', 'show', 'nothing like it')).to.match(/contract list/);
  });

  // Proves: found-by-what-is-known
  it('lists several that may be meant, with what distinguishes them', async () => {
    const listed = await operator.json<readonly Shown[]>('payment', 'show', PAYERS[0]);
    expect(listed.map(({ id }) => id)).to.have.members(waiting.map(({ id }) => id));
    const text = await operator.text('payment', 'show', `+225${PAYERS[0]}`);
    for (const { id, quoteId } of waiting) expect(text).to.contain(id).and.to.contain(quoteId);
  });

  // Proves: found-by-what-is-known
  it('changes nothing when several may be meant, and says which', async () => {
    const refusal = await operator.refusal('payment', 'close', PAYERS[0], '--why', 'by phone');
    for (const { id } of waiting) expect(refusal).to.contain(id);
    for (const { id } of waiting)
      expect(await operator.json<Fields>('payment', 'show', id)).to.include({ status: 'pending' });
    const [first] = waiting;
    await operator.json('payment', 'close', first?.id ?? '', '--why', 'the payer said so');
    expect(await operator.json<Fields>('payment', 'show', first?.id ?? '')).to.include({ status: 'failed' });
  });

  // Proves: operator-lists
  it('lists by day, company and state', async () => {
    const today = (await sandbox.call<{ now: string }>('GET', '/sandbox/clock')).body.now.slice(0, 10);
    const [company] = await operator.json<readonly (Shown & { readonly name: string })[]>('company', 'list');
    const other = await operator.json<Shown>('company', 'add', 'Courtage Voisin');
    const ids = async (...words: readonly string[]) =>
      (await operator.json<readonly Shown[]>(...words)).map(({ id }) => id);
    const contracts = (...words: readonly string[]) => ids('contract', 'list', ...words);
    const payments = (...words: readonly string[]) => ids('payment', 'list', ...words);
    expect(await contracts('--since', today, '--until', today)).to.deep.equal([contract.id]);
    expect(await contracts('--until', '2020-01-01')).to.deep.equal([]);
    expect(await contracts('--company', company?.name ?? '', '--status', 'pending')).to.deep.equal([contract.id]);
    expect(await contracts('--company', other.id)).to.deep.equal([]);
    expect(await payments('--until', today, '--status', 'succeeded')).to.deep.equal([contract.paymentId]);
    expect(await payments('--company', 'Courtage Voisin')).to.deep.equal([]);
    expect(await payments('--refund', 'done')).to.deep.equal([]);
    expect((await payments('--since', today)).length).to.equal(3);
    expect(await operator.refusal('payment', 'list', '--company', 'Personne')).to.match(/company list/);
    const text = await operator.text('contract', 'list');
    for (const told of [contract.quote.id, company?.name ?? '', contract.vehicle.licencePlate])
      expect(text).to.contain(told);
  });

  it('corrects what a company carries', async () => {
    const { id } = await operator.json<Shown>('company', 'add', 'Courtage Faute', '--intermediary-code', 'X1');
    const corrected = ['--name', 'Courtage Juste', '--intermediary-code', 'X2', '--office', 'ABJ-2'];
    expect(await operator.json('company', 'set', 'Courtage Faute', ...corrected)).to.include({
      id,
      name: 'Courtage Juste',
      intermediaryCode: 'X2',
      office: 'ABJ-2',
    });
    const { history } = await operator.json<{ history: readonly Fields[] }>('company', 'show', 'Courtage Juste');
    expect(history.at(-1)).to.include({ why: 'corrected: name, intermediaryCode, office' });
    expect(await operator.refusal('company', 'set', 'Courtage Juste')).to.match(/--office/);
  });
});
