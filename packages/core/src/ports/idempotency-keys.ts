import type { Instant } from '../shared/calendar.ts';

/** A request that its sender may repeat without having it done twice. */
export interface KeyedRequest {
  readonly companyId: string;
  /** The sender's own name for it, unique within the company: 1 to 255 visible ASCII characters. */
  readonly key: string;
  /** Says what is asked for: the same for the same request, another for any other. */
  readonly fingerprint: string;
}

/** What a key is taken with when it is new. */
export interface NewKey {
  /** The id of what the request will create. */
  readonly id: string;
  readonly now: Instant;
  /** From when it counts as new again. */
  readonly expires: Instant;
}

/** An answer that is kept under a new key by the change it tells of: both are there, or neither. */
export interface KeptAnswer extends KeyedRequest, NewKey {
  readonly answer: string;
}

/**
 * The key under which a change was to be kept is not new. Thrown, since what the key stands for is not the business of
 * the work it stopped: the caller looks at the key. Nothing was kept.
 */
export class KeyTaken extends Error {
  override readonly name = 'KeyTaken';
}

/** A request that one process is answering, until its lease ends or is taken over. */
export interface HeldKey {
  readonly companyId: string;
  readonly key: string;
  readonly lease: string;
  /** The id of what the request creates: a process that takes over uses the same. */
  readonly id: string;
}

/** How a key was found. */
export type FoundKey =
  | { readonly is: 'held'; readonly held: HeldKey }
  | { readonly is: 'in_progress' }
  | { readonly is: 'answered'; readonly answer: string }
  | { readonly is: 'reused' };

/**
 * The keys under which a company's requests are done at most once. A lease ends in real time and a key expires in
 * business time. A lease only keeps two processes from doing the same work: what a request creates has an id that goes
 * with its key, so that two that answer at once still create one thing.
 */
export interface IdempotencyKeys {
  /**
   * Takes the key for `seconds`, unless it was used for another request, has its answer, or is held. Of any number that
   * ask at once, one gets it; so does the first to ask after the lease of one that died, with the id that was chosen
   * first.
   */
  claim(request: KeyedRequest, fresh: NewKey, seconds: number): Promise<FoundKey>;
  /** Keeps the answer for repetitions of the request. False, and nothing kept, once another process has taken over. */
  keep(held: HeldKey, answer: string): Promise<boolean>;
  /**
   * Gives the key back without an answer. `id` is what the next one creates under it: the same id while it is not known
   * whether the thing was created, another once it is certain that it was not. Does nothing once another process has
   * taken over.
   */
  release(held: HeldKey, id: string): Promise<void>;
  /** Forgets up to `limit` keys that have expired and are not held, and answers how many. */
  forget(now: Instant, limit: number): Promise<number>;
}
