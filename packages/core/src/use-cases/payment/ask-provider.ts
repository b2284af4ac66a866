import { chargedAmount, type Payment } from '../../domain/payment/payment.ts';
import type { FailureReason } from '../../domain/payment/failure-reason.ts';
import { chooseSession, type FoundSessions, type Session } from '../../domain/payment/session.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { lostUntil } from '../../domain/payment/schedule.ts';
import { hasPage, unsearchableMinutes, type MobileMoney } from '../../ports/mobile-money.ts';
import type { Instant } from '../../shared/calendar.ts';
import { combineProblems } from '../../shared/problem.ts';
import { done, lastErrorOf, throttlingIn, unknown, type Outcome } from '../../shared/outcome.ts';

export type PaymentDependencies = Pick<
  Dependencies,
  'unitOfWork' | 'providers' | 'clock' | 'ids' | 'trigger' | 'timer'
>;

type ProviderCalls = Pick<PaymentDependencies, 'providers' | 'timer'>;

type Answer = Exclude<Outcome<FoundSessions, FailureReason>, { readonly outcome: 'not_yet' }>;

/**
 * The result of an opening: a session, a certain refusal, or unknown. `payableUntil` is present if the result is
 * unknown and the provider has no search. Until then, a payer could pay a session that the service cannot find.
 */
export type Opening = Answer & { readonly payableUntil?: Instant };

/** Milliseconds of real time for which the service searches for a session, and between two searches. */
const SEARCH_FOR = 5_000;
const SEARCH_EVERY = 500;

const NO_SESSION_FOUND = { code: 'no_session_found' } as const;

/**
 * Requests a session from the provider, once. If the answer is lost or contains no usable session, searches for the
 * session. A session may exist even if the search finds none.
 */
export const requestSession = async (dependencies: ProviderCalls, payment: Payment): Promise<Opening> => {
  const provider = dependencies.providers.named(payment.provider);
  const opened = await provider.open({ reference: payment.id, amount: chargedAmount(payment), payer: payment.payer });
  if (opened.outcome === 'refused') return opened;
  const chosen = opened.outcome === 'done' ? chooseSession([opened.value], hasPage(provider)) : undefined;
  if (chosen) return done(chosen, opened.evidence);

  const found = await searchForAWhile(dependencies, payment);
  // The answers to the opening and to the search are both stored, since either may show what went wrong.
  const evidence = {
    ...(opened.evidence && { opening: opened.evidence }),
    ...(found.evidence && { search: found.evidence }),
  };
  if (found.outcome === 'done') return done(found.value, evidence);
  const whys = [lastErrorOf(opened), lastErrorOf(found)].filter((why) => why !== undefined);
  const { payableUntil } = found;
  return { ...unknown(combineProblems(whys) ?? NO_SESSION_FOUND, evidence), ...(payableUntil && { payableUntil }) };
};

/**
 * Searches for a payment's session by our reference for a few seconds, since a search may lag behind the opening. An
 * overloaded provider is searched less often. The result is unknown at once if the provider has no search.
 */
export const searchForAWhile = async ({ providers, timer }: ProviderCalls, payment: Payment): Promise<Opening> => {
  const provider = providers.named(payment.provider);
  const lifeMinutes = unsearchableMinutes(provider);
  if (lifeMinutes !== undefined)
    return { ...unknown({ code: 'no_session_search' }), payableUntil: lostUntil(payment, lifeMinutes) };
  const giveUp = timer.elapsed() + SEARCH_FOR;
  let wait = SEARCH_EVERY;
  for (;;) {
    const found = await provider.search(payment.id);
    const chosen = found.outcome === 'done' ? chooseSession(found.value, hasPage(provider)) : undefined;
    if (chosen) return done(chosen, found.evidence);
    const throttled = throttlingIn(found);
    if (throttled) wait = Math.max(2 * wait, throttled.retryAfter ?? 0);
    if (timer.elapsed() + wait > giveUp)
      return unknown(lastErrorOf(found) ?? NO_SESSION_FOUND, found.evidence, throttled);
    await timer.pause(wait);
  }
};

/** Makes a session unpayable if the provider can do that, then reads the session. */
export const closeSession = async (provider: MobileMoney, sessionId: string): Promise<Outcome<Session>> => {
  // The answer is ignored, even if the provider is overloaded: the session may have just been paid, and only a read
  // shows that. A provider that cannot expire sessions is not called, since its refusal would count as a definite
  // answer (`pacedProviders`).
  if (provider.capabilities.expire) await provider.expire(sessionId);
  return provider.read(sessionId);
};
