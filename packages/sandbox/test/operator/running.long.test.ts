import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { operatorOn, operatorProcessOn, type OperatorCommand } from './operator-command.ts';
import { journeysOn } from './operator-journey.ts';
import { eventually, startSandbox, type Fields, type TestSandbox } from '../sandbox.ts';

interface Line extends Fields {
  readonly what: string;
  readonly to: string;
}
type WithHistory = Fields & { readonly id: string; readonly history: readonly Line[] };
type Status = { readonly attention: readonly Fields[]; readonly paymentsPaused: Fields | null } & Fields;

const ME = userInfo().username;

describe('the operator’s command, while the sandbox runs', function () {
  this.timeout(180_000);
  let sandbox: TestSandbox;
  let operator: OperatorCommand;
  /** The same, as people run it. */
  let program: OperatorCommand;
  let caller: ReturnType<typeof journeysOn>;
  const folder = mkdtempSync(join(tmpdir(), 'operator-'));

  before(async () => {
    sandbox = await startSandbox();
    operator = operatorOn(sandbox.dataDir, sandbox.database);
    program = operatorProcessOn(sandbox.dataDir, sandbox.database);
    caller = journeysOn(sandbox);
  });
  after(async () => {
    await sandbox.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows the public half of the key that signs papers, as the service publishes it', async () => {
    const { publicKey } = await operator.json<{ publicKey: string }>('proof', 'show-key');
    const { baseUrl = sandbox.service.url } = sandbox.service.sandbox ?? {};
    const published = await fetch(`${baseUrl}/.well-known/vehicle-insurance-proof-keys.json`);
    const { keys } = (await published.json()) as { readonly keys: readonly { readonly x: string }[] };
    expect(keys.map(({ x }) => `public_${x}`)).to.deep.equal([publicKey]);
  });

  it('adds a company with a key that works, and disables both within seconds', async () => {
    const { id, ...company } = await operator.json<{ id: string }>('company', 'add', 'Courtage Essai');
    expect(company).to.deep.equal({ name: 'Courtage Essai' });
    const issued = await operator.json<{ id: string; key: string }>('key', 'issue', 'Courtage Essai', '--label', 'a');
    expect(issued).to.have.all.keys('id', 'key', 'label', 'expires');
    const called = async () => (await sandbox.call('GET', '/vehicle', undefined, issued.key)).status;
    expect(await called()).to.equal(200);

    await operator.text('company', 'disable', 'Courtage Essai');
    await eventually(called, (status) => status === 401);
    await operator.text('company', 'enable', id);
    await eventually(called, (status) => status === 200);

    expect(await operator.refusal('key', 'revoke', 'vi_test_')).to.match(/whole prefix/);
    await operator.text('key', 'revoke', issued.key.slice(0, 'vi_test_'.length + 6));
    await eventually(called, (status) => status === 401);

    const { history } = await operator.json<WithHistory>('company', 'show', id);
    expect(history.map(({ what, to, by }) => [what, to, by])).to.deep.equal([
      ['company', 'enabled', ME],
      ['key', 'active', ME],
      ['company', 'disabled', ME],
      ['company', 'enabled', ME],
      ['key', 'revoked', ME],
    ]);
    expect(JSON.stringify(history)).to.not.contain(issued.key);
  });

  it('pauses the opening of payments within seconds, and resumes it', async () => {
    const quoteId = await caller.quote('0700001234');
    await operator.json('payment', 'pause', '--why', 'maintenance at Wave');
    const paused = await eventually(
      () => caller.pay(quoteId),
      ({ status }) => status === 503,
    );
    expect(paused.body).to.include({ code: 'payment_unavailable' });
    const status = await operator.json<Status>('work', 'status');
    expect(status.paymentsPaused).to.include({ why: 'maintenance at Wave', by: ME });
    await operator.json('payment', 'resume');
    await eventually(
      () => caller.pay(quoteId),
      ({ status: answered }) => answered === 201,
    );
  });

  it('saves the registration document of a vehicle', async () => {
    const [documented, plain] = [await caller.register('%PDF-1.7 a document'), await caller.register()];
    const out = join(folder, 'document.pdf');
    const [saved, refused] = await Promise.all([
      program.json<Fields>('vehicle', 'document', documented, '--out', out),
      program.refusal('vehicle', 'document', plain, '--out', join(folder, 'none.pdf')),
    ]);
    expect(saved).to.include({ type: 'application/pdf' });
    expect(readFileSync(out, 'utf8')).to.equal('%PDF-1.7 a document');
    expect(refused).to.match(/No document/);
  });

  it('refuses wrong words in one line, in a process of its own', async () => {
    expect(await program.refusal('bogus')).to.match(/--help/);
    expect((await program.run('payment', 'close', '--help')).status).to.equal(0);
  });
});
