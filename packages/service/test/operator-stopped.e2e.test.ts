import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { testDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import pg from 'pg';
import { operatorOn } from './operator-command.ts';
import { journeysOn } from './operator-journey.ts';
import { asSandbox, eventually, startSandbox, type Fields } from './sandbox.ts';

describe('the operator’s command, while the sandbox does not run', function () {
  this.timeout(180_000);

  it('works on the same data, and what it changes is there at the next start', async () => {
    const first = await startSandbox();
    const operator = operatorOn(first.dataDir);
    const caller = journeysOn(first);
    const contractId = await caller.contract('0700000011');
    await caller.advance('PT7H');
    const clock = Date.parse((await first.call<{ now: string }>('GET', '/sandbox/clock')).body.now);
    await first.stop({ data: true });

    const shown = await operator.json<Fields>('contract', 'show', contractId);
    expect(shown).to.include({ id: contractId, certificateStatus: 'failed' });
    expect(await operator.text('certificate', 'retry', contractId, '--reason', 'stock was bought')).to.contain('again');
    const company = await operator.json<{ id: string }>('company', 'add', 'Courtage Essai');
    const issued = await operator.json<{ key: string }>('key', 'issue', company.id);
    await operator.text('payment', 'pause', '--why', 'not yet');
    await operator.text('work', 'run', 'days');
    // The first of them starts the database; whoever ends first must not take it from the others.
    const together = await Promise.all([
      operator.json<Fields>('contract', 'show', contractId),
      operator.json<Fields>('work', 'status'),
      operator.text('work', 'run', 'documents'),
      operator.json<Fields>('contract', 'show', contractId),
    ]);
    expect(together[3]).to.deep.equal(together[0]);
    const status = await operator.json<{ lastRuns: Readonly<Record<string, string>> }>('work', 'status');
    expect(Date.parse(status.lastRuns['days'] ?? '')).to.be.at.least(clock);

    const second = await startSandbox({}, first.dataDir);
    try {
      expect((await second.call('GET', '/vehicle', undefined, issued.key)).status).to.equal(200);
      const again = journeysOn(second);
      expect((await again.pay(await again.quote('0700001234'))).status).to.equal(503);
      const history = async () =>
        (await operator.json<{ history: readonly Fields[] }>('contract', 'show', contractId)).history;
      const told = await eventually(history, (lines) => lines.at(-1)?.['evidence'] !== undefined);
      expect(told.find(({ to, from }) => from === 'failed' && to === 'pending')).to.include({
        why: 'stock was bought',
        by: userInfo().username,
      });
    } finally {
      await second.stop();
    }
  });

  it('says what keeps the schema from being brought up to date, and gives up before its user does', async () => {
    const { url, drop } = await testDatabase({ migrate: asSandbox });
    const dataDir = mkdtempSync(join(tmpdir(), 'operator-'));
    const busy = new pg.Client({ connectionString: url, application_name: 'a nightly export' });
    try {
      await busy.connect();
      await busy.query('drop table idempotency_key');
      await busy.query(`delete from migration where name like '0002%'`);
      await busy.query('begin');
      await busy.query('update company set name = name');
      const { status, stdout, stderr } = await operatorOn(dataDir, { ENVIRONMENT: 'sandbox', DATABASE_URL: url }).run(
        'work',
        'status',
      );
      expect({ status, stdout }, stderr).to.deep.equal({ status: 1, stdout: '' });
      expect(stderr)
        .to.match(/a nightly export.*Trying again/)
        .and.to.match(/pg_terminate_backend.*run this again/);
    } finally {
      await busy.end();
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
