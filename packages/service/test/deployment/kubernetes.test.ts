import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { parse, parseAllDocuments } from 'yaml';
import { courierConfiguration, PUBLIC_ADDRESSES } from '../../../courier/src/index.ts';
import { PRODUCTION } from '../configuration/production-values.ts';
import { composeFile, DOCKER, madeFiles, textOf } from './compose-file.ts';
import { PROPERTIES } from './container-cases.ts';
import { environmentOf, stagesOf, type Stage } from './dockerfile.ts';
import {
  containerOf,
  kubernetesServices,
  kustomization,
  MANIFEST_FILES,
  manifests,
  mountedSecrets,
  ofKind,
  overlay,
  pods,
  type Manifest,
  type Pod,
} from './kubernetes-files.ts';
import { allowed, COMPONENT, type Policy } from './kubernetes-policies.ts';

const compose = composeFile('compose.production.yaml');
const image = environmentOf(stagesOf(textOf('Dockerfile')).at(-1) as Stage);
const deployments = ofKind('Deployment').map(({ metadata: { name }, spec }) => ({ name, spec }));
const podOf = (name: string): Pod => pods.get(name) as Pod;

describe('the Kubernetes manifests', () => {
  it('are all applied', () => {
    expect(kustomization.resources).to.have.members([...MANIFEST_FILES, '../backup']);
    expect([...pods.keys()]).to.have.members(['api', 'worker', 'console', 'courier', 'migrate', 'backup']);
    const names = manifests.map(({ kind, metadata: { name } }) => `${kind} ${name}`);
    expect(new Set(names).size).to.equal(names.length);
  });

  it('carry the label by which policies and the upgrade select each kind of process', () => {
    const common = ['Namespace', 'ConfigMap', 'NetworkPolicy'];
    for (const { kind, metadata, spec } of manifests) {
      const { name, labels = {} } = metadata as { readonly name: string; readonly labels?: object };
      const component = { bordereaux: 'console', backups: 'backup' }[name] ?? name;
      if (!common.includes(kind)) expect(labels, `${kind} ${name}`).to.deep.equal({ [COMPONENT]: component });
      if (pods.has(name) && JSON.stringify(spec).includes('"template"'))
        expect(JSON.stringify(spec)).to.include(`"template":{"metadata":{"labels":{"${COMPONENT}":"${name}"}}`);
    }
  });

  it('run every pod at the strictest level, without an account of the cluster, and with limits', () => {
    const [namespace] = ofKind('Namespace');
    expect(namespace?.metadata['labels']).to.deep.equal({ 'pod-security.kubernetes.io/enforce': 'restricted' });
    for (const [name, pod] of pods) {
      expect(pod, name).to.include({ automountServiceAccountToken: false, enableServiceLinks: false });
      expect(pod.securityContext, name).to.deep.include({
        ...{ runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000 },
        seccompProfile: { type: 'RuntimeDefault' },
      });
      const { resources, volumeMounts } = containerOf(pod);
      expect(JSON.stringify(resources), name).to.match(/"requests":\{"cpu".*"memory".*"limits":\{"cpu".*"memory"/);
      const limit = /"limits":\{.*"memory":"(\d+)Mi"/.exec(JSON.stringify(resources))?.[1];
      const onOneHost = /"memory":"(\d+)M"/.exec(JSON.stringify(compose.services[name]?.['deploy']))?.[1];
      if (name !== 'migrate') expect(limit, name).to.equal(onOneHost);
      expect(
        volumeMounts.map(({ mountPath }) => mountPath),
        name,
      ).to.include('/tmp');
      // 0440: only this user can read the secrets.
      for (const { secret, projected } of pod.volumes)
        if (secret ?? projected) expect(secret ?? projected, name).to.include({ defaultMode: 288 });
      const volumes = pod.volumes.map((volume) => volume.name);
      expect(
        volumeMounts.map((mount) => mount.name),
        name,
      ).to.have.members(volumes);
    }
  });

  it('probe the paths and ports that the programs serve', () => {
    const probes = deployments.map(({ name }) => {
      const { startupProbe, livenessProbe, readinessProbe, ports = [] } = containerOf(podOf(name));
      const probed = [startupProbe, livenessProbe, readinessProbe].map((probe) => {
        const { httpGet } = probe as { readonly httpGet: { readonly path: string; readonly port: string } };
        return `${ports.find((port) => port.name === httpGet.port)?.containerPort ?? '?'}${httpGet.path}`;
      });
      return [name, probed];
    });
    const { PORT = '' } = image;
    const service = [`${PORT}/health/live`, `${PORT}/health/live`, `${PORT}/health/ready`];
    const console = `${String(PROPERTIES['CONSOLE_PORT']?.default)}/sign-in`;
    expect(Object.fromEntries(probes)).to.deep.equal({
      ...{ api: service, worker: service, console: [console, console, console] },
      courier: [`${PORT}/health/live`, `${PORT}/health/live`, `${PORT}/health/live`],
    });
    for (const name of ['api', 'worker', 'console']) {
      const metrics = containerOf(podOf(name)).ports?.find((port) => port.name === 'metrics');
      expect(String(metrics?.containerPort), name).to.equal(kubernetesServices()[name]?.environment?.['METRICS_PORT']);
    }
  });

  it('leave a process more time to stop than it takes, after its last requests have arrived', () => {
    const within = /const STOP_WITHIN = ([\d_]+);/.exec(
      readFileSync(join(import.meta.dirname, '../../src/run.ts'), 'utf8'),
    );
    const own = Number(within?.[1]?.replaceAll('_', '')) / 1_000;
    expect(own).to.be.greaterThan(20);
    for (const { name } of deployments) {
      const pause = Number(containerOf(podOf(name)).lifecycle?.preStop.exec.command[1]);
      expect(pause, name).to.be.within(3, 10);
      expect(podOf(name).terminationGracePeriodSeconds, name).to.be.greaterThan(own + pause);
    }
  });

  it('keep a pod of each kind while nodes are drained and releases are rolled out', () => {
    const budgets = new Map(ofKind('PodDisruptionBudget').map(({ metadata: { name }, spec }) => [name, spec]));
    for (const { name, spec } of deployments) {
      expect(spec['selector'], name).to.deep.equal({ matchLabels: { [COMPONENT]: name } });
      expect(spec['template'], name).to.have.nested.property(
        `metadata.labels.${COMPONENT.replaceAll('.', '\\.')}`,
        name,
      );
      // The console has a volume that only one pod may write to.
      if (name === 'console') {
        expect(spec).to.deep.include({ replicas: 1, strategy: { type: 'Recreate' } });
        continue;
      }
      expect(spec, name).to.deep.include({
        replicas: 2,
        strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      });
      expect(podOf(name)['topologySpreadConstraints'], name).to.deep.equal([
        {
          ...{ maxSkew: 1, topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'ScheduleAnyway' },
          labelSelector: spec['selector'],
        },
      ]);
      expect(budgets.get(name), name).to.deep.equal({ minAvailable: 1, selector: spec['selector'] });
    }
  });

  it('lead each host to the pods of its service, without a vendor’s annotations', () => {
    for (const { kind, metadata } of manifests) expect(metadata, kind).to.not.have.property('annotations');
    const specOf = (kind: string, name: string) => ofKind(kind).find(({ metadata }) => metadata.name === name)?.spec;
    const pathTo = (name: string, path: string) => ({
      ...{ path, pathType: 'Prefix' },
      backend: { service: { name, port: { name: 'http' } } },
    });
    for (const name of ['api', 'console', 'courier'])
      expect(specOf('Service', name), name).to.deep.equal({
        selector: { [COMPONENT]: name },
        ports: [{ name: 'http', port: 80, targetPort: 'http' }],
      });
    for (const [name, paths] of [
      ['api', [pathTo('api', '/'), pathTo('courier', '/webhooks')]],
      ['console', [pathTo('console', '/')]],
    ] as const)
      expect(specOf('Ingress', name), name).to.deep.equal({
        tls: [{ hosts: [`${name}.invalid`], secretName: `${name}-certificate` }],
        rules: [{ host: `${name}.invalid`, http: { paths } }],
      });
  });

  it('let each role reach only what it needs, and be reached only by those that need it', () => {
    const denied = ofKind('NetworkPolicy').find(({ metadata }) => metadata.name === 'default-deny');
    expect(denied?.spec).to.deep.equal({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    const dns = ofKind('NetworkPolicy').find(({ metadata }) => metadata.name === 'dns');
    expect(dns?.spec).to.deep.equal({
      ...{ podSelector: {}, policyTypes: ['Egress'] },
      egress: [{ to: [{ namespaceSelector: {} }], ports: ['UDP', 'TCP'].map((protocol) => ({ protocol, port: 53 })) }],
    });
    for (const { metadata, spec } of ofKind('NetworkPolicy').slice(1)) {
      const { policyTypes, egress } = spec as unknown as Policy;
      expect(policyTypes, metadata.name).to.deep.equal([egress ? 'Egress' : 'Ingress']);
    }
    const outside = manifests.find(({ metadata }) => metadata.name === 'internet')?.spec as unknown as Policy;
    const except = (outside.egress?.[0]?.to ?? []).flatMap(({ ipBlock }) => ipBlock?.except ?? []);
    const unreachable = ['10.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fe80::/10'];
    expect(except).to.include.members([...unreachable, '100.64.0.0/10', '127.0.0.0/8', '::1/128']);
    const internet = ['0.0.0.0/0 443', '::/0 443'];
    const database = 'anything 5432';
    const reached = [...pods.keys()].map((name) => [name, allowed('egress', name)]);
    expect(Object.fromEntries(reached)).to.deep.equal({
      ...{ api: [...internet, database], worker: [...internet, database], console: [...internet, database] },
      ...{ migrate: [database], backup: [database, 'api http'] },
      courier: [...internet, database, 'api http'],
    });
    const reachedBy = [...pods.keys()].map((name) => [name, allowed('ingress', name)]);
    expect(Object.fromEntries(reachedBy)).to.deep.equal({
      api: ['backup http', 'courier http', 'ingress http', 'metrics metrics'],
      ...{ worker: ['metrics metrics'], migrate: [], backup: [] },
      ...{ console: ['ingress http', 'metrics metrics'], courier: ['ingress http', 'metrics metrics'] },
    });
  });

  it('give each pod only its own secrets, under the names of the production files', () => {
    const mounted = [...pods].map(([name, pod]) => [name, mountedSecrets(pod)]);
    const own = ['service'];
    expect(Object.fromEntries(mounted)).to.deep.equal({
      ...{ api: own, worker: own, console: own, migrate: ['service', 'owner'] },
      ...{ backup: ['owner', 'courier'], courier: ['courier'] },
    });
    // Without the courier's secret, the main database is still backed up.
    expect(podOf('backup').volumes.flatMap(({ projected }) => projected?.sources ?? [])).to.deep.equal([
      { secret: { name: 'owner' } },
      { secret: { name: 'courier', optional: true } },
    ]);
    const files = overlay.secretGenerator.flatMap(({ files: listed = [] }) => listed);
    expect(files).to.have.members(
      // The server's own passwords, which it has elsewhere.
      Object.keys(compose.secrets).filter((name) => !name.endsWith('_password')),
    );
    expect(overlay.configMapGenerator).to.deep.equal([{ name: 'service', envs: ['service.env'] }]);
  });

  it('run the migration and the backup once, and keep the files of the console and the backups', () => {
    for (const name of ['migrate', 'backup']) expect(podOf(name), name).to.include({ restartPolicy: 'Never' });
    expect(ofKind('Job')[0]?.spec).to.include({ backoffLimit: 3 });
    const { jobTemplate, ...nightly } = ofKind('CronJob')[0]?.spec ?? {};
    expect(nightly).to.deep.equal({
      ...{ schedule: '30 2 * * *', timeZone: 'Etc/UTC', concurrencyPolicy: 'Forbid', startingDeadlineSeconds: 21_600 },
      ...{ successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 3 },
    });
    expect((jobTemplate as { spec: object }).spec).to.deep.include({
      ...{ backoffLimit: 2, activeDeadlineSeconds: 14_400 },
      // A backup that is complete but for the courier's database is not made again.
      podFailurePolicy: { rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [2] } }] },
    });
    const claims = new Map(ofKind('PersistentVolumeClaim').map(({ metadata, spec }) => [metadata.name, spec]));
    for (const [name, claim] of [
      ['console', 'bordereaux'],
      ['backup', 'backups'],
    ] as const) {
      expect(JSON.stringify(podOf(name).volumes)).to.include(`{"claimName":"${claim}"}`);
      expect(claims.get(claim)).to.deep.include({ accessModes: ['ReadWriteOnce'] });
    }
  });

  it('give the courier its own database and the API', () => {
    const { environment = {} } = kubernetesServices()['courier'] ?? {};
    const { COURIER_DATABASE_URL_FILE: file, ...others } = environment;
    expect(file).to.equal('/run/secrets/courier_database_url');
    const read = courierConfiguration({ ...others, COURIER_DATABASE_URL: PRODUCTION.DATABASE_URL });
    expect(read).to.include({ host: '0.0.0.0', port: Number(image['PORT']), guard: PUBLIC_ADDRESSES });
    expect(others['COURIER_API_URL']).to.equal('http://api');
  });

  describe('with the files of docker/production', () => {
    let folder: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'kubernetes-'));
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    it('are complete: every name that a pod uses exists', function () {
      if (spawnSync('kubectl', ['version', '--client']).status !== 0) {
        console.warn('kubectl is not installed: the manifests are not put together.');
        return this.skip();
      }
      for (const part of ['backup', 'kubernetes']) cpSync(join(DOCKER, part), join(folder, part), { recursive: true });
      madeFiles(folder, 'production');
      const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', join(folder, 'production')], {
        encoding: 'utf8',
      });
      expect(status, stderr).to.equal(0);
      const built = parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
      const named = built.map(({ kind, metadata: { name } }) => `${kind} ${name}`);
      const used = [
        ...stdout.matchAll(
          /^ *(?:- )?(configMap|secret)\w*:\n(?: +\w+: (?!\S*\/).*\n)*? +(?:name|secretName): (\S+)/gm,
        ),
      ];
      const references = used.map(([, kind, name]) => `${kind === 'secret' ? 'Secret' : 'ConfigMap'} ${name}`);
      expect(new Set(references).size).to.be.at.least(6);
      expect(named).to.include.members([...new Set(references)]);
      for (const { kind, metadata } of built)
        if (kind !== 'Namespace')
          expect(metadata['namespace'], `${kind} ${metadata.name}`).to.equal('vehicle-insurance');
      const { data = {} } = built.find(({ metadata }) => metadata.name === 'backup-scripts') ?? {};
      for (const [name, content] of Object.entries(data)) expect(content).to.equal(textOf(`backup/${name}`));
      expect(parse(readFileSync(join(folder, 'production/kustomization.yaml'), 'utf8'))).to.deep.equal(overlay);
    });
  });
});
