/**
 * The last attempt got no usable response. The API may have processed the request. To repeat the request safely, pass
 * the same `idempotencyKey`.
 */
export class InsuranceConnectionError extends Error {
  override readonly name = 'InsuranceConnectionError';
  /** The number of attempts. */
  readonly attempts: number;
  /**
   * The idempotency key of a POST. With the same key, the API processes the request at most once. Null for a request
   * that can be repeated without a key.
   */
  readonly idempotencyKey: string | null;

  constructor(cause: unknown, attempts: number, idempotencyKey: string | null) {
    const tries = attempts === 1 ? 'The only attempt' : `The last of ${attempts} attempts`;
    const again = idempotencyKey === null ? 'try again' : `try again with the idempotency key ${idempotencyKey}`;
    super(`${tries} got no usable response. Check baseUrl and the network (see cause), and ${again}.`, { cause });
    this.attempts = attempts;
    this.idempotencyKey = idempotencyKey;
  }
}
