import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import pg from 'pg';
import { operatorProcessOn } from './operator-command.ts';
import { asSandbox } from '../sandbox.ts';

describe('the operator’s command, while a table of a migration is in use', function () {
  this.timeout(180_000);

  // Proves: operator-reports-waiting
  it('reports which program blocks the migration, and gives up with instructions', async () => {
    const { url, drop } = await testDatabase({ migrate: asSandbox });
    const dataDir = mkdtempSync(join(tmpdir(), 'operator-'));
    const busy = new pg.Client({ connectionString: url, application_name: 'a nightly export' });
    try {
      await busy.connect();
      await busy.query('begin');
      await busy.query('lock table migration in access exclusive mode');
      const { status, stdout, stderr } = await operatorProcessOn(dataDir, {
        ENVIRONMENT: 'sandbox',
        DATABASE_URL: url,
      }).run('work', 'status');
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
