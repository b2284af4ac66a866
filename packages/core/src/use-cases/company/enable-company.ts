import type { Company, CompanyNotFound } from '../../domain/company/company.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { By } from '../../shared/author.ts';
import { Ok, type Result } from '../../shared/result.ts';
import { author, fields, flag, optional, plainText, type InvalidRequest } from '../../shared/rules.ts';
import { withCompany } from './find-company.ts';

/** The company, and whether it may call the API from now on. */
export interface EnableCompanyCommand {
  /** The company's id or its name. */
  readonly company: string;
  readonly enabled: boolean;
  readonly by?: By | undefined;
}

/**
 * An operator enables or disables a company. Every process applies the change within five seconds. Returns the company.
 */
export const enableCompany =
  ({ unitOfWork, clock }: Pick<Dependencies, 'unitOfWork' | 'clock'>) =>
  async (command: EnableCompanyCommand): Promise<Result<Company, InvalidRequest | CompanyNotFound>> => {
    const checked = fields(command, { company: plainText, enabled: flag, by: optional(author) });
    if (checked.isErr()) return checked;
    const { company: idOrName, enabled, by } = checked.value;
    return withCompany(unitOfWork, idOrName, async (tx, company) => {
      const changed = { ...company, enabled };
      const why = { code: enabled ? 'company_enabled' : 'company_disabled' } as const;
      await tx.companies.save(changed, { at: clock.now(), why, by: by ?? undefined });
      return Ok(changed);
    });
  };
