import {
  inEnglish,
  listActionItems,
  type ActionItem,
  type ActionItemKind,
  type CertificateRequest,
  type Contract,
  type Due,
  type Instant,
  type Payment,
  type Reason,
  type Refund,
} from '@vehicle-insurance/core';
import { after, dayIn, skewOf } from '../days.ts';
import type { Law } from '../law.ts';
import { windowEnd } from '../in-time.ts';
import { itemOf } from '../journal.ts';

/** Minutes after which something is late. There are fewer if cover begins on the day of payment. */
const LATE = 60;
const FIRST_DAY = 5;

/** The list is judged once in this number of steps or rounds. */
const JUDGED_STEPS = 5;
const JUDGED_ROUNDS = 3;

/** Kinds that disappear automatically once the outside systems answer again. */
const ENDS_AUTOMATICALLY: readonly ActionItemKind[] = [
  'session_not_known',
  'payment_unreadable',
  'refund_failing',
  'document_late',
  'credentials_refused',
];

const textOf = (reason: Reason | null | undefined): string => (reason ? inEnglish(reason) : '');

/**
 * The list shows what a person must resolve, and why. Other problems disappear once the outside systems answer again.
 */
export const actionItems: Law = (world) => {
  const skew = skewOf(world.setting);
  const { book, clock, dependencies, setting } = world;
  let [steps, rounds] = [0, 0];

  /** The earlier contracts that cover some of the contract's days. */
  const earlierThan = (contract: Contract): readonly Contract[] =>
    [...book.contracts.values()]
      .filter(
        (other) =>
          other.companyId === contract.companyId &&
          other.vehicleId === contract.vehicleId &&
          other.ordinal < contract.ordinal &&
          (other.cancelled === null || other.cancelled.lastDay !== null) &&
          other.startDate <= contract.endDate &&
          contract.startDate <= other.endDate,
      )
      .sort((a, b) => a.ordinal - b.ordinal);
  /** When an operator last attached a certificate, by contract. */
  const attached = new Map<string, Instant>();
  const ofContract = (contract: Contract, request: CertificateRequest): readonly ActionItemKind[] => {
    const now = clock.now();
    const today = dayIn(setting.zone, now);
    const { status, concern, created, due } = request;
    const isBlind = due?.lastError?.code === 'no_look_up';
    const isLookedUp = due && request.annulment !== 'due';
    const isLeftOpen = status !== 'pending' && isLookedUp && !concern && !(isBlind && status !== 'issued');
    const since = contract.cancelled?.at ?? attached.get(contract.id) ?? created;
    const kinds: ActionItemKind[] = concern ? [concern.kind] : [];
    if (earlierThan(contract).length > 0 && !contract.cancelled && contract.overlaps) kinds.push('overlapping_cover');
    if (isLeftOpen && since <= after(now, -LATE)) kinds.push('request_left_open');
    const isOverdue = request.annulment === 'due' && isLong(failing.get(`annulment ${contract.id}`) ?? due?.at);
    if (request.annulment === 'manual' || isOverdue) kinds.push('certificate_not_annulled');
    if (status === 'issued') return kinds;
    if (isBlind) kinds.push('certificate_without_look_up');
    if (contract.cancelled) return kinds;
    if (contract.endDate < today) kinds.push('contract_past_last_day');
    if (status === 'failed') return [...kinds, 'certificate_failed'];
    if (contract.endDate < today || isBlind) return kinds;
    if (contract.startDate <= today)
      return created <= after(now, -FIRST_DAY) ? [...kinds, 'cover_without_certificate'] : kinds;
    return created <= after(now, -LATE) && !concern ? [...kinds, 'certificate_late'] : kinds;
  };
  /** When the first of a series of failed attempts was due, by kind and id. */
  const failing = new Map<string, Instant>();
  interface Tried {
    readonly before: { readonly due: Due | null } | undefined;
    readonly now: { readonly due: Due | null };
  }
  const noteTry = (work: string, { before, now }: Tried): void => {
    if (now.due?.lastError === undefined) failing.delete(work);
    else if (!failing.has(work)) failing.set(work, before?.due?.at ?? now.due.at);
  };
  const isLong = (since: Instant | undefined): boolean => since !== undefined && since <= after(clock.now(), -LATE);

  /** When the concern about a contract's certificate began, by contract. */
  const concerned = new Map<string, Instant>();
  /** When the problem of an item began, as far as the laws know. */
  const findBegin = (kind: string, id: string): Instant | undefined => {
    if (kind === 'payment_past_window') return book.payments.get(id)?.created;
    if (kind === 'overlapping_cover' || kind === 'contract_past_last_day') return book.contracts.get(id)?.created;
    if (kind === 'refund_manual' || kind === 'other_currency')
      return [...book.refunds.values()].find(({ paymentId }) => paymentId === id)?.created;
    if (kind === 'session_not_known' || kind === 'payment_unreadable') return failing.get(`payment ${id}`);
    if (kind === 'document_late') return failing.get(`documents ${id}`);
    if (kind === 'certificate_not_annulled' && book.requests.get(id)?.annulment === 'manual')
      return book.contracts.get(id)?.cancelled?.at;
    return book.requests.get(id)?.concern?.kind === kind ? concerned.get(id) : undefined;
  };
  /** A dismissal covers problems that began before it. If a problem begins again later, it is listed again. */
  const isDismissed = (item: string): boolean => {
    const at = book.dismissals.get(item);
    const [kind = '', id = ''] = item.split(' ');
    return at !== undefined && (findBegin(kind, id) ?? at) <= after(at, skew);
  };

  const ofPayment = ({ id, status, due, ...payment }: Payment): readonly ActionItemKind[] => {
    const isOpen = status === 'pending' || status === 'opening';
    if (isOpen && clock.now() >= windowEnd(payment)) return ['payment_past_window'];
    if (due?.lastError?.code === 'session_not_known') return ['session_not_known'];
    return status === 'failed' && isLong(failing.get(`payment ${id}`)) ? ['payment_unreadable'] : [];
  };
  const ofRefund = ({ status, sessionId, created, currency }: Refund): readonly ActionItemKind[] => {
    const kinds: ActionItemKind[] = currency === 'XOF' ? [] : ['other_currency'];
    if (status === 'manual') return ['refund_manual', ...kinds];
    const isInTrouble = status === 'due' && (failing.has(`refund ${sessionId}`) || isLong(created));
    return isInTrouble ? ['refund_failing', ...kinds] : kinds;
  };
  const computeExpected = (): ReadonlySet<string> => {
    const items: string[] = [];
    const must = (id: string, kinds: readonly ActionItemKind[]): void =>
      void items.push(...kinds.map((kind) => itemOf({ kind, id })));
    for (const payment of book.payments.values()) must(payment.id, ofPayment(payment));
    for (const refund of book.refunds.values()) must(refund.paymentId, ofRefund(refund));
    for (const contract of book.contracts.values()) {
      const { id, documentsDue } = contract;
      const request = book.requests.get(id);
      if (request) must(id, ofContract(contract, request));
      if (isLong(failing.get(`documents ${id}`) ?? documentsDue?.at)) must(id, ['document_late']);
    }
    return new Set(items);
  };
  const judgeList = async (): Promise<void> => {
    const should = computeExpected();
    const list = await listActionItems(dependencies)();
    const listed = new Set(list.map(itemOf));
    judgeReasons(list);
    for (const item of list) {
      book.saw(`listed: ${item.kind}`);
      if (!should.has(itemOf(item))) book.broke(`the operator's list shows ${item.kind} although there is no problem`);
    }
    for (const item of should)
      if (!listed.has(item) && !isDismissed(item))
        book.broke(`the operator's list does not show ${item.split(' ')[0]}`);
  };

  /** The reason and next attempt that an item must show, by its row. */
  const reasonOf = (kind: ActionItemKind, id: string): Pick<ActionItem, 'why' | 'nextTry'> => {
    const because = (due: Due | null | undefined, why: Reason | undefined = due?.lastError) => ({
      why: why ?? null,
      nextTry: due?.at ?? null,
    });
    const refund = [...book.refunds.values()].find(({ paymentId }) => paymentId === id);
    if (kind === 'other_currency' && refund)
      return because(null, { code: 'other_currency', amount: refund.amount, currency: refund.currency });
    if (kind.startsWith('refund')) return because(refund?.due);
    const contract = book.contracts.get(id);
    if (!contract) return because(book.payments.get(id)?.due);
    if (kind === 'document_late') return because(contract.documentsDue);
    const earlier = earlierThan(contract).map(({ policyNumber }) => policyNumber);
    if (kind === 'overlapping_cover') return because(null, { code: 'days_covered', policies: earlier });
    const { due, refusal, concern, accepted } = book.requests.get(id) ?? {};
    if (kind === 'request_left_open')
      return because(
        due,
        due?.lastError ?? (accepted ? { code: 'request_open', requestNumber: accepted.requestNumber } : undefined),
      );
    return because(due, concern?.kind === kind ? concern.why : (due?.lastError ?? refusal ?? undefined));
  };
  const judgeReasons = (list: readonly ActionItem[]): void => {
    for (const { kind, id, why, nextTry, since } of list) {
      const began = findBegin(kind, id) ?? since;
      if (since !== began) book.broke(`the operator's list shows ${kind} since ${since}, but it began at ${began}`);
      const so = reasonOf(kind, id);
      if (textOf(why) !== textOf(so.why))
        book.broke(`the operator's list shows ${kind} because “${textOf(why)}”, expected “${textOf(so.why)}”`);
      if (nextTry !== so.nextTry)
        book.broke(
          `the operator's list shows ${kind} with the next attempt at ${nextTry ?? 'no time'}, expected ${so.nextTry ?? 'none'}`,
        );
    }
  };
  /** Whether any reason has changed since the list was last judged. */
  let isNew = false;
  const noteReason = (before: Reason | null | undefined, now: Reason | null | undefined): void => {
    isNew ||= textOf(before) !== textOf(now);
  };

  return {
    payment: ({ before, after: now }) => {
      noteReason(before?.due?.lastError, now.due?.lastError);
      noteTry(`payment ${now.id}`, { before, now });
    },
    certificate: ({ before, after: now, entry: { at, by } }) => {
      if (now.annulment === 'due') noteTry(`annulment ${now.contractId}`, { before, now });
      if (by !== undefined && now.attached !== null) attached.set(now.contractId, at);
      if (now.concern?.kind !== before?.concern?.kind) concerned.set(now.contractId, at);
      noteReason(before?.concern?.why ?? before?.refusal, now.concern?.why ?? now.refusal);
    },
    contract: ({ before, after: now }) => {
      noteReason(before?.documentsDue?.lastError, now.documentsDue?.lastError);
      const tried = { before: before && { due: before.documentsDue }, now: { due: now.documentsDue } };
      noteTry(`documents ${now.id}`, tried);
    },
    refund: ({ before, after: now }) => {
      noteReason(before?.due?.lastError, now.due?.lastError);
      noteTry(`refund ${now.sessionId}`, { before, now });
    },
    step: async () => {
      steps += 1;
      if (isNew || steps % JUDGED_STEPS === 0) await judgeList();
      isNew = false;
    },
    round: async () => {
      // The list is seldom judged here, because it changes slowly.
      rounds += 1;
      if (rounds % JUDGED_ROUNDS === 0) await judgeList();
    },
    rest: async () => {
      const list = await listActionItems(dependencies)();
      const stalled = [...book.payments.values()].filter(({ session }) => world.isStalled(session?.id));
      for (const { kind, id } of list)
        if (ENDS_AUTOMATICALLY.includes(kind) && !stalled.some((payment) => payment.id === id))
          book.broke(`the operator's list still shows ${kind} after all failures have ended`);
      for (const { id } of stalled)
        if (!isDismissed(itemOf({ kind: 'payment_unreadable', id })) && !list.some((item) => item.id === id))
          book.broke("the operator's list does not show a debit that never ends");
    },
  };
};
