import { defineEntity } from '@mikro-orm/core';
import type {
  FailureReason,
  Notification,
  Payment,
  PaymentStatus,
  Refund,
  RefundStatus,
  Reason,
} from '@vehicle-insurance/core';
import {
  amount,
  author,
  flag,
  fromDue,
  instant,
  instantOrNull,
  integer,
  json,
  lease,
  serialNumber,
  text,
  textOrNull,
  toDue,
  type Row,
  uuid,
  withDue,
  withoutDue,
  work,
} from './columns.ts';

export const PaymentEntity = defineEntity({
  name: 'Payment',
  tableName: 'payment',
  properties: {
    companyId: uuid().primary(),
    id: uuid().primary(),
    quoteId: uuid(),
    duplicateOf: uuid().strictNullable(),
    status: text<PaymentStatus>(),
    provider: text(),
    payer: text(),
    amount: amount(),
    fees: amount(),
    sessionId: textOrNull(),
    sessionUrl: textOrNull(),
    sessionExpires: instantOrNull(),
    sessionEnded: instantOrNull(),
    processingSeen: flag(),
    silentSince: instantOrNull(),
    notified: instantOrNull(),
    notifications: integer().default(0),
    lastUnpaid: instantOrNull(),
    failureReason: textOrNull<FailureReason>(),
    created: instant(),
    completed: instantOrNull(),
    ...work,
    ...lease,
  },
});

/** The company of each payment, because a provider returns only the payment's id. */
export const PaymentReferenceEntity = defineEntity({
  name: 'PaymentReference',
  tableName: 'payment_reference',
  properties: { paymentId: uuid().primary(), companyId: uuid() },
});

export const RefundEntity = defineEntity({
  name: 'Refund',
  tableName: 'refund',
  properties: {
    companyId: uuid().primary(),
    id: uuid().primary(),
    paymentId: uuid(),
    provider: text(),
    sessionId: text(),
    status: text<RefundStatus>(),
    amount: amount(),
    currency: text(),
    isPart: flag(),
    /** The insurer and the coverage of the quote, for the operators' statistics. The service's own insurer is null. */
    insurer: textOrNull(),
    coverage: textOrNull(),
    created: instant(),
    completed: instantOrNull(),
    ...work,
    ...lease,
  },
});

export const NotificationEntity = defineEntity({
  name: 'Notification',
  tableName: 'notification',
  properties: {
    id: uuid().primary(),
    provider: text(),
    reference: text(),
    received: instant(),
    ...work,
    ...lease,
  },
});

/** Append-only. The last line shows whether openings are paused. */
export const PaymentPauseEntity = defineEntity({
  name: 'PaymentPause',
  tableName: 'payment_pause',
  properties: { number: serialNumber().primary(), paused: flag(), at: instant(), why: json<Reason>(), ...author },
});

export const toPayment = ({
  sessionId,
  sessionUrl,
  sessionExpires,
  sessionEnded,
  dueAt,
  attempts,
  lastError,
  failingSince,
  ...row
}: Row<typeof PaymentEntity>): Payment => ({
  ...row,
  session: sessionId === null ? null : { id: sessionId, url: sessionUrl, expires: sessionExpires, ended: sessionEnded },
  due: toDue({ dueAt, attempts, lastError, failingSince }),
});

export const fromPayment = ({ session, due, ...payment }: Payment) => ({
  ...payment,
  sessionId: session?.id ?? null,
  sessionUrl: session?.url ?? null,
  sessionExpires: session?.expires ?? null,
  sessionEnded: session?.ended ?? null,
  ...fromDue(due),
});

export const toRefund = (row: Omit<Row<typeof RefundEntity>, 'insurer' | 'coverage'>): Refund => withDue(row);
export const fromRefund = (refund: Refund) => withoutDue(refund);

export const toNotification = (row: Row<typeof NotificationEntity>): Notification => withDue(row);
export const fromNotification = (notification: Notification) => withoutDue(notification);
