import { withLinks, type ContractView, type Documents } from '@vehicle-insurance/core';
import { contractView } from '@vehicle-insurance/http';
import type { Persistence } from '@vehicle-insurance/persistence';
import { historyText, table } from './answer.ts';
import { nextText } from './payment-shown.ts';

type WithHistory = NonNullable<Awaited<ReturnType<Persistence['contractViews']['inspect']>>>;

/** What keeps its certificate or its documents from being there, in the authority's own words where it has said any. */
const troubleOf = ({ certificateRequest: { concern, refusal, due }, contract }: ContractView): string | null =>
  concern?.why ?? refusal ?? due?.trouble ?? contract.documentsDue?.trouble ?? null;

/** A contract as callers see it, and what only operators do. */
export const contractShown = async (documents: Documents, view: ContractView) => {
  const { accepted, refusals, firstRefused, refusal, concern, due } = view.certificateRequest;
  return {
    ...contractView(await withLinks(documents, view)),
    companyId: view.contract.companyId,
    companyName: view.companyName,
    certificateRequest: {
      accepted,
      refusals,
      firstRefused,
      refusal,
      concern,
      nextTry: due?.at ?? null,
      attempts: due?.attempts ?? 0,
      trouble: due?.trouble ?? null,
    },
    documentsNextTry: view.contract.documentsDue?.at ?? null,
    documentsTrouble: view.contract.documentsDue?.trouble ?? null,
  };
};

const HEADINGS = ['ID', 'POLICY', 'COMPANY', 'PLATE', 'STATUS', 'CERTIFICATE', 'FROM', 'TO', 'QUOTE', 'CREATED'];

/** Contracts, one a line. */
export const contractTable = (views: readonly ContractView[]): string =>
  table(
    [...HEADINGS, 'NEXT TRY', 'LAST ERROR'],
    views.map((view) => [
      view.contract.id,
      view.contract.policyNumber,
      view.companyName,
      view.vehicle.licencePlate,
      view.contract.status,
      view.certificateRequest.status,
      view.contract.startDate,
      view.contract.endDate,
      view.contract.quoteId,
      view.contract.created,
      view.certificateRequest.due?.at ?? view.contract.documentsDue?.at ?? null,
      troubleOf(view),
    ]),
  );

/** One contract, its certificate request and its history. */
export const contractText = (view: WithHistory): string => {
  const { contract, certificateRequest: request, quote, vehicle, companyName, history } = view;
  const { certificate, refusal, concern, due } = request;
  const said = concern?.why ?? refusal;
  return [
    `${contract.policyNumber}  ${contract.status}  ${contract.startDate} to ${contract.endDate}`,
    `${companyName}: ${vehicle.licencePlate} (${vehicle.brand} ${vehicle.model}), ${quote.policyholder.name}`,
    ...(contract.cancelled ? [`cancelled ${contract.cancelled.at}: ${contract.cancelled.reason}`] : []),
    `contract ${contract.id}  quote ${contract.quoteId}  payment ${contract.paymentId}`,
    certificate
      ? `certificate ${request.status}  ${certificate.certificateNumber}`
      : `certificate ${request.status}  ${nextText(due)}${said !== null && said !== due?.trouble ? `, the authority said: ${said}` : ''}`,
    ...(contract.documentsDue ? [`documents missing  ${nextText(contract.documentsDue)}`] : []),
    '',
    historyText(history),
  ].join('\n');
};
