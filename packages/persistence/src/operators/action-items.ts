import {
  ACTION_ITEM_KINDS,
  CURRENCY,
  DIFFERENCE_KINDS,
  type ActionItem,
  type ActionItemKind,
  type ConcernKind,
  type Lateness,
  type Reason,
} from '@vehicle-insurance/core';
import { coversDays } from '../contracts/selection.ts';
import { instant, instantOrNull } from '../database/text.ts';

/** The maximum number of items of a kind in the list. */
const SHOWN = 100;

/** The values of the parameters `$1` to `$4` in the SQL below. */
export const valuesOf = (lateness: Lateness): readonly string[] => [
  lateness.windowsBegunUntil,
  lateness.today,
  lateness.lateSince,
  lateness.certificatesAskedUntil,
];
const [WINDOWS_BEGUN, TODAY, LATE, CERTIFICATES_ASKED, ABOUT] = ['$1', '$2', '$3', '$4', '$5'];

/** A payment that is not settled although its confirmation window has ended. */
const IS_LATE = `payment.status in ('opening', 'pending') and payment.created <= ${WINDOWS_BEGUN}`;

const isError = (table: string, code: Reason['code']): string => `${table}.last_error ->> 'code' = '${code}'`;

/** SQL that builds a reason from its code and the SQL of its parameters. */
const reason = (code: Reason['code'], parameters: Readonly<Record<string, string>>): string =>
  `jsonb_build_object('code', '${code}'${Object.entries(parameters)
    .map(([name, value]) => `, '${name}', ${value}`)
    .join('')})`;

interface Source {
  readonly from: string;
  readonly companyId: string;
  /** The id by which operators refer to the item: that of its payment or contract. */
  readonly id: string;
  readonly since: string;
  readonly why: string;
  readonly nextTry: string;
  readonly where: string;
  /** What the items are chosen by if there are too many: an indexed column, except for discrepancies. */
  readonly order: string;
  /** The first sort key of a kind's items. The second sort key is the time. */
  readonly urgency?: string;
}

const of = (table: string, id = 'id'): Omit<Source, 'where'> => ({
  from: table,
  companyId: `${table}.company_id`,
  id: `${table}.${id}`,
  since: `coalesce(${table}.failing_since, ${table}.created)`,
  why: `${table}.last_error`,
  nextTry: `${table}.due_at`,
  order: `${table}.created`,
});

const PAYMENTS = of('payment');
const FAILING_PAYMENTS: typeof PAYMENTS = { ...PAYMENTS, order: 'payment.failing_since' };
const REFUNDS = of('refund', 'payment_id');
const CERTIFICATES: typeof PAYMENTS = {
  ...of('certificate_request', 'contract_id'),
  from: `certificate_request join contract
    on contract.company_id = certificate_request.company_id and contract.id = certificate_request.contract_id`,
  since: `coalesce(certificate_request.first_refused, certificate_request.failing_since, certificate_request.created)`,
  why: 'coalesce(certificate_request.last_error, certificate_request.refusal)',
};
const DOCUMENTS: typeof PAYMENTS = {
  ...of('contract'),
  since: 'coalesce(contract.failing_since, contract.due_at)',
};

/**
 * Problems with certificates that no retry solves. These problems have their own index, because an operator must see
 * them at once.
 */
const concerns = (kind: ConcernKind): Source => ({
  ...of('certificate_request', 'contract_id'),
  since: 'certificate_request.concern_since',
  why: 'certificate_request.concern_why',
  where: `certificate_request.concern = '${kind}'`,
});

/** The vehicle's contracts that were opened before this contract and cover some of the same days. */
const OVERLAPPED = `from contract earlier
  where earlier.company_id = contract.company_id and earlier.vehicle_id = contract.vehicle_id
    and earlier.ordinal < contract.ordinal and ${coversDays('earlier')}
    and earlier.start_date <= contract.end_date and earlier.end_date >= contract.start_date`;

