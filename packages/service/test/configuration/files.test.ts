import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { readConfiguration } from '../../src/configuration/read-configuration.ts';
import type { Variable } from '../../src/configuration/variable.ts';
import { VARIABLES } from '../../src/configuration/variables.ts';
import { complaints, PRODUCTION } from './production-values.ts';

const SECRETS = Object.entries<Variable>(VARIABLES.properties).flatMap(([name, { secret }]) => (secret ? [name] : []));

describe('secrets from files', () => {
  let dir: string;
  before(() => {
    dir = mkdtempSync(join(tmpdir(), 'secret-files-'));
  });
  after(() => rmSync(dir, { recursive: true }));

  const fileOf = (content: string, name = 'secret'): string => {
    const file = join(dir, name);
    writeFileSync(file, content);
    return file;
  };

  // Proves: secrets-by-file
  it('can be used for every key, code and password, and for addresses that contain one', () => {
    const known = 'DATABASE_URL SCHEDULER_STORE LINK_SECRET WAVE_API_KEY WAVE_NOTIFICATION_SECRETS';
    expect(SECRETS).to.include.members([...known.split(' '), 'AUTHORITY_ACCESS_CODE']);
    const alike = Object.keys(VARIABLES.properties).filter((name) => /SECRET|KEY|PASSWORD|ACCESS/.test(name));
    expect(SECRETS).to.include.members(alike.filter((name) => !name.endsWith('KMS_KEY')));
  });

  it('result in the same configuration as the variables themselves', () => {
    const plain = Object.entries(PRODUCTION).filter(([name]) => !SECRETS.includes(name));
    const files = Object.entries(PRODUCTION)
      .filter(([name]) => SECRETS.includes(name))
      .map(([name, value]) => [`${name}_FILE`, fileOf(`${value}\n`, name)] as const);
    expect(files).to.have.length.of.at.least(5);
    const read = readConfiguration(Object.fromEntries([...plain, ...files])).unwrap();
    expect(read).to.deep.equal(readConfiguration(PRODUCTION).unwrap());
  });

  for (const end of ['', '\n', '\r\n'])
    it(`are read without ${end === '' ? 'change' : `a final ${JSON.stringify(end)}`}`, () => {
      expect(readConfiguration({ WAVE_API_KEY_FILE: fileOf(`key${end}`) }).unwrap().WAVE_API_KEY).to.equal('key');
    });

  it('are refused if blank or not UTF-8, and are read without a byte order mark', () => {
    for (const blank of ['\n', '  \r\n', '\t', '\ufeff\n', '\u00a0'])
      expect(complaints({ WAVE_API_KEY_FILE: fileOf(blank, 'blank') }), JSON.stringify(blank)).to.deep.equal([
        `WAVE_API_KEY_FILE names ${join(dir, 'blank')}, which is empty. Write the secret into it.`,
      ]);
    writeFileSync(join(dir, 'utf16'), Buffer.from('\ufeffkey', 'utf16le'));
    expect(complaints({ WAVE_API_KEY_FILE: join(dir, 'utf16') })).to.deep.equal([
      `WAVE_API_KEY_FILE names ${join(dir, 'utf16')}, and cannot be used: it is UTF-16; save it as UTF-8.`,
    ]);
    expect(readConfiguration({ WAVE_API_KEY_FILE: fileOf('\ufeffkey\n') }).unwrap().WAVE_API_KEY).to.equal('key');
  });

  it('must be a single line', () => {
    expect(complaints({ WAVE_API_KEY_FILE: fileOf('key\n\n') })).to.deep.equal([
      'WAVE_API_KEY must be one line, without white space around it.',
    ]);
  });

  it('are refused if the variable itself is also set', () => {
    expect(complaints({ WAVE_API_KEY: 'key', WAVE_API_KEY_FILE: fileOf('key') })).to.deep.equal([
      'WAVE_API_KEY and WAVE_API_KEY_FILE are both set: remove one of them.',
    ]);
  });

  it('are refused with instructions if unreadable, and are not also reported as missing', () => {
    const missing = join(dir, 'missing');
    const said = complaints({
      ...PRODUCTION,
      DATABASE_URL: '',
      DATABASE_URL_FILE: missing,
      LINK_SECRET: '',
      LINK_SECRET_FILE: fileOf('', 'empty'),
      WAVE_API_KEY: '',
      WAVE_API_KEY_FILE: dir,
    });
    expect(said).to.deep.equal([
      `DATABASE_URL_FILE names ${missing}, and there is no such file. Correct the path, or create the file.`,
      `LINK_SECRET_FILE names ${join(dir, 'empty')}, which is empty. Write the secret into it.`,
      `WAVE_API_KEY_FILE names ${dir}, which is a folder. Name the file in it.`,
    ]);
  });
});
