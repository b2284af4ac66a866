import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import { spawnService, stopServices, type ServiceProcess } from '../processes/service-process.ts';
import { asSandbox } from '../sandbox.ts';

const PROGRAM = fileURLToPath(new URL('loading-service.ts', import.meta.url));

describe('a service without configured metrics and traces', function () {
  this.timeout(60_000);
  let dataDir: string;
  let database: TestDatabase;
  let service: ServiceProcess;

  before(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'nothing-loaded-'));
    database = await testDatabase({ migrate: asSandbox });
    service = spawnService({ DATA_DIR: dataDir, ENVIRONMENT: 'sandbox', DATABASE_URL: database.url }, PROGRAM);
    await service.ready;
  });
  after(async () => {
    await stopServices();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });

  // Proves: traces
  it('loads nothing of what they need', async () => {
    const answered = once(service.child, 'message');
    service.child.send('');
    expect(((await answered) as [readonly string[]])[0]).to.deep.equal([]);
  });
});
