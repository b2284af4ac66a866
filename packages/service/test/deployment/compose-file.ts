import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export const DOCKER = join(import.meta.dirname, '../../../../docker');
export const textOf = (file: string): string => readFileSync(join(DOCKER, file), 'utf8');

export interface Service {
  readonly image: string;
  readonly build?: { readonly target?: string };
  readonly env_file?: string;
  readonly user?: string;
  readonly command?: string | readonly string[];
  readonly entrypoint?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly healthcheck?: { readonly disable?: boolean };
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly stop_grace_period?: string;
  readonly networks?: unknown;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly [key: string]: unknown;
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly [key: string]: unknown;
}

/** A file of `docker`, with the services that it extends merged in as Compose merges them. */
export const composeFile = (file: string): ComposeFile => {
  const read = parse(textOf(file), { merge: true }) as ComposeFile;
  const services = Object.entries(read.services).map(([name, { extends: from, ...own }]) => {
    if (from === undefined) return [name, own];
    const { file: other, service } = from as { readonly file: string; readonly service: string };
    return [name, merged(composeFile(other).services[service], own)];
  });
  return { ...read, services: Object.fromEntries(services) as ComposeFile['services'] };
};

/** Lists that Compose replaces. It appends to all others. */
const REPLACED = new Set(['command', 'entrypoint', 'test']);

const merged = (base: unknown, own: unknown, key = ''): unknown => {
  if (isList(base) && isList(own) && !REPLACED.has(key)) return [...new Set([...base, ...own])];
  if (!isMapping(base) || !isMapping(own)) return own ?? base;
  const keys = new Set([...Object.keys(base), ...Object.keys(own)]);
  return Object.fromEntries([...keys].map((each) => [each, merged(base[each], own[each], each)]));
};

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The files that `make-secrets.sh` creates in its folder, with their contents. */
export const madeFiles = (folder: string, word?: 'production'): ReadonlyMap<string, string> => {
  mkdirSync(folder, { recursive: true });
  for (const file of ['make-secrets.sh', 'production.env.example', 'kubernetes/overlay.yaml'])
    cpSync(join(DOCKER, file), join(folder, file));
  execFileSync('/bin/sh', [join(folder, 'make-secrets.sh'), ...(word === undefined ? [] : [word])]);
  const made = join(folder, word ?? 'secrets');
  return new Map(readdirSync(made).map((name) => [name, readFileSync(join(made, name), 'utf8')]));
};
