import { expect } from 'chai';
import { readConfiguration } from '../../src/configuration/read-configuration.ts';
import type { Variable } from '../../src/configuration/variable.ts';
import { VARIABLES } from '../../src/configuration/variables.ts';
import { complaints } from './production-values.ts';

const WRONG: Readonly<Record<string, readonly [value: string, words: RegExp]>> = {
  PORT: ['eighty', /^PORT must be a whole number, in plain digits/],
  ROLE: ['boss', /^ROLE must be one of api, worker, both\.$/],
  HOST: ['http://0.0.0.0', /^HOST must be an address of this machine/],
  LINK_SECRET: ['swordfish', /^LINK_SECRET must have at least 32 characters\.$/],
  FEE_STEP: ['0', /^FEE_STEP must be >= 1\.$/],
  FEE_MINIMUM: ['500', /^FEE_MINIMUM \(500\) must not exceed FEE_MAXIMUM \(100\)/],
  FEE_MAXIMUM: ['100', /FEE_MAXIMUM \(100\)/],
  TIME_ZONE: ['Abidjan', /^TIME_ZONE must be the name of a time zone/],
  POLICY_NUMBER_FORMAT: ['VI-{ordinal}', /^POLICY_NUMBER_FORMAT must contain/],
  DATABASE_URL: ['swordfish', /^DATABASE_URL must begin with postgres:\/\//],
  SCHEDULER_STORE: ['redis://db', /^SCHEDULER_STORE must begin with postgres:\/\/ or mongodb:\/\//],
  BASE_URL: ['insurance.internal', /^BASE_URL must look like https:\/\/host/],
  WAVE_URL: ['https://key@api.wave.com', /^WAVE_URL must not contain a user or a password/],
  AUTHORITY_URL: ['https://authority.internal/?code=1', /^AUTHORITY_URL must end with its path/],
  CONSOLE_URL: [
    'https://insurance.internal/console',
    /^CONSOLE_URL must have no path.*: write https:\/\/insurance\.internal,/,
  ],
  WAVE_SUCCESS_URL: ['http://pages.internal/paid', /^WAVE_SUCCESS_URL must look like https:\/\/host\/page/],
  WAVE_ERROR_URL: ['https:/', /^WAVE_ERROR_URL must look like https:\/\/host\/page/],
  WAVE_API_KEY: ['swordfish \n', /^WAVE_API_KEY must be one line/],
  WAVE_NOTIFICATION_SECRETS: [' , ,', /^WAVE_NOTIFICATION_SECRETS (is an empty list|must be one line)/],
  AUTHORITY_HOSTS: [
    'documents,https://documents.internal',
    /^AUTHORITY_HOSTS lists https:\/\/documents\.internal, which is not a host/,
  ],
};

const CODES = Object.fromEntries(
  ['APPLICANT', 'INTERMEDIARY', 'COMPANY', 'ACCESS'].map((each) => [`AUTHORITY_${each}_CODE`, 'code']),
) as Readonly<Record<string, string>>;

describe('the configuration', () => {
  // Proves: environment-left-out
  it('requires ENVIRONMENT if any value suggests a real deployment', () => {
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
      const names = (line: string) => line.startsWith('ENVIRONMENT is missing') && line.includes(plain);
      expect(complaints({ [name]: value }).some(names), name).to.equal(true);
      expect(complaints({ [name]: value, ENVIRONMENT: '' }).some(names), `${name}, ENVIRONMENT empty`).to.equal(true);
      for (const ENVIRONMENT of ['sandbox', 'staging', 'production'])
        expect(complaints({ [name]: value, ENVIRONMENT }).some(names), `${name} in ${ENVIRONMENT}`).to.equal(false);
    }
    expect(complaints({ NODE_ENV: 'test', PORT: '8080', LOG_LEVEL: 'info' })).to.deep.equal([]);
    // A rule of the sandbox alone does not apply to a possible production.
    expect(complaints({ WAVE_URL: 'https://api.wave.com' })).to.have.length(1);
  });

  // Proves: sandbox-refuses-live-systems
  it('refuses a live provider in a sandbox, and an authority that may be real', () => {
    const sandbox = {
      ENVIRONMENT: 'sandbox',
      WAVE_API_KEY: 'key',
      WAVE_NOTIFICATION_SECRETS: 'secret',
      CINETPAY_API_KEY: 'key',
      CINETPAY_SITE_ID: '1',
      CINETPAY_NOTIFICATION_SECRETS: 'secret',
      AUTHORITY_URL: 'http://simulators:4020',
      ...CODES,
    };
    const live = ['api.wave.com', 'API.Wave.com.', 'wave.com', 'api-checkout.cinetpay.com', 'api.cinetpay.co'];
    live.push('pay.cinetpay.ci');
    for (const name of ['WAVE_URL', 'CINETPAY_URL'])
      for (const host of live) {
        const said = complaints({ ...sandbox, [name]: `https://${host}:443/v1` });
        expect(said, `${name} at ${host}`).to.have.length(1);
        expect(said[0]).to.match(new RegExp(`^${name} leads to a provider's live service`));
      }
    const elsewhere = ['http://simulators:4010', 'https://microwave.com', 'https://wave.com.internal'];
    for (const WAVE_URL of [...elsewhere, 'http://10.1.2.3'])
      expect(complaints({ ...sandbox, WAVE_URL }), WAVE_URL).to.deep.equal([]);

    const near = ['127.0.0.1', '[::1]', '[::ffff:10.0.0.1]', 'localhost', 'LOCALHOST.', 'authority.localhost'];
    const neighbours = ['10.9.8.7', '172.16.0.1', '172.31.0.1', '192.168.1.1', '169.254.9.9', '[fd12::1]', '[fe80::1]'];
    for (const host of [...near, ...neighbours, 'authority', 'authority.'])
      expect(complaints({ ...sandbox, AUTHORITY_URL: `http://${host}:4020/api` }), host).to.deep.equal([]);
    const AUTHORITY_HOSTS = '127.0.0.1:80,10.9.8.7,[fd12::1]:4020,simulators,authority.localhost';
    expect(complaints({ ...sandbox, AUTHORITY_HOSTS })).to.deep.equal([]);
    const far = ['authority.ci', '8.8.8.8', '172.32.0.1', '0.0.0.0', '[2606:4700::1]', '[::ffff:8.8.8.8]'];
    for (const host of [...far, 'authority.test']) {
      expect(complaints({ ...sandbox, AUTHORITY_URL: `https://${host}/api` }).join(), host).to.match(
        /^AUTHORITY_URL may lead to a real authority/,
      );
      expect(complaints({ ...sandbox, AUTHORITY_HOSTS: `simulators,${host}` }).join(), host).to.match(
        /^AUTHORITY_HOSTS lists .* may be a real authority's/,
      );
    }
  });

  it('treats an empty or blank variable as not set', () => {
    const blank = ['', ' ', '\t', '\r', ' \n', '\u00a0'];
    for (const each of blank) {
      const fees = { FEE_BASIS_POINTS: each, FEE_MAXIMUM: each };
      const others = { CONSOLE_SECOND_PERSON: each, WAVE_API_KEY_FILE: each };
      const variables = readConfiguration({ PORT: each, ROLE: each, ...fees, ...others }).unwrap();
      const { PORT, ROLE, FEE_BASIS_POINTS, FEE_MAXIMUM } = variables;
      const read = [PORT, ROLE, FEE_BASIS_POINTS, FEE_MAXIMUM];
      expect(read, JSON.stringify(each)).to.deep.equal([3000, 'both', 100, undefined]);
    }
  });

  it('accepts numbers only in plain digits', () => {
    const names = Object.entries<Variable>(VARIABLES.properties).filter(([, { type }]) => type === 'integer');
    const based = ['0x64', '1e2', '0b11', '0o17', '010', '00', 'NaN'];
    const written = [...based, '100.0', '1_000', '1 000', '+1', '-1', '１', '1,5'];
    for (const [name, { minimum = 0 }] of names) {
      expect(complaints({ [name]: String(minimum) }), name).to.deep.equal([]);
      for (const wrong of written)
        expect(complaints({ [name]: wrong }), `${name}=${wrong}`).to.deep.equal([
          `${name} must be a whole number, in plain digits and without leading zeros.`,
        ]);
    }
    for (const wrong of ['yes', '1', 'TRUE', 'null'])
      expect(complaints({ CONSOLE_SECOND_PERSON: wrong })).to.deep.equal([
        'CONSOLE_SECOND_PERSON must be true or false.',
      ]);
  });

  it('refuses placeholders in braces, since they are never replaced', () => {
    expect(complaints({ POLICY_NUMBER_FORMAT: 'VI-{company}-{month}-{ordinal}' }).join()).to.match(
      /^POLICY_NUMBER_FORMAT contains \{month\}, which is not a placeholder/,
    );
    for (const name of ['BASE_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT'])
      for (const value of ['https://host/{path}', 'https://${HOST}/api'])
        expect(complaints({ [name]: value }).join(), value).to.match(
          new RegExp(`^${name} must (not contain \\{|look like)`),
        );
    const paths = {
      ENVIRONMENT: 'sandbox',
      AUTHORITY_URL: 'http://simulators:4020',
      AUTHORITY_REQUEST_PATH: '/{version}/x',
    };
    expect(complaints(paths).some((line) => line.startsWith('AUTHORITY_REQUEST_PATH contains { or }'))).to.equal(true);
  });

  describe('with a database address that cannot be read', () => {
    const PASSWORD = /cannot be read.*write # as %23, \/ as %2F.*% as %25/;
    const wrong: readonly (readonly [address: string, words: RegExp])[] = [
      ...['vi:pa#ss', 'vi:12#ss', 'vi:pa/ss', 'vi:12/ss', 'vi:pa?ss', 'vi:12?ss', 'vi:pa%ss', 'vi:pass%'].map(
        (user) => [`postgres://${user}@127.0.0.1:1/vi`, PASSWORD] as const,
      ),
      ['postgres://vi:pa%E9ss@127.0.0.1:1/vi', PASSWORD],
      ['postgres://vi#:pass@127.0.0.1:1/vi', PASSWORD],
      ['postgres://127.0.0.1:1/vi#pass', PASSWORD],
      ['postgres://vi:pass@127.0.0.1:99999/vi', /has a port that is not a number from 1 to 65535/],
      ['postgres://vi:pass@127.0.0.1:0/vi', /has a port/],
      ['postgres://vi:pass@127.0.0.1:5432a/vi', /has a port/],
      ['postgres://vi:pass@127.0.0.1:1', /must name the database/],
      ['postgres://vi:pass@127.0.0.1:1/', /must name the database/],
      ['postgres://vi:pass@127.0.0.1/v%i', /contains a name of a database/],
      ['postgres://vi:pass@/vi', /must name a host/],
      ['postgres://', /must name a host/],
      ['postgres://vi:pass@one:1,two:1/vi', /must name one host/],
      ['postgres://vi:pass@[::1/vi', /has a (host|port) that/],
    ];
    const mongo: typeof wrong = [
      ['mongodb://vi:pa:ss@host/jobs', /contains : or @/],
      ['mongodb://vi:pa@ss@host/jobs', /contains : or @/],
      ['mongodb://vi:pa/ss@host/jobs', PASSWORD],
      ['mongodb://vi:pa%ss@host/jobs', PASSWORD],
      ['mongodb://vi:pass@host:27017,host:270170/jobs', /has a port/],
      ['mongodb://vi:pass@host', /must name the database/],
    ];
    for (const [name, address, words] of [
      ...wrong.flatMap(([url, why]) => ['DATABASE_URL', 'SCHEDULER_STORE'].map((each) => [each, url, why] as const)),
      ...mongo.map(([url, why]) => ['SCHEDULER_STORE', url, why] as const),
    ])
      // Proves: configuration-refused
      it(`names ${name}, and what to write instead of ${address}`, () => {
        const said = complaints({ ENVIRONMENT: 'sandbox', [name]: address });
        expect(said).to.have.length(1);
        expect(said[0])
          .to.match(words)
          .and.match(new RegExp(`^${name} `))
          .and.not.match(/(?<!user or )pass(?!word)|pa.ss|12.ss/);
      });

    it('accepts every address that a driver can read', () => {
      for (const url of [
        'postgres://vi:pa%23s%2Fs%25@127.0.0.1:1/vi',
        'postgres://vi:pa@ss:x@db.internal/vi',
        'postgresql://vi@db/insur%C3%A9s?sslmode=verify-full&options=-c%20a%3Db',
        'postgres:///vi?host=/run/postgresql',
      ])
        expect(complaints({ ENVIRONMENT: 'sandbox', DATABASE_URL: url }), url).to.deep.equal([]);
    });
  });

  it('refuses keys and secrets that are not printable ASCII, without repeating them', () => {
    const wrong: Readonly<Record<string, RegExp>> = {
      'swordfish-of-the-sea-0123456789-\u200b': /contains an invisible character( \(U\+200B\)|\.)/,
      '\u201cswordfish-of-the-sea-0123456789\u201d': /contains the character U\+201C as character 1/,
      'swordfish-of-the-sea\u20130123456789x': /contains the character U\+2013/,
      'swordfish-of-the-sea\u00a00123456789x': /contains an invisible character \(U\+00A0\)/,
      'swordfish of the sea 0123456789xyz': /contains a space/,
      'swordfish-of-the-s\u0435a-0123456789abcd': /contains the character U\+0435/,
      '"swordfish-of-the-sea-0123456789ab"': /is in quotation marks/,
      "'swordfish-of-the-sea-0123456789ab'": /is in quotation marks/,
    };
    const names = Object.entries<Variable>(VARIABLES.properties).filter(
      ([, { secret, address }]) => secret && !address,
    );
    expect(names).to.have.length.of.at.least(10);
    for (const [name] of names)
      for (const [value, words] of Object.entries(wrong)) {
        const said = complaints({ ENVIRONMENT: 'sandbox', [name]: value }).filter((line) =>
          line.startsWith(`${name} `),
        );
        expect(said, `${name}=${value}`).to.have.length(1);
        expect(said[0]).to.match(words).and.not.contain('swordfish');
      }
    const second = complaints({ ENVIRONMENT: 'sandbox', WAVE_NOTIFICATION_SECRETS: 'first, sec\u201dond' });
    expect(second.join()).to.match(/^WAVE_NOTIFICATION_SECRETS contains the character U\+201D/);
    for (const [name, value] of [
      ['CINETPAY_SITE_ID', '1000\u200b'],
      ['INSURANCE_COMPANY', '"Assurances"'],
      ['S3_BUCKET', '\u2060docs'],
    ] as const)
      expect(complaints({ [name]: value }).join(), name).to.match(
        new RegExp(`^${name} (is in quotation|contains an invisible character)`),
      );
  });

  it('accepts values at their limits', () => {
    const edges = {
      FEE_MINIMUM: '100',
      FEE_MAXIMUM: '100',
      PORT: '65535',
      ENVIRONMENT: 'sandbox',
      DATABASE_URL: 'postgres://[::1]:5432/insurance?sslmode=disable',
      SCHEDULER_STORE: 'mongodb://a%3A:b%40@one:27017,two:27017/agenda',
      BASE_URL: 'http://127.0.0.1:4010/',
      AUTHORITY_HOSTS: 'documents:8443, [::1]:4020',
    };
    expect(complaints(edges)).to.deep.equal([]);
  });

  // Proves: configuration-refused
  it('reports all problems at once, without one hiding another', () => {
    const values = Object.fromEntries(Object.entries(WRONG).map(([name, [value]]) => [name, value]));
    const said = complaints({ ENVIRONMENT: 'sandbox', ...values, ...CODES });
    for (const [name, [, words]] of Object.entries(WRONG))
      expect(
        said.some((line) => words.test(line)),
        `${name} in ${said.join('\n')}`,
      ).to.equal(true);
    expect(said).to.have.length(Object.keys(WRONG).length - 1);
    expect(said.join('\n'), 'a secret is repeated').not.to.contain('swordfish');
  });

  it('accepts origins and proxies only in their exact format', () => {
    const good = { CORS_ORIGINS: 'https://portal.broker.ci, http://localhost:8080', TRUSTED_PROXIES: '10.0.0.0/8,::1' };
    expect([...complaints(good), ...complaints({ CORS_ORIGINS: '*' })]).to.deep.equal([]);
    const noOrigins = ['https://portal.broker.ci/', 'portal.broker.ci', 'https://Portal.broker.ci', 'null'];
    const noProxies = ['proxy.internal', '10.0.0.0/33', '0.0.0.0/0', '::/0', '10.0.0.0/8/8', '10.0.0', '::1/129'];
    for (const [name, values] of Object.entries({
      CORS_ORIGINS: [...noOrigins, 'https://*.ci'],
      TRUSTED_PROXIES: noProxies,
    }))
      for (const value of values) {
        const [said = '', ...more] = complaints({ [name]: value });
        expect([said.startsWith(`${name} lists ${value},`), more], value).to.deep.equal([true, []]);
      }
  });

  it('requires keys and codes for systems that the sandbox does not simulate', () => {
    const missing = (given: Readonly<Record<string, string>>) =>
      complaints({ ENVIRONMENT: 'sandbox', ...given }).map((line) => line.split('.')[0]);
    expect(missing({ WAVE_URL: 'http://simulators:4010', WAVE_API_KEY: 'key' })).to.deep.equal([
      'WAVE_NOTIFICATION_SECRETS is missing, since WAVE_URL is set',
    ]);
    expect(missing({ AUTHORITY_URL: 'http://simulators:4020' })).to.deep.equal(
      Object.keys(CODES).map((name) => `${name} is missing, since AUTHORITY_URL is set`),
    );
    expect(missing({ CINETPAY_URL: 'http://simulators:4030' })).to.deep.equal(
      ['CINETPAY_API_KEY', 'CINETPAY_SITE_ID', 'CINETPAY_NOTIFICATION_SECRETS'].map(
        (name) => `${name} is missing, since CINETPAY_URL is set`,
      ),
    );
  });
});
