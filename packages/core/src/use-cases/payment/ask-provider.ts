import type { Payment } from '../../domain/payment/payment.ts';
import type { Refund } from '../../domain/payment/refund.ts';
import { chooseSession, type FoundSessions, type Session } from '../../domain/payment/session.ts';
import type { MobileMoney, Providers } from '../../ports/mobile-money.ts';
import type { Patience } from '../../ports/patience.ts';
import { done, refused, troubleOf, unknown, type Outcome } from '../../shared/outcome.ts';

/** What asking a provider needs: the providers, and real time to wait in. */
export interface AskingNeeds {
  readonly providers: Providers;
  readonly patience: Patience;
}

/** Milliseconds of real time spent looking for a session whose opening was not answered. */
const SEARCH_FOR = 5_000;
const SEARCH_EVERY = 500;

/** Looks for a payment's session by our reference for a few seconds: a search may lag behind the opening it looks for. */
export const searchForAWhile = async (
  { providers, patience }: AskingNeeds,
  payment: Payment,
): Promise<Outcome<FoundSessions>> => {
  const provider = providers.named(payment.provider);
  const giveUp = patience.elapsed() + SEARCH_FOR;
  for (;;) {
    const found = await provider.search(payment.id);
    const chosen = found.outcome === 'done' ? chooseSession(found.value) : undefined;
    if (chosen) return done(chosen, found.evidence);
    if (patience.elapsed() + SEARCH_EVERY > giveUp)
      return unknown(troubleOf(found) ?? 'no session found', found.evidence);
    await patience.pause(SEARCH_EVERY);
  }
};

/** Makes a session unpayable as far as the provider can, and says where it stands after that. */
export const closeSession = async (provider: MobileMoney, sessionId: string): Promise<Outcome<Session>> => {
  // Whatever the answer: it may have been paid a moment before, and only reading tells.
  if (provider.capabilities.expire) await provider.expire(sessionId);
  return provider.read(sessionId);
};

/** What a provider answers when it is to give money back. */
export type RefundAnswer = Outcome<void, 'not_supported' | 'refused'>;

/** Why a refund is not asked for: it cannot be said whether the provider made it, when that was asked before. */
export const NOT_CONFIGURED = 'the provider is not configured any more';

/**
 * Has the provider give the money back, unless it has: the whole amount, once, however often it is asked. Unknown, too,
 * where the provider is not configured any more.
 */
export const askToGiveBack = async (
  providers: Providers,
  { provider: name, sessionId }: Refund,
): Promise<RefundAnswer> => {
  if (!providers.has(name)) return unknown(NOT_CONFIGURED);
  const provider = providers.named(name);
  return provider.capabilities.refund ? provider.refund(sessionId) : refused('not_supported');
};
