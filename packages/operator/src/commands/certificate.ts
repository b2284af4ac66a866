import { attachCertificate, retryCertificate, retryFailedCertificates } from '@vehicle-insurance/core';
import type { Command } from 'commander';
import { theContract } from '../matches.ts';
import { requiredText } from '../options.ts';
import { inWords, refuse } from '../refusal.ts';
import type { Run } from '../context.ts';

interface AttachOptions {
  readonly number: string;
  readonly pdf: string;
  readonly image: string;
  readonly qr: string;
}

/** `certificate`: retry a request, or attach a certificate that was issued by other means. */
export const certificateCommands = (certificate: Command, run: Run): void => {
  certificate
    .command('retry [contract]')
    .description('request a pending or failed certificate again now, or all failed ones with --all')
    .option('--all', 'retry every failed certificate')
    .option('--reason <why>', 'reason for the retry, for the history', requiredText, 'retried by the operator')
    .action((contractId: string | undefined, { all = false, reason }: { all?: boolean; reason: string }) =>
      run(async (context) => {
        const { ports, by } = context;
        if (all === (contractId !== undefined)) return refuse('Give either a contract’s id or --all.');
        const contracts = contractId === undefined ? await retryAll() : await retryOne(contractId);
        const text =
          contracts.length === 0
            ? 'No certificate has failed.'
            : `${contracts.length === 1 ? 'The certificate is' : `${contracts.length} certificates are`} being requested again.`;
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
      'attach a certificate that the authority issued by other means, or correct it until its documents are stored',
    )
    .requiredOption('--number <number>', 'number of the certificate')
    .requiredOption('--pdf <link>', 'address of the certificate at the authority')
    .requiredOption('--image <link>', 'address of its image at the authority')
    .requiredOption('--qr <link>', 'address in its QR code')
    .action((typed: string, { number, pdf, image, qr }: AttachOptions) =>
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
          text: 'The certificate is issued. The running service stores its documents; until then the same command corrects it.',
        };
      }),
    );
};
