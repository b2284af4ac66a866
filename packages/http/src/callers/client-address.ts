import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** The origin of a request: an IPv4 address, or the IPv6 network of a single customer. */
export type ClientAddress = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string;

/**
 * Determines the origin of a request. Any caller can send X-Forwarded-For, so only the entries that `trusted` proxies
 * added count. Entries are read from the last to the first. `trusted` contains addresses or networks, such as
 * `10.0.0.0/8`.
 */
export const clientAddress = (trusted: readonly string[] = []): ClientAddress => {
  const proxies = new BlockList();
  for (const proxy of trusted) {
    const [network = '', prefix] = proxy.split('/');
    proxies.addSubnet(network, Number(prefix ?? LONGEST_PREFIX[familyOf(network)]), familyOf(network));
  }
  const isProxy = (address: string) => proxies.check(address, familyOf(address));

  return ({ headers, socket }) => {
    const hops = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .map(bare)
      .reverse();
    let address = bare(socket.remoteAddress ?? '');
    for (const hop of hops) {
      if (!isProxy(address) || isIP(hop) === 0) break;
      address = hop;
    }
    return networkOf(address);
  };
};

const LONGEST_PREFIX = { ipv4: 32, ipv6: 128 } as const;
const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** An address without port, brackets and zone. An IPv4-mapped IPv6 address becomes IPv4. */
const bare = (text: string): string => {
  const [, bracketed, plain = text.trim()] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text.trim()) ?? [];
  const [address = ''] = (bracketed ?? plain).split('%');
  return /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address;
};

/**
 * The /64 network of an IPv6 address. A network counts as one address, because a single customer has 2^64 addresses.
 */
const networkOf = (address: string): string => {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const missing = 8 - groups(head).length - groups(tail ?? '').length;
  const all = [...groups(head), ...Array<string>(Math.max(0, missing)).fill('0'), ...groups(tail ?? '')];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
};
