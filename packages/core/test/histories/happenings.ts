import { after } from './days.ts';
import type { Step } from './event.ts';
import { isInFull, kept, windowEnd } from './money.ts';
import type { World } from './world.ts';

/** What an event is an example of: its name, and its kind where it has kinds. */
export const kindOf = ({ event }: Step): string => {
  const fields = event as Readonly<Partial<Record<string, string | boolean>>>;
  const kind = KINDS.flatMap((name) => fields[name] ?? []).join(' of ');
  return kind === '' ? event.is : `${event.is}: ${kind}`;
};
const KINDS = ['act', 'script', 'how', 'what', 'of', 'turns', 'job', 'does', 'works', 'broken', 'kept'];

/**
 * Everything that became of payments, refunds, contracts, certificates and callers in a history, each once: one history
 * can be asked for an operator's list a hundred times.
 */
export const endsOf = (world: World): readonly string[] => {
  const { book, answers, sessions, overstayed, setting } = world;
  const payments = [...book.payments.values()];
  const ends: string[] = [
    ...payments.map(({ status, failureReason, provider }) => `${provider}: ${status} ${failureReason ?? ''}`.trim()),
    ...[...book.refunds.values()].map(({ status, provider }) => `${provider}: refund ${status}`),
    ...answers.map((answer) => `answered: ${answer}`),
    ...book.seen,
  ];
  const add = (end: string, happened: boolean): void => void (happened && ends.push(end));
  for (const { session, provider } of sessions()) {
    const { completed, paidAt, closed, expires } = session;
    const payment = payments.find((each) => each.session?.id === session.id);
    if (!payment || paidAt === null) continue;
    const bought = payment.status === 'succeeded';
    add(`malformed, ${bought ? 'bought' : 'given back'}`, provider.wasMalformed(session.id));
    const end = closed ?? expires ?? paidAt;
    add(`debited after its end, ${bought ? 'bought' : 'given back'}`, paidAt > end);
    add(`not dated, ${bought ? 'bought' : 'given back'}`, completed === null || !setting.tellsTimes);
    add('dated early', completed !== null && completed < payment.created && bought);
    add('dated ahead', completed !== null && completed > paidAt && bought);
    add('paid after its half hour, bought', paidAt > windowEnd(payment) && bought);
    add('paid in full, and given back', isInFull(payment, session) && !bought);
    add(
      'seen long after it was paid',
      bought && (payment.completed ?? '') < after(kept(paidAt, payment, paidAt), -0.01),
    );
  }
  for (const { cancelled, overlaps, id } of book.contracts.values()) {
    const request = book.requests.get(id);
    add('contract cancelled', cancelled !== null);
    add('contract overlaps another', overlaps);
    if (!request) continue;
    ends.push(`certificate ${request.status}${request.refusals > 0 ? ' after refusals' : ''}`);
    add('certificate attached', request.attached !== null);
    add('a second certificate shown', request.status === 'issued' && request.concern?.kind === 'certificate_not_ours');
    if (request.concern) ends.push(`concern: ${request.concern.kind}${whose(request.concern.why)}`);
  }
  add('a worker overstayed its lease', overstayed());
  add('a crowd met silence', book.unanswered.size >= CROWD);
  add(
    'a session too many',
    payments.length > new Set(payments.map(({ created, quoteId }) => `${created} ${quoteId}`)).size,
  );
  add('several contracts', book.contracts.size > 1);
  add('two providers', new Set(payments.map(({ provider }) => provider)).size > 1);
  add('two companies', new Set(payments.map(({ companyId }) => companyId)).size > 1);
  return [...new Set(ends)];
};

/** How many sessions of one history a provider leaves unanswered where it falls silent among a crowd of payments. */
const CROWD = 6;

/** By what a certificate is not the contract's own. */
const whose = (why: string): string => {
  const [said] = /other days|for the vehicle|for policy|its number|has issued/.exec(why) ?? [];
  return said === undefined ? '' : ` (${said})`;
};

/** How often each of them comes. */
export const count = (all: Iterable<string>): ReadonlyMap<string, number> => addTo(new Map(), all);

/** The same, after those that were counted before. */
export const addTo = (counts: Map<string, number>, all: Iterable<string>): ReadonlyMap<string, number> => {
  for (const each of all) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
};
