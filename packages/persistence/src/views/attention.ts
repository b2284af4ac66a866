import { ATTENTION_KINDS, NO_LOOK_UP, SESSION_NOT_KNOWN, type AttentionKind } from '@vehicle-insurance/core';

/** What of each kind is shown. */
const SHOWN = 100;

/** A payment whose window has ended and that is not settled. */
const IS_LATE = `status in ('opening', 'pending') and created <= $1`;

const text = (constant: string): string => `'${constant.replaceAll("'", "''")}'`;

interface Source {
  readonly from: string;
  /** What the thing is called by; a refund goes by its payment. */
  readonly id: string;
  readonly why: string;
  readonly where: string;
}

const payments = (where: string): Source => ({ from: 'payment', id: 'id', why: 'trouble', where });
const refunds = (where: string): Source => ({ from: 'refund', id: 'payment_id', why: 'trouble', where });
const requests = (why: string, where: string): Source => ({
  from: 'certificate_request',
  id: 'contract_id',
  why,
  where,
});

const OF_CONTRACT = `from certificate_request request
  where request.company_id = contract.company_id and request.contract_id = contract.id`;

/** Where each kind is found: by the partial indexes of what is not settled, whatever the size of the tables. */
const SOURCES: Readonly<Record<AttentionKind, Source>> = {
  payment_past_window: payments(IS_LATE),
  contract_past_last_day: {
    from: 'contract',
    id: 'id',
    why: `(select coalesce(request.refusal, request.trouble) ${OF_CONTRACT})`,
    where: `status = 'pending' and start_date < $2 and end_date < $2 and (select request.status ${OF_CONTRACT}) <> 'issued'`,
  },
  session_not_known: payments(`due_at is not null and trouble = ${text(SESSION_NOT_KNOWN)} and not (${IS_LATE})`),
  certificate_without_look_up: requests('trouble', `status = 'pending' and trouble = ${text(NO_LOOK_UP)}`),
  certificate_failed: requests('refusal', `status = 'failed'`),
  refund_manual: refunds(`status = 'manual'`),
  refund_in_trouble: refunds(`status = 'due' and trouble is not null`),
};

const found = (kind: AttentionKind, rank: number): string => {
  const { from, id, why, where } = SOURCES[kind];
  return `(
    select ${rank} as rank, '${kind}' as kind, company_id, ${id} as id, created as since, ${why} as why
    from ${from} where ${where} order by created, ${id} limit ${SHOWN})`;
};

/** Everything that waits for a person. Values: until when a window begun has ended, today. */
export const ATTENTION = `
  select kind, company_id, id, since, why
  from (${ATTENTION_KINDS.map(found).join(' union all ')}) listed order by rank, since, id`;

export interface AttentionRow {
  readonly kind: AttentionKind;
  readonly company_id: string;
  readonly id: string;
  readonly since: string;
  readonly why: string | null;
}
