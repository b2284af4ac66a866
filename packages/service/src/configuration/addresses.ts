import { BlockList, isIP } from 'node:net';
import { findDatabaseAddressProblem } from './database-address.ts';
import type { AddressKind } from './variable.ts';

/** The kinds of addresses that are web URLs. */
const WEB: Readonly<Partial<Record<AddressKind, { readonly example: string; readonly schemes: readonly string[] }>>> = {
  api: { example: 'https://host or https://host/path', schemes: ['https:', 'http:'] },
  page: { example: 'https://host/page', schemes: ['https:'] },
  site: { example: 'https://host', schemes: ['https:', 'http:'] },
  storage: { example: 'https://host', schemes: ['https:', 'http:'] },
  bucket: { example: 'https://host', schemes: ['https:', 'http:'] },
  collector: { example: 'http://host:4318', schemes: ['https:', 'http:'] },
};

/** Why the form of an address is wrong. The text continues a sentence that begins with the variable's name. */
export const findAddressProblem = (kind: AddressKind, address: string): string | undefined => {
  if (kind === 'postgres' || kind === 'scheduler') return findDatabaseAddressProblem(kind, address);
  const { example = '', schemes = [] } = WEB[kind] ?? {};
  const url = URL.parse(address);
  if (!url || !schemes.includes(url.protocol) || !/^https?:\/\//i.test(address)) return `must look like ${example}.`;
  if (url.username || url.password) return 'must not contain a user or a password: set keys in their own variables.';
  if (kind === 'site' && (url.pathname !== '/' || /[?#]/.test(address)))
    return `must have no path, since it requires its own host: write ${url.origin}, or another host.`;
  if (/[{}]/.test(address)) return 'must not contain { or }: placeholders are not replaced.';
  if (kind !== 'page' && /[?#]/.test(address)) return 'must end with its path: paths are appended to it.';
  return undefined;
};

/**
 * Whether others could read the traffic to the address. Always false for databases, the bucket and the collector, whose
 * sections have rules of their own.
 */
export const isUnencrypted = (kind: AddressKind, address: string): boolean =>
  kind in WEB && kind !== 'collector' && kind !== 'bucket' && !address.toLowerCase().startsWith('https://');

/**
 * Whether production must not use an address: it belongs to this machine, a private network, a container, an example or
 * a simulator. Always false for stores and the collector.
 */
export const isPlaceholder = (kind: AddressKind, address: string): boolean =>
  (kind === 'api' || kind === 'page' || kind === 'site') && isNotPublic(URL.parse(address)?.hostname ?? '');

/** Like `isPlaceholder`, for a host without a port. */
export const isNotPublic = (host: string): boolean => {
  const name = bare(host);
  if (isIP(name) !== 0) return isIn(NEARBY, name) || isIn(RESERVED, name);
  return !name.includes('.') || NO_NAME.test(name) || /(^|[.-])(simulators?|sandbox)([.-]|$)/i.test(name);
};

/**
 * Whether a host, without a port, is this machine or on a private network. A name without dots counts too, because
 * containers have such names.
 */
export const isNearby = (host: string): boolean => {
  const name = bare(host);
  return isIP(name) === 0 ? !name.includes('.') || /\.localhost$/i.test(name) : isIn(NEARBY, name);
};

/** Whether an address belongs to a provider that moves real money. */
export const isLiveProvider = (address: string): boolean => {
  const name = bare(URL.parse(address)?.hostname ?? '');
  return LIVE_PROVIDERS.some((domain) => name === domain || name.endsWith(`.${domain}`));
};

/** The domains that move real money. Wave has no test domain. CinetPay's test domain is cinetpay.net. */
const LIVE_PROVIDERS = ['wave.com', 'cinetpay.com', 'cinetpay.co', 'cinetpay.ci'];

const bare = (host: string): string => host.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/** Names reserved for this machine, for tests and for examples. */
const NO_NAME = /(^|\.)(localhost|local|localdomain|test|invalid|example|example\.(com|net|org))$/i;

const networks = (...all: readonly (readonly [network: string, prefix: number])[]): BlockList => {
  const list = new BlockList();
  for (const [network, prefix] of all) list.addSubnet(network, prefix, isIP(network) === 6 ? 'ipv6' : 'ipv4');
  return list;
};

const isIn = (list: BlockList, address: string): boolean => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Loopback, private and link-local networks. */
const NEARBY = networks(
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
);

/** The unspecified address, and networks reserved for examples. */
const RESERVED = networks(['0.0.0.0', 8], ['192.0.2.0', 24], ['::', 128], ['2001:db8::', 32]);

export const noHosts = (hosts: readonly string[]): readonly string[] =>
  hosts.filter((host) => URL.parse(`https://${host}`)?.host !== host.toLowerCase());
