import { Command } from 'commander';
import { inWords, refuse } from './answer.ts';
import type { Run } from './workplace.ts';

/** `certificate`: rescuing what the authority would not issue. */
export const certificateCommand = (run: Run): Command => {
  const certificate = new Command('certificate').description('certificates of contracts');
  certificate
    .command('retry <contract>')
    .description('ask again for a certificate that has failed')
    .option('--reason <why>', 'why it should work now', 'retried by the operator')
    .action((contractId: string, { reason }: { reason: string }) =>
      run(async ({ get, by }) => {
        const retried = await get('retryCertificate')({ contractId, why: reason, by });
        if (retried.isErr()) return refuse(inWords(retried.error));
        return {
          json: { contractId, certificateStatus: 'pending' },
          text: 'The certificate is being asked for again.',
        };
      }),
    );
  return certificate;
};
