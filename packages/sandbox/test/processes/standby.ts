import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { embeddedDatabase, type EmbeddedDatabase } from '@vehicle-insurance/embedded-database';
import { freePort } from '@vehicle-insurance/testkit';

/** A primary and a server that follows it. */
export interface Servers {
  readonly primary: EmbeddedDatabase;
  /** Address of the standby, which answers readings. */
  readonly standbyUrl: string;
  /** The standby once it takes changes: `pg_promote()` makes it. */
  readonly promoted: Promise<EmbeddedDatabase>;
}

/** Starts both in folders below `dir`: the standby is a copy of the stopped primary that streams from it. */
export const primaryAndStandby = async (dir: string): Promise<Servers> => {
  const [first, second] = [join(dir, 'first'), join(dir, 'second')];
  await (await embeddedDatabase({ dir: first, durable: false })).stop();
  // With the owners of the files: PostgreSQL may run under an account of its own.
  execFileSync('cp', ['-a', first, second]);
  const primary = await embeddedDatabase({ dir: first, durable: false });

  const { hostname, port, username, password } = new URL(primary.url);
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password}`;
  const data = join(second, 'data');
  appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  const signal = join(data, 'standby.signal');
  writeFileSync(signal, '');
  const { uid, gid } = statSync(data);
  chownSync(signal, uid, gid);

  const standbyPort = await freePort();
  writeFileSync(join(second, 'port'), String(standbyPort));
  const follows = Promise.withResolvers<void>();
  const promoted = embeddedDatabase({
    dir: second,
    durable: false,
    log: (line) => {
      if (line.includes('ready to accept read-only connections')) follows.resolve();
    },
  });
  await Promise.race([follows.promise, promoted]);
  const standby = new URL(primary.url);
  standby.port = String(standbyPort);
  return { primary, standbyUrl: standby.href, promoted };
};
