import type { Instant } from '../shared/calendar.ts';

/** A request that is processed once, even if its sender repeats it. */
export interface KeyedRequest {
  readonly companyId: string;
  /** The sender's key for the request, unique within the company: 1 to 255 visible ASCII characters. */
  readonly key: string;
  /** Identifies the content: equal for the same request, different for any other. */
  readonly fingerprint: string;
}

/** The data with which a new key is claimed. */
export interface NewKey {
  /** The id of the object that the request will create. */
  readonly id: string;
  readonly now: Instant;
  /** When the key expires; after that it counts as new. */
  readonly expires: Instant;
}

/** A response stored under a new key, in the same transaction as the change that it reports. */
export interface StoredResponse extends KeyedRequest, NewKey {
  readonly answer: string;
}

/**
 * The key is not new, and nothing was stored. This error is thrown, not returned, because the use case does not handle
 * keys. The use case's caller looks up the key.
 */
export class KeyTaken extends Error {
  override readonly name = 'KeyTaken';
}

/** A request that one process is answering, until its lease ends or another process takes over. */
export interface HeldKey {
  readonly companyId: string;
  readonly key: string;
  readonly lease: string;
  /** The id of the object that the request creates; a process that takes over uses the same id. */
  readonly id: string;
}

/** The result of claiming a key. */
export type FoundKey =
  | { readonly is: 'held'; readonly held: HeldKey }
  | { readonly is: 'in_progress' }
  | { readonly is: 'answered'; readonly answer: string }
  | { readonly is: 'reused' };

/**
 * The keys under which a company's requests are processed at most once. A lease ends in real time; a key expires in
 * business time. A lease only prevents duplicate work. The id of the created object is stored with the key, so even two
 * concurrent processes create only one object.
 */
export interface IdempotencyKeys {
  /**
   * Claims the key for `seconds`, unless it was used for another request, has a response, or is held. Exactly one of
   * several concurrent callers gets the key. If a process died, the first caller after the end of its lease gets the
   * key, with the id that the first attempt chose.
   */
  claim(request: KeyedRequest, fresh: NewKey, seconds: number): Promise<FoundKey>;
  /**
   * Stores the response for repetitions of the request. False, with nothing stored, if another process has taken over.
   */
  keep(held: HeldKey, answer: string): Promise<boolean>;
  /**
   * Releases the key without a response. The next holder creates its object under `id`. Pass the same id if the object
   * may have been created, and a new one if it certainly was not. Does nothing if another process has taken over.
   */
  release(held: HeldKey, id: string): Promise<void>;
  /** Deletes up to `limit` expired keys that are not held, and returns the number deleted. */
  forget(now: Instant, limit: number): Promise<number>;
}
