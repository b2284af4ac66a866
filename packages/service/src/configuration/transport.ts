import { BlockList, isIP } from 'node:net';

/**
 * Whether others could read or change data on the way to a store. True if the store is on another machine and its
 * address does not require verified TLS. A private network and a container count as other machines. False for an
 * address that cannot be parsed, which another check reports.
 */
export const isInTheClear = (address: string): boolean => {
  const scheme = /^[a-z+]+(?=:\/\/)/i.exec(address)?.[0].toLowerCase() ?? '';
  if (scheme.startsWith('postgres')) return isPostgresInTheClear(address);
  if (scheme.startsWith('mongodb')) return isMongoInTheClear(address, scheme.endsWith('+srv'));
  const url = URL.parse(address);
  return url !== null && url.protocol !== 'https:' && !isThisMachine(url.hostname);
};

/**
 * Modes that require verified TLS. `prefer` and `allow` are not among them, because other PostgreSQL clients then let
 * the server decide about TLS.
 */
const VERIFIED = ['require', 'verify-ca', 'verify-full'];

/**
 * Reads the address as the driver does. The last of repeated parameters counts, and the parameter `host` takes
 * precedence.
 */
const isPostgresInTheClear = (address: string): boolean => {
  const url = URL.parse(address);
  if (!url) return false;
  const { host, ssl, sslmode, uselibpqcompat } = Object.fromEntries(url.searchParams);
  // The driver ignores an empty `host`.
  if (isThisMachine(host || decodeURIComponent(url.hostname))) return false;
  if (sslmode === undefined) return ssl !== 'true' && ssl !== '1';
  // With `uselibpqcompat`, `require` does not verify the server.
  return !VERIFIED.includes(sslmode) || (uselibpqcompat === 'true' && sslmode === 'require');
};

/** Options that accept any certificate. */
const UNVERIFIED = ['tlsinsecure', 'tlsallowinvalidcertificates', 'tlsallowinvalidhostnames'];

/** `mongodb+srv` implies TLS unless the address disables TLS. The driver ignores the case of options. */
const isMongoInTheClear = (address: string, isSrv: boolean): boolean => {
  const [, hosts = '', query = ''] = /^[^:]+:\/\/(?:[^@/]*@)?([^/?]*)\/?[^?]*(?:\?(.*))?$/.exec(address) ?? [];
  if (!isSrv && hosts.split(',').every((host) => isThisMachine(decodeURIComponent(withoutPort(host))))) return false;
  const options = [...new URLSearchParams(query)].map(([name, value]) => [name.toLowerCase(), value] as const);
  const valuesOf = (...names: readonly string[]) =>
    options.filter(([name]) => names.includes(name)).map(([, value]) => value);
  const tls = valuesOf('tls', 'ssl');
  const isTls = tls.length === 0 ? isSrv : tls.every((value) => value === 'true');
  return !isTls || valuesOf(...UNVERIFIED).includes('true');
};

const withoutPort = (host: string): string => host.replace(/:\d+$/, '');

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/**
 * Whether a host is this machine: a loopback address, `localhost`, or the folder of a Unix socket. Without a host, the
 * driver uses `localhost`.
 */
const isThisMachine = (host: string): boolean => {
  const name = host
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  const version = isIP(name);
  if (version !== 0) return LOOPBACK.check(name, version === 6 ? 'ipv6' : 'ipv4');
  return name === '' || name.startsWith('/') || name === 'localhost' || name.endsWith('.localhost');
};

/** The error message about a store without TLS. `how` says what to change in the address. */
export const inTheClearLine = (name: string, how: string, off: string): string =>
  `${name} leads to another machine without verified TLS: ${how}. If nobody else uses the network to that machine, set ${off}=off.`;
