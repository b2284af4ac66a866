/**
 * No answer of the API came, whatever was tried: the network, the address, or something in between. Whether the API
 * did what it was asked is unknown; to ask again for the same, pass the same `idempotencyKey`.
 */
export class InsuranceConnectionError extends Error {
  override readonly name = 'InsuranceConnectionError';
  /** How often it was tried. */
  readonly attempts: number;
  /** The key of a POST: the same request with the same key is done at most once. Null for what can just be asked again. */
  readonly idempotencyKey: string | null;

  constructor(cause: unknown, attempts: number, idempotencyKey: string | null) {
    const tries = attempts === 1 ? 'one attempt' : `${attempts} attempts`;
    const again = idempotencyKey === null ? 'try again' : `try again with the idempotency key ${idempotencyKey}`;
    super(`The API did not answer after ${tries}. Check baseUrl and the network (see cause), and ${again}.`, { cause });
    this.attempts = attempts;
    this.idempotencyKey = idempotencyKey;
  }
}
