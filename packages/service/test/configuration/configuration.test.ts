import { expect } from 'chai';
import { readConfiguration } from '../../src/configuration/read-configuration.ts';
import { complaints } from './production-values.ts';

const WRONG = {
  PORT: 'eighty',
  ROLE: 'boss',
  HOST: 'http://0.0.0.0',
  LINK_SECRET: 'short',
  FEE_STEP: '0',
  FEE_MINIMUM: '500',
  FEE_MAXIMUM: '100',
  TIME_ZONE: 'Abidjan',
  POLICY_NUMBER_FORMAT: 'VI-{ordinal}',
  DATABASE_URL: 'mysql://db',
  SCHEDULER_STORE: 'redis://db',
  BASE_URL: 'insurance.internal',
  WAVE_URL: 'https://key@api.wave.com',
  AUTHORITY_URL: 'https://authority.internal/?code=1',
  CONSOLE_URL: 'https://insurance.internal/console',
  WAVE_SUCCESS_URL: 'http://pages.internal/paid',
  WAVE_ERROR_URL: 'https:/',
  WAVE_API_KEY: 'a key\n',
  WAVE_NOTIFICATION_SECRETS: ' , ,',
  AUTHORITY_HOSTS: 'documents,https://documents.internal',
};

const WORDS: Readonly<Record<keyof typeof WRONG, RegExp>> = {
  PORT: /^PORT must be a whole number\.$/,
  ROLE: /^ROLE must be one of api, worker, both\.$/,
  HOST: /^HOST must be an address of this machine/,
  LINK_SECRET: /^LINK_SECRET must have at least 32 characters\.$/,
  FEE_STEP: /^FEE_STEP must be >= 1\.$/,
  FEE_MINIMUM: /^FEE_MINIMUM \(500\) must not be more than FEE_MAXIMUM \(100\)/,
  FEE_MAXIMUM: /FEE_MAXIMUM \(100\)/,
  TIME_ZONE: /^TIME_ZONE must be the name of a time zone/,
  POLICY_NUMBER_FORMAT: /^POLICY_NUMBER_FORMAT must contain/,
  DATABASE_URL: /^DATABASE_URL must begin with postgres:\/\//,
  SCHEDULER_STORE: /^SCHEDULER_STORE must begin with postgres:\/\/ or mongodb:\/\//,
  BASE_URL: /^BASE_URL must look like https:\/\/host/,
  WAVE_URL: /^WAVE_URL must not contain a user or a password/,
  AUTHORITY_URL: /^AUTHORITY_URL must end with its path/,
  CONSOLE_URL: /^CONSOLE_URL must have no path.*: write https:\/\/insurance\.internal,/,
  WAVE_SUCCESS_URL: /^WAVE_SUCCESS_URL must look like https:\/\/host\/page/,
  WAVE_ERROR_URL: /^WAVE_ERROR_URL must look like https:\/\/host\/page/,
  WAVE_API_KEY: /^WAVE_API_KEY must be one line/,
  WAVE_NOTIFICATION_SECRETS: /^WAVE_NOTIFICATION_SECRETS (names nothing|must be one line)/,
  AUTHORITY_HOSTS: /^AUTHORITY_HOSTS lists https:\/\/documents\.internal, which is no host/,
};

