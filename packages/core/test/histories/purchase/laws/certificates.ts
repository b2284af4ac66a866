import type { Contract, ContractDetails } from '@vehicle-insurance/core';
import type { Holding } from '@vehicle-insurance/testkit';
import { after as minutesAfter } from '../days.ts';
import type { Law } from '../law.ts';

/** Minutes after its first refusal at which a request that is refused again has failed. */
const SIX_HOURS = 6 * 60;

/**
 * A contract that is not cancelled gets one certificate, its own, under a number no other has. It is asked for once,
 * and given up after six hours of refusals. What is not its own is never attached.
 */
export const certificates: Law = (world) => {
  const { book, authority, insured } = world;
  const firstRefused = new Map<string, string>();
  const attached = new Set<string>();
  const recorded = new Map<string, number>();
  /** Contracts whose certificate an operator had to ask for by hand: the authority would not look it up. */
  const byHand = new Set<string>();
  /** The contracts to which operators have given a number, also one they have corrected since. */
  const given = new Map<string, Set<string>>();
  let judged = 0;

  const contradicts = ({ contract, vehicle }: ContractDetails, { details, certificate }: Holding): boolean =>
    (details.policyNumber !== null && details.policyNumber !== contract.policyNumber) ||
    (details.licencePlate !== null && details.licencePlate !== vehicle.licencePlate) ||
    certificate.effectiveDate !== contract.startDate ||
    certificate.expiryDate !== contract.endDate;
  /** Whether the authority has a request for the vehicle on some of these days that is not this contract's. */
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
  /** Whether a worker overslept its lease of a certificate: the next one may ask without knowing that it did. */
  const hasOverslept = ({ companyId, id }: Contract): boolean => book.hasOverslept(`certificates ${companyId} ${id}`);
  const textOf = async (key: string): Promise<string> => {
    const file = await world.documents.read(key);
    return file.isOk() ? new TextDecoder().decode(file.value.bytes) : '';
  };
  const isAnothers = (number: string, id: string): boolean =>
    [...book.requests.values()].some(
      ({ contractId, certificate }) => contractId !== id && certificate?.certificateNumber === number,
    );

  /** Whether its number was given to another contract by an operator: it is listed until it is retried. */
  const isHeldBack = ({ contract, certificateRequest }: ContractDetails, { certificate }: Holding): boolean =>
    certificateRequest.concern?.kind === 'certificate_not_ours' &&
    [...(given.get(certificate.certificateNumber) ?? [])].some((id) => id !== contract.id);

  /** Whether what the authority holds is not the contract's own, by what it says or by its number. */
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
          book.broke('a refusal was recorded that the authority did not make');
        const first = firstRefused.get(id) ?? entry.at;
        firstRefused.set(id, first);
        const isOver = entry.at >= minutesAfter(first as typeof entry.at, SIX_HOURS);
        if (isOver !== (after.status === 'failed'))
          book.broke(`a certificate first refused at ${first} is ${after.status} when it is refused again`);
      }
      if (
        before?.status === 'pending' &&
        after.status === 'failed' &&
        entry.by === undefined &&
        after.refusals === before.refusals
      )
        book.broke('a certificate has failed that the authority did not refuse');
      if (after.certificate && entry.by !== undefined) {
        attached.add(id);
        const { certificateNumber } = after.certificate;
        given.set(certificateNumber, (given.get(certificateNumber) ?? new Set()).add(id));
        if (before?.status !== 'issued' && before?.due?.lastError?.code === 'no_look_up') byHand.add(id);
      }
      if (after.certificate && contract) {
        const { effectiveDate, expiryDate, certificateNumber } = after.certificate;
        if (contract.cancelled) book.broke('a cancelled contract got a certificate');
        if (effectiveDate !== contract.startDate || expiryDate !== contract.endDate)
          book.broke('a certificate for other days was taken for the contract’s own');
        for (const other of book.requests.values())
          if (other.contractId !== id && other.certificate?.certificateNumber === certificateNumber)
            book.broke('two contracts have one certificate');
      }
      const isTaken = before?.status !== 'issued' && after.status === 'issued' && entry.by === undefined;
      if (!isTaken) return;
      const held = authority.held().find(({ application }) => application.policyNumber === contract?.policyNumber);
      const vehicle = insured.find(({ quote }) => quote.id === contract?.quoteId)?.vehicle;
      if (after.certificate?.certificateNumber !== held?.certificate.certificateNumber)
        book.broke('a contract got another certificate than the authority holds for it');
      if (held && ![null, vehicle?.licencePlate].includes(held.details.licencePlate))
        book.broke('a certificate for another vehicle was taken for the contract’s own');
      if (held && ![null, contract?.policyNumber].includes(held.details.policyNumber))
        book.broke('a certificate for another policy was taken for the contract’s own');
    },
    step: () => {
      for (const { wasHeld, application } of authority.asked.slice(judged)) {
        judged += 1;
        const contract = [...book.contracts.values()].find(
          ({ policyNumber }) => policyNumber === application.policyNumber,
        );
        if (wasHeld && (!contract || !hasOverslept(contract)))
          book.broke('a certificate was asked for that the authority was making already');
        const { quote, vehicle } = insured.find((each) => each.quote.id === contract?.quoteId) ?? {};
        if (!contract || !quote || !vehicle) return book.broke('a certificate was asked for that no contract needs');
        if (application.subscribedOn !== contract.paidOn)
          book.broke(
            `a certificate of what was paid on ${contract.paidOn} was asked for as of ${application.subscribedOn}`,
          );
        if (application.effectiveDate !== contract.startDate || application.expiryDate !== contract.endDate)
          book.broke('a certificate was asked for with other days than the contract’s');
        if (
          application.vehicle.licencePlate !== vehicle.licencePlate ||
          application.policyholder.name !== quote.policyholder.name
        )
          book.broke('a certificate was asked for another vehicle or policyholder');
      }
    },
    rest: async () => {
      for (const details of await world.contracts()) {
        const { contract, certificateRequest } = details;
        const { status, certificate, concern, due } = certificateRequest;
        const held = authority.held().find(({ application }) => application.policyNumber === contract.policyNumber);
        const isUnderWay = authority.isStalled(contract.policyNumber);
        const isOrdinary = !hasOverslept(contract) && !isUnderWay && !isInsuredElsewhere(details);
        if (contract.cancelled) {
          if (status !== 'failed' || certificate || (due && !isUnderWay))
            book.broke('a cancelled contract is not at its end');
          if (contract.status !== 'pending') book.broke(`a cancelled contract is ${contract.status}`);
          const isShown = concern?.kind === 'certificate_after_cancel';
          if (isOrdinary && isShown && held === undefined)
            book.broke('a certificate of a cancelled contract is made up');
          if (isOrdinary && !isShown && held !== undefined && !isOthers(details, held))
            book.broke('a certificate of a cancelled contract is overlooked');
          continue;
        }
        if (status === 'issued') {
          const { certificateImage, contractDocument } = contract.documents;
          if (certificateImage === null || contractDocument === null) book.broke('a document is missing');
          else if (!(await textOf(contractDocument)).includes(certificate?.certificateNumber ?? '?'))
            book.broke('a contract document shows another certificate than the contract has');
          else if ((await textOf(certificateImage)) !== certificate?.imageLink)
            book.broke('a contract has the picture of another certificate than its own');
          if (certificate?.certificateNumber === held?.certificate.certificateNumber) continue;
          if (!attached.has(contract.id)) book.broke('a contract has another certificate than the authority');
          const isKnown =
            concern?.kind === 'certificate_not_ours' ||
            due?.lastError?.code === 'no_look_up' ||
            byHand.has(contract.id);
          if (isOrdinary && held !== undefined && !isOthers(details, held) && !isKnown)
            book.broke('a second certificate of a contract is overlooked');
          continue;
        }
        const isNotOwn = held !== undefined && (isOthers(details, held) || isHeldBack(details, held));
        const isDisputed = isUnderWay || isInsuredElsewhere(details) || isNotOwn;
        if (!isDisputed) book.broke(`a certificate is still ${status}`);
      }
    },
  };
};
