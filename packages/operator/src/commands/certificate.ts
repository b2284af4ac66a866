import { attachCertificate, retryCertificate, retryFailedCertificates } from '@vehicle-insurance/core';
import type { Command } from 'commander';
import { theContract } from '../meant.ts';
import { said } from '../options.ts';
import { inWords, refuse } from '../refusal.ts';
import type { Run } from '../context.ts';

interface Attached {
  readonly number: string;
  readonly pdf: string;
  readonly image: string;
  readonly qr: string;
}

/** `certificate`: what to do about certificates that the authority would not issue. */
export const certificateCommands = (certificate: Command, run: Run): void => {
  certificate
    .command('retry [contract]')
    .description('ask now for a certificate that is pending or has failed, or for all that have failed')
    .option('--all', 'every certificate that has failed')
    .option('--reason <why>', 'why it should work now', said, 'retried by the operator')
    .action((contractId: string | undefined, { all = false, reason }: { all?: boolean; reason: string }) =>
      run(async (context) => {
        const { ports, by } = context;
        if (all === (contractId !== undefined)) return refuse('Give either a contract’s id or --all.');
        const contracts = contractId === undefined ? await retryAll() : await retryOne(contractId);
        const text =
          contracts.length === 0
            ? 'No certificate has failed.'
            : `${contracts.length === 1 ? 'The certificate is' : `${contracts.length} certificates are`} being asked for again.`;
        return { json: contracts.map((id) => ({ contractId: id, certificateStatus: 'pending' })), text };

        async function retryAll(): Promise<readonly string[]> {
          return (await retryFailedCertificates(ports)({ why: reason, by })).unwrap();
        }
        async function retryOne(typed: string): Promise<readonly string[]> {
          const id = await theContract(context, typed);
          const retried = await retryCertificate(ports)({ contractId: id, why: reason, by });
          return retried.isErr() ? refuse(inWords(retried.error)) : [id];
        }
      }),
    );
  certificate
    .command('attach <contract>')
    .description(
      'give a contract the certificate that the authority has issued by other means, or correct it until its documents are stored',
    )
    .requiredOption('--number <number>', 'the certificate’s number')
    .requiredOption('--pdf <link>', 'where the authority shows it')
    .requiredOption('--image <link>', 'where the authority shows its picture')
    .requiredOption('--qr <link>', 'where its QR code leads')
    .action((typed: string, { number, pdf, image, qr }: Attached) =>
      run(async (context) => {
        const { ports, by } = context;
        const contractId = await theContract(context, typed);
        const attached = await attachCertificate(ports)({
          contractId,
          certificateNumber: number,
          pdfLink: pdf,
          imageLink: image,
          qrCodeLink: qr,
          by,
        });
        if (attached.isErr()) return refuse(inWords(attached.error));
        return {
          json: { contractId, certificateStatus: 'issued', certificateNumber: number },
          text: 'The certificate is issued; the running service makes its documents. The same command corrects it until then.',
        };
      }),
    );
};
