import {
  attachCertificate,
  cancelContract,
  closePayment,
  dismissActionItem,
  listActionItems,
  pausePayments,
  recordRefund,
  retryCertificate,
  retryFailedCertificates,
} from '@vehicle-insurance/core';
import type { Dependencies } from '../../src/ports/dependencies.ts';
import type { Journal } from './journal.ts';

/** What an operator does; to all payments or contracts it can be done to, unless said otherwise. */
export const COMMANDS = [
  'pause',
  'resume',
  'close',
  'retry',
  'retry what failed',
  'give back',
  'give back unanswered',
  'cancel',
  /** Of the first contract that has no certificate. */
  'attach',
  /** Of the first contract that has one. */
  'correct',
  'dismiss',
] as const;
export type Command = (typeof COMMANDS)[number];

const BY = 'an operator';

/** An operator who finds out what there is to do, and does it, at one process. */
export const operator = (dependencies: Dependencies, book: Journal) => {
  const why = 'seen to';
  const refunds = async (unanswered: boolean): Promise<void> => {
    for (const { paymentId, status } of [...book.refunds.values()])
      if (status !== 'done')
        await recordRefund(dependencies)({ paymentId, reference: 'VIR-7', note: 'by bank', by: BY, unanswered });
  };
  const attach = async (contractId: string, number: string): Promise<void> => {
    const link = `https://authority.test/${number}`;
    await attachCertificate(dependencies)({
      contractId,
      certificateNumber: number,
      pdfLink: `${link}.pdf`,
      imageLink: `${link}.png`,
      qrCodeLink: `${link}.qr`,
      by: BY,
    });
  };
  const contracts = () => [...book.requests.values()];
  const does: Readonly<Record<Command, () => Promise<unknown>>> = {
    pause: () => pausePayments(dependencies)({ paused: true, why, by: BY }),
    resume: () => pausePayments(dependencies)({ paused: false, why, by: BY }),
    close: async () => {
      for (const { id, status } of [...book.payments.values()])
        if (status === 'pending') await closePayment(dependencies)({ paymentId: id, why, by: BY });
    },
    retry: async () => {
      for (const { contractId } of contracts()) await retryCertificate(dependencies)({ contractId, why, by: BY });
    },
    'retry what failed': () => retryFailedCertificates(dependencies)({ why, by: BY }),
    'give back': () => refunds(false),
    'give back unanswered': () => refunds(true),
    cancel: async () => {
      for (const { contractId } of contracts()) await cancelContract(dependencies)({ contractId, why, by: BY });
    },
    attach: async () => {
      const first = contracts().find(({ status }) => status !== 'issued');
      if (first) await attach(first.contractId, 'CI-H00001');
    },
    correct: async () => {
      const first = contracts().find(({ status }) => status === 'issued');
      if (first)
        await attach(
          first.contractId,
          first.certificate?.certificateNumber === 'CI-H00001'
            ? 'CI-H00002'
            : (first.certificate?.certificateNumber ?? ''),
        );
    },
    dismiss: async () => {
      const [item] = await listActionItems(dependencies)();
      if (item) await dismissActionItem(dependencies)({ ids: [item.id], kind: item.kind, why, by: BY });
    },
  };
  return (command: Command): Promise<unknown> => does[command]();
};
