/**
 * No attempt got a response, because the network, the address, or something between them failed. The API may have
 * processed the request. To repeat it safely, pass the same `idempotencyKey`.
 */
export class InsuranceConnectionError extends Error {
  override readonly name = 'InsuranceConnectionError';
  /** The number of attempts. */
  readonly attempts: number;
  /**
   * The idempotency key of a POST, under which the same request is processed at most once. Null for a request that can
   * be repeated without a key.
   */
  readonly idempotencyKey: string | null;

  constructor(cause: unknown, attempts: number, idempotencyKey: string | null) {
    const tries = attempts === 1 ? 'one attempt' : `${attempts} attempts`;
    const again = idempotencyKey === null ? 'try again' : `try again with the idempotency key ${idempotencyKey}`;
    super(`The API did not respond to ${tries}. Check baseUrl and the network (see cause), and ${again}.`, { cause });
    this.attempts = attempts;
    this.idempotencyKey = idempotencyKey;
  }
}
