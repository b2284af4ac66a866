import type { Timeouts } from './connecting.ts';
import type { DatabaseTime } from './database-time.ts';
import type { DatabaseEnvironment } from './environment.ts';
import type { NodeChanges } from './nodes-away.ts';

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** The program's environment. The store neither reads nor writes a database of another environment. */
  readonly environment: DatabaseEnvironment;
  /**
   * Maximum number of connections of this process. All processes together should have two or three for each core of the
   * server.
   */
  readonly poolSize?: number | undefined;
  /** Limits on a statement and its waits; default `REQUEST`. */
  readonly timeouts?: Timeouts | undefined;
  /** Called for each lost connection. The interrupted work also throws. */
  readonly log?: ((message: string) => void) | undefined;
  /** Called when a node of a distributed database stops answering, and when the node answers again. */
  readonly nodeChanges?: NodeChanges | undefined;
  /** Called with the database's time, which is read on each new connection and on each ping. */
  readonly onTime?: ((time: DatabaseTime) => void) | undefined;
}
