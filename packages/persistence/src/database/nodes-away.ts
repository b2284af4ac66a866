/**
 * Called with a node's number and address. `away`: once when the node of a cluster stops answering. `back`: once when
 * the node answers again.
 */
export interface NodeChanges {
  readonly away: (node: string, cause: unknown) => void;
  readonly back: (node: string) => void;
}

/** The nodes of a cluster that did not answer their last query. */
export interface NodesAway {
  readonly now: () => number;
  readonly count: () => number;
  /** Whether a node failed so recently that queries skip the node. Otherwise, each query could wait for a time-out. */
  readonly isAway: (node: string) => boolean;
  readonly isSomeAway: () => boolean;
  readonly failed: (node: string, cause: unknown) => void;
  /** Records that a node answered a query sent at `askedAt`. Without a name, records that all nodes answered. */
  readonly answered: (askedAt: number, node?: string) => void;
}

/** Milliseconds for which queries skip a failed node. */
const AWAY_FOR = 15_000;

/**
 * All reads over several nodes share this record. After one read has waited for a lost node in vain, later reads skip
 * the node.
 */
export const nodesAway = ({ away, back }: NodeChanges, now: () => number = () => performance.now()): NodesAway => {
  const failedAt = new Map<string, number>();
  const isAway = (node: string): boolean => now() - (failedAt.get(node) ?? -Infinity) < AWAY_FOR;
  return {
    now,
    count: () => failedAt.size,
    isAway,
    isSomeAway: () => [...failedAt.keys()].some(isAway),
    failed: (node, cause) => {
      const isNew = !failedAt.has(node);
      failedAt.set(node, now());
      if (isNew) away(node, cause);
    },
    answered: (askedAt, only) => {
      for (const [node, at] of failedAt)
        // An answer to a query that was sent before the failure does not show that the node is back.
        if (at <= askedAt && (only === undefined || only === node)) {
          failedAt.delete(node);
          back(node);
        }
    },
  };
};
