import { BlockList, isIP } from 'node:net';

/** Modes in which the driver verifies the server's certificate. */
const VERIFIED = ['require', 'verify-ca', 'verify-full'];

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/**
 * Whether the database is on another machine and its address does not require verified TLS. A container and a private
 * network count as other machines. The address is parsed as the driver does. The last of repeated parameters counts,
 * and the parameter `host` takes precedence.
 */
export const isInTheClear = (address: string): boolean => {
  const url = new URL(address);
  const { host, ssl, sslmode, uselibpqcompat } = Object.fromEntries(url.searchParams);
  // The driver ignores an empty `host`.
  if (isThisMachine(host || decodeURIComponent(url.hostname))) return false;
  if (sslmode === undefined) return ssl !== 'true' && ssl !== '1';
  // With `uselibpqcompat`, `require` does not verify the server.
  return !VERIFIED.includes(sslmode) || (uselibpqcompat === 'true' && sslmode === 'require');
};

const isThisMachine = (host: string): boolean => {
  const name = host
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  const version = isIP(name);
  if (version !== 0) return LOOPBACK.check(name, version === 6 ? 'ipv6' : 'ipv4');
  return name === '' || name.startsWith('/') || name === 'localhost' || name.endsWith('.localhost');
};
