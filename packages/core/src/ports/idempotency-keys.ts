import type { Instant } from '../shared/calendar.ts';

/** A request that its sender may repeat; it is done once. */
export interface KeyedRequest {
  readonly companyId: string;
  /** The key the sender chose for it, unique within the company: 1 to 255 visible ASCII characters. */
  readonly key: string;
  /** Identifies what is asked for: equal for the same request, different for any other. */
  readonly fingerprint: string;
}

/** What a new key is claimed with. */
export interface NewKey {
  /** The id of what the request will create. */
  readonly id: string;
  readonly now: Instant;
  /** When the key expires, and counts as new again. */
  readonly expires: Instant;
}

/**
 * An answer that is stored under a new key in the transaction of the change it reports: both are stored, or neither.
 */
export interface KeptAnswer extends KeyedRequest, NewKey {
  readonly answer: string;
}

/**
 * The key under which a change was to be stored is not new; nothing was stored. Thrown, not returned: the use case does
 * not handle keys; the caller looks the key up.
 */
export class KeyTaken extends Error {
  override readonly name = 'KeyTaken';
}

/** A request that one process is answering, until its lease ends or another process takes over. */
export interface HeldKey {
  readonly companyId: string;
  readonly key: string;
  readonly lease: string;
  /** The id of what the request creates: a process that takes over uses the same. */
  readonly id: string;
}

/** The state of a key that was to be claimed. */
export type FoundKey =
  | { readonly is: 'held'; readonly held: HeldKey }
  | { readonly is: 'in_progress' }
  | { readonly is: 'answered'; readonly answer: string }
  | { readonly is: 'reused' };

/**
 * The keys under which a company's requests are done at most once. A lease ends in real time and a key expires in
 * business time. A lease only keeps two processes from doing the same work: the id of what a request creates is stored
 * with its key, so that two processes that answer at once still create one thing.
 */
export interface IdempotencyKeys {
  /**
   * Claims the key for `seconds`, unless it was used for another request, has its answer, or is held. One of any number
   * of concurrent callers gets it. After the lease of a process that died, the first caller gets it, with the id that
   * was chosen first.
   */
  claim(request: KeyedRequest, fresh: NewKey, seconds: number): Promise<FoundKey>;
  /**
   * Stores the answer for repetitions of the request. False, with nothing stored, once another process has taken over.
   */
  keep(held: HeldKey, answer: string): Promise<boolean>;
  /**
   * Gives the key back without an answer. `id` is what its next holder creates: the same id while it is not known
   * whether the thing was created, another once it is certain that it was not. Does nothing once another process has
   * taken over.
   */
  release(held: HeldKey, id: string): Promise<void>;
  /** Deletes up to `limit` keys that have expired and are not held, and returns how many. */
  forget(now: Instant, limit: number): Promise<number>;
}
