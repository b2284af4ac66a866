import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { parse } from 'yaml';
import { complaints, PRODUCTION } from './production-values.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

type Name = keyof typeof PRODUCTION;

const WEB = ['BASE_URL', 'WAVE_URL', 'WAVE_SUCCESS_URL', 'WAVE_ERROR_URL', 'AUTHORITY_URL'] as const;

/** Hosts that cannot have a real provider or page. */
const NOBODYS = [
  ...'localhost localhost. 127.0.0.1 127.1 0x7f000001 2130706433 0.0.0.0 10.1.2.3 172.20.0.5 192.168.1.2'.split(' '),
  ...'169.254.1.1 [::1] [::] [fe80::1] [fd00::1] [::ffff:127.0.0.1] simulators wave-simulator.internal'.split(' '),
  ...'sandbox.wave.com pay.test pay.localhost pay.local example.com api.example.org api.example'.split(' '),
  'API.EXAMPLE.COM.',
];

const pairsOf = (values: Partial<Record<Name, readonly string[]>>) =>
  Object.entries(values).flatMap(([name, refused]) => refused.map((value) => [name, value] as const));

const REFUSED = {
  'plain http': WEB.map((name) => [name, PRODUCTION[name].replace('https', 'http')] as const),
  'example values of the service’s own secrets': pairsOf({
    PROOF_KEY: [`sandbox_${PRODUCTION.PROOF_KEY}`],
    LINK_SECRET: [
      ...['x'.repeat(64), 'changeme-changeme-changeme-changeme', '0123456789abcdef0123456789abcdef'],
      ...['Qv7!Qv7!Qv7!Qv7!Qv7!Qv7!Qv7!Qv7!Q', 'this-is-an-example-of-a-secret-0123456789'],
      ...['vi_test_pYw0Jt3mXq7Rk9Zc4Vb8Nf2Hd6Ls1GaQ', 'sandbox_pYw0Jt3mXq7Rk9Zc4Vb8Nf2Hd6Ls1GaQ'],
    ],
    DATABASE_URL: ['postgres:postgres', 'service:service', 'service:password'].map(
      (user) => `postgres://${user}@db/insurance`,
    ),
  }),
  'a test key of the API in any variable': (
    ['WAVE_API_KEY', 'WAVE_URL', 'AUTHORITY_COMPANY_CODE', 'DATABASE_URL'] as const
  ).map((name) => [name, `${PRODUCTION[name]}/vi_test_1`] as const),
};

const NO_PROVIDERS_SECRETS = pairsOf({
  WAVE_API_KEY: ['wave_sandbox_key', 'wave_sn_test_pYw0Jt3mXq7Rk9Zc4Vb8Nf2', 'your-key'],
  WAVE_NOTIFICATION_SECRETS: ['wave_sandbox_secret', 'wave_ci_WHS_n3w9,changeme', 'aaaaaaaaaaaa'],
  AUTHORITY_ACCESS_CODE: ['sandbox-access', '123456789'],
  AUTHORITY_APPLICANT_CODE: ['SANDBOX', 'BACASABLE'],
  INSURANCE_COMPANY: ['Assurances du bac à sable'],
});

/** Expects exactly one problem, with this variable. */
const only = (said: readonly string[], name: string): void => {
  expect(said, name).to.have.length.of.at.least(1);
  expect(said.filter((line) => !line.startsWith(`${name} `))).to.deep.equal([]);
};

