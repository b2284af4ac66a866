import { route } from '../route.ts';
import { CONTRACT, CONTRACT_PAGE, contractView, type ContractView } from '../views/contract.ts';
import { EXAMPLE, object, text } from '../views/fields.ts';
import { PAGE_QUERY, pageView } from '../views/page.ts';

const CONTRACT_LIST = object(
  {},
  { vehicleId: text('Only contracts of this vehicle.', EXAMPLE.vehicleId), ...PAGE_QUERY },
);

/** Links are made when a contract is read, and open for an hour from then. */
const hasLinks = ({ documents }: ContractView): boolean => Object.values(documents).some((link) => link !== null);

export const contractRoutes = [
  route({
    method: 'get',
    path: '/contract',
    tag: 'Contracts',
    summary: 'List contracts',
    description: 'Most recent first. Document links are valid for one hour.',
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
];
