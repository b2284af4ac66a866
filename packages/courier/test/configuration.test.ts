import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json, scriptedServer } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { courierConfiguration } from '../src/configuration.ts';
import { takeEnvironment, type Environment } from '../src/environment.ts';

describe('the configuration of a courier', () => {
  const folder = mkdtempSync(join(tmpdir(), 'courier-'));
  after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'database_url');
  writeFileSync(file, 'postgres://courier:secret@db/courier?sslmode=verify-full\n');
  const blank = join(folder, 'blank');
  writeFileSync(blank, ' \n');

  const NEEDED = {
    COURIER_DATABASE_URL: 'postgres://db/courier?sslmode=verify-full',
    COURIER_API_URL: 'https://insurance.example',
  };
  const read = (environment: Environment) => courierConfiguration({ ...NEEDED, ...environment });

  it('contains the database’s address from its variable or its file', () => {
    expect(read({}).databaseUrl).to.equal('postgres://db/courier?sslmode=verify-full');
    expect(read({ COURIER_DATABASE_URL: '', COURIER_DATABASE_URL_FILE: file }).databaseUrl).to.equal(
      'postgres://courier:secret@db/courier?sslmode=verify-full',
    );
  });

  // Proves: stores-over-tls
  it('rejects another machine’s database without TLS, unless COURIER_DATABASE_TLS is off or it is a sandbox', () => {
    const odd = ['db/courier?ssl=false', 'db/courier?sslmode=require&uselibpqcompat=true', 'db/courier?host='];
    for (const database of ['db/courier', '10.0.0.5/courier?sslmode=prefer', '127.0.0.1/courier?host=db', ...odd]) {
      const clear = { COURIER_DATABASE_URL: `postgres://${database}` };
      expect(() => read(clear), database).to.throw(/another machine without verified TLS.*COURIER_DATABASE_TLS=off/);
      for (const more of [{ COURIER_DATABASE_TLS: 'off' }, { COURIER_LOOPBACK: 'yes' }])
        expect(read({ ...clear, ...more }).databaseUrl).to.equal(clear.COURIER_DATABASE_URL);
    }
    const safe = ['127.0.0.1/courier', '[::1]:5433/courier', '/courier?host=/var/run'];
    for (const database of [...safe, 'db/c?sslmode=require', 'db/c?ssl=true'])
      expect(read({ COURIER_DATABASE_URL: `postgres://${database}` }).databaseUrl).to.contain(database);
    expect(() => read({ COURIER_DATABASE_TLS: 'on' })).to.throw(/COURIER_DATABASE_TLS must be required or off/);
  });

  it('treats an empty or blank variable as not set', () => {
    const blanks = { COURIER_DAYS: ' ', COURIER_PORT: '\t', COURIER_HOST: ' ', COURIER_LOOPBACK: '' };
    const { days, port, host, guard } = read({ ...blanks, COURIER_DATABASE_URL_FILE: '' });
    expect([days, port, host, guard.allowsHttp]).to.deep.equal([30, undefined, '127.0.0.1', false]);
  });

  for (const [what, environment, message] of [
    ['an API with a password', { COURIER_API_URL: 'https://a:b@api.example' }, /must not contain a user or a password/],
    ['no database', { COURIER_DATABASE_URL: '' }, /COURIER_DATABASE_URL must be/],
    ['a database other than PostgreSQL', { COURIER_DATABASE_URL: 'mysql://db/courier' }, /postgres:\/\//],
    ['two database addresses', { COURIER_DATABASE_URL_FILE: file }, /not both/],
    ['a missing file', { COURIER_DATABASE_URL: '', COURIER_DATABASE_URL_FILE: '/none' }, /\/none cannot be read/],
    ['no API', { COURIER_API_URL: '' }, /COURIER_API_URL/],
    ['an invalid value for the loopback', { COURIER_LOOPBACK: 'true' }, /COURIER_LOOPBACK must be yes/],
    ['an API address that is not a URL', { COURIER_API_URL: 'insurance.example' }, /COURIER_API_URL must be/],
    ['a # in a password', { COURIER_DATABASE_URL: 'postgres://c:pa#ss@db/c' }, /COURIER_DATABASE_URL .*# as %23/],
    ['a / in a password', { COURIER_DATABASE_URL: 'postgres://c:12/ss@db/c' }, /COURIER_DATABASE_URL .*\/ as %2F/],
    ['a % in a password', { COURIER_DATABASE_URL: 'postgres://c:pa%ss@db/c' }, /COURIER_DATABASE_URL .*% as %25/],
    [
      'an invalid port of the database',
      { COURIER_DATABASE_URL: 'postgres://db:99999/c' },
      /DATABASE_URL cannot be read/,
    ],
    ['an address without a database', { COURIER_DATABASE_URL: 'postgres://c@db' }, /COURIER_DATABASE_URL cannot be/],
    ['a blank file', { COURIER_DATABASE_URL: '', COURIER_DATABASE_URL_FILE: blank }, /blank is empty/],
    ['a port in another notation', { COURIER_PORT: '0x50' }, /COURIER_PORT must be/],
    ['a port with a leading zero', { COURIER_PORT: '080' }, /COURIER_PORT must be/],
    ['zero days', { COURIER_DAYS: '0' }, /COURIER_DAYS must be/],
    ['a port that is too large', { COURIER_PORT: '70000' }, /COURIER_PORT must be/],
  ] as const)
    it(`with ${what} is rejected with a one-line message`, () => {
      expect(() => read(environment)).to.throw(Error, message);
      expect(() => read(environment)).to.throw(Error, /^[^\n]+$/);
    });

  it('is documented completely on the configuration page', () => {
    const textOf = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
    const [, table = ''] = textOf('docs/configuration.md').split('## The courier\n');
    const documented = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
    const read = textOf('packages/courier/src/configuration.ts').match(/COURIER_\w+/g) ?? [];
    expect(documented).to.have.members([...new Set(read)].filter((name) => !name.endsWith('_FILE')));
  });

  it('removes the variables that PostgreSQL’s driver reads directly', () => {
    const environment = { PGHOST: 'elsewhere', PGSSLMODE: 'require', PGP_KEY: 'key' };
    expect(takeEnvironment(environment)).to.deep.equal({ PGHOST: 'elsewhere', PGSSLMODE: 'require', PGP_KEY: 'key' });
    expect(environment).to.deep.equal({ PGP_KEY: 'key' });
  });

  it('rejects a company’s key with an invalid character', () => {
    for (const key of ['vi_test_a\u200b', '\u201cvi_test_a\u201d', '"vi_test_a"', 'vi_test a'])
      expect(() => read({ ALPHA_KEY: key }).clientOf('ALPHA_KEY'), key).to.throw(/^apiKey /);
  });

  it('reads a company’s key from its file again for each client', async () => {
    const api = await scriptedServer();
    api.answer(json(200, { data: [], next: 0, newest: 0 }));
    const { clientOf } = read({ COURIER_API_URL: api.url });
    const keys = ['vi_test_old', 'vi_test_new'];
    for (const key of keys) {
      writeFileSync(join(folder, 'key'), `${key}\n`);
      await clientOf(join(folder, 'key')).listEvents({});
    }
    await api.close();
    expect(api.asked.map(({ headers }) => headers['x-api-key'])).to.deep.equal(keys);
  });

  it('reports where a missing key was expected', () => {
    const { clientOf } = read({ ALPHA_KEY: '' });
    expect(() => clientOf('ALPHA_KEY')).to.throw(/ALPHA_KEY must be the company’s key/);
    expect(() => clientOf('/keys/none')).to.throw(/\/keys\/none cannot be read/);
  });
});
