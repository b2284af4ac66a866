import { join } from 'node:path';
import { readdirSync } from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';
import { DOCKER, textOf, type Service } from './compose-file.ts';

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: ValueFrom }[];
  readonly envFrom?: readonly { readonly configMapRef?: Named; readonly secretRef?: Named }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly lifecycle?: { readonly preStop: { readonly exec: { readonly command: readonly string[] } } };
  readonly securityContext: {
    readonly readOnlyRootFilesystem?: boolean;
    readonly allowPrivilegeEscalation?: boolean;
    readonly capabilities?: { readonly drop?: readonly string[] };
  };
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[];
  readonly [key: string]: unknown;
}

type Named = { readonly name: string };
type ValueFrom = { readonly configMapKeyRef: Named & { readonly key: string } };
type Secret = { readonly secretName?: string; readonly name?: string };

interface Volume extends Named {
  readonly secret?: Secret;
  readonly projected?: { readonly sources: readonly { readonly secret: Secret }[] };
  readonly [key: string]: unknown;
}

export interface Pod {
  readonly containers: readonly [Container];
  readonly volumes: readonly Volume[];
  readonly securityContext: { readonly runAsUser?: number; readonly [key: string]: unknown };
  readonly terminationGracePeriodSeconds?: number;
  readonly [key: string]: unknown;
}

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly [key: string]: unknown };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: Readonly<Record<string, unknown>>;
}

interface Generator extends Named {
  readonly files?: readonly string[];
  readonly envs?: readonly string[];
}

/** What our `kustomization.yaml` files contain. */
export interface Kustomization {
  readonly resources: readonly string[];
  readonly images: readonly Readonly<Record<'name' | 'newName' | 'newTag', string>>[];
  readonly configMapGenerator: readonly Generator[];
  readonly secretGenerator: readonly Generator[];
}

export const kustomization = parse(textOf('kubernetes/kustomization.yaml')) as Kustomization;
/** The one for docker/production, which adds addresses and secrets. */
export const overlay = parse(textOf('kubernetes/overlay.yaml')) as Kustomization;

/** The files of the folder that contain manifests. */
export const MANIFEST_FILES = readdirSync(join(DOCKER, 'kubernetes')).filter(
  (name) => name !== 'kustomization.yaml' && name !== 'overlay.yaml',
);

export const manifests: readonly Manifest[] = MANIFEST_FILES.flatMap((file) =>
  parseAllDocuments(textOf(`kubernetes/${file}`)).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as Manifest;
  }),
);

export const ofKind = (kind: string): readonly Manifest[] => manifests.filter((each) => each.kind === kind);

/** The pods of a workload, by its name. */
export const pods: ReadonlyMap<string, Pod> = new Map(
  manifests.flatMap(({ kind, metadata: { name }, spec }) => {
    const job = kind === 'CronJob' ? (spec['jobTemplate'] as Manifest).spec : spec;
    const template = job?.['template'] as { readonly spec: Pod } | undefined;
    return template ? [[name, template.spec] as const] : [];
  }),
);

export const containerOf = (pod: Pod): Container => pod.containers[0];

/** The Secrets of which a pod gets the files. */
export const mountedSecrets = ({ volumes }: Pod): readonly string[] =>
  volumes
    .flatMap(({ secret, projected }) => [secret, ...(projected?.sources ?? []).map((source) => source.secret)])
    .flatMap((secret) => secret?.secretName ?? secret?.name ?? []);

/** The workloads in the form of a compose file's services. */
export const kubernetesServices = (): Readonly<Record<string, Service>> =>
  Object.fromEntries([...pods].map(([name, pod]) => [name, serviceOf(pod)]));

const serviceOf = (pod: Pod): Service => {
  const { image, command, args = [], env = [], envFrom = [], securityContext } = containerOf(pod);
  const { readOnlyRootFilesystem, allowPrivilegeEscalation, capabilities } = securityContext;
  const maps = envFrom.flatMap(({ configMapRef }) => configMapRef?.name ?? []);
  const mapped = maps.flatMap((map) => Object.entries(dataOf(map)));
  const own = env.map(({ name, value, valueFrom }) => [name, value ?? referred(valueFrom)]);
  const secrets = mountedSecrets(pod).flatMap(
    (name) => overlay.secretGenerator.find((each) => each.name === name)?.files ?? [`missing ${name}`],
  );
  return {
    image,
    ...(command && { entrypoint: [...command, ...args] }),
    user: String(pod.securityContext.runAsUser),
    read_only: readOnlyRootFilesystem,
    cap_drop: capabilities?.drop,
    security_opt: allowPrivilegeEscalation === false ? ['no-new-privileges:true'] : [],
    environment: Object.fromEntries([...mapped, ...own]) as Record<string, string>,
    secrets,
    ...(maps.includes('service') && { env_file: './production/service.env' }),
  };
};

/** The data of a ConfigMap here. That of `service` is created from service.env. */
const dataOf = (name: string): Readonly<Record<string, string>> =>
  ofKind('ConfigMap').find(({ metadata }) => metadata.name === name)?.data ?? {};

const referred = (from: ValueFrom | undefined): string | undefined =>
  from && dataOf(from.configMapKeyRef.name)[from.configMapKeyRef.key];
