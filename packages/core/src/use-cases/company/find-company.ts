import type { Company, CompanyNotFound } from '../../domain/company/company.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';

/** Every company, in the order in which they were added. */
export const listCompanies =
  ({ unitOfWork }: Pick<Dependencies, 'unitOfWork'>) =>
  async (): Promise<readonly Company[]> =>
    (await unitOfWork.run(async ({ companies }) => Ok(await companies.list()))).unwrap();

/** The company an operator means by an id or a name; undefined if there is none. */
export const findCompany =
  ({ unitOfWork }: Pick<Dependencies, 'unitOfWork'>) =>
  async (idOrName: string): Promise<Company | undefined> =>
    (await unitOfWork.run(async (tx) => Ok(await companyCalled(tx, idOrName)))).unwrap();

const companyCalled = async ({ companies }: Transaction, idOrName: string): Promise<Company | undefined> =>
  (await companies.find(idOrName)) ?? (await companies.named(idOrName));

/** Does `work` on the company an operator means, in one unit of work. */
export const withCompany = <Value, Refusal = never>(
  unitOfWork: UnitOfWork,
  idOrName: string,
  work: (tx: Transaction, company: Company) => Promise<Result<Value, Refusal>>,
): Promise<Result<Value, CompanyNotFound | Refusal>> =>
  unitOfWork.run<Value, CompanyNotFound | Refusal>(async (tx) => {
    const company = await companyCalled(tx, idOrName);
    return company ? work(tx, company) : Err({ code: 'company_not_found' });
  });
