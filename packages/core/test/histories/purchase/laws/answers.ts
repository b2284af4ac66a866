import type {
  CertificateRequest,
  Contract,
  ContractDetails,
  Instant,
  PaymentShown,
  Quote,
} from '@vehicle-insurance/core';
import type { GivenAnswer } from '../callers.ts';
import { after, dayIn, skewOf } from '../days.ts';
import type { Law } from '../law.ts';

/** Minutes for which an idempotency key belongs to its first request. */
const KEY_LIFE = 24 * 60;

/** Milliseconds of real time after which an unanswered request under a key counts as dead. */
const RESPONSE_SECONDS = 30_000;

/** An answer to a caller stays true. Later answers contradict it only by a transition of docs/api.md 4. */
export const answersStayTrue: Law = (world) => {
  const skew = skewOf(world.setting);
  const { book, store, quotes, setting, sessions, listeners } = world;
  const shownPayments = new Map<string, PaymentShown>();
  const opened = new Map<string, string>();
  const latest = new Map<string, string>();
  const shownContracts = new Map<string, ContractDetails>();
  const promised = new Map<string, string>();
  /** When each contract last changed in a way that callers see. */
  const changed = new Map<string, Instant>();
  /** Ids of attempts that failed and were reported as failed. The next request under the key gets another id. */
  const refusedIds = new Map<string, number>();
  const keyedQuotes = new Map<string, Set<string>>();
  /** The first answer under each key, and when its request arrived. */
  const firstAnswers = new Map<string, { readonly text: string; readonly arrived: Instant }>();
  /** The lease of the latest claim of each key. */
  const holders = new Map<string, string>();
  /** When a process last started on a request under each key. */
  const begun = new Map<string, number>();
  let seen = -1;

  const same = <Row>(what: string, before: Row, now: Row, fields: readonly (keyof Row)[]): void => {
    for (const field of fields)
      if (before[field] !== now[field] && JSON.stringify(before[field]) !== JSON.stringify(now[field]))
        book.broke(`a caller saw ${String(field)} of a ${what} change`);
  };

  const seePayment = (quote: Quote, now: PaymentShown): void => {
    const { payment, refund } = now;
    const before = shownPayments.get(payment.id);
    if (payment.status === 'opening') book.broke('a caller saw a payment that is still opening');
    if (payment.status === 'pending' && !payment.session?.url) book.broke('a payment is pending without a URL');
    if (payment.status === 'pending') {
      const session = sessions().find(({ session: { id } }) => id === opened.get(payment.id))?.session;
      const address = promised.get(payment.id) ?? session?.url ?? payment.session?.url;
      if (address !== payment.session?.url) book.broke('a payment shows a URL that is not its session’s');
    }
    const last = shownPayments.get(latest.get(quote.id) ?? '');
    if (last && last.payment.created > after(payment.created, skew))
      book.broke('a caller saw an older payment after a later one');
    latest.set(quote.id, payment.id);
    if (before) {
      same('payment', before.payment, payment, ['amount', 'fees', 'created', 'quoteId']);
      if (before.payment.status !== 'pending') same('payment', before.payment, payment, ['completed', 'failureReason']);
      if (before.refund && !refund) book.broke('a caller saw a refund disappear');
      if (before.refund && refund) same('refund', before.refund, refund, ['amount', 'created']);
    }
    shownPayments.set(payment.id, now);
  };

  const seeContract = (now: ContractDetails): void => {
    const { contract, certificateRequest: request } = now;
    const before = shownContracts.get(contract.id);
    shownContracts.set(contract.id, now);
    if (!before) return;
    const { contract: old, certificateRequest: oldRequest } = before;
    // The row objects are the same as before.
    if (old === contract && oldRequest === request) return;
    same('contract', old, contract, ['policyNumber', 'startDate', 'paymentId', 'created', 'quoteId']);
    if (old.cancelled || !contract.cancelled) same('contract', old, contract, ['endDate']);
    if (old.cancelled) same('contract', old, contract, ['cancelled']);
    const isCorrected = JSON.stringify(oldRequest.certificate) !== JSON.stringify(request.certificate);
    if (
      oldRequest.certificate &&
      isCorrected &&
      oldRequest.certificate.certificateNumber !== request.certificate?.certificateNumber &&
      !oldRequest.attached
    )
      book.broke('a caller saw a different certificate than before');
    const visible = (of: ContractDetails): string =>
      JSON.stringify([
        of.contract.status,
        of.contract.documents,
        of.contract.cancelled,
        of.certificateRequest.status,
        of.certificateRequest.certificate,
      ]);
    if (contract.updated < after(old.updated, -skew)) book.broke('a contract’s update time went backwards');
    if (
      visible(before) !== visible(now) &&
      contract.updated < after(changed.get(contract.id) ?? contract.created, -skew)
    )
      book.broke('a contract changed without a new update time');
  };

  const judge = ({ quote, asked, at, process, id, answer }: GivenAnswer): void => {
    const ofQuote = [...book.payments.values()].filter(({ quoteId }) => quoteId === quote.id);
    const hasBeen = (id: string, status: string): boolean =>
      (book.statuses.get(id) ?? []).some(
        (each, index, all) => each.status === status && (all[index + 1]?.since ?? Infinity) > asked,
      );
    const hasFailed = (id: string): boolean =>
      (book.statuses.get(id) ?? []).some((each) => each.status === 'failed' && each.since >= asked);
    if (answer.isOk()) {
      const payment = answer.value;
      const kept = book.payments.get(payment.id);
      if (payment.status !== 'pending' || payment.quoteId !== quote.id) book.broke('201 with a wrong payment');
      if (!payment.session?.url) return book.broke('201 without a URL');
      if (kept?.session?.id !== payment.session.id) book.broke('201 with a session that is not the payment’s');
      if (id !== payment.id && !hasBeen(payment.id, 'pending')) book.broke('201 for a payment that was not pending');
      if (promised.has(payment.id) && promised.get(payment.id) !== payment.session.url)
        book.broke('201 with a different URL than before');
      const isNew = !promised.has(payment.id);
      promised.set(payment.id, payment.session.url);
      const isPaused = (book.pausedSince() ?? Infinity) <= asked && payment.created >= at;
      if (isNew && isPaused) book.broke('a payment was opened while payments are paused');
      if (dayIn(setting.zone, payment.created) > quote.startDate)
        book.broke('a payment was opened after the quote’s first day');
      return;
    }
    const refusal = answer.error;
    switch (refusal.code) {
      case 'payment_in_progress': {
        const named = book.payments.get(refusal.paymentId);
        if (named?.quoteId !== quote.id) return book.broke('409 names a payment of another quote');
        if (refusal.paymentUrl === null || named.session?.url !== refusal.paymentUrl)
          book.broke('409 names a URL that is not the payment’s');
        if (!hasBeen(named.id, 'pending')) book.broke('409 names a payment that was not pending');
        return;
      }
      case 'quote_already_paid':
        if (!ofQuote.some(({ status }) => status === 'succeeded')) book.broke('409 “paid” for an unpaid quote');
        return;
      case 'payment_provider_unavailable':
        if (id !== undefined && asked > (refusedIds.get(id) ?? Infinity))
          book.broke('a request after a temporary refusal is not tried again under its key');
        // A request that died with its process may be repeated after its payment has ended.
        // A payment that cannot be searched for stays open until its page can no longer be paid.
        if (
          !ofQuote.some(
            (each) => hasFailed(each.id) || each.id === id || (world.lostUntil(each) && hasBeen(each.id, 'opening')),
          )
        )
          book.broke('502, but no payment was recorded as failed meanwhile');
        return;
      case 'quote_start_date_passed':
        if (dayIn(setting.zone, process.clock.now()) <= quote.startDate)
          book.broke(`422 at ${at} although the quote starts on ${quote.startDate}`);
        return;
      case 'payment_unavailable':
        if (!world.wereUnavailable(asked)) book.broke('503 although payments were available');
        return;
      case 'invalid_request':
      case 'quote_not_found':
      case 'quote_incomplete':
      case 'rate_limited':
        // Histories configure no limit of openings.
        return book.broke(`the quote was refused: ${refusal.code}`);
    }
  };

  listeners.answered = judge;
  listeners.keyed = (key, quoteId) => void keyedQuotes.set(key, (keyedQuotes.get(key) ?? new Set()).add(quoteId));
  listeners.claimed = ({ companyId, key }, found, at) => {
    const name = `${companyId} ${key}`;
    if (found.is === 'held') {
      begun.set(name, at);
      holders.set(name, found.held.lease);
    }
    if (found.is === 'in_progress' && at - (begun.get(name) ?? -Infinity) > RESPONSE_SECONDS)
      book.broke('a request is reported as in progress although no process handles it');
  };
  listeners.refusedForNow = (id, { companyId, key, lease }) => {
    // If another request under the same key has overtaken a request, the overtaken one may no longer change the key's
    // answer.
    if (holders.get(`${companyId} ${key}`) === lease) refusedIds.set(id, book.moment());
  };
  listeners.kept = (key, { text, replayed, arrived }) => {
    if (text === 'reused') {
      if ((keyedQuotes.get(key)?.size ?? 0) < 2) book.broke('a key used for one quote is refused as reused');
      return;
    }
    const first = firstAnswers.get(key);
    if (first && world.clock.now() < after(first.arrived, KEY_LIFE - skew)) {
      if (!replayed) book.broke('a key was used for another request within its day');
      else if (first.text !== text) book.broke('a repeated key gets a different answer than before');
    } else if (!replayed) firstAnswers.set(key, { text, arrived });
  };

  return {
    step: async () => {
      // Callers see only commits, so without a commit there is nothing new to check.
      if (seen === book.commits()) return;
      seen = book.commits();
      for (const quote of quotes) {
        const view = await store.quoteQueries.status(quote.companyId, quote.id);
        if (!view) return book.broke('a quote has disappeared');
        const status = view.payment?.payment.status;
        const isBought = view.contractId !== null;
        if ((view.status === 'payment_pending') !== (status === 'pending'))
          book.broke(`a quote is ${view.status} although its payment is ${status}`);
        if (isBought !== (status === 'succeeded')) book.broke(`a payment is ${status}, contract: ${isBought}`);
        if (isBought === ['payment_pending', 'awaiting_payment'].includes(view.status))
          book.broke(`a quote is ${view.status}, contract: ${isBought}`);
        if (view.payment) seePayment(quote, view.payment);
        else if (latest.has(quote.id)) book.broke('a caller saw a payment disappear');
      }
      for (const details of await world.contracts()) seeContract(details);
    },
    contract: ({ before, after, entry }) => {
      const visible = ({ status, documents, cancelled }: Contract): string =>
        JSON.stringify([status, documents, cancelled]);
      if (before && visible(before) !== visible(after)) changed.set(after.id, entry.at);
    },
    certificate: ({ before, after, entry }) => {
      const visible = ({ status, certificate }: CertificateRequest): string => JSON.stringify([status, certificate]);
      if (before && visible(before) !== visible(after)) changed.set(after.contractId, entry.at);
    },
    payment: ({ before, after }) => {
      if (after.session) opened.set(after.id, after.session.id);
      if (before && before.status === 'failed' && after.status !== 'failed')
        book.broke('a payment left the status failed');
    },
  };
};
