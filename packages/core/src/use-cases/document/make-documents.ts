import type { Certificate } from '../../domain/certificate/certificate.ts';
import type { Contract, ContractFiles } from '../../domain/contract/contract.ts';
import { withExtension } from '../../domain/document/document-type.ts';
import type { CertificateAuthority } from '../../ports/certificate-authority.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ContractDocument } from '../../ports/contract-document.ts';
import type { ContractView, ContractViews } from '../../ports/contracts.ts';
import type { Documents, StoredDocument } from '../../ports/documents.ts';
import type { Claim } from '../../ports/due-work.ts';
import type { UnitOfWork } from '../../ports/unit-of-work.ts';
import { later } from '../../shared/calendar.ts';
import { appointment } from '../../shared/due.ts';
import { troubleOf } from '../../shared/outcome.ts';
import { Ok } from '../../shared/result.ts';
import { retryDelay } from '../../shared/retry-delay.ts';

/** What making a contract's documents needs. */
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
    const troubles: string[] = [];
    try {
      if (certificateImage === null)
        troubles.push(
          ...(await keep(needs, view, 'certificateImage', () => copyImage(needs, view.contract, certificate))),
        );
      if (contractDocument === null)
        troubles.push(...(await keep(needs, view, 'contractDocument', () => write(needs, view, certificate))));
    } catch (error) {
      troubles.push('a document cannot be made; the log says why');
      throw error;
    } finally {
      await appointNext(needs, view.contract, claim, troubles);
    }
  };

/** A file, or why there is none yet. */
type Made = { readonly file: StoredDocument } | { readonly trouble: string };

const copyImage = async (
  { certificateAuthority }: DocumentNeeds,
  contract: Contract,
  certificate: Certificate,
): Promise<Made> => {
  const image = await certificateAuthority.image(certificate);
  if (image.outcome === 'done') {
    const name = withExtension('certificate', image.value.type);
    return { file: { ...image.value, key: keyOf(contract, name) } };
  }
  return {
    trouble: image.outcome === 'refused' ? IMAGE_REFUSALS[image.reason] : (troubleOf(image) ?? 'no picture yet'),
  };
};

const IMAGE_REFUSALS = {
  not_an_image: 'the certificate’s picture is none',
  foreign_host: 'the certificate’s picture is not on one of the authority’s hosts',
} as const;

const write = async (
  { contractDocument }: DocumentNeeds,
  { contract, quote, vehicle, companyName }: ContractView,
  certificate: Certificate,
): Promise<Made> => ({
  file: {
    key: keyOf(contract, 'contract'),
    type: 'application/pdf',
    bytes: await contractDocument.render({ companyName, contract, quote, vehicle, certificate }),
  },
});

const keyOf = ({ companyId, id }: Contract, name: string): string => `companies/${companyId}/contracts/${id}/${name}`;

/** Makes, stores and attaches one file; answers what kept it from being there. */
const keep = async (
  { unitOfWork, documents, clock }: DocumentNeeds,
  { contract: { companyId, id, quoteId }, certificateRequest }: ContractView,
  name: FileName,
  make: () => Promise<Made>,
): Promise<readonly string[]> => {
  const made = await make();
  if ('trouble' in made) return [made.trouble];
  const { file } = made;
  if ((await documents.put(file)).isErr()) return [`${name} cannot be stored`];
  const attached = await unitOfWork.run<boolean, never>(async ({ quotes, contracts, certificateRequests }) => {
    await quotes.lock(companyId, quoteId);
    const contract = await contracts.find(companyId, id);
    const request = await certificateRequests.find(companyId, id);
    if (!contract || !isSame(request?.certificate, certificateRequest.certificate)) return Ok(false);
    const now = clock.now();
    const next = { ...contract, documents: { ...contract.documents, [name]: file.key }, updated: now };
    await contracts.save(next, { at: now, why: `${name} stored` });
    return Ok(true);
  });
  return attached.unwrap() ? [] : ['the certificate was corrected while its documents were made'];
};

/** Whether a document still shows the contract's certificate: an operator may have corrected it meanwhile. */
const isSame = (now: Certificate | null | undefined, shown: Certificate | null): boolean =>
  Object.entries(shown ?? {}).every(([field, value]) => now?.[field as keyof Certificate] === value);

/** Nothing more when both files are stored, else another try after a growing delay. */
const appointNext = async (
  { unitOfWork, clock }: DocumentNeeds,
  { companyId, quoteId }: Contract,
  claim: Claim,
  troubles: readonly string[],
): Promise<void> => {
  const trouble = troubles.length > 0 ? troubles.join('; ') : undefined;
  await unitOfWork.run<void, never>(async ({ quotes, contracts, leases }) => {
    await quotes.lock(companyId, quoteId);
    const contract = await contracts.find(companyId, claim.id);
    if (!contract || !(await leases.holds(claim))) return Ok(undefined);
    const now = clock.now();
    const { certificateImage, contractDocument } = contract.documents;
    const at = later(now, { milliseconds: retryDelay(claim.attempt - 1, `${claim.id}${claim.attempt}`) });
    const documentsDue =
      certificateImage !== null && contractDocument !== null ? null : appointment(at, contract.documentsDue, trouble);
    return Ok(await contracts.save({ ...contract, documentsDue }, { at: now, why: 'documents looked after' }));
  });
};
