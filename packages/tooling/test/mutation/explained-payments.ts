import type { Explained } from './report.ts';

const DOMAIN = 'core/src/domain/payment';
const USE_CASES = 'core/src/use-cases/payment';

/** Words of a save that changes no status and keeps no answer. */
const unread = (file: string, line: string, texts: readonly string[]): readonly Explained[] =>
  texts.map((text) => ({
    mutant: { file, line, text, instead: '""' },
    why: 'The payment keeps its status and no answer is kept, so that this makes no line of its history, and nothing reads the words. That there is no such line is tested.',
  }));

/** An optional access to what is always there. */
const alwaysThere = (file: string, line: string, text: string, why: string): Explained => ({
  mutant: { file, line, text, instead: text.replace('?.', '.') },
  why,
});

/** A condition that the types ask for. */
const askedByTypes = (file: string, line: string, text: string, why: string): Explained => ({
  mutant: { file, line, text, instead: 'true' },
  why,
});

/** Survivors among payments and refunds. */
export const EXPLAINED_PAYMENTS: readonly Explained[] = [
  ...unread(
    `${USE_CASES}/reconcile-payment.ts`,
    "if (next !== payment) await tx.payments.save(next, { at: now, why: 'a session was found' });",
    ["'a session was found'"],
  ),
  askedByTypes(
    `${USE_CASES}/reconcile-payment.ts`,
    "if (next !== payment) await tx.payments.save(next, { at: now, why: 'a session was found' });",
    'next !== payment',
    'Where nothing differs, what is saved is what is there: it takes a statement, and changes nothing that is read.',
  ),
  alwaysThere(
    `${USE_CASES}/record-opening.ts`,
    'sessions.filter(({ id }) => id !== session?.id);',
    'session?.id',
    'Where sessions were found, the payment has been given one of them before.',
  ),
  ...unread(
    `${USE_CASES}/reconcile-payment.ts`,
    "await tx.payments.save(isOver ? stopAsking(payment) : again, { at: now, why: 'no session found' });",
    ["'no session found'"],
  ),
  ...unread(`${DOMAIN}/decision.ts`, "why: 'not decided yet',", ["'not decided yet'"]),
  ...unread(`${DOMAIN}/decision.ts`, "why: refund ? 'paid after it had failed' : 'watched',", ["'watched'"]),
  ...[
    "const session = said.outcome === 'done' ? said.value : undefined;",
    "const session = said.outcome === 'done' ? said.value : null;",
  ].map((line) =>
    askedByTypes(
      `${DOMAIN}/decision.ts`,
      line,
      "said.outcome === 'done'",
      'No other answer has a value, so that reading it gives no session as well.',
    ),
  ),
  askedByTypes(
    `${USE_CASES}/make-refund.ts`,
    "return answer.outcome === 'refused' && answer.reason === 'not_supported'",
    "answer.outcome === 'refused'",
    'Only a refusal has a reason: of any other answer it is undefined, and not this one.',
  ),
  alwaysThere(
    `${DOMAIN}/refund.ts`,
    'const before = refund.due?.lastError;',
    'refund.due?.lastError',
    'Only a refund that is due is tried again, and one that is due has its next attempt.',
  ),
  alwaysThere(
    `${DOMAIN}/schedule.ts`,
    'const end = isSettled ? earlier(session?.ended ?? stated, stated) : stated;',
    'session?.ended',
    'Only what the provider says of a session settles it, and then the payment has that session.',
  ),
  alwaysThere(
    `${USE_CASES}/check-payment.ts`,
    'if (current?.status !== before.status) return Ok(null);',
    'current?.status',
    'A payment is never deleted, so that one that was found once is there.',
  ),
  alwaysThere(
    `${USE_CASES}/make-intent.ts`,
    ": { code: 'payment_in_progress', paymentId: id, paymentUrl: session?.url ?? null };",
    'session?.url',
    'What is told of here is a pending payment, and the store itself keeps none without its session.',
  ),
];
