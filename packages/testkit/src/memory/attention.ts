import {
  ATTENTION_KINDS,
  NO_LOOK_UP,
  SESSION_NOT_KNOWN,
  type Attention,
  type AttentionKind,
  type Lateness,
  type Payment,
  type Refund,
} from '@vehicle-insurance/core';
import { keyIn } from './tables.ts';
import type { Unit } from './unit.ts';

/** What of each kind is shown. */
const SHOWN = 100;

/** What waits for a person, most urgent first. */
export const attentionIn = (unit: Unit, lateness: Lateness): readonly Attention[] =>
  ATTENTION_KINDS.flatMap((kind) =>
    FINDERS[kind](unit, lateness)
      .map((found) => ({ kind, ...found }))
      .sort((a, b) => (`${a.since} ${a.id}` < `${b.since} ${b.id}` ? -1 : 1))
      .slice(0, SHOWN),
  );

type Found = Omit<Attention, 'kind'>;

const isLate = ({ status, created }: Payment, { windowsBegunUntil }: Lateness): boolean =>
  (status === 'opening' || status === 'pending') && created <= windowsBegunUntil;

const ofPayment = ({ companyId, id, created, due }: Payment): Found => ({
  companyId,
  id,
  since: created,
  why: due?.trouble ?? null,
});

const ofRefund = ({ companyId, paymentId: id, created, due }: Refund): Found => ({
  companyId,
  id,
  since: created,
  why: due?.trouble ?? null,
});

const FINDERS: Readonly<Record<AttentionKind, (unit: Unit, lateness: Lateness) => readonly Found[]>> = {
  payment_past_window: ({ payments }, lateness) =>
    payments
      .all()
      .filter((payment) => isLate(payment, lateness))
      .map(ofPayment),
  contract_past_last_day: ({ contracts, certificateRequests }, { today }) =>
    contracts
      .all()
      .filter(({ status, endDate }) => status === 'pending' && endDate < today)
      .flatMap(({ companyId, id, created }) => {
        const request = certificateRequests.get(keyIn(companyId, id));
        if (request?.status === 'issued') return [];
        return { companyId, id, since: created, why: request?.refusal ?? request?.due?.trouble ?? null };
      }),
  session_not_known: ({ payments }, lateness) =>
    payments
      .all()
      .filter((payment) => payment.due?.trouble === SESSION_NOT_KNOWN && !isLate(payment, lateness))
      .map(ofPayment),
  certificate_without_look_up: ({ certificateRequests }) =>
    certificateRequests
      .all()
      .filter(({ due }) => due?.trouble === NO_LOOK_UP)
      .map(({ companyId, contractId: id, created: since }) => ({ companyId, id, since, why: NO_LOOK_UP })),
  certificate_failed: ({ certificateRequests }) =>
    certificateRequests
      .all()
      .filter(({ status }) => status === 'failed')
      .map(({ companyId, contractId: id, created: since, refusal: why }) => ({ companyId, id, since, why })),
  refund_manual: ({ refunds }) =>
    refunds
      .all()
      .filter(({ status }) => status === 'manual')
      .map(ofRefund),
  refund_in_trouble: ({ refunds }) =>
    refunds
      .all()
      .filter(({ status, due }) => status === 'due' && due?.trouble !== undefined)
      .map(ofRefund),
};
