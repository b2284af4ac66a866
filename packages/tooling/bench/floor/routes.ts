import type { IncomingMessage } from 'node:http';
import type { Caller } from '../plain/callers.ts';
import { isId } from '../plain/ids.ts';
import { Refusal } from '../plain/refusals.ts';
import type { Work } from '../plain/setup.ts';
import { retryAfterOf } from '../plain/views.ts';
import { newQuote, newVehicle, pageOf } from './checks.ts';
import { readBody } from './read-body.ts';

export interface RouteResult {
  readonly status: number;
  readonly body: object;
  readonly retryAfter?: string | undefined;
  readonly hasLinks?: boolean;
}

const PREFIX = '/api/v1.0/';

export const route = async (work: Work, caller: Caller, request: IncomingMessage): Promise<RouteResult> => {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  if (!path.startsWith(PREFIX)) throw new Refusal('not_found');
  const [what, id, more] = path.slice(PREFIX.length).split('/');
  const company = caller.company_id;
  switch (`${request.method} ${what}${id === undefined ? '' : id === 'create' ? '/create' : '/{id}'}${more ?? ''}`) {
    case 'GET vehicle/{id}':
      return { status: 200, body: await found('vehicle', id, (given) => work.read.vehicle(company, given)) };
    case 'GET vehicle':
      return { status: 200, body: await work.read.vehicles(company, pageOf(query)) };
    case 'GET contract/{id}':
      return withLinks(await found('contract', id, (given) => work.read.contract(company, given)));
    case 'GET contract':
      return withLinks(await work.read.contracts(company, pageOf(query)));
    case 'GET quote/{id}status': {
      const body = await found('quote', id, (given) => work.read.quoteStatus(company, given));
      return { status: 200, body, retryAfter: retryAfterOf(body) };
    }
    case 'POST vehicle':
      return added(await work.registerVehicle(company, newVehicle(await readBody(request))));
    case 'POST quote/create':
      return added(await work.createQuote(company, newQuote(await readBody(request))));
    default:
      throw new Refusal('not_found');
  }
};

const found = async <View>(
  what: 'vehicle' | 'contract' | 'quote',
  id: string | undefined,
  find: (id: string) => Promise<View | undefined>,
): Promise<View> => {
  const view = id !== undefined && isId(id) ? await find(id) : undefined;
  if (view === undefined) throw new Refusal(`${what}_not_found`);
  return view;
};

type Documents = { readonly documents: { readonly [name: string]: string | null } };

const isLinked = ({ documents }: Documents): boolean => Object.values(documents).some((link) => link !== null);

const withLinks = (body: Documents | { readonly data: readonly Documents[] }): RouteResult => ({
  status: 200,
  body,
  hasLinks: 'data' in body ? body.data.some(isLinked) : isLinked(body),
});

const added = (done: Awaited<ReturnType<Work['registerVehicle'] | Work['createQuote']>>): RouteResult => {
  if ('inTheWay' in done) throw new Refusal('vehicle_already_exists', { vehicleId: done.inTheWay });
  if ('refused' in done) throw new Refusal(done.refused);
  return { status: 201, body: done.view };
};
