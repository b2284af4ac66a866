import type { Payment, PayQuote, Quote } from '@vehicle-insurance/core';
import type { Journal } from './journal.ts';

/** Whether what `pay` answered was true when it was answered. */
export const judgeAnswer = (
  book: Journal,
  quote: Quote,
  asked: number,
  answer: Awaited<ReturnType<PayQuote>>,
): void => {
  const ofQuote = [...book.payments.values()].filter(({ quoteId }) => quoteId === quote.id);
  if (answer.isOk()) {
    const payment = answer.value;
    const kept = book.payments.get(payment.id);
    if (payment.status !== 'pending' || payment.quoteId !== quote.id) book.broke('201 with another payment');
    if (payment.session === null || payment.session.url === null) book.broke('201 without an address');
    if (kept?.session?.id !== payment.session?.id) book.broke('201 with a session nobody kept');
    if (!hasBeen(book, payment.id, ['pending'], asked)) book.broke('201 for a payment that was not pending');
    return;
  }
  const refusal = answer.error;
  switch (refusal.code) {
    case 'payment_in_progress': {
      const named = book.payments.get(refusal.paymentId);
      if (named?.quoteId !== quote.id) return book.broke('409 names a payment of nobody');
      if (refusal.paymentUrl === null || named.session?.url !== refusal.paymentUrl)
        book.broke('409 names another address than the payment’s');
      if (!hasBeen(book, named.id, ['pending'], asked)) book.broke('409 names a payment that did not wait');
      return;
    }
    case 'quote_already_paid':
      if (!ofQuote.some(({ status }) => status === 'succeeded')) book.broke('409 paid, and nobody had paid');
      return;
    case 'payment_provider_unavailable':
      if (!ofQuote.some(({ id }) => hasBeen(book, id, ['failed'], asked)))
        book.broke('502, and no attempt is recorded as failed');
      return;
    case 'payment_unavailable':
    case 'quote_start_date_passed':
      return;
    case 'invalid_request':
    case 'quote_not_found':
    case 'quote_incomplete':
      return book.broke(`the quote was refused: ${refusal.code}`);
  }
};

/** Whether the payment was in one of the states at some moment from `since` to now. */
const hasBeen = (book: Journal, id: string, states: readonly Payment['status'][], since: number): boolean => {
  const statuses = book.statuses.get(id) ?? [];
  return statuses.some(({ status }, index) => {
    const until = statuses[index + 1]?.since ?? Infinity;
    return states.includes(status) && until > since;
  });
};
