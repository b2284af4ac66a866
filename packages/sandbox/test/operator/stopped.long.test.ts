import { userInfo } from 'node:os';
import { expect } from 'chai';
import { operatorOn, operatorProcessOn } from './operator-command.ts';
import { worldOn } from '../api/world.ts';
import { eventually, ownFolder, startSandbox, type Fields } from '../sandbox.ts';

describe('the operator’s command, while the sandbox is stopped', function () {
  this.timeout(180_000);

  it('works on the same data, and its changes are kept for the next start', async () => {
    const first = await startSandbox({}, ownFolder());
    const operator = operatorOn(first.dataDir);
    const program = operatorProcessOn(first.dataDir);
    const caller = worldOn(first);
    const { id: contractId } = (await caller.insured({ policyHolderPhone: '0700000011' })).contract;
    await caller.clock.advance('PT7H');
    const clock = Date.parse(await caller.clock.now());
    await first.stop({ data: true });

    const shown = await program.json<Fields>('contract', 'show', contractId);
    expect(shown).to.include({ id: contractId, certificateStatus: 'failed' });
    expect(await operator.text('certificate', 'retry', contractId, '--why', 'stock was bought')).to.contain('again');
    const company = await operator.json<{ id: string }>('company', 'add', 'Courtage Essai');
    const issued = await operator.json<{ key: string }>('key', 'issue', company.id);
    await operator.text('payment', 'pause', '--why', 'not yet');
    await operator.text('work', 'run', 'days');
    // The first of them starts the database, and the first to end must not stop it for the others.
    const together = await Promise.all([
      program.json<Fields>('contract', 'show', contractId),
      program.json<Fields>('work', 'status'),
      program.text('work', 'run', 'documents'),
      program.json<Fields>('contract', 'show', contractId),
    ]);
    expect(together[3]).to.deep.equal(together[0]);
    const status = await operator.json<{ lastRuns: Readonly<Record<string, string>> }>('work', 'status');
    expect(Date.parse(status.lastRuns['days'] ?? '')).to.be.at.least(clock);

    const second = await startSandbox({}, first.dataDir);
    try {
      const again = worldOn(second);
      expect((await again.get('/vehicle', { key: issued.key })).status).to.equal(200);
      expect((await again.pay((await again.quote()).id)).status).to.equal(503);
      const history = async () =>
        (await operator.json<{ history: readonly Fields[] }>('contract', 'show', contractId)).history;
      const entries = await eventually(history, (lines) => lines.at(-1)?.['evidence'] !== undefined);
      expect(entries.find(({ to, from }) => from === 'failed' && to === 'pending')).to.deep.include({
        why: { code: 'operator_decided', note: 'stock was bought' },
        by: userInfo().username,
      });
    } finally {
      await second.stop();
    }
  });
});
