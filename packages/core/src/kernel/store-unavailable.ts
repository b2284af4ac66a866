/**
 * The store cannot be reached, or was lost while committing: nobody knows what it kept. Thrown, not returned, because
 * no use case can decide anything without it; an adapter that speaks to callers answers "try again later".
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}
