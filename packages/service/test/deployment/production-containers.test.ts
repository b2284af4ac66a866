import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { readConfiguration } from '../../src/configuration/read-configuration.ts';
import { PRODUCTION } from '../configuration/production-values.ts';
import { composeFile, DOCKER, madeFiles, textOf, type Service } from './compose-file.ts';
import { composeCases, containerCases, ownServices, PROPERTIES } from './container-cases.ts';
import { environmentOf, lastOf, stagesOf, type Stage } from './dockerfile.ts';
import { kubernetesServices } from './kubernetes-files.ts';

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
  STORAGE: 's3',
  S3_BUCKET: 'documents',
  S3_REGION: 'eu-west-3',
};
const SECRETS: Readonly<Record<string, string>> = {
  authority_access_code: PRODUCTION.AUTHORITY_ACCESS_CODE,
  wave_api_key: PRODUCTION.WAVE_API_KEY,
  wave_notification_secrets: PRODUCTION.WAVE_NOTIFICATION_SECRETS,
  cinetpay_api_key: '8412T7uE2kPq9',
  cinetpay_notification_secrets: '771T7uE2kPq9',
  console_oidc_client_secret: 'n7Rk2Wq8',
  s3_access_key: 'T7uE2kPq98412',
  s3_secret_key: '8412T7uE2kPq9',
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

  const containers = {
    ...{ compose, ourImage, image, environmentIn: (service: Service) => environmentIn(service, false) },
    variablesOf: ({ environment = {} }: Service) => ({ ...Object.fromEntries(template(true)), ...environment }),
  };
  containerCases(containers);
  composeCases(containers);

  describe('on Kubernetes', () => {
    const kubernetes = { services: kubernetesServices() };
    // The bucket, which one host does not need, and an address with TLS, because the database is on another machine.
    const inBucket = (service: Service): Readonly<Record<string, string>> => {
      const { DATABASE_URL_FILE: _, ...environment } = environmentIn(service, true);
      return { ...environment, DATABASE_URL: PRODUCTION.DATABASE_URL };
    };
    containerCases({ ...containers, compose: kubernetes, environmentIn: inBucket });

    it('run the same programs with the same images, roles and secrets as on one host', () => {
      for (const [name, service] of ownServices({ compose: kubernetes, ourImage })) {
        const onOneHost = compose.services[name] as Service;
        expect(service.image, name).to.equal(onOneHost.image);
        expect(service.entrypoint, name).to.deep.equal(onOneHost.entrypoint ?? onOneHost.command);
        expect(service.secrets, name).to.include.members([...(onOneHost.secrets ?? [])]);
        expect(service.environment?.['ROLE'], name).to.equal(onOneHost.environment?.['ROLE']);
      }
      for (const name of ['courier', 'backup']) {
        const [own, onOneHost] = [kubernetes.services[name], compose.services[name]];
        expect(own?.image, name).to.equal(onOneHost?.image);
        expect(own?.entrypoint?.slice(0, 2), name).to.deep.equal(onOneHost?.entrypoint);
      }
    });
  });

  it('limit each container, and run the example’s images of other programs', () => {
    const others = new Set(Object.values(example.services).map((each) => each.image));
    for (const [name, { image: each, ...service }] of services) {
      if (each !== ourImage) expect([...others], name).to.include(each);
      expect(JSON.stringify(service['deploy']), name).to.match(/"limits":\{"cpus":"[\d.]+","memory":"\d+[MG]"\}/);
    }
  });

  it('have no service, value or file of the sandbox', () => {
    expect(services.map(([name]) => name)).to.have.members(
      ['api', 'worker', 'migrate', 'operator', 'console', 'proxy', 'postgres'].concat(
        'courier',
        'courier-postgres',
        'backup',
      ),
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
    // Kubernetes gets the same files.
    expect([...made.keys()]).to.have.members([
      ...new Set([...Object.keys(compose.secrets), ...others, 'kustomization.yaml']),
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

  it('set exactly the variables that need a value, in the template or for every container', () => {
    const needed = Object.entries(PROPERTIES).filter(([, variable]) => variable.needed);
    const names = needed.map(([name, { secret }]) => (secret === undefined ? name : `${name}_FILE`));
    const optional = ['ENVIRONMENT', 'CONSOLE_URL', 'MOBILE_MONEY', 'STORAGE', 'S3_REGION'];
    const secrets = ['S3_ACCESS_KEY_ID_FILE', 'S3_SECRET_ACCESS_KEY_FILE', 'CONSOLE_OIDC_CLIENT_SECRET_FILE'];
    const oidc = ['CONSOLE_OIDC_ISSUER', 'CONSOLE_OIDC_CLIENT_ID'];
    expect([...template(true).keys()]).to.have.members([...names, ...optional, ...secrets, ...oidc]);

    const common = ['LOG_LEVEL', 'METRICS_PORT', 'TRUSTED_PROXIES'];
    const own: Readonly<Record<string, readonly string[]>> = {
      ...{ api: ['ROLE'], worker: ['ROLE'], migrate: ['DATABASE_URL_FILE'], operator: ['OPERATOR'], console: [] },
    };
    const onKubernetes = kubernetesServices();
    for (const [name, more] of Object.entries(own)) {
      expect(compose.services[name]?.environment, name).to.have.all.keys(...common, ...more, 'DATABASE_TLS');
      if (name !== 'operator')
        expect(onKubernetes[name]?.environment, name).to.have.all.keys(...common, ...more, 'STORAGE');
    }
  });

  it('set the variables that the backup reads, and those of the proxy', () => {
    const read = new Set(textOf('backup/backup.sh').match(/\b[A-Z]+(_[A-Z]+)+\b/g));
    const common = ['API_URL', 'BACKUP_DIR', 'COURIER_DATABASE_URL_FILE', 'DATABASE_URL_FILE'];
    const { environment: onOneHost = {}, volumes, networks } = compose.services['backup'] ?? {};
    expect(onOneHost).to.have.all.keys(...common, 'DATA_DIR', 'SERVICE_PASSWORD_FILE');
    expect(kubernetesServices()['backup']?.environment).to.have.all.keys(...common, 'STORAGE', 'PGSSLROOTCERT');
    for (const name of Object.keys(onOneHost)) expect([...read], name).to.include(name);
    const [, withSystemd = ''] = /^30 2 \* \* \* root ([^`]+)/m.exec(textOf('../docs/deploy.md')) ?? [];
    expect([...withSystemd.matchAll(/(\w+)=/g)].map(([, name]) => name)).to.have.members([...common, 'DATA_DIR']);
    expect(networks).to.have.members(['inside', 'courier']);
    expect(volumes).to.include.members([`data:${onOneHost['DATA_DIR']}`, `backups:${onOneHost['BACKUP_DIR']}`]);
    const { environment: proxy = {}, volumes: mounted } = compose.services['proxy'] ?? {};
    expect(mounted).to.include(`certificates:${proxy['XDG_DATA_HOME']}`);
  });

  it('refuse to start while a value of the template is empty', () => {
    const api = compose.services['api'] as Service;
    const whole = environmentIn(api, false);
    const needed = [...template(false)].filter(([name, value]) => value === '' && name !== 'CONSOLE_URL');
    expect(needed).to.have.length.of.at.least(8);
    for (const [name] of needed) expect(readConfiguration({ ...whole, [name]: '' }).isErr(), name).to.equal(true);
  });

  it('give only the migrations and the backup the address of the database’s owner', () => {
    const withOwner = services.filter(([, { secrets = [] }]) => secrets.includes('owner_url')).map(([name]) => name);
    expect(withOwner).to.deep.equal(['migrate', 'backup']);
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

  it('lead companies that manage their endpoints from the proxy to the courier', () => {
    const { environment } = compose.services['courier'] ?? {};
    const { COURIER_WEBHOOKS_HOST: host, COURIER_WEBHOOKS_PORT: port } = environment as Record<string, string>;
    expect(host).to.equal('0.0.0.0');
    expect(textOf('Caddyfile')).to.contain(`\treverse_proxy /webhooks/* courier:${port}\n`);
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
