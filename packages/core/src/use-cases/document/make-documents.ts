import { isSameCertificate, type Certificate } from '../../domain/certificate/certificate.ts';
import type { Contract, ContractFiles } from '../../domain/contract/contract.ts';
import { withExtension } from '../../domain/document/document-type.ts';
import type { ContractDetails } from '../../ports/contracts.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { StoredDocument } from '../../ports/documents.ts';
import type { Claim } from '../../ports/due-work.ts';
import { nextAttempt, nextTry } from '../../shared/due.ts';
import { lastErrorOf } from '../../shared/outcome.ts';
import { combineProblems, type Problem } from '../../shared/problem.ts';
import { Ok } from '../../shared/result.ts';
import { lockContract } from '../certificate/certificate-subject.ts';
import { signProof } from '../proof/sign-proof.ts';
import { paperFacts } from './paper-facts.ts';

type MakeDocumentsDependencies = Pick<
  Dependencies,
  | 'unitOfWork'
  | 'contractQueries'
  | 'catalogue'
  | 'certificateAuthority'
  | 'contractDocument'
  | 'proofSigner'
  | 'documents'
  | 'clock'
>;

type FileName = keyof ContractFiles;

/**
 * Copies the certificate's image and makes the contract document. Each file is attached even if the other file must be
 * retried.
 */
export const makeDocuments =
  (dependencies: MakeDocumentsDependencies) =>
  async (claim: Claim): Promise<void> => {
    const details = await dependencies.contractQueries.find(claim.companyId, claim.id);
    const certificate = details?.certificateRequest.certificate;
    if (!details || !certificate) return;
    const { certificateImage, contractDocument } = details.contract.documents;
    const lastErrors: Problem[] = [];
    try {
      if (certificateImage === null)
        lastErrors.push(
          ...(await keep(dependencies, details, 'certificateImage', () =>
            copyImage(dependencies, details.contract, certificate),
          )),
        );
      if (contractDocument === null)
        lastErrors.push(
          ...(await keep(dependencies, details, 'contractDocument', () =>
            write(dependencies, details, certificate, claim),
          )),
        );
    } catch (error) {
      lastErrors.push({ code: 'document_not_made' });
      throw error;
    } finally {
      await scheduleNext(dependencies, details.contract, claim, lastErrors);
    }
  };

type Made = { readonly file: StoredDocument } | { readonly lastError: Problem };

/**
 * The number of attempts to read the authority's code, over more than an hour. If the last attempt fails too, the
 * document is made without the code, because the policyholder needs the document.
 */
const CODE_TRIES = 7;

const copyImage = async (
  { certificateAuthority }: MakeDocumentsDependencies,
  contract: Contract,
  certificate: Certificate,
): Promise<Made> => {
  const image = await certificateAuthority.image(certificate);
  if (image.outcome === 'done') {
    const name = withExtension('certificate', image.value.type);
    return { file: { ...image.value, key: keyOf(contract, name) } };
  }
  return {
    lastError:
      image.outcome !== 'refused'
        ? (lastErrorOf(image) ?? { code: 'file_not_ready', file: 'picture' })
        : image.reason === 'foreign_host'
          ? { code: 'foreign_host', file: 'picture' }
          : { code: 'not_an_image' },
  };
};

const write = async (
  dependencies: MakeDocumentsDependencies,
  details: ContractDetails,
  certificate: Certificate,
  { attempt }: Claim,
): Promise<Made> => {
  const code = await readCode(dependencies, details, certificate);
  if ('lastError' in code && attempt < CODE_TRIES) return code;
  const authorityCode = 'text' in code ? code.text : null;
  const facts = await paperFacts(dependencies, details, certificate.insuranceCompany);
  const proof = signProof(dependencies.proofSigner, 'contract', { ...details, certificate });
  const bytes = await dependencies.contractDocument.render({ ...facts, certificate, authorityCode, proof });
  return { file: { key: keyOf(details.contract, 'contract'), type: 'application/pdf', bytes } };
};

