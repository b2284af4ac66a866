import type { Company } from '../../domain/company/company.ts';
import { soldUntil } from '../../domain/contract/cancellation.ts';
import { papersOf } from '../../domain/coverage/papers.ts';
import type { PaperFacts } from '../../ports/contract-document.ts';
import type { ContractDetails } from '../../ports/contracts.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { Ok } from '../../shared/result.ts';

/**
 * The facts that a contract's papers print. The policy conditions are from the catalogue version that priced the quote.
 * If that version does not contain the coverage's insurer, `insuranceCompany` is the insurer.
 */
export const paperFacts = async (
  { unitOfWork, catalogue }: Pick<Dependencies, 'unitOfWork' | 'catalogue'>,
  { contract, quote, vehicle, companyName }: ContractDetails,
  insuranceCompany: string,
): Promise<PaperFacts> => {
  const { companyId, paymentId } = contract;
  const found = await unitOfWork.run(async ({ companies, payments }) =>
    Ok({ company: await companies.find(companyId), payment: await payments.find(companyId, paymentId) }),
  );
  const { company, payment } = found.unwrap();
  const soldFrom = (await catalogue.version(quote.catalogueVersion)) ?? {};
  const { insurer, conditions, translations } = papersOf(soldFrom, quote.coverage);
  return {
    companyName,
    insurer: insurer ?? { name: insuranceCompany },
    conditions,
    translations,
    // Like the certificate, a paper shows the days that were sold, even if the contract was cancelled.
    contract: { ...contract, endDate: soldUntil(contract) },
    quote,
    vehicle,
    payment: payment ?? null,
    ...(company && { intermediary: knownOf(company) }),
  };
};

const knownOf = ({ legalForm, address, licence, phone }: Company): NonNullable<PaperFacts['intermediary']> => ({
  legalForm,
  address,
  licence,
  phone,
});
