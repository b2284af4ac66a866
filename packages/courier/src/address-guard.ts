import { BlockList, isIPv4 } from 'node:net';

/** Decides to which addresses webhooks may be sent. */
export interface AddressGuard {
  readonly allowsHttp: boolean;
  /** Whether a connection to this IP address may be opened. */
  readonly allows: (ip: string) => boolean;
}

/**
 * Whether a URL contains a user or a password. No request would use them, and every list of endpoints would show them.
 */
export const hasCredentials = ({ username, password }: URL): boolean => username !== '' || password !== '';

type Range = readonly [network: string, prefix: number];

/** The registry of special addresses (RFC 6890), multicast, and public addresses of cloud metadata servers. */
const SPECIAL: readonly Range[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/**
 * All global unicast addresses. Addresses that contain an IPv4 address are outside this range, or in
 * `SPECIAL_IN_GLOBAL`.
 */
const GLOBAL: readonly Range[] = [['2000::', 3]];

const SPECIAL_IN_GLOBAL: readonly Range[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const listOf = (ranges: readonly Range[], family: 'ipv4' | 'ipv6') => {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family);
  return (ip: string): boolean => list.check(ip, family);
};

const isSpecial = listOf(SPECIAL, 'ipv4');
const isGlobal = listOf(GLOBAL, 'ipv6');
const isSpecialInGlobal = listOf(SPECIAL_IN_GLOBAL, 'ipv6');
const isLoopback = listOf([['127.0.0.0', 8]], 'ipv4');

const isPublic = (ip: string): boolean => (isIPv4(ip) ? !isSpecial(ip) : isGlobal(ip) && !isSpecialInGlobal(ip));

/**
 * Allows public addresses over https. Webhooks can then reach no private address, such as this machine or a server in
 * our network, and no metadata server of a cloud.
 */
export const PUBLIC_ADDRESSES: AddressGuard = { allowsHttp: false, allows: isPublic };

/** Allows public and loopback addresses, with or without encryption. */
export const SANDBOX_ADDRESSES: AddressGuard = {
  allowsHttp: true,
  allows: (ip) => isPublic(ip) || (isIPv4(ip) ? isLoopback(ip) : ip === '::1'),
};

/** Allows every address. Only for forwarding to your own machines. */
export const ANY_ADDRESS: AddressGuard = { allowsHttp: true, allows: () => true };
