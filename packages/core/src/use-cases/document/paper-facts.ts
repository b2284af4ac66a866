import { papersOf } from '../../domain/coverage/papers.ts';
import type { PaperFacts } from '../../ports/contract-document.ts';
import type { ContractDetails } from '../../ports/contracts.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { Ok } from '../../shared/result.ts';

/**
 * What the papers of a contract say: terms as they were in the catalogue the quote was priced by. `insuranceCompany`
 * insures where that names no insurer.
 */
export const paperFacts = async (
  { unitOfWork, catalogue }: Pick<Dependencies, 'unitOfWork' | 'catalogue'>,
  { contract, quote, vehicle, companyName }: ContractDetails,
  insuranceCompany: string,
): Promise<PaperFacts> => {
  const { companyId, paymentId } = contract;
  const payment = await unitOfWork.run(async ({ payments }) => Ok(await payments.find(companyId, paymentId)));
  const { insurer, conditions } = papersOf((await catalogue.version(quote.catalogueVersion)) ?? {}, quote.coverage);
  return {
    companyName,
    insurer: insurer ?? { name: insuranceCompany },
    conditions,
    contract,
    quote,
    vehicle,
    payment: payment.unwrap() ?? null,
  };
};
