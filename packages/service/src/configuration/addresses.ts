import { BlockList, isIP } from 'node:net';
import type { AddressKind } from './variable.ts';

/** Kinds that are read as URLs of the web; a database's may name several hosts, which no URL parser takes. */
const WEB: Readonly<Partial<Record<AddressKind, { readonly example: string; readonly schemes: readonly string[] }>>> = {
  api: { example: 'https://host or https://host/path', schemes: ['https:', 'http:'] },
  page: { example: 'https://host/page', schemes: ['https:'] },
  storage: { example: 'https://host', schemes: ['https:', 'http:'] },
  collector: { example: 'http://host:4318', schemes: ['https:', 'http:'] },
};

const DATABASES: Readonly<Partial<Record<AddressKind, readonly [RegExp, string]>>> = {
  postgres: [/^postgres(ql)?:\/\/\S+$/, 'postgres://'],
  scheduler: [/^(postgres(ql)?|mongodb(\+srv)?):\/\/\S+$/, 'postgres:// or mongodb://'],
};

/** What is wrong with the form of an address, as the end of a sentence that begins with its variable's name. */
export const malformed = (kind: AddressKind, address: string): string | undefined => {
  const database = DATABASES[kind];
  if (database) return database[0].test(address) ? undefined : `must begin with ${database[1]}, and name a host.`;
  const { example = '', schemes = [] } = WEB[kind] ?? {};
  const url = URL.parse(address);
  if (!url || !schemes.includes(url.protocol) || !/^https?:\/\//i.test(address)) return `must look like ${example}.`;
  if (url.username || url.password) return 'must not contain a user or a password: keys have variables of their own.';
  if (kind !== 'page' && /[?#]/.test(address)) return 'must end with its path: paths are appended to it.';
  return undefined;
};

/** Whether what is sent there could be read on the way. A collector is told nothing that others may not read. */
export const inTheClear = (kind: AddressKind, address: string): boolean =>
  kind in WEB && kind !== 'collector' && !address.toLowerCase().startsWith('https://');

/** Whether an address is one that nobody else's service has: this machine, a container, an example, a simulator. */
export const leadsNowhere = (kind: AddressKind, address: string): boolean =>
  (kind === 'api' || kind === 'page') && isNobodys(URL.parse(address)?.hostname ?? '');

/** The same of a host by itself, with or without a port. */
export const isNobodys = (host: string): boolean => {
  const bare = host.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const family = isIP(bare);
  if (family !== 0) return OWN_NETWORKS.check(bare, family === 6 ? 'ipv6' : 'ipv4');
  return !bare.includes('.') || NO_NAME.test(bare) || /(^|[.-])(simulators?|sandbox)([.-]|$)/i.test(bare);
};

/** Names that are kept free for this machine, for tests and for examples. */
const NO_NAME = /(^|\.)(localhost|local|localdomain|test|invalid|example|example\.(com|net|org))$/i;

const OWN_NETWORKS = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
] as const)
  OWN_NETWORKS.addSubnet(network, prefix);
for (const [network, prefix] of [
  ['::', 127],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  OWN_NETWORKS.addSubnet(network, prefix, 'ipv6');

/** What is no host in a list of hosts. */
export const noHosts = (hosts: readonly string[]): readonly string[] =>
  hosts.filter((host) => URL.parse(`https://${host}`)?.host !== host.toLowerCase());
