import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { apiWorld, type World } from '../api/world.ts';

const JOURNEY = fileURLToPath(new URL('../../../../docs/examples/client-journey.ts', import.meta.url));

describe('the typed client', function () {
  this.timeout(60_000);
  let world: World;
  before(async () => {
    world = await apiWorld();
  });
  after(() => world.stop());

  // Proves: client-waits, journey-in-seven-calls
  it('registers a vehicle with its document, pays, and waits for the papers, and can run again for the same vehicle', async () => {
    const journey = async () => {
      const file = join(world.sandbox.dataDir, 'sandbox.json');
      return (await promisify(execFile)(process.execPath, [JOURNEY, file])).stdout.trim().split('\n').slice(-3);
    };
    for (const times of ['1 time', '2 times']) {
      const [policy, certificate, insured] = await journey();
      expect(policy).to.match(/^VI-\S+: from \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d$/);
      const [, link = ''] = /^certificate \S+: (http\S+)$/.exec(certificate ?? '') ?? [];
      expect((await fetch(link)).status).to.equal(200);
      expect(insured).to.equal(`insured ${times}`);
    }
  });
});
