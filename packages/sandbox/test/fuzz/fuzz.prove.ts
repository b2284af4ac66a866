import { randomInt } from 'node:crypto';
import { expect } from 'chai';
import { useFolderWorld } from '../processes/folder-world.ts';
import { fuzz } from './fuzz.ts';

const SEED = Number(process.env['SEED'] ?? randomInt(1_000_000_000));
const REQUESTS = Number(process.env['REQUESTS'] ?? 50_000);

describe('the whole API', function () {
  this.timeout(3 * 60 * 60_000);
  const folder = useFolderWorld();

  it(`matches its OpenAPI document in ${REQUESTS} random requests (SEED=${SEED})`, async () => {
    let printed = 0;
    const { findings, missing, table, requests } = await fuzz({
      folder,
      requests: REQUESTS,
      seed: SEED,
      enough: 10,
      found: (finding) => process.stdout.write(`\n${finding}\n\n`),
      progress: (line) => {
        if (performance.now() - printed < 5_000) return;
        printed = performance.now();
        process.stdout.write(`    ${line}\n`);
      },
    });
    process.stdout.write(`    ${requests} requests, SEED=${SEED}\n${table}\n`);
    expect(findings, 'findings').to.have.length(0);
    expect(missing, 'documented responses that did not occur').to.deep.equal([]);
  });
});
