import type { Job } from '@vehicle-insurance/core';
import type { Malformed, MalformedNotice } from './outside/malformed.ts';
import type { Act, CallName, Opening } from './outside/provider.ts';
import type { AuthorityCall, Request } from './outside/authority.ts';
import type { Lost } from './outside/losing.ts';
import type { Command } from './operator.ts';

/** How a provider behaves from now on. */
export const PROVIDER_TURNS = ['silent', 'speaking', 'lagging', 'in time', 'not accepting', 'accepting'] as const;

/** How the authority does. */
export const AUTHORITY_TURNS = [
  'silent',
  'speaking',
  'refusing',
  'issuing',
  'without look-up',
  'with look-up',
  'refusing our credentials',
  'accepting our credentials',
  'naming duplicates',
  'sending spoilt images',
] as const;

/** Something that happens, and which of the quotes, processes, providers or sessions it happens to. */
export type Event =
  /** `key`: under which idempotency key; 0 is none. `times`: so many calls at once, in turn at each process. */
  | {
      readonly is: 'pay';
      readonly quote: number;
      readonly process: number;
      readonly times: number;
      readonly key: number;
    }
  /** Every quote is paid for. */
  | { readonly is: 'pay all'; readonly process: number }
  /** The other company asks to pay a quote that is not its own. */
  | { readonly is: 'pay another’s'; readonly quote: number; readonly process: number }
  | { readonly is: 'payer'; readonly session: number; readonly act: Act }
  | { readonly is: 'all payers confirm' }
  | { readonly is: 'opening'; readonly provider: number; readonly script: Opening }
  | { readonly is: 'lost'; readonly provider: number; readonly what: Lost; readonly of: CallName }
  | { readonly is: 'late opening arrives'; readonly provider: number }
  /** A session, the latest first, is shown like this; where there is none yet, the next that is opened. */
  | { readonly is: 'malformed'; readonly provider: number; readonly session: number; readonly how: Malformed }
  /** Every session is shown as it should be. */
  | { readonly is: 'well formed'; readonly provider: number }
  | {
      readonly is: 'notice';
      readonly provider: number;
      readonly which: number;
      readonly times: number;
      readonly process: number;
    }
  | { readonly is: 'forged notice'; readonly provider: number; readonly process: number }
  | { readonly is: 'foreign notice'; readonly provider: number; readonly process: number }
  | {
      readonly is: 'malformed notice';
      readonly provider: number;
      readonly how: MalformedNotice;
      readonly process: number;
    }
  | { readonly is: 'job'; readonly job: Job; readonly process: number }
  | { readonly is: 'provider'; readonly provider: number; readonly turns: (typeof PROVIDER_TURNS)[number] }
  | { readonly is: 'expiring'; readonly provider: number; readonly works: boolean }
  | { readonly is: 'refunding'; readonly provider: number; readonly works: boolean | 'unsupported' }
  /** New payments are opened with the other provider from now on. */
  | { readonly is: 'switch' }
  | { readonly is: 'authority'; readonly turns: (typeof AUTHORITY_TURNS)[number] }
  | { readonly is: 'certificate call lost'; readonly what: Lost; readonly of: AuthorityCall }
  | { readonly is: 'request'; readonly script: Request }
  | { readonly is: 'documents'; readonly broken: boolean }
  | { readonly is: 'operator'; readonly does: Command; readonly process: number }
  /** Time goes by, or only the business clock is moved, or only leases end. */
  | { readonly is: 'time'; readonly seconds: number; readonly of: 'all' | 'business' | 'leases' }
  | { readonly is: 'death'; readonly process: number }
  | { readonly is: 'store lost'; readonly process: number; readonly kept: boolean };

/** An event, and how many turns what is under way gets after it, in which order. */
export interface Step {
  readonly event: Event;
  readonly turns: number;
  readonly order: number;
}
