import { chargedAmount, type Payment } from '../../domain/payment/payment.ts';
import type { FailureReason } from '../../domain/payment/failure-reason.ts';
import { chooseSession, type FoundSessions, type Session } from '../../domain/payment/session.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { MobileMoney } from '../../ports/mobile-money.ts';
import { done, lastErrorOf, unknown, type Outcome } from '../../shared/outcome.ts';

/** What a payment needs of the outside on its way from intent to money. */
export type PaymentDependencies = Pick<
  Dependencies,
  'unitOfWork' | 'providers' | 'clock' | 'ids' | 'trigger' | 'timer'
>;

type Asking = Pick<PaymentDependencies, 'providers' | 'timer'>;

/** What became of an opening: refused for certain, a session, or nothing that is known. */
export type Opening = Exclude<Outcome<FoundSessions, FailureReason>, { readonly outcome: 'not_yet' }>;

/** Milliseconds of real time spent searching for a session whose opening was not answered. */
const SEARCH_FOR = 5_000;
const SEARCH_EVERY = 500;

/** Asks the provider for a session, once. A lost answer is searched for; where it stays lost, a session may exist. */
export const askForMoney = async (dependencies: Asking, payment: Payment): Promise<Opening> => {
  const provider = dependencies.providers.named(payment.provider);
  const opened = await provider.open({ reference: payment.id, amount: chargedAmount(payment), payer: payment.payer });
  if (opened.outcome === 'refused') return opened;
  const chosen = opened.outcome === 'done' ? chooseSession([opened.value]) : undefined;
  if (chosen) return done(chosen, opened.evidence);

  const found = await searchForAWhile(dependencies, payment);
  // Both answers are kept: either may tell what is wrong.
  const evidence = {
    ...(opened.evidence && { opening: opened.evidence }),
    ...(found.evidence && { search: found.evidence }),
  };
  if (found.outcome === 'done') return done(found.value, evidence);
  const whys = [lastErrorOf(opened), lastErrorOf(found)].filter((why) => why !== undefined);
  return unknown(whys.join('; '), evidence);
};

/** Searches for a payment's session by our reference for a few seconds: a search may lag behind the opening. */
export const searchForAWhile = async ({ providers, timer }: Asking, payment: Payment): Promise<Opening> => {
  const provider = providers.named(payment.provider);
  const giveUp = timer.elapsed() + SEARCH_FOR;
  for (;;) {
    const found = await provider.search(payment.id);
    const chosen = found.outcome === 'done' ? chooseSession(found.value) : undefined;
    if (chosen) return done(chosen, found.evidence);
    if (timer.elapsed() + SEARCH_EVERY > giveUp)
      return unknown(lastErrorOf(found) ?? 'no session found', found.evidence);
    await timer.pause(SEARCH_EVERY);
  }
};

/** Makes a session unpayable as far as the provider can, and says where it stands after that. */
export const closeSession = async (provider: MobileMoney, sessionId: string): Promise<Outcome<Session>> => {
  // Whatever the answer: it may have been paid a moment before, and only reading tells. A provider that has no such call
  // is not asked: its refusal would count as a sign that it answers.
  if (provider.capabilities.expire) await provider.expire(sessionId);
  return provider.read(sessionId);
};
