import type { Reason } from '@vehicle-insurance/core';
import { after } from './days.ts';
import { isInFull, clampTime, windowEnd } from './in-time.ts';
import type { World } from './world.ts';

/** How many of a thousand histories must reach each end. Each number is a third of how many usually do. */
export const ENDS: Readonly<Record<string, number>> = {
  'a commit was lost': 18,
  'a commit was not confirmed': 19,
  'a crowd got no answers': 0.18,
  'a debit never ends': 1,
  'a second certificate shown': 1,
  'a duplicate session': 11,
  'a worker overstayed its lease': 106,
  'able: failed amount_mismatch': 23,
  'able: failed declined': 3,
  'able: failed expired': 95,
  'able: failed insufficient_funds': 2,
  'able: failed payer_mismatch': 2,
  'able: failed provider_error': 10,
  'able: failed provider_unavailable': 52,
  'able: refund done': 52,
  'able: succeeded': 138,
  'an opening arrived late': 4,
  'answered: key in progress': 118,
  'answered: key refused': 25,
  'answered: opened': 330,
  'answered: payment_in_progress': 163,
  'answered: payment_provider_unavailable': 47,
  'answered: payment_unavailable': 5,
  'answered: quote_already_paid': 22,
  'answered: quote_start_date_passed': 12,
  'answered: replayed': 28,
  'certificate attached': 9,
  'certificate failed after refusals': 32,
  'certificate failed': 5,
  'certificate issued after refusals': 6,
  'certificate issued': 181,
  'certificate pending': 8,
  'concern: certificate_after_cancel': 1,
  'concern: certificate_not_ours (for policy)': 1,
  'concern: certificate_not_ours (for the vehicle)': 1,
  'concern: certificate_not_ours (has issued)': 1,
  'concern: certificate_not_ours (its number)': 3,
  'concern: certificate_not_ours (other days)': 2,
  'contract cancelled': 6,
  'contract overlaps another': 33,
  'dated ahead': 3,
  'dated early': 16,
  'debited after its end, bought': 1,
  'debited after its end, refunded': 5,
  'died at work': 18,
  'listed: certificate_after_cancel': 1,
  'listed: certificate_failed': 33,
  'listed: certificate_late': 7,
  'listed: certificate_not_annulled': 0.05,
  'listed: certificate_not_ours': 10,
  'listed: certificate_of_another_contract': 31,
  'listed: certificate_without_look_up': 0.3,
  'listed: contract_past_last_day': 19,
  'listed: cover_without_certificate': 26,
  'listed: credentials_refused': 3,
  'listed: document_late': 2,
  'listed: other_currency': 3,
  'listed: overlapping_cover': 33,
  'listed: payment_past_window': 163,
  'listed: payment_unreadable': 14,
  'listed: refund_failing': 9,
  'listed: refund_manual': 15,
  'listed: request_left_open': 1,
  'listed: session_not_known': 1,
  'lost: ask': 0.12,
  'lost: expire': 0.7,
  'lost: find': 0.5,
  'lost: image': 0.23,
  'lost: its answer': 6,
  'lost: its call': 4,
  'lost: read': 2,
  'lost: refund': 6,
  'lost: request': 1,
  'lost: search': 0.9,
  'malformed, bought': 13,
  'malformed, refunded': 9,
  'modest: failed amount_mismatch': 9,
  'modest: failed declined': 1,
  'modest: failed expired': 46,
  'modest: failed provider_error': 1,
  'modest: failed provider_unavailable': 9,
  'modest: refund done': 1,
  'modest: refund manual': 17,
  'modest: failed after its page’s life': 4,
  'modest: succeeded': 58,
  'not dated, bought': 66,
  'not dated, refunded': 22,
  notified: 109,
  'operator: attach contract_cancelled': 1,
  'operator: attach ok': 9,
  'operator: cancel ok': 6,
  'operator: close ok': 3,
  'operator: correct illegal_transition': 1,
  'operator: correct ok': 4,
  'operator: dismiss ok': 1,
  'operator: record refund ok': 1,
  'operator: record refund refund_uncertain': 1,
  'operator: record refund refund_under_way': 1,
  'operator: record refund unanswered ok': 1,
  'operator: pause ok': 5,
  'operator: resume ok': 333,
  'operator: retry documents ok': 1,
  'operator: retry illegal_transition': 2,
  'operator: retry ok': 5,
  'operator: retry failed ok': 2,
  'paid after its half hour, bought': 3,
  'paid in full, refunded': 32,
  'seen long after it was paid': 15,
  'several contracts': 61,
  'two companies': 279,
  'two providers': 27,
};

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
  for (const payment of payments) {
    const { status, completed, session } = payment;
    const lost = world.lostUntil(payment);
    const isLost = status === 'failed' && session === null && lost !== undefined && (completed ?? '') >= lost;
    add('modest: failed after its page’s life', isLost);
  }
  for (const { session, provider } of sessions()) {
    const { completed, paidAt, closed, expires } = session;
    const payment = payments.find((each) => each.session?.id === session.id);
    if (!payment || paidAt === null) continue;
    const bought = payment.status === 'succeeded';
    add(`malformed, ${bought ? 'bought' : 'refunded'}`, provider.wasMalformed(session.id));
    const end = closed ?? expires ?? paidAt;
    add(`debited after its end, ${bought ? 'bought' : 'refunded'}`, paidAt > end);
    add(`not dated, ${bought ? 'bought' : 'refunded'}`, completed === null || !setting.tellsTimes);
    add('dated early', completed !== null && completed < payment.created && bought);
    add('dated ahead', completed !== null && completed > paidAt && bought);
    add('paid after its half hour, bought', paidAt > windowEnd(payment) && bought);
    add('paid in full, refunded', isInFull(payment, session) && !bought);
    add(
      'seen long after it was paid',
      bought && (payment.completed ?? '') < after(clampTime(paidAt, payment, paidAt), -0.01),
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
  add('a crowd got no answers', book.unanswered.size >= CROWD);
  add(
    'a duplicate session',
    payments.length > new Set(payments.map(({ created, quoteId }) => `${created} ${quoteId}`)).size,
  );
  add('several contracts', book.contracts.size > 1);
  add('two providers', new Set(payments.map(({ provider }) => provider)).size > 1);
  add('two companies', new Set(payments.map(({ companyId }) => companyId)).size > 1);
  return ends;
};

/** How many reads of sessions a silent provider leaves unanswered in a history with a crowd of payments. */
const CROWD = 6;

const whose = ({ code }: Reason): string => {
  const said = CONTRADICTIONS[code];
  return said === undefined ? '' : ` (${said})`;
};

const CONTRADICTIONS: Readonly<Partial<Record<Reason['code'], string>>> = {
  other_days: 'other days',
  other_vehicle: 'for the vehicle',
  other_policy: 'for policy',
  number_taken: 'its number',
  second_certificate: 'has issued',
};
