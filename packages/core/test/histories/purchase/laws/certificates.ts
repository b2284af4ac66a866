import { soldUntil, type CertificateRequest, type Contract, type ContractDetails } from '@vehicle-insurance/core';
import type { Holding } from '@vehicle-insurance/testkit';
import { after as minutesAfter } from '../days.ts';
import type { Law } from '../law.ts';

/** Minutes after its first refusal at which a certificate request that is refused again has failed. */
const SIX_HOURS = 6 * 60;

/**
 * A contract that is not cancelled gets one certificate, its own, with a unique number. It is requested once and fails
 * after six hours of refusals. A certificate of another contract is never attached.
 */
export const certificates: Law = (world) => {
  const { book, authority, insured } = world;
  const firstRefused = new Map<string, string>();
  const attached = new Set<string>();
  const recorded = new Map<string, number>();
  /** Contracts whose certificate had to be attached by an operator, because the authority offered no look-up. */
  const byHand = new Set<string>();
  /** Contracts to which operators have attached a number, including corrected ones. */
  const given = new Map<string, Set<string>>();
  /** Contracts whose annulment an operator has recorded. */
  const annulledByHand = new Set<string>();
  let judged = 0;

  /** The certificate of a cancelled contract is annulled when its cover has ended, or a person must arrange that. */
  const judgeAnnulment = ({ id, status, cancelled }: Contract, { annulment, certificate, due }: CertificateRequest) => {
    const isAnnulled = authority.annulled().includes(certificate?.certificateNumber ?? '');
    if (annulment === null) book.broke('the certificate of a cancelled contract stays valid');
    if (annulment === 'done' && !isAnnulled && !annulledByHand.has(id))
      book.broke('a certificate is said to be annulled, but is valid');
    if (annulment === 'due' && due && due.at <= world.clock.now()) book.broke('an annulment is still due');
    if (cancelled?.lastDay === null && status !== 'pending') book.broke(`a contract without cover is ${status}`);
  };

  const contradicts = ({ contract, vehicle }: ContractDetails, { details, certificate }: Holding): boolean =>
    (details.policyNumber !== null && details.policyNumber !== contract.policyNumber) ||
    (details.licencePlate !== null && details.licencePlate !== vehicle.licencePlate) ||
    certificate.effectiveDate !== contract.startDate ||
    certificate.expiryDate !== contract.endDate;
  /** Whether the authority has a request of another contract for the vehicle on some of these days. */
  const isInsuredElsewhere = ({ contract, vehicle }: ContractDetails): boolean =>
    authority
      .held()
      .some(
        ({ application }) =>
          application.policyNumber !== contract.policyNumber &&
          application.vehicle.licencePlate === vehicle.licencePlate &&
          application.effectiveDate <= contract.endDate &&
          contract.startDate <= application.expiryDate,
      );
  /** Whether a worker outlived its lease of a certificate. The next worker may not know of that worker's request. */
  const hasOverslept = ({ companyId, id }: Contract): boolean => book.hasOverslept(`certificates ${companyId} ${id}`);
  const textOf = async (key: string): Promise<string> => {
    const file = await world.documents.read(key);
    return file.isOk() ? new TextDecoder().decode(file.value.bytes) : '';
  };
  const isAnothers = (number: string, id: string): boolean =>
    [...book.requests.values()].some(
      ({ contractId, certificate }) => contractId !== id && certificate?.certificateNumber === number,
    );

  /**
   * Whether an operator attached the certificate's number to another contract. The request is listed until it is
   * retried.
   */
  const isHeldBack = ({ contract, certificateRequest }: ContractDetails, { certificate }: Holding): boolean =>
    certificateRequest.concern?.kind === 'certificate_not_ours' &&
    [...(given.get(certificate.certificateNumber) ?? [])].some((id) => id !== contract.id);

  /** Whether the authority's certificate belongs to another contract, according to its facts or its number. */
  const isOthers = (details: ContractDetails, held: Holding): boolean =>
    contradicts(details, held) || isAnothers(held.certificate.certificateNumber, details.contract.id);

  return {
    certificate: ({ before, after, entry }) => {
      const id = after.contractId;
      const contract = book.contracts.get(id);
      if (entry.by !== undefined && before && after.refusals < before.refusals) firstRefused.delete(id);
      if (before && after.refusals > before.refusals) {
        const refused = (recorded.get(id) ?? 0) + 1;
        recorded.set(id, refused);
        if (refused > authority.refusals(contract?.policyNumber ?? ''))
          book.broke('more refusals were recorded than the authority made');
        const first = firstRefused.get(id) ?? entry.at;
        firstRefused.set(id, first);
        const isOver = entry.at >= minutesAfter(first as typeof entry.at, SIX_HOURS);
        if (isOver !== (after.status === 'failed'))
          book.broke(`a certificate first refused at ${first} is ${after.status} after another refusal`);
      }
      if (
        before?.status === 'pending' &&
        after.status === 'failed' &&
        entry.by === undefined &&
        after.refusals === before.refusals
      )
        book.broke('a certificate failed without a refusal');
      if (entry.why.code === 'certificate_annulled' && entry.by !== undefined) annulledByHand.add(id);
      else if (after.certificate && entry.by !== undefined && after.attached !== before?.attached) {
        attached.add(id);
        const { certificateNumber } = after.certificate;
        given.set(certificateNumber, (given.get(certificateNumber) ?? new Set()).add(id));
        if (before?.status !== 'issued' && before?.due?.lastError?.code === 'no_look_up') byHand.add(id);
      }
      if (after.certificate && contract) {
        const { effectiveDate, expiryDate, certificateNumber } = after.certificate;
        if (contract.cancelled && !before?.certificate) book.broke('a cancelled contract got a certificate');
        if (effectiveDate !== contract.startDate || expiryDate !== soldUntil(contract))
          book.broke('a certificate for other days was attached');
        for (const other of book.requests.values())
          if (other.contractId !== id && other.certificate?.certificateNumber === certificateNumber)
            book.broke('two contracts have one certificate');
      }
      const isTaken = before?.status !== 'issued' && after.status === 'issued' && entry.by === undefined;
      if (!isTaken) return;
      const held = authority.held().find(({ application }) => application.policyNumber === contract?.policyNumber);
      const vehicle = insured.find(({ quote }) => quote.id === contract?.quoteId)?.vehicle;
      if (after.certificate?.certificateNumber !== held?.certificate.certificateNumber)
        book.broke('a contract got a certificate that is not the authority’s for it');
      if (held && ![null, vehicle?.licencePlate].includes(held.details.licencePlate))
        book.broke('a certificate for another vehicle was attached');
      if (held && ![null, contract?.policyNumber].includes(held.details.policyNumber))
        book.broke('a certificate for another policy was attached');
    },
    step: () => {
      for (const { wasHeld, application } of authority.asked.slice(judged)) {
        judged += 1;
        const contract = [...book.contracts.values()].find(
          ({ policyNumber }) => policyNumber === application.policyNumber,
        );
        if (wasHeld && (!contract || !hasOverslept(contract)))
          book.broke('a certificate was requested that the authority was already making');
        const { quote, vehicle } = insured.find((each) => each.quote.id === contract?.quoteId) ?? {};
        if (!contract || !quote || !vehicle) return book.broke('a certificate was requested for no contract');
        if (application.subscribedOn !== contract.paidOn)
          book.broke(
            `the certificate of a contract paid on ${contract.paidOn} was requested as of ${application.subscribedOn}`,
          );
        if (application.effectiveDate !== contract.startDate || application.expiryDate !== soldUntil(contract))
          book.broke('a certificate was requested for days that are not the contract’s');
        if (
          application.vehicle.licencePlate !== vehicle.licencePlate ||
          application.policyholder.name !== quote.policyholder.name
        )
          book.broke('a certificate was requested for another vehicle or policyholder');
      }
    },
    rest: async () => {
      for (const details of await world.contracts()) {
        const { contract, certificateRequest } = details;
        const { status, certificate, concern, due } = certificateRequest;
        const held = authority.held().find(({ application }) => application.policyNumber === contract.policyNumber);
        const isStalled = authority.isStalled(contract.policyNumber);
        const isOrdinary = !hasOverslept(contract) && !isStalled && !isInsuredElsewhere(details);
        if (contract.cancelled && status === 'issued') {
          judgeAnnulment(contract, certificateRequest);
          continue;
        }
        if (contract.cancelled) {
          if (status !== 'failed' || certificate || (due && !isStalled))
            book.broke('a cancelled contract still has certificate work');
          if (contract.status !== 'pending') book.broke(`a cancelled contract is ${contract.status}`);
          const isShown = concern?.kind === 'certificate_after_cancel';
          if (isOrdinary && isShown && held === undefined)
            book.broke('a certificate of a cancelled contract is shown although the authority holds none');
          if (isOrdinary && !isShown && held !== undefined && !isOthers(details, held))
            book.broke('a certificate of a cancelled contract is not shown');
          continue;
        }
        if (status === 'issued') {
          const { certificateImage, contractDocument } = contract.documents;
          if (certificateImage === null || contractDocument === null) book.broke('a document is missing');
          else if (!(await textOf(contractDocument)).includes(certificate?.certificateNumber ?? '?'))
            book.broke('a contract document shows a certificate that is not the contract’s');
          else if ((await textOf(certificateImage)) !== certificate?.imageLink)
            book.broke('a contract has the picture of another certificate');
          if (certificate?.certificateNumber === held?.certificate.certificateNumber) continue;
          if (!attached.has(contract.id)) book.broke('a contract’s certificate differs from the authority’s');
          const isKnown =
            concern?.kind === 'certificate_not_ours' ||
            due?.lastError?.code === 'no_look_up' ||
            byHand.has(contract.id);
          if (isOrdinary && held !== undefined && !isOthers(details, held) && !isKnown)
            book.broke('a second certificate of a contract is not shown');
          continue;
        }
        const isNotOwn = held !== undefined && (isOthers(details, held) || isHeldBack(details, held));
        const isDisputed = isStalled || isInsuredElsewhere(details) || isNotOwn;
        if (!isDisputed) book.broke(`a certificate is still ${status}`);
      }
    },
  };
};