/**
 * A pending certificate request of a contract that has not ended, unless the request needs a look-up that the authority
 * lacks.
 */
const IS_AWAITED = `certificate_request.status = 'pending' and contract.end_date >= ${TODAY}
  and (${isError('certificate_request', 'no_look_up')}) is not true`;

/**
 * The time from which the certificate request is no longer needed, because an operator cancelled the contract or
 * attached a certificate. Otherwise, the creation of the request.
 */
const LEFT_SINCE = 'coalesce(contract.cancelled_at, certificate_request.attached, certificate_request.created)';

/** The time from which a certificate's annulment has been waiting for a person, has been failing, or is due. */
const ANNULLED_SINCE = `case certificate_request.annulment when 'manual' then contract.cancelled_at
  else coalesce(certificate_request.failing_since, certificate_request.due_at) end`;

const DIFFERENCE_WHY = reason('statement_differs', {
  kind: 'statement_difference.kind',
  provider: 'statement_difference.provider',
  transactionId: 'statement_difference.transaction_id',
  there: 'statement_difference.there',
  here: 'statement_difference.here',
  fee: 'statement_difference.fee',
  currency: 'statement_difference.currency',
  hereCurrency: 'statement_difference.here_currency',
});

/** Orders discrepancies so that the kinds alternate, and no kind crowds out another. */
const IN_TURN = `row_number() over (
  partition by statement_difference.kind order by statement_difference.found, statement_difference.id)`;

/**
 * The source of each kind. All sources use partial indexes that contain few rows, so the size of the tables does not
 * matter.
 */
const SOURCES: Readonly<Record<ActionItemKind, Source>> = {
  payment_past_window: { ...PAYMENTS, since: 'payment.created', where: IS_LATE },
  credentials_refused: concerns('credentials_refused'),
  certificate_not_ours: concerns('certificate_not_ours'),
  certificate_after_cancel: concerns('certificate_after_cancel'),
  contract_past_last_day: {
    ...CERTIFICATES,
    since: 'contract.created',
    where: `certificate_request.status <> 'issued' and contract.end_date < ${TODAY} and contract.cancelled_at is null`,
  },
  cover_without_certificate: {
    ...CERTIFICATES,
    where: `${IS_AWAITED} and contract.start_date <= ${TODAY} and certificate_request.created <= ${CERTIFICATES_ASKED}`,
  },
  session_not_known: {
    ...FAILING_PAYMENTS,
    where: `${isError('payment', 'session_not_known')} and not (${IS_LATE})`,
  },
  payment_unreadable: {
    ...FAILING_PAYMENTS,
    where: `payment.status = 'failed' and not (${isError('payment', 'session_not_known')})
      and payment.failing_since <= ${LATE}`,
  },
  certificate_of_another_contract: concerns('certificate_of_another_contract'),
  certificate_without_look_up: {
    ...CERTIFICATES,
    where: `certificate_request.status <> 'issued' and ${isError('certificate_request', 'no_look_up')}`,
  },
  certificate_failed: {
    ...CERTIFICATES,
    where: `certificate_request.status = 'failed' and contract.cancelled_at is null`,
  },
  certificate_late: {
    ...CERTIFICATES,
    where: `${IS_AWAITED} and contract.start_date > ${TODAY} and certificate_request.created <= ${LATE}
      and certificate_request.concern is null`,
  },
  certificate_not_annulled: {
    ...CERTIFICATES,
    since: ANNULLED_SINCE,
    where: `certificate_request.annulment in ('due', 'manual')
      and (certificate_request.annulment = 'manual' or ${ANNULLED_SINCE} <= ${LATE})`,
  },
  request_left_open: {
    ...CERTIFICATES,
    since: LEFT_SINCE,
    why: `coalesce(certificate_request.last_error, case when certificate_request.request_number is not null
      then ${reason('request_open', { requestNumber: 'certificate_request.request_number' })} end)`,
    where: `certificate_request.status <> 'pending' and certificate_request.due_at is not null
      and certificate_request.annulment is distinct from 'due' and certificate_request.concern is null and ${LEFT_SINCE} <= ${LATE}
      and (certificate_request.status = 'issued' or (${isError('certificate_request', 'no_look_up')}) is not true)`,
  },
  overlapping_cover: {
    ...of('contract'),
    since: 'contract.created',
    why: `(select ${reason('days_covered', { policies: 'jsonb_agg(earlier.policy_number order by earlier.ordinal)' })}
      ${OVERLAPPED})`,
    nextTry: 'null::timestamptz',
    where: `contract.overlapping and contract.cancelled_at is null and exists (select ${OVERLAPPED})`,
  },
  refund_manual: { ...REFUNDS, where: `refund.status = 'manual'` },
  refund_failing: {
    ...REFUNDS,
    where: `refund.status = 'due' and (refund.last_error is not null or refund.created <= ${LATE})`,
  },
  other_currency: {
    ...of('refund', 'payment_id'),
    since: 'refund.created',
    why: reason('other_currency', { amount: 'refund.amount', currency: 'refund.currency' }),
    nextTry: 'null::timestamptz',
    where: `refund.currency <> '${CURRENCY}'`,
  },
  statement_differs: {
    ...of('statement_difference', 'payment_id'),
    since: 'statement_difference.found',
    why: DIFFERENCE_WHY,
    nextTry: 'null::timestamptz',
    where: `statement_difference.status = 'open'`,
    order: IN_TURN,
    urgency: `array_position('{${DIFFERENCE_KINDS.join()}}'::text[], statement_difference.kind)`,
  },
  document_late: {
    ...DOCUMENTS,
    where: `contract.due_at is not null and coalesce(contract.failing_since, contract.due_at) <= ${LATE}`,
  },
};

