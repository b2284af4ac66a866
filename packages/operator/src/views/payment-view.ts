import {
  chargedAmount,
  inEnglish,
  type Due,
  type PaymentDetails,
  type PaymentWithRefund,
} from '@vehicle-insurance/core';
import { paymentView } from '@vehicle-insurance/http';
import { historyText, table } from '../command-output.ts';
import type { Service } from '@vehicle-insurance/service';

type History = NonNullable<Awaited<ReturnType<Service['bound']['store']['paymentQueries']['find']>>>['history'];

/** A payment as callers see it, with additional fields for operators. */
export const paymentJson = ({ payment, refund, companyName, ...insured }: PaymentDetails) => {
  const { refund: shownRefund, ...shown } = paymentView({ payment, refund });
  return {
    ...shown,
    // Callers see the status `opening` as pending. Operators see the true status.
    status: payment.status,
    refund: shownRefund && {
      ...shownRefund,
      nextTry: refund?.due?.at ?? null,
      lastError: refund?.due?.lastError ?? null,
    },
    companyId: payment.companyId,
    companyName,
    policyholder: insured.policyholder.name,
    policyholderPhone: insured.policyholder.phone,
    licencePlate: insured.licencePlate,
    policyNumber: insured.policyNumber,
    payer: payment.payer,
    provider: payment.provider,
    providerSessionId: payment.session?.id ?? null,
    providerSessionExpires: payment.session?.expires ?? null,
    nextCheck: payment.due?.at ?? null,
    lastError: payment.due?.lastError ?? null,
  };
};

const nextOf = ({ payment, refund }: PaymentWithRefund): string | null => refund?.due?.at ?? payment.due?.at ?? null;
const errorOf = ({ payment, refund }: PaymentWithRefund): string | null => {
  const lastError = refund?.due?.lastError ?? payment.due?.lastError;
  return lastError ? inEnglish(lastError) : null;
};

/** Payments, one per line. */
export const paymentTable = (listed: readonly PaymentDetails[]): string =>
  table(
    [
      'ID',
      'STATUS',
      'FRANCS',
      'PAYER',
      'REASON',
      'REFUND',
      'COMPANY',
      'HOLDER',
      'PLATE',
      'POLICY',
      'QUOTE',
      'CREATED',
      'NEXT ATTEMPT',
      'LAST ERROR',
    ],
    listed.map((details) => [
      details.payment.id,
      details.payment.status,
      chargedAmount(details.payment),
      details.payment.payer,
      details.payment.failureReason,
      details.refund?.status ?? null,
      details.companyName,
      details.policyholder.name,
      details.licencePlate,
      details.policyNumber,
      details.payment.quoteId,
      details.payment.created,
      nextOf(details),
      errorOf(details),
    ]),
  );

export const paymentText = (details: PaymentDetails & { readonly history: History }): string => {
  const { payment, refund, companyName, policyholder, licencePlate, policyNumber, history } = details;
  const { status, failureReason, session, due } = payment;
  return [
    `${status}  ${chargedAmount(payment)} F CFA (fees ${payment.fees})  ${payment.payer}  ${failureReason ?? ''}`.trimEnd(),
    `${companyName}: ${licencePlate}, ${policyholder.name}, ${policyNumber ?? 'no contract'}`,
    `payment ${payment.id}  quote ${payment.quoteId}`,
    `${payment.provider}  ${session?.id ?? 'no session known'}  ${nextText(due)}`,
    refund ? `refund ${refund.status}: ${refund.amount} F CFA  ${nextText(refund.due)}` : 'no refund',
    '',
    historyText(history),
  ].join('\n');
};

export const nextText = (due: Pick<Due, 'at' | 'lastError'> | null): string =>
  due === null
    ? 'no next attempt'
    : `next attempt ${due.at}${due.lastError === undefined ? '' : `, last error: ${inEnglish(due.lastError)}`}`;
