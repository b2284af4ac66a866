import type { Instant } from '../shared/calendar.ts';

/** A request that is processed once, even if the caller repeats it. */
export interface KeyedRequest {
  readonly companyId: string;
  /** The caller's key for the request, unique within the company: 1 to 255 visible ASCII characters. */
  readonly key: string;
  /** Identifies the request's content: equal for the same content, different for any other content. */
  readonly fingerprint: string;
}

/** The data with which a new key is claimed. */
export interface NewKey {
  /** The id of the object that the request will create. */
  readonly id: string;
  readonly now: Instant;
  /** When the key expires. An expired key counts as new. */
  readonly expires: Instant;
}

/** A response stored under a new key, in the same transaction as the change that the response reports. */
export interface StoredResponse extends KeyedRequest, NewKey {
  readonly answer: string;
}

/**
 * The key is not new, and nothing was stored. This error is thrown, not returned, because use cases do not handle keys.
 * `respondOnce`, which handles keys, catches the error.
 */
export class KeyTaken extends Error {
  override readonly name = 'KeyTaken';
}

/** A key that one process holds while that process answers the request, until another process takes over. */
export interface HeldKey {
  readonly companyId: string;
  readonly key: string;
  readonly lease: string;
  /** The id of the object that the request creates. A process that takes over uses the same id. */
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
 * business time. A lease prevents duplicate work, not duplicate objects. Two concurrent processes create only one
 * object, because the object's id is stored with the key.
 */
export interface IdempotencyKeys {
  /**
   * Claims the key for `seconds`, unless the key was used for another request, has a response, or is held. Exactly one
   * of several concurrent callers gets the key. After a lease has ended without a response, the next caller gets the
   * key and its stored id.
   */
  claim(request: KeyedRequest, fresh: NewKey, seconds: number): Promise<FoundKey>;
  /**
   * Stores the response for repetitions of the request. False, with nothing stored, if another process has taken over
   * the key.
   */
  keep(held: HeldKey, answer: string): Promise<boolean>;
  /**
   * Releases the key without a response. The next holder creates the object under `id`. Pass a new id only if the
   * object was certainly not created. Does nothing if another process has taken over the key.
   */
  release(held: HeldKey, id: string): Promise<void>;
  /** Deletes up to `limit` expired keys that are not held, and returns the number deleted. */
  forget(now: Instant, limit: number): Promise<number>;
}