const selectOf = (kind: ActionItemKind, rank: number, about: boolean): string => {
  const { from, companyId, id, since, why, nextTry, where, order, urgency = '0' } = SOURCES[kind];
  return `(
    select ${rank} as rank, '${kind}' as kind, ${companyId} as company_id, ${id} as id, ${since} as since,
      ${why} as why, ${nextTry} as next_try, ${urgency} as urgency, count(*) over () as total
    from ${from}
    where ${where} ${about ? `and ${id} = any (${ABOUT}::uuid[])` : ''}
      and not exists (select from dismissal where dismissal.company_id = ${companyId}
        and dismissal.subject_id = ${id} and dismissal.kind = '${kind}' and dismissal.at >= ${since})
    order by ${order}, ${id} limit ${SHOWN})`;
};

const list = (about: boolean): string => `
  select kind, company_id, company.name as company_name, listed.id, since, why, next_try, total
  from (${ACTION_ITEM_KINDS.map((kind, rank) => selectOf(kind, rank, about)).join(' union all ')}) listed
  join company on company.id = company_id
  order by rank, urgency, since, listed.id`;

/** The action items that are not dismissed, at most `SHOWN` of each kind. */
export const ACTION_ITEMS = list(false);
/** Like `ACTION_ITEMS`, but only for the payments and contracts whose ids are the fifth parameter. */
export const ACTION_ITEM_ABOUT = list(true);

export interface ActionItemRow {
  readonly kind: ActionItemKind;
  readonly company_id: string;
  readonly company_name: string;
  readonly id: string;
  readonly since: string;
  readonly why: Reason | null;
  readonly next_try: string | null;
  readonly total: number;
}

export const toActionItem = (row: ActionItemRow): ActionItem => ({
  kind: row.kind,
  companyId: row.company_id,
  companyName: row.company_name,
  id: row.id,
  since: instant(row.since),
  why: row.why,
  nextTry: instantOrNull(row.next_try),
  total: row.total,
});
