/**
 * No answer came in any attempt: the network, the address, or something in between failed. Whether the API has done
 * what was requested is unknown; to repeat the request safely, pass the same `idempotencyKey`.
 */
export class InsuranceConnectionError extends Error {
  override readonly name = 'InsuranceConnectionError';
  /** How many attempts were made. */
  readonly attempts: number;
  /**
   * The key of a POST, under which the same request is done at most once. Null for a request that can simply be
   * repeated.
   */
  readonly idempotencyKey: string | null;

  constructor(cause: unknown, attempts: number, idempotencyKey: string | null) {
    const tries = attempts === 1 ? 'one attempt' : `${attempts} attempts`;
    const again = idempotencyKey === null ? 'try again' : `try again with the idempotency key ${idempotencyKey}`;
    super(`The API did not answer after ${tries}. Check baseUrl and the network (see cause), and ${again}.`, { cause });
    this.attempts = attempts;
    this.idempotencyKey = idempotencyKey;
  }
}