describe('the configuration of production or staging', () => {
  it('is accepted if it is complete', () => {
    expect(complaints(PRODUCTION)).to.deep.equal([]);
    expect(complaints({ ...PRODUCTION, ENVIRONMENT: 'staging' })).to.deep.equal([]);
  });

  for (const environment of ['staging', 'production']) {
    it(`is refused with every missing variable in ${environment}`, () => {
      const said = complaints({ ENVIRONMENT: environment });
      const missing = said.map((line) => /^(\w+) is missing\. /.exec(line)?.[1]);
      const { ENVIRONMENT: _, DATA_DIR: __, ...needed } = PRODUCTION;
      expect(missing).to.include.members(Object.keys(needed));
      expect(said.join('\n')).to.match(/^DATA_DIR must be the absolute path/m);
      expect(said.join('\n'), 'missing values have no default').not.to.match(/default/i);
    });

    for (const [what, values] of Object.entries(REFUSED))
      it(`is refused with ${what} in ${environment}`, () => {
        for (const [name, value] of values)
          only(complaints({ ...PRODUCTION, ENVIRONMENT: environment, [name]: value }), name);
      });
  }

  it('is refused with addresses that cannot have a real provider or page', () => {
    for (const name of WEB)
      for (const host of NOBODYS) only(complaints({ ...PRODUCTION, [name]: `https://${host}:8443/page` }), name);
    for (const host of NOBODYS) only(complaints({ ...PRODUCTION, AUTHORITY_HOSTS: host }), 'AUTHORITY_HOSTS');
  });

  it('is refused if a page served over plain http may call the API', () => {
    expect(complaints({ ...PRODUCTION, CORS_ORIGINS: 'https://portal.broker.ci' })).to.deep.equal([]);
    const [said = ''] = complaints({ ...PRODUCTION, CORS_ORIGINS: 'https://portal.broker.ci,http://portal.broker.ci' });
    expect(said).to.contain('CORS_ORIGINS lists http://portal.broker.ci');
  });

  it('is refused with the keys, secrets and codes of simulators and examples', () => {
    for (const [name, value] of NO_PROVIDERS_SECRETS) only(complaints({ ...PRODUCTION, [name]: value }), name);
  });

  it('is refused with any value of the example deployment', () => {
    const file = new URL('../../../../docker/compose.yaml', import.meta.url);
    const { services } = parse(readFileSync(file, 'utf8'), { merge: true }) as {
      services: { api: { environment: Record<string, string> } };
    };
    const environment = services.api.environment;
    // The example reaches its stores without TLS on purpose.
    const plain = Object.entries(environment).filter(([name]) => !/_(?:FILE|TLS)$/.test(name));
    const said = complaints({ ...(Object.fromEntries(plain) as Record<string, string>), ENVIRONMENT: 'production' });
    const web = ['BASE_URL', 'WAVE_URL', 'WAVE_SUCCESS_URL', 'WAVE_ERROR_URL', 'AUTHORITY_URL', 'AUTHORITY_HOSTS'];
    const codes = ['AUTHORITY_APPLICANT_CODE', 'AUTHORITY_INTERMEDIARY_CODE', 'AUTHORITY_COMPANY_CODE'];
    expect(said.map((line) => line.split(' ')[0])).to.include.members([
      ...[...web, ...codes, 'S3_ENDPOINT', 'S3_PUBLIC_ENDPOINT', 'INSURANCE_COMPANY'],
    ]);
  });

  it('may contain an example’s word within a longer word, and web addresses of any form', () => {
    for (const [name, value] of [
      ['LINK_SECRET', 'pYw0Jt3mXtestRk9Zc4Vb8Nf2sandboxL'],
      ['WAVE_API_KEY', 'wave_ci_prod_9testing4'],
      ['WAVE_URL', 'https://1.1.1.1'],
      ['AUTHORITY_ACCESS_CODE', '112233'],
      ['AUTHORITY_ACCESS_CODE', '4848'],
      ['AUTHORITY_URL', 'https://[2606:4700:4700::1111]/api/'],
      ['BASE_URL', 'https://assurances-exemplaires.ci'],
      ['DATABASE_URL', 'postgres://service:pYw0Jt3m@127.0.0.1/insurance'],
    ] as const)
      expect(complaints({ ...PRODUCTION, [name]: value }), name).to.deep.equal([]);
  });

  it('may use simulators over https in staging, but not in production', () => {
    const simulated = {
      WAVE_URL: 'https://wave-simulator.internal',
      WAVE_API_KEY: 'wave_sandbox_key',
      WAVE_NOTIFICATION_SECRETS: 'wave_sandbox_secret',
      AUTHORITY_URL: 'https://simulators:8443',
      AUTHORITY_ACCESS_CODE: 'sandbox-access',
      AUTHORITY_APPLICANT_CODE: 'SANDBOX',
    };
    expect(complaints({ ...PRODUCTION, ...simulated, ENVIRONMENT: 'staging' })).to.deep.equal([]);
    expect(complaints({ ...PRODUCTION, ...simulated })).to.have.length(6);
  });

  it('requires all variables of the provider that opens payments, and of any other that is partly configured', () => {
    const { WAVE_URL, WAVE_API_KEY, WAVE_NOTIFICATION_SECRETS, WAVE_SUCCESS_URL, WAVE_ERROR_URL, ...alone } =
      PRODUCTION;
    const wave = { WAVE_URL, WAVE_API_KEY, WAVE_NOTIFICATION_SECRETS, WAVE_SUCCESS_URL, WAVE_ERROR_URL };
    const cinetpay = {
      CINETPAY_URL: 'https://api-checkout.cinetpay.com',
      CINETPAY_API_KEY: '8412T7uE2kPq9',
      CINETPAY_SITE_ID: '445160',
      CINETPAY_NOTIFICATION_SECRETS: '771T7uE2kPq9',
      CINETPAY_RETURN_URL: 'https://pages.internal/back',
    };
    const missing = (environment: Readonly<Record<string, string>>) =>
      complaints(environment).map((line) => line.split(' is missing')[0]);
    expect(missing({ ...alone, MOBILE_MONEY: 'cinetpay' })).to.have.members(Object.keys(cinetpay));
    expect(missing({ ...alone, ...cinetpay })).to.have.members(Object.keys(wave));
    expect(missing({ ...alone, ...cinetpay, MOBILE_MONEY: 'cinetpay' })).to.deep.equal([]);
    expect(missing({ ...PRODUCTION, ...cinetpay })).to.deep.equal([]);
    expect(missing({ ...alone, ...cinetpay, MOBILE_MONEY: 'cinetpay', WAVE_URL })).to.have.length(4);
    only(complaints({ ...PRODUCTION, ...cinetpay, CINETPAY_API_KEY: 'cinetpay_sandbox_key' }), 'CINETPAY_API_KEY');
    only(complaints({ ...PRODUCTION, ...cinetpay, CINETPAY_URL: 'http://api-checkout.cinetpay.com' }), 'CINETPAY_URL');
  });

  // Proves: configuration-refused
  it('ends the process with status 1 and one readable message if it is refused, without a stack', async function () {
    this.timeout(60_000);
    const bad = {
      ...PRODUCTION,
      WAVE_URL: 'http://127.0.0.1:4010',
      WAVE_API_KEY: 'wave_sandbox_key',
      LINK_SECRET: 'changeme-changeme-changeme-changeme',
      INSURANCE_COMPANY: '',
      FEE_STEP: 'five',
    };
    // These are for Node itself.
    const env = { ...bad, NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] };
    const { status, stdout, stderr: error } = spawnSync(process.execPath, [MAIN], { env, encoding: 'utf8' });
    expect(status).to.equal(1);
    expect(stdout).to.equal('');
    expect(error.trimEnd().split('\n')).to.deep.equal([
      'The service cannot start with this configuration:',
      ...complaints(bad).map((line) => `  ${line}`),
    ]);
    const named = error.match(/^ {2}(\w+) /gm)?.map((name) => name.trim());
    expect(named?.join(' ')).to.equal('FEE_STEP INSURANCE_COMPANY LINK_SECRET WAVE_URL WAVE_URL WAVE_API_KEY');
    expect(error).not.to.match(/^\s+at |changeme|wave_sandbox/m);
  });
});
