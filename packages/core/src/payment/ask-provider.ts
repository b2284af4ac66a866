import { done, unknown, type Outcome } from '../kernel/outcome.ts';
import type { Patience } from '../kernel/ports.ts';
import { chooseSession, type FoundSessions } from './choose-session.ts';
import type { MobileMoney, Providers, Session } from './mobile-money.ts';
import type { Payment } from './payment.ts';

export interface AskingNeeds {
  readonly providers: Providers;
  readonly patience: Patience;
}

/** Milliseconds of real time spent looking for a session whose opening was not answered. */
const SEARCH_FOR = 5_000;
const SEARCH_EVERY = 500;

/** What the provider knows of a payment: by its session's id once that is known, by our reference before. */
export const askProvider = async (provider: MobileMoney, payment: Payment): Promise<Outcome<FoundSessions>> => {
  if (payment.session) return asOwn(await provider.read(payment.session.id));
  const found = await provider.search(payment.id);
  return found.outcome === 'done'
    ? done(await closeStrays(provider, chooseSession(found.value)), found.evidence)
    : found;
};

/** Makes every other session of the reference unpayable, as far as the provider can, and says where each stands then. */
const closeStrays = async (provider: MobileMoney, { own, strays }: FoundSessions): Promise<FoundSessions> => {
  const after = await Promise.all(
    strays.map(({ id, state }) => (state === 'open' ? closeSession(provider, id) : null)),
  );
  return { own, strays: strays.map((stray, n) => sessionIn(after[n]) ?? stray) };
};

const sessionIn = (said: Outcome<FoundSessions> | null | undefined): Session | undefined =>
  said?.outcome === 'done' ? said.value.own : undefined;

/** Makes the payment's session unpayable as far as the provider can, and says where it stands after that. */
export const closeSession = async (provider: MobileMoney, sessionId: string): Promise<Outcome<FoundSessions>> => {
  // Whatever the answer: it may have been paid a moment before, and only reading tells.
  await provider.expire(sessionId);
  return asOwn(await provider.read(sessionId));
};

const asOwn = (reading: Awaited<ReturnType<MobileMoney['read']>>): Outcome<FoundSessions> => {
  switch (reading.outcome) {
    case 'done':
      return done({ own: reading.value, strays: [] }, reading.evidence);
    case 'refused':
      return unknown('the provider refused to say', reading.evidence);
    case 'not_yet':
    case 'unknown':
      return reading;
  }
};

/** Looks for a session under our reference for a few seconds: a search may lag behind the opening it looks for. */
export const searchForAWhile = async (
  { providers, patience }: AskingNeeds,
  payment: Payment,
): Promise<Outcome<FoundSessions>> => {
  const provider = providers.named(payment.provider);
  const giveUp = patience.elapsed() + SEARCH_FOR;
  for (;;) {
    const found = await provider.search(payment.id);
    const chosen = found.outcome === 'done' ? chooseSession(found.value) : undefined;
    if (chosen?.own) return done(await closeStrays(provider, chosen), found.evidence);
    if (patience.elapsed() + SEARCH_EVERY > giveUp) return unknown('no answer, and no session found');
    await patience.pause(SEARCH_EVERY);
  }
};
