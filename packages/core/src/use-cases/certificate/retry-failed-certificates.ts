import type { ContractViews } from '../../ports/contracts.ts';
import { fields, type InvalidRequest } from '../../shared/invalid-request.ts';
import { Ok, type Result } from '../../shared/result.ts';
import { plainText } from '../../shared/text.ts';
import type { RetryCertificate } from './retry-certificate.ts';

/** Answers the contracts whose certificates are asked for again. */
export type RetryFailedCertificates = (command: {
  readonly why: string;
  readonly by: string;
}) => Promise<Result<readonly string[], InvalidRequest>>;

const BATCH = 100;

/** An operator has every failed certificate asked for again, as when the authority was out of stock. */
export const retryFailedCertificates =
  ({
    contractViews,
    retryCertificate,
  }: {
    contractViews: ContractViews;
    retryCertificate: RetryCertificate;
  }): RetryFailedCertificates =>
  async (command) => {
    const checked = fields(command, { why: plainText, by: plainText });
    if (checked.isErr()) return checked;
    const { why, by } = checked.value;
    const retried: string[] = [];
    for (;;) {
      const failed = await contractViews.list({ certificate: 'failed' }, BATCH);
      const before = retried.length;
      for (const { contract } of failed)
        if ((await retryCertificate({ contractId: contract.id, why, by })).isOk()) retried.push(contract.id);
      // One that somebody else has just put back is failed no more, and one that fails again meanwhile can wait.
      if (failed.length < BATCH || retried.length === before) return Ok(retried);
    }
  };
