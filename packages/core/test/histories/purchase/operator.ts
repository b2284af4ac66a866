import {
  attachCertificate,
  cancelContract,
  closePayment,
  dismissActionItem,
  listActionItems,
  Ok,
  pausePayments,
  recordAnnulment,
  recordRefund,
  retryCertificate,
  retryDocuments,
  retryFailedCertificates,
  type Result,
} from '@vehicle-insurance/core';
import type { Dependencies } from '../../../src/ports/dependencies.ts';
import type { Journal } from './journal.ts';

/** The commands of an operator. Unless noted, they apply to all payments or contracts that allow them. */
export const COMMANDS = [
  'pause',
  'resume',
  'close',
  'retry',
  'retry failed',
  'retry documents',
  'record refund',
  'record refund unanswered',
  'cancel',
  'record annulment',
  'attach',
  'correct',
  'dismiss',
] as const;
export type Command = (typeof COMMANDS)[number];

const BY = 'an operator';

/** The authority's first certificate number, which is often the contract's own. */
const FIRST_ISSUED = 'CI-000001';

export const operator = (dependencies: Dependencies, book: Journal) => {
  const why = 'seen to';
  const refunds = async (unanswered: boolean): Promise<readonly Said[]> =>
    each(
      [...book.refunds.values()].filter(({ status }) => status !== 'done'),
      async ({ paymentId, sessionId }) => {
        if (unanswered) book.givesBackUnanswered(sessionId);
        const transfer = { reference: 'VIR-7', note: 'by bank', by: BY, unanswered };
        const said = await recordRefund(dependencies)({ paymentId, ...transfer });
        if (unanswered && said.isErr()) book.gaveNothingBack(sessionId);
        return said;
      },
    );
  const attach = async (contractId: string, number: string): Promise<Said> => {
    const link = `https://authority.test/${number}`;
    return attachCertificate(dependencies)({
      contractId,
      certificateNumber: number,
      pdfLink: `${link}.pdf`,
      imageLink: `${link}.png`,
      qrCodeLink: `${link}.qr`,
      by: BY,
    });
  };
  const isOddMinute = (): boolean => new Date(dependencies.clock.now()).getUTCMinutes() % 2 === 1;
  const contracts = () => [...book.requests.values()];
  const actions: Readonly<Record<Command, () => Promise<Said | readonly Said[]>>> = {
    pause: () => pausePayments(dependencies)({ paused: true, why, by: BY }),
    resume: () => pausePayments(dependencies)({ paused: false, why, by: BY }),
    close: () =>
      each(
        [...book.payments.values()].filter(({ status }) => status === 'pending'),
        ({ id }) => closePayment(dependencies)({ paymentId: id, why, by: BY }),
      ),
    retry: () => each(contracts(), ({ contractId }) => retryCertificate(dependencies)({ contractId, why, by: BY })),
    'retry failed': async () =>
      (await retryFailedCertificates(dependencies)({ why, by: BY })).unwrap().map((id) => Ok(id)),
    'retry documents': async () => (await retryDocuments(dependencies)({ by: BY })).map((id) => Ok(id)),
    'record refund': () => refunds(false),
    'record refund unanswered': () => refunds(true),
    cancel: () =>
      each(contracts(), async ({ contractId }) => {
        const command = { contractId, why, by: BY };
        // No second cancellation and no preview may change anything.
        await cancelContract(dependencies)({ ...command, preview: true });
        return cancelContract(dependencies)(command);
      }),
    'record annulment': () =>
      each(contracts(), ({ contractId }) => recordAnnulment(dependencies)({ contractId, note: why, by: BY })),
    attach: () =>
      each(
        contracts()
          .filter(({ status }) => status !== 'issued')
          .slice(0, 1),
        ({ contractId }) => attach(contractId, isOddMinute() ? FIRST_ISSUED : 'CI-H00001'),
      ),
    correct: () =>
      each(
        contracts()
          .filter(({ status }) => status === 'issued')
          .slice(0, 1),
        ({ contractId, certificate, attached }) =>
          attach(contractId, attached === null ? (certificate?.certificateNumber ?? '') : 'CI-H00002'),
      ),
    dismiss: async () =>
      each((await listActionItems(dependencies)()).slice(0, 1), ({ id, kind }) =>
        dismissActionItem(dependencies)({ ids: [id], kind, why, by: BY }),
      ),
  };
  return async (command: Command): Promise<boolean> => {
    const all = [await actions[command]()].flat();
    for (const said of all) book.saw(`operator: ${command} ${said.isOk() ? 'ok' : said.error.code}`);
    return all.some((said) => said.isOk());
  };
};

type Said = Result<unknown, { readonly code: string }>;

const each = async <Row>(rows: readonly Row[], command: (row: Row) => Promise<Said>): Promise<readonly Said[]> => {
  const all: Said[] = [];
  for (const row of rows) all.push(await command(row));
  return all;
};
