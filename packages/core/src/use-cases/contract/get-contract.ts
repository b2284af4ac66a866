import type { ContractNotFound } from '../../domain/contract/contract.ts';
import type { ContractShown } from '../../ports/contracts.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Documents } from '../../ports/documents.ts';
import type { Result } from '../../shared/result.ts';
import type { InvalidRequest } from '../../shared/rules.ts';
import { findOne } from '../find-one.ts';

/** URLs that open a contract's files for one hour; each URL is null until its file is stored. */
export interface DocumentLinks {
  readonly certificateImageUrl: string | null;
  readonly contractDocumentUrl: string | null;
}

/** A contract as callers see it, with fresh links to its documents. */
export interface ContractWithLinks extends ContractShown {
  readonly links: DocumentLinks;
}

/** Finds one of the company's contracts, with links to its documents. */
export type GetContract = (query: {
  companyId: string;
  contractId: string;
}) => Promise<Result<ContractWithLinks, InvalidRequest | ContractNotFound>>;

/** One contract of the company (docs/api.md 5.10). */
export const getContract = ({
  contractQueries,
  documents,
}: Pick<Dependencies, 'contractQueries' | 'documents'>): GetContract =>
  findOne('contractId', 'contract_not_found', async (companyId, id) => {
    const details = await contractQueries.show(companyId, id);
    return details && withLinks(documents, details);
  });

/** A name for a downloaded file, without characters that links do not allow. */
export const fileName = (name: string, extension: string): string => `${name.replace(/[^\w.-]+/g, '-')}${extension}`;

/** The contract with new links. A downloaded file is named after the policy number. */
export const withLinks = async (documents: Documents, details: ContractShown): Promise<ContractWithLinks> => {
  const { policyNumber, documents: files } = details.contract;
  const { certificateImage, contractDocument } = files;
  // The keys of old pictures have no extension, so their downloads have none either.
  const link = async (key: string | null, extension = /\.\w+$/.exec(key ?? '')?.[0] ?? '') =>
    key === null ? null : documents.link(key, fileName(policyNumber, extension));
  const links = {
    certificateImageUrl: await link(certificateImage),
    contractDocumentUrl: await link(contractDocument, '.pdf'),
  };
  return { ...details, links };
};
