import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { readConfiguration } from '../../src/configuration/read-configuration.ts';
import { PRODUCTION } from '../configuration/production-values.ts';
import { composeFile, DOCKER, madeFiles, textOf, type Service } from './compose-file.ts';
import { containerCases, ownServices } from './container-cases.ts';
import { environmentOf, lastOf, stagesOf, type Stage } from './dockerfile.ts';

const compose = composeFile('compose.production.yaml');
const example = composeFile('compose.yaml');
const services = Object.entries(compose.services);
/** The last stage of the Dockerfile. */
const image = stagesOf(textOf('Dockerfile')).at(-1) as Stage;
const { version } = JSON.parse(readFileSync(join(DOCKER, '../package.json'), 'utf8')) as { version: string };
const ourImage = `vehicle-insurance:${version}`;
const ours = ownServices({ compose, ourImage });
/** The sandbox's words and hosts. A word that is only part of another one does not count. */
const OF_A_SANDBOX = /\b(sandbox|simulators?|localhost|vi_test\w*|example\.(com|org)|BACASABLE|COURTIER01|ASSUR01)\b/i;

/** An operator's values for the variables and files that the template leaves empty. */
const SAMPLES: Readonly<Record<string, string>> = {
  ...PRODUCTION,
  CONSOLE_URL: 'https://console.internal:8443',
  CINETPAY_URL: 'https://api-checkout.cinetpay.com',
  CINETPAY_SITE_ID: '445160',
  CINETPAY_RETURN_URL: 'https://pages.internal/back',
  CONSOLE_OIDC_ISSUER: 'https://accounts.internal',
  CONSOLE_OIDC_CLIENT_ID: 'console',
};
const SECRETS: Readonly<Record<string, string>> = {
  authority_access_code: PRODUCTION.AUTHORITY_ACCESS_CODE,
  wave_api_key: PRODUCTION.WAVE_API_KEY,
  wave_notification_secrets: PRODUCTION.WAVE_NOTIFICATION_SECRETS,
  cinetpay_api_key: '8412T7uE2kPq9',
  cinetpay_notification_secrets: '771T7uE2kPq9',
  console_oidc_client_secret: 'n7Rk2Wq8',
};

