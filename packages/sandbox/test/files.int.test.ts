import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { takeFolder } from '@vehicle-insurance/embedded-database';
import { expect } from 'chai';
import { movableClock } from '../src/movable-clock.ts';
import { readSandboxFile } from '../src/sandbox-file.ts';
import { operatorsInfrastructure } from '../src/infrastructure.ts';
import { sandboxSecrets } from '../src/secrets.ts';
import { readConfiguration } from '@vehicle-insurance/service';
import { complaints, PRODUCTION } from '../../service/test/configuration/production-values.ts';

const WHOLE = {
  baseUrl: 'http://127.0.0.1:3000',
  apiKey: 'vi_test_key',
  simulators: { mobileMoney: 'http://127.0.0.1:4010', certificateAuthority: 'http://127.0.0.1:4020' },
  incompleteQuoteId: '0198c0de-0000-7000-8000-000000000000',
};

const NO_JSON = ['', '{', '{"linkSecret": "abc', 'null', '[]', '"text"', '\u0000\u0000\u0000\u0000'];

const FILES = {
  'secrets.json': {
    read: (dir: string) => void sandboxSecrets(dir),
    damaged: [...NO_JSON, '{"linkSecret": ""}', '{"linkSecret": 1}', '{"linkSecret": null}'],
  },
  'clock.json': {
    read: (dir: string) => void movableClock(join(dir, 'clock.json')),
    damaged: [
      ...NO_JSON,
      '{}',
      '{"millisecondsAhead": "1"}',
      '{"millisecondsAhead": null}',
      '{"millisecondsAhead": -1e300}',
      '{"millisecondsAhead": 1e300}',
    ],
  },
  'sandbox.json': {
    read: (dir: string) => void readSandboxFile(dir),
    damaged: [
      ...NO_JSON,
      '{}',
      JSON.stringify({ ...WHOLE, apiKey: '' }),
      JSON.stringify({ ...WHOLE, baseUrl: '127.0.0.1' }),
      JSON.stringify({ ...WHOLE, simulators: undefined }),
      JSON.stringify({ ...WHOLE, simulators: { mobileMoney: 'http://127.0.0.1:4010' } }),
      JSON.stringify({ ...WHOLE, incompleteQuoteId: undefined }),
    ],
  },
} as const;

describe('the files in a sandbox’s folder', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'sandbox-files-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  for (const [name, { read, damaged }] of Object.entries(FILES)) {
    // Proves: damaged-sandbox
    it(`report what to do if ${name} is damaged, and leave it unchanged`, () => {
      for (const content of damaged) {
        writeFileSync(join(dir, name), content);
        expect(() => read(dir), content).to.throw(
          new RegExp(`^${join(dir, name)} is damaged\\. Remove it (and start again: |to start again at)[^\\n]+\\.$`),
        );
        expect(readFileSync(join(dir, name), 'utf8')).to.equal(content);
      }
      rmSync(join(dir, name));
      mkdirSync(join(dir, name));
      expect(() => read(dir), 'a folder').to.throw(/is damaged\. Remove it/);
    });
  }

  it('release the database if one of them is damaged, so that its process can end', async () => {
    const variables = readConfiguration({ DATA_DIR: dir }).unwrap();
    writeFileSync(join(dir, 'secrets.json'), '{');
    const refusal: unknown = await operatorsInfrastructure(variables).catch((error: unknown) => error);
    expect(refusal).to.be.an('error').with.property('message').that.includes('is damaged');
    const database = await takeFolder(join(dir, 'database'));
    expect(database).not.to.equal(undefined);
    await database?.release();
  });

  it('are complete whenever they are read, even with several writers', async () => {
    const keptJson = new URL('../src/kept-json.ts', import.meta.url).href;
    const program = `
      import { readJson, writeJson } from '${keptJson}';
      const file = ${JSON.stringify(join(dir, 'clock.json'))};
      for (let round = 0; round < 500; round += 1) {
        writeJson(file, { filler: 'x'.repeat(round) });
        readJson(file, { is: () => true, remedy: '' });
      }`;
    const write = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
    await Promise.all([write(), write(), write()]);
    expect(readdirSync(dir)).to.deep.equal(['clock.json']);
  });

  it('keep existing secrets, and gain those that an older sandbox lacks', () => {
    const first = sandboxSecrets(dir);
    expect(sandboxSecrets(dir)).to.deep.equal(first);
    writeFileSync(join(dir, 'secrets.json'), JSON.stringify({ linkSecret: first.linkSecret }));
    const next = sandboxSecrets(dir);
    expect(next.linkSecret).to.equal(first.linkSecret);
    expect(next.waveApiKey).not.to.equal(first.waveApiKey);
    expect(sandboxSecrets(dir)).to.deep.equal(next);
  });

  it('contain secrets that production rejects', () => {
    const { linkSecret, proofKey, waveApiKey, waveNotificationSecret, authorityAccessCode } = sandboxSecrets(dir);
    const given = {
      ...{ LINK_SECRET: linkSecret, PROOF_KEY: proofKey, WAVE_API_KEY: waveApiKey },
      ...{ WAVE_NOTIFICATION_SECRETS: waveNotificationSecret, AUTHORITY_ACCESS_CODE: authorityAccessCode },
    };
    expect(
      complaints({ ...PRODUCTION, ...given }).map((line) => line.split(' is an example, or belongs to a simulator')[0]),
    ).to.deep.equal(Object.keys(given));
  });
});
