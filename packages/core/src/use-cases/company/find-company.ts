import type { Company, CompanyNotFound } from '../../domain/company/company.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';

/** All companies, in the order in which they were added. */
export const listCompanies =
  ({ unitOfWork }: Pick<Dependencies, 'unitOfWork'>) =>
  async (): Promise<readonly Company[]> =>
    (await unitOfWork.run(async ({ companies }) => Ok(await companies.list()))).unwrap();

/** The company with this id or name; undefined if there is no such company. */
export const findCompany =
  ({ unitOfWork }: Pick<Dependencies, 'unitOfWork'>) =>
  async (idOrName: string): Promise<Company | undefined> =>
    (await unitOfWork.run(async (tx) => Ok(await findByIdOrName(tx, idOrName)))).unwrap();

const findByIdOrName = async ({ companies }: Transaction, idOrName: string): Promise<Company | undefined> =>
  (await companies.find(idOrName)) ?? (await companies.named(idOrName));

/** Runs `work` on the company with this id or name, in one unit of work. */
export const withCompany = <Value, Refusal = never>(
  unitOfWork: UnitOfWork,
  idOrName: string,
  work: (tx: Transaction, company: Company) => Promise<Result<Value, Refusal>>,
): Promise<Result<Value, CompanyNotFound | Refusal>> =>
  unitOfWork.run<Value, CompanyNotFound | Refusal>(async (tx) => {
    const company = await findByIdOrName(tx, idOrName);
    return company ? work(tx, company) : Err({ code: 'company_not_found' });
  });
