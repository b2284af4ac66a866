import {
  ATTENTION_KINDS,
  NO_LOOK_UP,
  SESSION_NOT_KNOWN,
  type Attention,
  type AttentionKind,
  type CertificateRequest,
  type ConcernKind,
  type Contract,
  type Instant,
  type Lateness,
  type Payment,
  type Refund,
} from '@vehicle-insurance/core';
import { dismissalKey, keyIn } from './tables.ts';
import type { Unit } from './unit.ts';

/** What of each kind is shown. */
const SHOWN = 100;

/** What has trouble and was not dismissed, most urgent first. */
export const attentionIn = (unit: Unit, lateness: Lateness, about?: readonly string[]): readonly Attention[] =>
  ATTENTION_KINDS.flatMap((kind) =>
    FINDERS[kind](unit, lateness)
      .filter(({ id }) => about === undefined || about.includes(id))
      .map(({ order, ...found }) => ({
        item: { kind, ...found, companyName: unit.companies.get(found.companyId)?.name ?? '' },
        order,
      }))
      .filter(({ item }) => !isDismissed(unit, item))
      .sort((a, b) => (`${a.order} ${a.item.id}` < `${b.order} ${b.item.id}` ? -1 : 1))
      .slice(0, SHOWN)
      .map(({ item }) => item)
      .sort((a, b) => (`${a.since} ${a.id}` < `${b.since} ${b.id}` ? -1 : 1)),
  );

const isDismissed = ({ dismissals }: Unit, item: Attention): boolean =>
  (dismissals.get(dismissalKey(item))?.at ?? '') >= item.since;

/** `order`: the oldest by it are shown where there are too many. */
type Found = Omit<Attention, 'kind' | 'companyName'> & { readonly order: Instant };

const isLate = ({ status, created }: Payment, { windowsBegunUntil }: Lateness): boolean =>
  (status === 'opening' || status === 'pending') && created <= windowsBegunUntil;

const ofPayment = ({ companyId, id, created, due }: Payment): Found => ({
  companyId,
  id,
  since: due?.troubledSince ?? created,
  why: due?.trouble ?? null,
  nextTry: due?.at ?? null,
  order: due?.troubledSince ?? created,
});

const ofRefund = ({ companyId, paymentId: id, created, due }: Refund): Found => ({
  companyId,
  id,
  since: due?.troubledSince ?? created,
  why: due?.trouble ?? null,
  nextTry: due?.at ?? null,
  order: created,
});

const ofRequest = ({ companyId, contractId: id, created, firstRefused, refusal, due }: CertificateRequest): Found => ({
  companyId,
  id,
  since: firstRefused ?? due?.troubledSince ?? created,
  why: due?.trouble ?? refusal,
  nextTry: due?.at ?? null,
  order: created,
});

/** The certificates that are not issued, with their contracts. */
const uncertified = ({ contracts, certificateRequests }: Unit) =>
  certificateRequests.all().flatMap((request) => {
    const contract = contracts.get(keyIn(request.companyId, request.contractId));
    return contract && request.status !== 'issued' ? [{ contract, request }] : [];
  });

/** A certificate that is asked for again and again, and of which nothing worse is to be told. */
const isAwaited = (
  { contract, request }: { readonly contract: Contract; readonly request: CertificateRequest },
  { today }: Lateness,
): boolean => request.status === 'pending' && contract.endDate >= today && request.due?.trouble !== NO_LOOK_UP;

/** What an operator must see of certificates at once. */
const concerns =
  (kind: ConcernKind) =>
  ({ certificateRequests }: Unit): readonly Found[] =>
    certificateRequests.all().flatMap((request) => {
      const { concern } = request;
      return concern?.kind === kind ? { ...ofRequest(request), since: concern.since, why: concern.why } : [];
    });

