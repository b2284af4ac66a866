import {
  ACTION_ITEM_KINDS,
  CURRENCY,
  type ActionItem,
  type ActionItemKind,
  type CertificateRequest,
  type ConcernKind,
  type Contract,
  type Due,
  type Instant,
  type Lateness,
  type Payment,
} from '@vehicle-insurance/core';
import { findCoveringContracts } from './contracts.ts';
import { inTurn, urgencyOf } from './statements.ts';
import { dismissalKey } from './tables.ts';
import type { Unit } from './unit.ts';

/** Maximum number of items that are listed of each kind. */
const SHOWN = 100;

/** The action items that are not dismissed, most urgent first. */
export const actionItemsIn = (unit: Unit, lateness: Lateness, about?: readonly string[]): readonly ActionItem[] =>
  ACTION_ITEM_KINDS.flatMap((kind) => {
    const all = FINDERS[kind](unit, lateness);
    if (all.length === 0) return [];
    return all
      .filter(({ id }) => about === undefined || about.includes(id))
      .map(({ order, urgency = 0, ...found }) => ({
        item: { kind, ...found, companyName: unit.companies.get(found.companyId)?.name ?? '' },
        order: `${order} ${found.id}`,
        listed: `${urgency} ${found.since} ${found.id}`,
      }))
      .filter(({ item }) => !isDismissed(unit, item))
      .sort(by('order'))
      .map((each, _, { length: total }) => ({ ...each, item: { ...each.item, total } }))
      .slice(0, SHOWN)
      .sort(by('listed'))
      .map(({ item }) => item);
  });

const by =
  <Key extends 'order' | 'listed'>(key: Key) =>
  (one: Readonly<Record<Key, string>>, other: Readonly<Record<Key, string>>): number =>
    one[key] < other[key] ? -1 : 1;

const isDismissed = ({ dismissals }: Unit, item: Omit<ActionItem, 'total'>): boolean =>
  (dismissals.get(dismissalKey(item))?.at ?? '') >= item.since;

/**
 * `order` decides which items of a kind are listed if there are too many. Listed items are sorted by `urgency`, then by
 * time.
 */
type Found = Omit<ActionItem, 'kind' | 'companyName' | 'total'> & {
  readonly order: string;
  readonly urgency?: number;
};

type Work = Pick<Payment, 'companyId' | 'created' | 'due'>;

/** The item of a row with waiting work. `id` is the id by which operators refer to the work. */
const found = ({ companyId, created, due }: Work, id: string): Found => ({
  companyId,
  id,
  since: due?.failingSince ?? created,
  why: due?.lastError ?? null,
  nextTry: due?.at ?? null,
  order: created,
});

const ofRequest = (request: CertificateRequest): Found => {
  const about = found(request, request.contractId);
  return { ...about, since: request.firstRefused ?? about.since, why: about.why ?? request.refusal };
};

const failingSince = ({ at, failingSince: since = at }: Due): Instant => since;

type Finder = (unit: Unit, lateness: Lateness) => readonly Found[];

/** Finds the rows that match, as items. `otherwise` overrides fields of an item. */
const among =
  <Row>(rowsIn: (unit: Unit) => readonly Row[], itemOf: (row: Row) => Found) =>
  (isMatch: (row: Row, lateness: Lateness) => boolean, otherwise?: (row: Row) => Partial<Found> | null): Finder =>
  (unit, lateness) =>
    rowsIn(unit)
      .filter((row) => isMatch(row, lateness))
      .map((row) => ({ ...itemOf(row), ...otherwise?.(row) }));

const payments = among(
  ({ payments }) => payments.all(),
  (payment) => {
    const about = found(payment, payment.id);
    return { ...about, order: about.since };
  },
);

const refunds = among(
  ({ refunds }) => refunds.all(),
  (refund) => found(refund, refund.paymentId),
);

const contracts = among(
  ({ contracts }) => contracts.all(),
  (contract) => found({ ...contract, due: contract.documentsDue }, contract.id),
);

const requests = among(({ certificateRequests }) => certificateRequests.all(), ofRequest);

interface Certified {
  readonly contract: Contract;
  readonly request: CertificateRequest;
}

/** The certificate requests with their contracts. */
const certificates = (isMatch: (request: CertificateRequest) => boolean) =>
  among(
    (unit): readonly Certified[] =>
      unit.certificateRequests.all().flatMap((request) => {
        const contract = isMatch(request) ? unit.contracts.get(request.companyId, request.contractId) : undefined;
        return contract ? [{ contract, request }] : [];
      }),
    ({ request }) => ofRequest(request),
  );

const uncertified = certificates(({ status }) => status !== 'issued');
/** Requests from which no certificate is expected any more, but which are still looked up at the authority. */
const openLookUp = certificates(
  ({ status, due, concern, annulment }) => status !== 'pending' && due !== null && !concern && annulment !== 'due',
);

/**
 * The time from which the certificate is not needed, because an operator cancelled the contract or attached a
 * certificate. Otherwise, the creation of the request.
 */
const leftSince = ({ contract, request }: Certified): Instant =>
  contract.cancelled?.at ?? request.attached ?? request.created;

