import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';

/** Finds the IP addresses of a host name. */
export type LookUp = (name: string) => Promise<readonly LookupAddress[]>;

/**
 * Milliseconds per query, and queries per server. Even if three servers do not answer, the look-up ends before the
 * attempt times out.
 */
const LIMITS = { timeout: 1_000, tries: 2 };

/** Error codes: unknown name, no address of that family, a server that refuses to answer, and no DNS server here. */
const NOT_THERE: readonly unknown[] = ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'EREFUSED', 'ENOTIMP'];

/** Names that are not in DNS (RFC 6761). Without a network, a query for them would time out. */
const LOCAL = /(?:^|\.)localhost\.?$/i;

/**
 * Queries DNS directly. The system's own look-up occupies one of the process's two threads until the name servers
 * answer. So a few names with silent servers would block every endpoint. The system's look-up serves only names that
 * are not in DNS, such as those in /etc/hosts. It is not tried after a time-out of DNS, because it would wait for the
 * same silent servers. `servers` replace the system's servers.
 */
export const lookUpBy =
  (servers?: readonly string[]): LookUp =>
  async (name) => {
    if (LOCAL.test(name)) return lookup(name, { all: true });
    // A new resolver for each look-up, because the system's servers change with its network.
    const resolver = new Resolver(LIMITS);
    if (servers) resolver.setServers(servers);
    const found = await Promise.allSettled([
      resolver.resolve4(name).then((all) => all.map((address) => ({ address, family: 4 }))),
      resolver.resolve6(name).then((all) => all.map((address) => ({ address, family: 6 }))),
    ]);
    const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    if (addresses.length > 0) return addresses;
    const failures = found.flatMap((each) =>
      each.status === 'rejected' ? [each.reason as NodeJS.ErrnoException] : [],
    );
    const silence = failures.find(({ code }) => !NOT_THERE.includes(code));
    if (silence) throw silence;
    return lookup(name, { all: true });
  };
