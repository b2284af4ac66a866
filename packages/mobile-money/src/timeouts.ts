const TEN_SECONDS = 10_000;
const THREE_SECONDS = 3_000;
const ONE_SECOND = 1_000;

/**
 * Time-outs for responses, in milliseconds. The default of `search` is short, because a caller may be waiting.
 * `statementRetry` is the pause before a page of a statement is requested again.
 */
export interface Timeouts {
  readonly open?: number;
  readonly search?: number;
  readonly others?: number;
  readonly statementRetry?: number;
}

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
