import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { composeFile, DOCKER, madeFiles, textOf, type Service } from './compose-file.ts';
import { composeCases, containerCases, ownServices, PROPERTIES } from './container-cases.ts';
import { environmentOf, lastOf, stagesOf, type Stage } from './dockerfile.ts';

const compose = composeFile('compose.yaml');
const services = Object.entries(compose.services);
const ourImage = 'vehicle-insurance-sandbox';
const ours = ownServices({ compose, ourImage });
const stages = stagesOf(textOf('Dockerfile'));
const image = stages.find(({ name }) => name === 'sandbox') as Stage;

describe('the containers', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'containers-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Variables with the made secrets in place of the container's, and defaults in place of the shell's variables. */
  const withFiles = (environment: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(environment).map(([key, value]) => [
        key,
        value.replace('/run/secrets', join(folder, 'secrets')).replace(/\$\{\w+:-([^}]*)\}/g, '$1'),
      ]),
    );

  const containers = {
    ...{ compose, ourImage, image },
    environmentIn: ({ environment = {} }: Service) => {
      madeFiles(folder);
      return { ...environmentOf(image), ...withFiles(environment) };
    },
    variablesOf: ({ environment = {} }: Service) => environment,
  };
  containerCases(containers);
  composeCases(containers);

  // Proves: image-contents
  it('get every secret from the script, which does not change existing secrets', () => {
    const made = madeFiles(folder);
    const files = services.flatMap(([, { env_file: file }]) => (file === undefined ? [] : [basename(file)]));
    expect([...made.keys()]).to.have.members([...Object.keys(compose.secrets), ...files]);
    for (const [name, { file }] of Object.entries(compose.secrets)) expect(file).to.equal(`./secrets/${name}`);
    for (const [name, value] of made) expect(value.length, name).to.be.at.least(20);
    expect(new Set(made.values()).size, 'no two are alike').to.equal(made.size);
    expect(statSync(join(folder, 'secrets')).mode & 0o777, 'for their owner only').to.equal(0o700);
    expect(madeFiles(folder)).to.deep.equal(made);
    const used = new Set(services.flatMap(([, { secrets = [] }]) => secrets));
    expect([...used]).to.have.members(Object.keys(compose.secrets));
  });

  // Proves: image-is-production
  it('are built for production by default, and for the example’s sandbox by a named target', () => {
    expect(environmentOf(stages.at(-1) as Stage)).to.include({ NODE_ENV: 'production', ENVIRONMENT: 'production' });
    expect(lastOf(stages.at(-1) as Stage, 'CMD')).to.equal('["node", "main.js"]');
    expect(environmentOf(image)).to.include({ NODE_ENV: 'production', ENVIRONMENT: 'sandbox' });
    for (const [name, { build, image: its }] of services)
      if (its === ourImage) expect(build?.target, name).to.equal('sandbox');
    for (const [name, { environment }] of ours) expect(environment?.['ENVIRONMENT'], name).to.equal('sandbox');
  });

  it('let only the courier reach its database', () => {
    const reached = services.filter(([, each]) => [each.networks].flat().includes('courier')).map(([name]) => name);
    expect(reached).to.deep.equal(['courier', 'courier-postgres']);
  });

  it('store bordereaux in a volume that only the console and the operator’s command share', () => {
    const sharing = services.filter(([, { volumes = [] }]) => volumes.some((each) => each.startsWith('bordereaux:')));
    expect(sharing.map(([name]) => name)).to.deep.equal(['operator', 'console']);
    for (const [name, { volumes, environment }] of sharing)
      expect(volumes, name).to.deep.equal([`bordereaux:${environment?.['DATA_DIR'] ?? ''}`]);
    // The folder belongs to the image's user: a new volume inherits the rights of the folder that it covers.
    expect(sharing.map(([, { environment }]) => environment?.['DATA_DIR'])).to.deep.equal(['/data', '/data']);
  });

  it('serve the console only on this machine, at the address whose forms it accepts, with a health check', () => {
    const { ports = [], environment = {}, healthcheck } = compose.services['console'] ?? {};
    const { host, port } = new URL(environment['CONSOLE_URL'] ?? '');
    expect(ports).to.deep.equal([`127.0.0.1:${port}:${port}`]);
    expect(host).to.equal(`localhost:${port}`);
    expect(Number(port)).to.equal(PROPERTIES['CONSOLE_PORT']?.default);
    expect(JSON.stringify(healthcheck)).to.include(`http://127.0.0.1:${port}/sign-in`);
    // The command prints links to the console.
    expect(compose.services['operator']?.environment?.['CONSOLE_URL']).to.equal(environment['CONSOLE_URL']);
  });

  it('give the service time to finish work in progress, and let it answer uploads that are too large', () => {
    for (const name of ['api', 'worker', 'console', 'proxy'])
      expect(compose.services[name]?.stop_grace_period).to.equal('30s');
    const [, mebibytes = ''] = /max_size (\d+)MiB/.exec(textOf('Caddyfile')) ?? [];
    expect(Number(mebibytes)).to.be.greaterThan(10);
  });

  it('close idle connections before the service does, so that no request uses a closing connection', () => {
    const [, seconds = ''] = /^\s*keepalive (\d+)s$/m.exec(textOf('Caddyfile')) ?? [];
    expect(Number(seconds) * 1_000).to.be.within(1_000, createServer().keepAliveTimeout - 1_000);
  });

  it('log no API key, no signature of a link and no row of the database', () => {
    const [, filter = ''] = /format filter \{([^]*?)\n\t\t\}/.exec(textOf('Caddyfile')) ?? [];
    expect(filter).to.include('request>headers delete').and.to.include('request>uri regexp \\?.*');
    expect(compose.services['postgres']?.command).to.include('log_error_verbosity=terse');
    expect(compose.services['s3']?.environment).to.include({ VGW_QUIET: 'true' });
  });

  it('run existing programs', () => {
    const programs = textOf('compose.yaml').match(/packages\/[\w/-]+\.ts/g) ?? [];
    expect(programs).to.have.length(5);
    for (const program of [...programs, ...(textOf('Dockerfile').match(/packages\/[\w/-]+\.ts/g) ?? [])])
      expect(statSync(join(DOCKER, '..', program)).isFile(), program).to.equal(true);
  });
});
