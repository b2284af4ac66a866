import { completeAnnulment } from '../../domain/certificate/annulment.ts';
import type { ContractNotFound } from '../../domain/contract/contract.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { By } from '../../shared/author.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { author, fields, plainText, shortText, type InvalidRequest } from '../../shared/rules.ts';
import { changeContract, type ContractRepositories } from './certificate-subject.ts';

/** The contract whose certificate the authority has annulled, the operator, and the operator's note. */
export interface RecordAnnulmentCommand {
  readonly contractId: string;
  readonly note: string;
  readonly by: By;
}

/** The contract has no certificate that must be annulled. */
export interface NothingToAnnul {
  readonly code: 'nothing_to_annul';
}

/** An operator records that the authority has annulled the certificate of a cancelled contract. */
export const recordAnnulment =
  ({ clock, ...stores }: ContractRepositories & Pick<Dependencies, 'clock'>) =>
  async (
    command: RecordAnnulmentCommand,
  ): Promise<Result<void, InvalidRequest | ContractNotFound | NothingToAnnul>> => {
    const checked = fields(command, { contractId: plainText, note: shortText, by: author });
    if (checked.isErr()) return checked;
    const { contractId, note, by } = checked.value;
    return changeContract<NothingToAnnul>(stores, contractId, async ({ certificateRequests }, { request }) => {
      if (request.annulment === null || request.annulment === 'done') return Err({ code: 'nothing_to_annul' });
      const entry = { at: clock.now(), why: { code: 'certificate_annulled', note } as const, by };
      return Ok(await certificateRequests.save(completeAnnulment(request), { ...entry, evidence: { annulled: note } }));
    });
  };
