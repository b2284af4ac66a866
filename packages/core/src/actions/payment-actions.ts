import { closePayment } from '../use-cases/payment/close-payment.ts';
import { pausePayments } from '../use-cases/payment/pause-payments.ts';
import { recordRefund } from '../use-cases/payment/record-refund.ts';
import { settleRefund, SETTLEMENTS } from '../use-cases/statement/settle-refund.ts';
import { action, isChecked, WHY } from './action.ts';

export const PAYMENT_ACTIONS = {
  'payment close': action({
    about: 'payment',
    isDangerous: true,
    fields: { why: WHY },
    run: (ports, { subject, fields: { why }, by }) => closePayment(ports)({ paymentId: subject, why, by }),
  }),
  'payment refunded': action({
    about: 'payment',
    isDangerous: true,
    recordsWhatIsDone: true,
    fields: {
      reference: { kind: 'text' },
      why: WHY,
      onPages: { kind: 'check' },
      unanswered: { kind: 'check' },
      unasked: { kind: 'check' },
    },
    run: async (ports, { subject, fields: { reference, why, ...certainty }, by }) => {
      const recorded = await recordRefund(ports)({
        paymentId: subject,
        reference,
        note: why,
        by,
        onPages: isChecked(certainty.onPages),
        unanswered: isChecked(certainty.unanswered),
        unasked: isChecked(certainty.unasked),
      });
      return recorded.map((refund) => ({ ...refund, reference }));
    },
  }),
  'payment settle': action({
    about: 'payment',
    isDangerous: true,
    recordsWhatIsDone: true,
    fields: { how: { kind: 'choice', choices: SETTLEMENTS }, why: WHY },
    run: (ports, { subject, fields: { how, why }, by }) =>
      settleRefund(ports)({ paymentId: subject, how, reason: why, by }),
  }),
  'payment pause': action({
    about: 'service',
    isDangerous: true,
    fields: { why: WHY },
    run: (ports, { fields: { why }, by }) => pausePayments(ports)({ paused: true, why, by }),
  }),
  'payment resume': action({
    about: 'service',
    fields: {},
    run: (ports, { by }) => pausePayments(ports)({ paused: false, why: 'resumed', by }),
  }),
} as const;
