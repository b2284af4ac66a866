import { contractMachine, LANGUAGES, statesOf } from '@vehicle-insurance/core';
import { PDF, route } from '../route.ts';
import { CONTRACT, CONTRACT_PAGE, contractView, type ContractView } from '../views/contract.ts';
import { date, EXAMPLE, object, oneOf, text } from '../views/fields.ts';
import { PAGE_QUERY, pageView } from '../views/page.ts';

const CONTRACT_LIST = object(
  {},
  {
    vehicleId: text('Only contracts of this vehicle.', EXAMPLE.vehicleId),
    status: oneOf(statesOf(contractMachine), 'Only contracts with this status.'),
    policyNumber: text('Only the contract with this policy number, in capitals or not.', 'VI-1-2026-000042'),
    licencePlate: text(
      'Only contracts of the vehicle with this plate, in any spelling that registration accepts.',
      'AB-123-CD',
    ),
    endingFrom: date('Only contracts whose last day is this day or later.', '2027-03-01'),
    endingTo: date('Only contracts whose last day is this day or earlier.', '2027-03-31'),
    ...PAGE_QUERY,
  },
);

const PAPER_QUERY = object(
  {},
  {
    language: { ...oneOf(LANGUAGES, 'The language of the document; only the French text is binding.'), default: 'fr' },
  },
);

/** Links are created when a contract is read and are valid for an hour. */
const hasLinks = ({ documents }: ContractView): boolean => Object.values(documents).some((link) => link !== null);

export const contractRoutes = [
  route({
    method: 'get',
    path: '/contract',
    tag: 'Contracts',
    summary: 'List contracts',
    description: 'Most recent first. All filters that are given must match. Document links are valid for one hour.',
    useCase: 'listContracts',
    query: CONTRACT_LIST,
    answer: { status: 200, schema: CONTRACT_PAGE },
    errors: [],
    command: ({ companyId, query }) => ({ ...query, companyId }),
    view: pageView(contractView),
    hasLinks: ({ data }) => data.some(hasLinks),
  }),
  route({
    method: 'get',
    path: '/contract/{id}',
    tag: 'Contracts',
    summary: 'Get a contract',
    description: 'Until the certificate is issued, `certificate` and both links are null.',
    useCase: 'getContract',
    answer: { status: 200, schema: CONTRACT },
    errors: ['contract_not_found'],
    command: ({ companyId, id }) => ({ companyId, contractId: id }),
    view: contractView,
    hasLinks,
  }),
  route({
    method: 'get',
    path: '/contract/{id}/document',
    tag: 'Contracts',
    summary: 'Get a contract’s document',
    description:
      'The contract document as a PDF, generated on request; 404 `not_found` until the certificate is issued.',
    useCase: 'getContractDocument',
    query: PAPER_QUERY,
    answer: { status: 200, schema: PDF },
    errors: ['contract_not_found', 'not_found', 'service_unavailable'],
    command: ({ companyId, id, query }) => ({ companyId, contractId: id, language: query.language ?? 'fr' }),
    view: (paper) => paper,
  }),
  route({
    method: 'get',
    path: '/contract/{id}/receipt',
    tag: 'Contracts',
    summary: 'Get a contract’s receipt',
    description: 'The receipt (quittance) of the payment as a PDF, generated on request.',
    useCase: 'getReceipt',
    query: PAPER_QUERY,
    answer: { status: 200, schema: PDF },
    errors: ['contract_not_found', 'not_found', 'service_unavailable'],
    command: ({ companyId, id, query }) => ({ companyId, contractId: id, language: query.language ?? 'fr' }),
    view: (paper) => paper,
  }),
  route({
    method: 'get',
    path: '/contract/{id}/cancellation',
    tag: 'Contracts',
    summary: 'Get a contract’s statement of cancellation',
    description: 'The refund and its computation, as a PDF; 404 `not_found` unless the contract is cancelled.',
    useCase: 'getCancellationStatement',
    query: PAPER_QUERY,
    answer: { status: 200, schema: PDF },
    errors: ['contract_not_found', 'not_found', 'service_unavailable'],
    command: ({ companyId, id, query }) => ({ companyId, contractId: id, language: query.language ?? 'fr' }),
    view: (paper) => paper,
  }),
];