describe('configuration', () => {
  it('needs nothing in the sandbox', () => {
    const variables = readConfiguration({}).unwrap();
    expect(variables).to.include({ ENVIRONMENT: 'sandbox', ROLE: 'both', PORT: 3000, TIME_ZONE: 'Africa/Abidjan' });
  });

  // Proves: environment-left-out
  it('needs its environment once anything points at the real world', () => {
    const pointing = {
      DATABASE_URL: 'postgres://service@db/insurance',
      DATABASE_URL_FILE: '/run/secrets/database_url',
      SCHEDULER_STORE: 'mongodb://jobs.internal/agenda',
      WAVE_URL: 'http://simulators:4010',
      CINETPAY_URL: 'http://simulators:4030',
      AUTHORITY_URL: 'http://simulators:4020',
      NODE_ENV: 'production',
    };
    for (const [name, value] of Object.entries(pointing)) {
      const plain = name.replace('_FILE', '');
      const untold = (line: string) => line.startsWith('ENVIRONMENT is missing') && line.includes(plain);
      expect(complaints({ [name]: value }).some(untold), name).to.equal(true);
      expect(complaints({ [name]: value, ENVIRONMENT: '' }).some(untold), `${name}, ENVIRONMENT empty`).to.equal(true);
      for (const ENVIRONMENT of ['sandbox', 'staging', 'production'])
        expect(complaints({ [name]: value, ENVIRONMENT }).some(untold), `${name} in ${ENVIRONMENT}`).to.equal(false);
    }
    expect(complaints({ NODE_ENV: 'test', PORT: '8080', LOG_LEVEL: 'info' })).to.deep.equal([]);
    // What a sandbox alone refuses is not held against what may be production.
    expect(complaints({ WAVE_URL: 'https://api.wave.com' })).to.have.length(1);
  });

  // Proves: sandbox-takes-nothing-live
  it('takes no provider that moves real money for a sandbox, and no authority that may be a real one', () => {
    const codes = ['APPLICANT', 'INTERMEDIARY', 'COMPANY', 'ACCESS'].map((each) => [`AUTHORITY_${each}_CODE`, 'code']);
    const sandbox = {
      ENVIRONMENT: 'sandbox',
      WAVE_API_KEY: 'key',
      WAVE_NOTIFICATION_SECRETS: 'secret',
      CINETPAY_API_KEY: 'key',
      CINETPAY_SITE_ID: '1',
      CINETPAY_NOTIFICATION_SECRETS: 'secret',
      AUTHORITY_URL: 'http://simulators:4020',
      ...(Object.fromEntries(codes) as Record<string, string>),
    };
    const live = ['api.wave.com', 'API.Wave.com.', 'wave.com', 'api-checkout.cinetpay.com', 'api.cinetpay.co'];
    for (const name of ['WAVE_URL', 'CINETPAY_URL'])
      for (const host of live) {
        const said = complaints({ ...sandbox, [name]: `https://${host}:443/v1` });
        expect(said, `${name} at ${host}`).to.have.length(1);
        expect(said[0]).to.match(new RegExp(`^${name} leads to a provider's live service`));
      }
    const elsewhere = [
      'http://simulators:4010',
      'https://microwave.com',
      'https://wave.com.internal',
      'http://10.1.2.3',
    ];
    for (const WAVE_URL of elsewhere) expect(complaints({ ...sandbox, WAVE_URL }), WAVE_URL).to.deep.equal([]);

    const near = ['127.0.0.1', '[::1]', '[::ffff:10.0.0.1]', 'localhost', 'LOCALHOST.', 'authority.localhost'];
    const neighbours = ['10.9.8.7', '172.16.0.1', '172.31.0.1', '192.168.1.1', '169.254.9.9', '[fd12::1]', '[fe80::1]'];
    for (const host of [...near, ...neighbours, 'authority', 'authority.'])
      expect(complaints({ ...sandbox, AUTHORITY_URL: `http://${host}:4020/api` }), host).to.deep.equal([]);
    const AUTHORITY_HOSTS = '127.0.0.1:80,10.9.8.7,[fd12::1]:4020,simulators,authority.localhost';
    expect(complaints({ ...sandbox, AUTHORITY_HOSTS })).to.deep.equal([]);
    const far = [
      'authority.ci',
      '8.8.8.8',
      '172.32.0.1',
      '0.0.0.0',
      '[2606:4700::1]',
      '[::ffff:8.8.8.8]',
      'authority.test',
    ];
    for (const host of far) {
      expect(complaints({ ...sandbox, AUTHORITY_URL: `https://${host}/api` }).join(), host).to.match(
        /^AUTHORITY_URL may lead to a real authority/,
      );
      expect(complaints({ ...sandbox, AUTHORITY_HOSTS: `simulators,${host}` }).join(), host).to.match(
        /^AUTHORITY_HOSTS lists .* may be a real authority's/,
      );
    }
  });

  it('takes an empty variable as one that is not set', () => {
    expect(readConfiguration({ PORT: '', ROLE: '' }).unwrap()).to.include({ PORT: 3000, ROLE: 'both' });
  });

  it('takes what is right at the edges', () => {
    const edges = {
      FEE_MINIMUM: '100',
      FEE_MAXIMUM: '100',
      PORT: '65535',
      ENVIRONMENT: 'sandbox',
      DATABASE_URL: 'postgres://one:5432,two:5432/insurance',
      SCHEDULER_STORE: 'mongodb+srv://jobs.internal/agenda',
      BASE_URL: 'http://127.0.0.1:4010/',
      AUTHORITY_HOSTS: 'documents:8443, [::1]:4020',
    };
    expect(complaints(edges)).to.deep.equal([]);
  });

  // Proves: configuration-refused
  it('names everything that is wrong at once, one thing not hiding another', () => {
    const codes = ['APPLICANT', 'INTERMEDIARY', 'COMPANY', 'ACCESS'].map((each) => [`AUTHORITY_${each}_CODE`, 'code']);
    const said = complaints({
      ENVIRONMENT: 'sandbox',
      ...WRONG,
      ...(Object.fromEntries(codes) as Record<string, string>),
    });
    for (const [name, words] of Object.entries(WORDS))
      expect(
        said.some((line) => words.test(line)),
        `${name} in ${said.join('\n')}`,
      ).to.equal(true);
    expect(said).to.have.length(Object.keys(WRONG).length - 1);
  });

  it('takes origins and proxies as browsers and networks write them, and nothing like them', () => {
    const good = { CORS_ORIGINS: 'https://portal.broker.ci, http://localhost:8080', TRUSTED_PROXIES: '10.0.0.0/8,::1' };
    expect([...complaints(good), ...complaints({ CORS_ORIGINS: '*' })]).to.deep.equal([]);
    const noOrigins = [
      'https://portal.broker.ci/',
      'portal.broker.ci',
      'https://Portal.broker.ci',
      'null',
      'https://*.ci',
    ];
    const noProxies = ['proxy.internal', '10.0.0.0/33', '0.0.0.0/0', '::/0', '10.0.0.0/8/8', '10.0.0', '::1/129'];
    for (const [name, values] of Object.entries({ CORS_ORIGINS: noOrigins, TRUSTED_PROXIES: noProxies }))
      for (const value of values) {
        const [said = '', ...more] = complaints({ [name]: value });
        expect([said.startsWith(`${name} lists ${value},`), more], value).to.deep.equal([true, []]);
      }
  });

  it('wants the keys and codes of what is not the sandbox’s own', () => {
    const given = {
      ENVIRONMENT: 'sandbox',
      WAVE_URL: 'http://simulators:4010',
      AUTHORITY_URL: 'http://simulators:4020',
      WAVE_API_KEY: 'key',
    };
    expect(complaints(given).map((line) => line.split('.')[0])).to.deep.equal([
      'WAVE_NOTIFICATION_SECRETS is missing, since WAVE_URL is set',
      'AUTHORITY_APPLICANT_CODE is missing, since AUTHORITY_URL is set',
      'AUTHORITY_INTERMEDIARY_CODE is missing, since AUTHORITY_URL is set',
      'AUTHORITY_COMPANY_CODE is missing, since AUTHORITY_URL is set',
      'AUTHORITY_ACCESS_CODE is missing, since AUTHORITY_URL is set',
    ]);
    expect(
      complaints({ ENVIRONMENT: 'sandbox', CINETPAY_URL: 'http://simulators:4030' }).map((line) => line.split('.')[0]),
    ).to.deep.equal([
      'CINETPAY_API_KEY is missing, since CINETPAY_URL is set',
      'CINETPAY_SITE_ID is missing, since CINETPAY_URL is set',
      'CINETPAY_NOTIFICATION_SECRETS is missing, since CINETPAY_URL is set',
    ]);
  });

  it('never repeats a secret', () => {
    const said = complaints({
      ENVIRONMENT: 'sandbox',
      LINK_SECRET: 'swordfish',
      DATABASE_URL: 'swordfish',
      WAVE_API_KEY: ' swordfish',
    });
    expect(said).to.have.length(3);
    expect(said.join('\n')).not.to.contain('swordfish');
  });
});
