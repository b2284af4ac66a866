const TEN_SECONDS = 10_000;
const THREE_SECONDS = 3_000;
const ONE_SECOND = 1_000;

/**
 * Milliseconds for a response. The default is 10 000, and 3 000 for a search, because a caller waits for it.
 * `statementRetry` is the pause before a page of a statement is requested again; its default is 1 000.
 */
export interface Timeouts {
  readonly open?: number;
  readonly search?: number;
  readonly others?: number;
  readonly statementRetry?: number;
}

/** The time-outs of each kind of call, including defaults. */
export const timeoutsOf = ({
  open = TEN_SECONDS,
  search = THREE_SECONDS,
  others = TEN_SECONDS,
  statementRetry = ONE_SECOND,
}: Timeouts = {}) => ({
  open,
  search,
  others,
  statementRetry,
});
