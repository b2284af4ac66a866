import type { Caller, Environment, Unauthorized } from '../../domain/company/api-key.ts';
import type { Callers, Keyring } from '../../ports/api-keys.ts';
import type { Clock } from '../../ports/clock.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';

/** Longer than any key the service makes; anything longer is refused without hashing it. */
const LONGEST_KEY = 200;

/** Finds the caller by the key of its request; without a good key there is none. */
export type Authenticate = (key: string | undefined) => Promise<Result<Caller, Unauthorized>>;

/** Says who is calling (docs/api.md 2). */
export const authenticate =
  ({
    callers,
    keyring,
    clock,
    environment,
  }: {
    callers: Callers;
    keyring: Keyring;
    clock: Clock;
    environment: Environment;
  }): Authenticate =>
  async (key) => {
    if (typeof key !== 'string' || key.length > LONGEST_KEY) return Err({ code: 'unauthorized' });
    const caller = await callers.find(keyring.hash(key), environment, clock.now());
    return caller ? Ok(caller) : Err({ code: 'unauthorized' });
  };
