import { done, refused, unknown, type Outcome } from '../kernel/outcome.ts';
import type { Patience } from '../kernel/ports.ts';
import { chooseSession, type FoundSessions } from './choose-session.ts';
import type { FailureReason } from './failure-reason.ts';
import type { MobileMoney, Providers } from './mobile-money.ts';
import { chargedAmount, type Payment } from './payment.ts';

export interface OpeningNeeds {
  readonly providers: Providers;
  readonly patience: Patience;
}

/** Milliseconds of real time spent looking for a session whose opening was not answered. */
const SEARCH_FOR = 5_000;
const SEARCH_EVERY = 500;

/**
 * Asks the provider for the money, once. An answer that was lost is looked for by our reference for a few seconds;
 * still `unknown` means that a session may exist all the same.
 */
export const openSession =
  ({ providers, patience }: OpeningNeeds) =>
  async (payment: Payment): Promise<Outcome<FoundSessions, FailureReason>> => {
    const provider = providers.named(payment.provider);
    const answer = await provider.open({ reference: payment.id, amount: chargedAmount(payment), payer: payment.payer });
    switch (answer.outcome) {
      case 'done':
        return done({ own: answer.value, strays: [] }, answer.evidence);
      case 'refused':
        return refused(answer.reason, answer.evidence);
      case 'not_yet':
      case 'unknown':
        return searchForAWhile(provider, patience, payment.id);
    }
  };

/** Looks for a session under our reference for a few seconds: a search may lag behind the opening it looks for. */
export const searchForAWhile = async (
  provider: MobileMoney,
  patience: Patience,
  reference: string,
): Promise<Outcome<FoundSessions>> => {
  const giveUp = patience.elapsed() + SEARCH_FOR;
  for (;;) {
    const found = await provider.search(reference);
    const chosen = found.outcome === 'done' ? chooseSession(found.value) : undefined;
    if (chosen?.own) return done(chosen, found.evidence);
    if (patience.elapsed() + SEARCH_EVERY > giveUp) return unknown('no answer, and no session found');
    await patience.pause(SEARCH_EVERY);
  }
};