/** The variables in an env file. A `#` directly before a name marks a line that an operator may enable. */
const linesOf = (text: string, isEverything: boolean): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(isEverything ? /^#?([A-Z]\w*)=(.*)$/gm : /^([A-Z]\w*)=(.*)$/gm)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

const filled = (lines: ReadonlyMap<string, string>): Readonly<Record<string, string>> =>
  Object.fromEntries([...lines].map(([name, value]) => [name, value === '' ? (SAMPLES[name] ?? '') : value]));

describe('the production containers', () => {
  let folder: string;
  let made: ReadonlyMap<string, string>;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'production-'));
    made = madeFiles(folder, 'production');
    for (const [name, value] of Object.entries(SECRETS)) writeFileSync(join(folder, 'production', name), `${value}\n`);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const template = (isEverything: boolean) => linesOf(made.get('service.env') ?? '', isEverything);

  /** The environment of a container, with sample values, and with the made files in place of its secrets. */
  const environmentIn = (service: Service, isEverything: boolean): Readonly<Record<string, string>> => {
    const fromFile = service.env_file === './production/service.env' ? filled(template(isEverything)) : {};
    return Object.fromEntries(
      Object.entries({ ...environmentOf(image), ...fromFile, ...service.environment }).map(([name, value]) => [
        name,
        value.replace('/run/secrets', join(folder, 'production')).replace(/\$\{\w+:-.*\}/, 'Awa'),
      ]),
    );
  };

  containerCases({
    ...{ compose, ourImage, image, environmentIn: (service) => environmentIn(service, false) },
    variablesOf: ({ environment = {} }) => ({ ...Object.fromEntries(template(true)), ...environment }),
  });

  it('limit each container, and run the example’s images of other programs', () => {
    for (const [name, { image: each, ...service }] of services) {
      if (each !== ourImage) expect(each, name).to.equal(example.services[name]?.image);
      expect(JSON.stringify(service['deploy']), name).to.match(/"limits":\{"cpus":"[\d.]+","memory":"\d+[MG]"\}/);
    }
  });

  it('have no service, value or file of the sandbox', () => {
    expect(services.map(([name]) => name)).to.have.members(
      ['api', 'worker', 'migrate', 'operator', 'console', 'proxy', 'postgres'].concat('courier', 'courier-postgres'),
    );
    for (const [name, service] of services) {
      expect(JSON.stringify({ ...service, healthcheck: {} }), name).to.not.match(OF_A_SANDBOX);
      expect(service.build?.target, name).to.equal(undefined);
    }
    expect(JSON.stringify([...template(true)])).to.not.match(OF_A_SANDBOX);
    for (const [name, service] of ours)
      expect(environmentIn(service, false)['ENVIRONMENT'], name).to.equal('production');
  });

  it('run the programs of the production image', () => {
    const programs = ours.map(([name, { entrypoint, command }]) => {
      const words = entrypoint ?? command ?? (JSON.parse(lastOf(image, 'CMD')) as readonly string[]);
      return [name, [words].flat().join(' ')];
    });
    expect(Object.fromEntries(programs)).to.deep.equal({
      ...{ api: 'node main.js', worker: 'node main.js', migrate: 'node migrate.js' },
      ...{ operator: 'node operator.js', console: 'node console.js' },
    });
    expect(compose.services['courier']).to.deep.include({ entrypoint: ['node', 'courier.js'], command: ['run'] });
  });

  it('declare each secret that they use, and the script creates its file', () => {
    const used = new Set(services.flatMap(([, { secrets = [] }]) => secrets));
    expect([...used]).to.have.members(Object.keys(compose.secrets));
    for (const [name, { file }] of Object.entries(compose.secrets)) expect(file).to.equal(`./production/${name}`);
    const others = services.flatMap(([, { env_file: file }]) => file?.replace('./production/', '') ?? []);
    // service_password is for service-role.sql.
    expect([...made.keys()]).to.have.members([
      ...new Set([...Object.keys(compose.secrets), ...others, 'service_password']),
    ]);
    const empty = [...made].filter(([, value]) => value === '').map(([name]) => name);
    expect(empty, 'those that only a provider issues').to.have.members(Object.keys(SECRETS));
    for (const [name, content] of madeFiles(folder, 'production'))
      expect(content, `${name}, made again`).to.equal(name in SECRETS ? `${SECRETS[name]}\n` : made.get(name));
  });

  it('start with every line of the template enabled', () => {
    for (const [name, service] of ours) {
      const read = readConfiguration(environmentIn(service, true));
      expect(read.isErr() ? read.error : [], name).to.deep.equal([]);
    }
  });

  it('refuse to start while a value of the template is empty', () => {
    const api = compose.services['api'] as Service;
    const whole = environmentIn(api, false);
    const needed = [...template(false)].filter(([name, value]) => value === '' && name !== 'CONSOLE_URL');
    expect(needed).to.have.length.of.at.least(8);
    for (const [name] of needed) expect(readConfiguration({ ...whole, [name]: '' }).isErr(), name).to.equal(true);
  });

  it('give only the migrations the address of the database’s owner', () => {
    const withOwner = services.filter(([, { secrets = [] }]) => secrets.includes('owner_url')).map(([name]) => name);
    expect(withOwner).to.deep.equal(['migrate']);
    expect(made.get('owner_url')).to.match(/^postgres:\/\/vehicle_insurance:\w{64}@postgres:5432\/vehicle_insurance$/);
    const password = made.get('service_password') ?? '';
    expect(made.get('database_url')).to.equal(
      `postgres://vehicle_insurance_service:${password}@postgres:5432/vehicle_insurance`,
    );
    expect(textOf('service-role.sql')).to.include("create role vehicle_insurance_service login password :'password';");
  });

  it('publish the ports of the proxy alone, which has a certificate for the API and for the console', () => {
    const published = services.filter(([, { ports }]) => ports !== undefined).map(([name]) => name);
    expect(published).to.deep.equal(['proxy']);
    const { ports, env_file: file } = compose.services['proxy'] ?? {};
    expect(ports).to.deep.equal(['80:80', '443:443', '8443:8443']);
    expect(file).to.equal('./production/service.env');
    expect(textOf('Caddyfile'))
      .to.match(/^\{\$BASE_URL\} :8080 \{$/m)
      .and.match(/^\{\$CONSOLE_URL:[^}]*\} \{$/m);
    expect(new URL(SAMPLES['CONSOLE_URL'] ?? '').port).to.equal('8443');
  });

  it('reach the databases on networks that lead nowhere else', () => {
    for (const [name, network] of [
      ['postgres', 'inside'],
      ['courier-postgres', 'courier'],
    ] as const)
      expect(compose.services[name]?.networks, name).to.deep.equal([network]);
    expect(compose['networks']).to.deep.equal({ inside: { internal: true }, courier: { internal: true }, outside: {} });
  });

  it('keep documents and bordereaux in one volume, in the folder that the image gives to its user', () => {
    for (const name of ['api', 'worker', 'operator', 'console'])
      expect(compose.services[name]?.volumes, name).to.deep.equal([`data:${environmentOf(image)['DATA_DIR'] ?? ''}`]);
    const named = services.flatMap(([, { volumes = [] }]) =>
      volumes.flatMap((each) => /^(\w+):/.exec(each)?.[1] ?? []),
    );
    expect([...new Set(named)]).to.have.members(Object.keys(compose['volumes'] as object));
  });
});
