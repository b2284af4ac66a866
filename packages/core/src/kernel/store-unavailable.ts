/**
 * The store cannot be reached, takes no changes, or did not do in time what it was asked; or it was lost while
 * committing, and then nobody knows what it kept. Thrown, not returned, because no use case can decide anything without
 * it; an adapter that speaks to callers answers "try again later". The message says which of these it was, in our own words:
 * it is told without a key, and names no user, database or address. Those are in its cause.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}
