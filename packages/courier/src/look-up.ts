import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';

/** Finds the addresses of a name. */
export type LookUp = (name: string) => Promise<readonly LookupAddress[]>;

/** Milliseconds and tries for each server: even three silent servers end before an attempt does. */
const LIMITS = { timeout: 1_000, tries: 2 };

/** Codes for: no such name, no address of that family, a server that refuses to answer, or no DNS server here. */
const NOT_THERE: readonly unknown[] = ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'EREFUSED', 'ENOTIMP'];

/** Names that no DNS has (RFC 6761): without a network, asking for them would end in a time-out. */
const LOCAL = /(?:^|\.)localhost\.?$/i;

/**
 * Asks DNS itself. The system's own look-up takes one of the two threads that a process has for it, and keeps it for as
 * long as a name's servers are silent: a few of those would hold up every other endpoint. It is used only for names
 * that DNS does not have, such as those of /etc/hosts, and never for one that DNS was silent about. `servers` replace
 * those of the system.
 */
export const lookUpBy =
  (servers?: readonly string[]): LookUp =>
  async (name) => {
    if (LOCAL.test(name)) return lookup(name, { all: true });
    // Made anew: the system's servers change with its network.
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
