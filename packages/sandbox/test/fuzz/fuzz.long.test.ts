import { expect } from 'chai';
import { useFolderWorld } from '../processes/folder-world.ts';
import { fuzz } from './fuzz.ts';

const REQUESTS = 2_000;
const SEED = 1;

describe('the whole API', function () {
  this.timeout(10 * 60_000);
  const folder = useFolderWorld();

  // Proves: malformed-request-is-4xx, company-sees-its-own-only
  it(`matches its OpenAPI document in ${REQUESTS} random requests; fuzz.prove.ts sends more`, async () => {
    const { findings, missing } = await fuzz({ folder, requests: REQUESTS, seed: SEED });
    expect(findings.join('\n\n'), 'findings').to.equal('');
    expect(missing, 'documented responses that did not occur').to.deep.equal([]);
  });
});
