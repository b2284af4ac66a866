import type { Certificate, CertificateAuthority } from '../certificate/certificate-authority.ts';
import type { Contract, ContractFiles } from '../contract/contract.ts';
import type { ContractView, ContractViews } from '../contract/ports.ts';
import { later } from '../kernel/calendar.ts';
import type { Claim } from '../kernel/due.ts';
import type { Clock } from '../kernel/ports.ts';
import { Ok } from '../kernel/result.ts';
import { retryDelay } from '../kernel/retry-delay.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import type { ContractDocument } from './contract-document.ts';
import type { Documents, StoredDocument } from './ports.ts';

export interface DocumentNeeds {
  readonly unitOfWork: UnitOfWork;
  readonly contractViews: ContractViews;
  readonly certificateAuthority: CertificateAuthority;
  readonly contractDocument: ContractDocument;
  readonly documents: Documents;
  readonly clock: Clock;
}

type FileName = keyof ContractFiles;

/**
 * Copies the certificate's image and makes the contract document, each on its own: what is stored is attached even if
 * the other has to be tried again.
 */
export const makeDocuments =
  (needs: DocumentNeeds) =>
  async (claim: Claim): Promise<void> => {
    const view = await needs.contractViews.find(claim.companyId, claim.id);
    const certificate = view?.certificateRequest.certificate;
    if (!view || !certificate) return;
    const { certificateImage, contractDocument } = view.contract.documents;
    try {
      if (certificateImage === null)
        await keep(needs, view, 'certificateImage', () => copyImage(needs, view.contract, certificate));
      if (contractDocument === null) await keep(needs, view, 'contractDocument', () => write(needs, view, certificate));
    } finally {
      await appointNext(needs, view.contract, claim);
    }
  };

const copyImage = async (
  { certificateAuthority }: DocumentNeeds,
  contract: Contract,
  certificate: Certificate,
): Promise<StoredDocument | undefined> => {
  const image = await certificateAuthority.image(certificate);
  return image.outcome === 'done' ? { ...image.value, key: keyOf(contract, 'certificate') } : undefined;
};

const write = async (
  { contractDocument }: DocumentNeeds,
  { contract, quote, vehicle, companyName }: ContractView,
  certificate: Certificate,
): Promise<StoredDocument> => ({
  key: keyOf(contract, 'contract'),
  type: 'application/pdf',
  bytes: await contractDocument.render({ companyName, contract, quote, vehicle, certificate }),
});

const keyOf = ({ companyId, id }: Contract, name: string): string => `companies/${companyId}/contracts/${id}/${name}`;

const keep = async (
  { unitOfWork, documents, clock }: DocumentNeeds,
  { contract: { companyId, id, quoteId } }: ContractView,
  name: FileName,
  make: () => Promise<StoredDocument | undefined>,
): Promise<void> => {
  const file = await make();
  if (!file || (await documents.put(file)).isErr()) return;
  await unitOfWork.run<void, never>(async ({ quotes, contracts }) => {
    await quotes.lock(companyId, quoteId);
    const contract = await contracts.find(companyId, id);
    if (!contract) return Ok(undefined);
    const now = clock.now();
    const next = { ...contract, documents: { ...contract.documents, [name]: file.key }, updated: now };
    return Ok(await contracts.save(next, { at: now, why: `${name} stored` }));
  });
};

/** Nothing more when both files are stored, else another try after a growing delay. */
const appointNext = async (
  { unitOfWork, clock }: DocumentNeeds,
  { companyId, quoteId }: Contract,
  claim: Claim,
): Promise<void> => {
  await unitOfWork.run<void, never>(async ({ quotes, contracts, leases }) => {
    await quotes.lock(companyId, quoteId);
    const contract = await contracts.find(companyId, claim.id);
    if (!contract || !(await leases.holds(claim))) return Ok(undefined);
    const now = clock.now();
    const { certificateImage, contractDocument } = contract.documents;
    const at = later(now, { milliseconds: retryDelay(claim.attempt - 1, `${claim.id}${claim.attempt}`) });
    const documentsDue =
      certificateImage !== null && contractDocument !== null ? null : { at, attempts: claim.attempt };
    return Ok(await contracts.save({ ...contract, documentsDue }, { at: now, why: 'documents looked after' }));
  });
};
