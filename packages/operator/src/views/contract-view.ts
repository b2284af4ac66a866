import {
  inEnglish,
  spaced,
  withLinks,
  type Cancellation,
  type ContractDetails,
  type Documents,
  type Problem,
} from '@vehicle-insurance/core';
import { contractView } from '@vehicle-insurance/http';
import type { Service } from '@vehicle-insurance/service';
import { historyText, table } from '../command-output.ts';
import { nextText } from './payment-view.ts';

type WithHistory = NonNullable<Awaited<ReturnType<Service['bound']['store']['contractQueries']['inspect']>>>;

/** Why the certificate or the documents of a contract are missing; null if no reason is known. */
const lastErrorOf = ({ certificateRequest: { concern, refusal, due }, contract }: ContractDetails): Problem | null =>
  concern?.why ?? refusal ?? due?.lastError ?? contract.documentsDue?.lastError ?? null;

/** A contract as callers see it, with additional fields for operators. */
export const contractJson = async (documents: Documents, details: ContractDetails): Promise<object> => {
  const { accepted, refusals, firstRefused, refusal, concern, due } = details.certificateRequest;
  return {
    ...contractView(await withLinks(documents, details)),
    companyId: details.contract.companyId,
    companyName: details.companyName,
    certificateRequest: {
      accepted,
      refusals,
      firstRefused,
      refusal,
      concern,
      nextTry: due?.at ?? null,
      attempts: due?.attempts ?? 0,
      lastError: due?.lastError ?? null,
    },
    documentsNextTry: details.contract.documentsDue?.at ?? null,
    documentsTrouble: details.contract.documentsDue?.lastError ?? null,
  };
};

const inWordsOrNone = (problem: Problem | null): string | null => problem && inEnglish(problem);

const HEADINGS = [
  'ID',
  'POLICY',
  'COMPANY',
  'HOLDER',
  'PLATE',
  'STATUS',
  'CERTIFICATE',
  'FROM',
  'TO',
  'QUOTE',
  'CREATED',
];

/** Contracts, one per line. */
export const contractTable = (listed: readonly ContractDetails[]): string =>
  table(
    [...HEADINGS, 'NEXT ATTEMPT', 'LAST ERROR'],
    listed.map((details) => [
      details.contract.id,
      details.contract.policyNumber,
      details.companyName,
      details.quote.policyholder.name,
      details.vehicle.licencePlate,
      details.contract.status,
      details.certificateRequest.status,
      details.contract.startDate,
      details.contract.endDate,
      details.contract.quoteId,
      details.contract.created,
      details.certificateRequest.due?.at ?? details.contract.documentsDue?.at ?? null,
      inWordsOrNone(lastErrorOf(details)),
    ]),
  );

const cancelledText = ({ at, code, reason, lastDay, refund }: Cancellation): string =>
  `cancelled ${at} (${code}): ${reason}; last day ${lastDay ?? 'none'}, refund ${refund === null ? 'none' : `${spaced(refund.amount)} F CFA`}`;

/** One contract, its certificate request and its history. */
export const contractText = (details: WithHistory): string => {
  const { contract, certificateRequest: request, quote, vehicle, companyName, history } = details;
  const { certificate, refusal, concern, due } = request;
  const authoritySaid = inWordsOrNone(concern?.why ?? refusal);
  const lastError = inWordsOrNone(due?.lastError ?? null);
  return [
    `${contract.policyNumber}  ${contract.status}  ${contract.startDate} to ${contract.endDate}`,
    `${companyName}: ${vehicle.licencePlate} (${vehicle.brand} ${vehicle.model}), ${quote.policyholder.name}`,
    ...(contract.cancelled ? [cancelledText(contract.cancelled)] : []),
    `contract ${contract.id}  quote ${contract.quoteId}  payment ${contract.paymentId}`,
    certificate
      ? `certificate ${request.status}  ${certificate.certificateNumber}`
      : `certificate ${request.status}  ${nextText(due)}${authoritySaid !== null && authoritySaid !== lastError ? `, the authority’s answer: ${authoritySaid}` : ''}`,
    ...(contract.documentsDue ? [`documents missing  ${nextText(contract.documentsDue)}`] : []),
    '',
    historyText(history),
  ].join('\n');
};
