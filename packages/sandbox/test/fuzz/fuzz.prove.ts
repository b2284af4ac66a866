import { randomInt } from 'node:crypto';
import { expect } from 'chai';
import { useFolderWorld } from '../processes/folder-world.ts';
import { fuzz } from './fuzz.ts';

const SEED = Number(process.env['SEED'] ?? randomInt(1_000_000_000));
const REQUESTS = Number(process.env['REQUESTS'] ?? 200_000);

describe('the whole API', function () {
  this.timeout(3 * 60 * 60_000);
  const folder = useFolderWorld();

  it(`matches its OpenAPI document in ${REQUESTS} random requests (SEED=${SEED})`, async () => {
    const { findings, missing } = await fuzz({
      folder,
      requests: REQUESTS,
      seed: SEED,
      enough: 10,
      found: (finding) => process.stdout.write(`\n${finding}\n\n`),
      progress: (line) => process.stdout.write(`    ${line}\n`),
    });
    expect(findings, 'findings').to.have.length(0);
    expect(missing, 'documented responses that did not occur').to.deep.equal([]);
  });
});
