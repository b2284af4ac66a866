import {
  listActionItems,
  type ActionItem,
  type ActionItemKind,
  type CertificateRequest,
  type Contract,
  type Due,
} from '@vehicle-insurance/core';
import { after, dayIn } from '../days.ts';
import type { Law } from '../law.ts';
import { windowEnd } from '../money.ts';

/** Minutes after which what should be there is late; and an authority's time where cover begins on the day of payment. */
const LATE = 60;
const FIRST_DAY = 5;

/** The list is judged in one of so many rounds. */
const JUDGED = 3;

/** Why a certificate that may have been asked for cannot be looked up. */
const NO_LOOK_UP = 'the authority offers no look-up';

/**
 * What a person must deal with is on the operator's list, with the reason that is its own at that moment, and nothing
 * else is on it: judged once the
 * outside speaks, when nothing is listed any more that ends by itself.
 */
export const actionItems: Law = (world) => {
  const { book, clock, dependencies, setting } = world;
  let rounds = 0;

  /** The contracts that cover some of its days already. */
  const earlierThan = (contract: Contract): readonly Contract[] =>
    [...book.contracts.values()]
      .filter(
        (other) =>
          other.companyId === contract.companyId &&
          other.vehicleId === contract.vehicleId &&
          other.ordinal < contract.ordinal &&
          other.cancelled === null &&
          other.startDate <= contract.endDate &&
          contract.startDate <= other.endDate,
      )
      .sort((a, b) => a.ordinal - b.ordinal);
  const ofContract = (contract: Contract, request: CertificateRequest): readonly ActionItemKind[] => {
    const now = clock.now();
    const today = dayIn(setting.zone, now);
    const { status, concern, created, due } = request;
    const kinds: ActionItemKind[] = concern ? [concern.kind] : [];
    if (earlierThan(contract).length > 0 && !contract.cancelled && contract.overlaps) kinds.push('overlapping_cover');
    if (status === 'issued') return kinds;
    if (due?.lastError === NO_LOOK_UP) kinds.push('certificate_without_look_up');
    if (contract.cancelled) return kinds;
    if (contract.endDate < today) kinds.push('contract_past_last_day');
    if (status === 'failed') return [...kinds, 'certificate_failed'];
    if (contract.endDate < today || due?.lastError === NO_LOOK_UP) return kinds;
    if (contract.startDate <= today)
      return created <= after(now, -FIRST_DAY) ? [...kinds, 'cover_without_certificate'] : kinds;
    return created <= after(now, -LATE) && !concern ? [...kinds, 'certificate_late'] : kinds;
  };
  const expected = (): ReadonlySet<string> => {
    const items: string[] = [];
    for (const payment of book.payments.values())
      if ((payment.status === 'pending' || payment.status === 'opening') && clock.now() >= windowEnd(payment))
        items.push(`payment_past_window ${payment.id}`);
    for (const { status, paymentId } of book.refunds.values())
      if (status === 'manual') items.push(`refund_manual ${paymentId}`);
    for (const contract of book.contracts.values()) {
      const request = book.requests.get(contract.id);
      if (request) items.push(...ofContract(contract, request).map((kind) => `${kind} ${contract.id}`));
    }
    return new Set(items);
  };
  /** What ends by itself once the outside has been asked again. */
  const isPassing = (kind: ActionItemKind): boolean =>
    ['payment_unreadable', 'refund_in_trouble', 'document_late', 'credentials_refused'].includes(kind);

  /** Refunds whose last attempt has failed, as far as that was recorded. */
  const failing = new Set<string>();
  const judgeRefunds = async (): Promise<void> => {
    const due = [...book.refunds.values()].filter(({ status }) => status === 'due');
    if (due.length === 0 || world.dismissed()) return;
    const listed = new Set(
      (await listActionItems(dependencies)(due.map(({ paymentId }) => paymentId)))
        .filter(({ kind }) => kind === 'refund_in_trouble')
        .map(({ id }) => id),
    );
    for (const { sessionId, paymentId, created } of due) {
      const isLate = created <= after(clock.now(), -LATE);
      if ((failing.has(sessionId) || isLate) !== listed.has(paymentId))
        book.broke(
          `money is to go back, ${failing.has(sessionId) ? 'in vain' : 'not tried yet'}, and on the list: ${listed.has(paymentId)}`,
        );
    }
  };

  /** What an item must tell of the row it is about. */
  const reasonOf = (kind: ActionItemKind, id: string): Pick<ActionItem, 'why' | 'nextTry'> => {
    const told = (due: Due | null | undefined, why = due?.lastError) => ({
      why: why ?? null,
      nextTry: due?.at ?? null,
    });
    if (kind.startsWith('refund')) {
      const refund = [...book.refunds.values()].find(({ paymentId }) => paymentId === id);
      return told(refund?.due);
    }
    const contract = book.contracts.get(id);
    if (!contract) return told(book.payments.get(id)?.due);
    if (kind === 'document_late') return told(contract.documentsDue);
    if (kind === 'overlapping_cover')
      return told(
        null,
        `some of its days are covered by ${earlierThan(contract)
          .map(({ policyNumber }) => policyNumber)
          .join(', ')}`,
      );
    const { due, refusal, concern } = book.requests.get(id) ?? {};
    return told(due, concern?.kind === kind ? concern.why : (due?.lastError ?? refusal ?? undefined));
  };
  const judgeReasons = (list: readonly ActionItem[]): void => {
    for (const { kind, id, why, nextTry } of list) {
      const so = reasonOf(kind, id);
      if (why !== so.why || why === '')
        book.broke(`the operator's list shows ${kind} because “${why ?? ''}”, and so it is not: “${so.why ?? ''}”`);
      if (nextTry !== so.nextTry)
        book.broke(
          `the operator's list shows ${kind} with a next try at ${nextTry ?? 'no time'}, which is ${so.nextTry ?? 'none'}`,
        );
    }
  };
  /** Whether anything has got another reason to wait since the list was judged last. */
  let isNew = false;
  const noteReason = (before: string | null | undefined, now: string | null | undefined): void => {
    isNew ||= (before ?? '') !== (now ?? '');
  };

  return {
    payment: ({ before, after: now }) => noteReason(before?.due?.lastError, now.due?.lastError),
    certificate: ({ before, after: now }) =>
      noteReason(before?.concern?.why ?? before?.refusal, now.concern?.why ?? now.refusal),
    contract: ({ before, after: now }) => noteReason(before?.documentsDue?.lastError, now.documentsDue?.lastError),
    refund: ({ before, after: now }) => {
      if (before && before.status === 'due' && now.status === 'due') failing.add(now.sessionId);
      noteReason(before?.due?.lastError, now.due?.lastError);
    },
    step: async () => {
      await judgeRefunds();
      if (!isNew) return;
      isNew = false;
      judgeReasons(await listActionItems(dependencies)());
    },
    round: async () => {
      // What is listed changes slowly.
      rounds += 1;
      if (rounds % JUDGED !== 0) return;
      const should = expected();
      const list = await listActionItems(dependencies)();
      const listed = new Set(list.map(({ kind, id }) => `${kind} ${id}`));
      judgeReasons(list);
      for (const { kind, id } of list) {
        if (!should.has(`${kind} ${id}`) && !isPassing(kind))
          book.broke(`the operator's list shows ${kind}, and nothing is the matter`);
      }
      for (const item of should)
        if (!listed.has(item) && !world.dismissed())
          book.broke(`the operator's list does not show ${item.split(' ')[0]}`);
    },
    rest: async () => {
      for (const { kind } of await listActionItems(dependencies)())
        if (isPassing(kind)) book.broke(`the operator's list still shows ${kind} when all trouble is over`);
    },
  };
};