/** The contracts of the vehicle that were opened before this one and cover some of its days. */
const overlapped = ({ contracts }: Unit, contract: Contract): readonly Contract[] =>
  contracts
    .all()
    .filter(
      ({ companyId, vehicleId, ordinal, cancelled, startDate, endDate }) =>
        companyId === contract.companyId &&
        vehicleId === contract.vehicleId &&
        ordinal < contract.ordinal &&
        cancelled === null &&
        startDate <= contract.endDate &&
        contract.startDate <= endDate,
    );

const FINDERS: Readonly<Record<AttentionKind, (unit: Unit, lateness: Lateness) => readonly Found[]>> = {
  payment_past_window: ({ payments }, lateness) =>
    payments
      .all()
      .filter((payment) => isLate(payment, lateness))
      .map((payment) => ({ ...ofPayment(payment), since: payment.created, order: payment.created })),
  credentials_refused: concerns('credentials_refused'),
  certificate_not_ours: concerns('certificate_not_ours'),
  certificate_after_cancel: concerns('certificate_after_cancel'),
  contract_past_last_day: (unit, { today }) =>
    uncertified(unit)
      .filter(({ contract }) => contract.endDate < today && !contract.cancelled)
      .map(({ contract, request }) => ({ ...ofRequest(request), since: contract.created })),
  cover_without_certificate: (unit, lateness) =>
    uncertified(unit)
      .filter((each) => isAwaited(each, lateness) && each.contract.startDate <= lateness.today)
      .filter(({ request }) => request.created <= lateness.certificatesAskedUntil)
      .map(({ request }) => ofRequest(request)),
  session_not_known: ({ payments }, lateness) =>
    payments
      .all()
      .filter((payment) => payment.due?.trouble === SESSION_NOT_KNOWN && !isLate(payment, lateness))
      .map(ofPayment),
  payment_unreadable: ({ payments }, { lateSince }) =>
    payments
      .all()
      .filter(({ status, due }) => {
        const { trouble = SESSION_NOT_KNOWN, troubledSince } = due ?? {};
        return status === 'failed' && trouble !== SESSION_NOT_KNOWN && (troubledSince ?? '~') <= lateSince;
      })
      .map(ofPayment),
  certificate_of_another_contract: concerns('certificate_of_another_contract'),
  certificate_without_look_up: (unit) =>
    uncertified(unit)
      .filter(({ request }) => request.due?.trouble === NO_LOOK_UP)
      .map(({ request }) => ofRequest(request)),
  certificate_failed: (unit) =>
    uncertified(unit)
      .filter(({ contract, request }) => request.status === 'failed' && !contract.cancelled)
      .map(({ request }) => ofRequest(request)),
  certificate_late: (unit, lateness) =>
    uncertified(unit)
      .filter((each) => isAwaited(each, lateness) && each.contract.startDate > lateness.today)
      .filter(({ request }) => request.created <= lateness.lateSince && !request.concern)
      .map(({ request }) => ofRequest(request)),
  overlapping_cover: (unit) =>
    unit.contracts
      .all()
      .filter(({ overlaps, cancelled }) => overlaps && !cancelled)
      .flatMap(({ companyId, id, created, ...contract }) => {
        const others = overlapped(unit, { companyId, id, created, ...contract }).map(
          ({ policyNumber }) => policyNumber,
        );
        const why = `some of its days are covered by ${others.join(', ')}`;
        return others.length === 0 ? [] : { companyId, id, since: created, why, nextTry: null, order: created };
      }),
  refund_manual: ({ refunds }) =>
    refunds
      .all()
      .filter(({ status }) => status === 'manual')
      .map(ofRefund),
  refund_in_trouble: ({ refunds }, { lateSince }) =>
    refunds
      .all()
      .filter(({ status, created, due }) => status === 'due' && (due?.trouble !== undefined || created <= lateSince))
      .map(ofRefund),
  document_late: ({ contracts }, { lateSince }) =>
    contracts.all().flatMap(({ companyId, id, created, documentsDue }) => {
      const since = documentsDue?.troubledSince ?? documentsDue?.at;
      if (!documentsDue || since === undefined || since > lateSince) return [];
      return [{ companyId, id, since, why: documentsDue.trouble ?? null, nextTry: documentsDue.at, order: created }];
    }),
};
