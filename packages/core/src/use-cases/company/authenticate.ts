import type { Caller, Unauthorized } from '../../domain/company/api-key.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';

/** Longer than any key that the service issues. A longer text is refused without hashing. */
const LONGEST_KEY = 200;

/** Finds the caller by the API key of a request; fails without a valid key. */
export type Authenticate = (key: string | undefined) => Promise<Result<Caller, Unauthorized>>;

/** Finds the caller of a request (docs/api.md 2). */
export const authenticate =
  ({
    keyLookup,
    keyHasher,
    clock,
    environment,
  }: Pick<Dependencies, 'keyLookup' | 'keyHasher' | 'clock' | 'environment'>): Authenticate =>
  async (key) => {
    if (typeof key !== 'string' || key.length > LONGEST_KEY) return Err({ code: 'unauthorized' });
    const caller = await keyLookup.find(keyHasher.hash(key), environment, clock.now());
    return caller ? Ok(caller) : Err({ code: 'unauthorized' });
  };