/** The time from which a certificate's annulment has been waiting for a person, has been failing, or is due. */
const annulledSince = ({ contract, request: { annulment, due } }: Certified): Instant =>
  annulment === 'due' && due ? failingSince(due) : (contract.cancelled?.at ?? contract.created);

/** Certificate requests with a problem that no retry solves. An operator must see them at once. */
const concerns = (kind: ConcernKind): Finder =>
  requests(
    ({ concern }) => concern?.kind === kind,
    ({ concern }) => concern && { since: concern.since, why: concern.why },
  );

const isLate = ({ status, created }: Payment, { windowsBegunUntil }: Lateness): boolean =>
  (status === 'opening' || status === 'pending') && created <= windowsBegunUntil;

const hasNoLookUp = ({ due }: CertificateRequest): boolean => due?.lastError?.code === 'no_look_up';

/**
 * Whether the request is pending and its contract has not ended, unless the request needs a look-up that the authority
 * lacks.
 */
const isAwaited = ({ contract, request }: Certified, { today }: Lateness): boolean =>
  request.status === 'pending' && contract.endDate >= today && !hasNoLookUp(request);

const FINDERS: Readonly<Record<ActionItemKind, Finder>> = {
  payment_past_window: payments(isLate, ({ created }) => ({ since: created, order: created })),
  credentials_refused: concerns('credentials_refused'),
  certificate_not_ours: concerns('certificate_not_ours'),
  certificate_after_cancel: concerns('certificate_after_cancel'),
  contract_past_last_day: uncertified(
    ({ contract }, { today }) => contract.endDate < today && !contract.cancelled,
    ({ contract }) => ({ since: contract.created }),
  ),
  cover_without_certificate: uncertified(
    (each, lateness) =>
      isAwaited(each, lateness) &&
      each.contract.startDate <= lateness.today &&
      each.request.created <= lateness.certificatesAskedUntil,
  ),
  session_not_known: payments(
    (payment, lateness) => payment.due?.lastError?.code === 'session_not_known' && !isLate(payment, lateness),
  ),
  payment_unreadable: payments(({ status, due }, { lateSince }) => {
    const { lastError, failingSince = '~' } = due ?? {};
    const isUnreadable = lastError !== undefined && lastError.code !== 'session_not_known';
    return status === 'failed' && isUnreadable && failingSince <= lateSince;
  }),
  certificate_of_another_contract: concerns('certificate_of_another_contract'),
  certificate_without_look_up: uncertified(({ request }) => hasNoLookUp(request)),
  certificate_failed: uncertified(({ contract, request }) => request.status === 'failed' && !contract.cancelled),
  certificate_late: uncertified(
    (each, lateness) =>
      isAwaited(each, lateness) &&
      each.contract.startDate > lateness.today &&
      each.request.created <= lateness.lateSince &&
      !each.request.concern,
  ),
  certificate_not_annulled: certificates(({ annulment }) => annulment === 'due' || annulment === 'manual')(
    (each, { lateSince }) => each.request.annulment === 'manual' || annulledSince(each) <= lateSince,
    (each) => ({ since: annulledSince(each) }),
  ),
  request_left_open: openLookUp(
    (each, { lateSince }) =>
      (each.request.status === 'issued' || !hasNoLookUp(each.request)) && leftSince(each) <= lateSince,
    (each) => {
      const { due, accepted } = each.request;
      const open = accepted && ({ code: 'request_open', requestNumber: accepted.requestNumber } as const);
      return { since: leftSince(each), why: due?.lastError ?? open };
    },
  ),
  overlapping_cover: (unit) =>
    unit.contracts
      .all()
      .filter(({ overlaps, cancelled }) => overlaps && !cancelled)
      .flatMap((contract) => {
        const { companyId, id, created, ordinal } = contract;
        const earlier = findCoveringContracts(unit, contract).filter((other) => other.ordinal < ordinal);
        const policies = earlier.map(({ policyNumber }) => policyNumber);
        const why = { code: 'days_covered', policies } as const;
        return earlier.length > 0 ? { companyId, id, since: created, why, nextTry: null, order: created } : [];
      }),
  refund_manual: refunds(({ status }) => status === 'manual'),
  refund_failing: refunds(
    ({ status, created, due }, { lateSince }) =>
      status === 'due' && (due?.lastError !== undefined || created <= lateSince),
  ),
  other_currency: refunds(
    ({ currency }) => currency !== CURRENCY,
    ({ created, amount, currency }) => ({
      since: created,
      why: { code: 'other_currency', amount, currency },
      nextTry: null,
    }),
  ),
  statement_differs: (unit) =>
    inTurn(unit.differences.all().filter(({ status }) => status === 'open')).map((difference, turn) => {
      const {
        companyId,
        paymentId: id,
        found: since,
        kind,
        provider,
        transactionId,
        there,
        here,
        fee,
        currency,
        hereCurrency,
      } = difference;
      return {
        companyId,
        id,
        since,
        why: { code: 'statement_differs', kind, provider, transactionId, there, here, fee, currency, hereCurrency },
        nextTry: null,
        order: String(turn).padStart(6, '0'),
        urgency: urgencyOf(difference),
      };
    }),
  document_late: contracts(
    ({ documentsDue: due }, { lateSince }) => due !== null && failingSince(due) <= lateSince,
    ({ documentsDue: due }) => due && { since: failingSince(due) },
  ),
};