type Code = { readonly text: string } | { readonly lastError: Problem };

/** The text of the authority's code, read once and stored with the contract. */
const readCode = async (
  { certificateAuthority, unitOfWork, clock }: MakeDocumentsDependencies,
  details: ContractDetails,
  certificate: Certificate,
): Promise<Code> => {
  const { authorityCode } = details.contract;
  if (authorityCode !== null) return { text: authorityCode };
  const read = await certificateAuthority.code(certificate);
  if (read.outcome === 'refused')
    return { lastError: read.reason === 'foreign_host' ? { code: 'foreign_host', file: 'code' } : { code: 'no_code' } };
  if (read.outcome !== 'done') return { lastError: lastErrorOf(read) ?? { code: 'file_not_ready', file: 'code' } };
  const text = read.value;
  await unitOfWork.run<void, never>(async (tx) => {
    const subject = await lockContract(tx, details);
    // If an operator has corrected the certificate in the meantime, the code of the corrected certificate is read
    // later.
    if (!subject || !isSameCertificate(certificate, subject.request.certificate)) return Ok(undefined);
    const next = { ...subject.contract, authorityCode: text };
    return Ok(await tx.contracts.save(next, { at: clock.now(), why: { code: 'code_read' } }));
  });
  return { text };
};

/**
 * Each version of a file has a key of its own. The key contains the contract's `updated`, which a correction changes.
 * So a late worker cannot overwrite a newer file.
 */
const keyOf = ({ companyId, id, updated }: Contract, name: string): string =>
  `companies/${companyId}/contracts/${id}/${updated.replaceAll(/\D/g, '')}/${name}`;

/** Makes, stores and attaches one file. Returns the errors, if any. */
const keep = async (
  { unitOfWork, documents, clock }: MakeDocumentsDependencies,
  details: ContractDetails,
  name: FileName,
  make: () => Promise<Made>,
): Promise<readonly Problem[]> => {
  const made = await make();
  if ('lastError' in made) return [made.lastError];
  const { file } = made;
  if ((await documents.put(file)).isErr()) return [{ code: 'document_not_stored', document: name }];
  await unitOfWork.run<void, never>(async (tx) => {
    const subject = await lockContract(tx, details);
    // If an operator has corrected the certificate in the meantime, this file is outdated, and a new file is already
    // due.
    if (!subject || !isSameCertificate(details.certificateRequest.certificate, subject.request.certificate))
      return Ok(undefined);
    const { contract } = subject;
    const now = clock.now();
    const next = { ...contract, documents: { ...contract.documents, [name]: file.key }, updated: now };
    await tx.contracts.save(next, { at: now, why: { code: 'document_stored', document: name } });
    return Ok(undefined);
  });
  return [];
};

/**
 * Schedules the next attempt: at once after a correction, otherwise after a growing delay. If both files are stored,
 * there is no next attempt.
 */
const scheduleNext = async (
  { unitOfWork, clock }: MakeDocumentsDependencies,
  { companyId, quoteId }: Contract,
  claim: Claim,
  lastErrors: readonly Problem[],
): Promise<void> => {
  await unitOfWork.run<void, never>(async ({ quotes, contracts, leases }) => {
    await quotes.lock(companyId, quoteId);
    const contract = await contracts.find(companyId, claim.id);
    if (!contract || !(await leases.holds(claim))) return Ok(undefined);
    const now = clock.now();
    const { certificateImage, contractDocument } = contract.documents;
    const due = contract.documentsDue;
    const isCorrected = due !== null && due.attempts < claim.attempt;
    const at = nextTry(now, claim.attempt - 1, `${claim.id}${claim.attempt}`);
    const documentsDue =
      certificateImage !== null && contractDocument !== null
        ? null
        : isCorrected
          ? due
          : nextAttempt(at, due, combineProblems(lastErrors));
    return Ok(await contracts.save({ ...contract, documentsDue }, { at: now, why: { code: 'documents_checked' } }));
  });
};
