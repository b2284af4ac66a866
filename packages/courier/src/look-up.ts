import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';

/** Finds the addresses of a name. */
export type LookUp = (name: string) => Promise<readonly LookupAddress[]>;

/**
 * Milliseconds and queries for each server. Even if three servers do not answer, the look-up ends before the attempt
 * does.
 */
const LIMITS = { timeout: 1_000, tries: 2 };

/** Codes for: an unknown name, no address of that family, a server that refuses to answer, and no DNS server here. */
const NOT_THERE: readonly unknown[] = ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'EREFUSED', 'ENOTIMP'];

/** Names that are not in DNS (RFC 6761): without a network, a query for them would time out. */
const LOCAL = /(?:^|\.)localhost\.?$/i;

/**
 * Queries DNS directly. While the servers of a name do not answer, the system's own look-up occupies one of the
 * process's two threads for look-ups. So a few such names would block every endpoint. The system's look-up is used only
 * for names that are not in DNS, such as those in /etc/hosts, and never after a time-out of DNS. `servers` replace the
 * system's servers.
 */
export const lookUpBy =
  (servers?: readonly string[]): LookUp =>
  async (name) => {
    if (LOCAL.test(name)) return lookup(name, { all: true });
    // A resolver is created for each look-up, because the system's servers change with its network.
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
