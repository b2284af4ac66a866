import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { NewQuote } from '../plain/create-quote.ts';
import { isId } from '../plain/ids.ts';
import type { Page } from '../plain/readings.ts';
import { Refusal } from '../plain/refusals.ts';
import type { NewVehicle } from '../plain/register-vehicle.ts';
import type { Work } from '../plain/setup.ts';
import { retryAfterOf } from '../plain/views.ts';
import { CONTRACT, NEW_QUOTE, NEW_VEHICLE, PAGE_QUERY, pageOf, QUOTE, STANDING, VEHICLE } from './schemas.ts';

interface ById {
  readonly Params: { readonly id: string };
}

interface ByPage {
  readonly Querystring: Readonly<Record<keyof Page, string>>;
}

const pageIn = ({ query }: FastifyRequest<ByPage>): Page => ({ page: Number(query.page), limit: Number(query.limit) });

const idOf = ({ params }: FastifyRequest<ById>, what: 'vehicle' | 'contract' | 'quote'): string => {
  if (!isId(params.id)) throw new Refusal(`${what}_not_found`);
  return params.id;
};

const found = <View>(view: View | undefined, what: 'vehicle' | 'contract' | 'quote'): View => {
  if (view === undefined) throw new Refusal(`${what}_not_found`);
  return view;
};

type Documents = { readonly documents: { readonly [name: string]: string | null } };
const isLinked = ({ documents }: Documents): boolean => Object.values(documents).some((link) => link !== null);

/** The measured endpoints. */
export const routes = (work: Work) => async (app: FastifyInstance) => {
  app.get<ById>('/vehicle/:id', { schema: { response: { 200: VEHICLE } } }, async (request) =>
    found(await work.read.vehicle(request.caller.company_id, idOf(request, 'vehicle')), 'vehicle'),
  );
  app.get<ByPage>('/vehicle', { schema: { querystring: PAGE_QUERY, response: { 200: pageOf(VEHICLE) } } }, (request) =>
    work.read.vehicles(request.caller.company_id, pageIn(request)),
  );
  app.get<ById>('/contract/:id', { schema: { response: { 200: CONTRACT } } }, async (request) => {
    const contract = found(await work.read.contract(request.caller.company_id, idOf(request, 'contract')), 'contract');
    request.hasLinks = isLinked(contract);
    return contract;
  });
  app.get<ByPage>(
    '/contract',
    { schema: { querystring: PAGE_QUERY, response: { 200: pageOf(CONTRACT) } } },
    async (request) => {
      const contracts = await work.read.contracts(request.caller.company_id, pageIn(request));
      request.hasLinks = contracts.data.some(isLinked);
      return contracts;
    },
  );
  app.get<ById>('/quote/:id/status', { schema: { response: { 200: STANDING } } }, async (request, reply) => {
    const standing = found(await work.read.quoteStatus(request.caller.company_id, idOf(request, 'quote')), 'quote');
    const seconds = retryAfterOf(standing);
    if (seconds !== undefined) reply.header('retry-after', seconds);
    return standing;
  });
  app.post<{ Body: NewVehicle }>(
    '/vehicle',
    { schema: { body: NEW_VEHICLE, response: { 201: VEHICLE } } },
    async ({ caller, body }, reply) => {
      if (body.firstRoadDate > today()) throw new Refusal('invalid_request');
      const licencePlate = body.licencePlate.replace(/ +/g, '').toUpperCase();
      const named = { brand: normalizeText(body.brand), model: normalizeText(body.model) };
      return added(reply, await work.registerVehicle(caller.company_id, { ...body, licencePlate, ...named }));
    },
  );
  app.post<{ Body: NewQuote }>(
    '/quote/create',
    { schema: { body: NEW_QUOTE, response: { 201: QUOTE } } },
    async ({ caller, body }, reply) => {
      if (body.startDate < today()) throw new Refusal('invalid_request');
      if (!isId(body.vehicleId)) throw new Refusal('vehicle_not_found');
      const policyHolderPhone = `+225${body.policyHolderPhone.replace(/ +/g, '').slice(-10)}`;
      const policyHolderName = normalizeText(body.policyHolderName);
      return added(reply, await work.createQuote(caller.company_id, { ...body, policyHolderPhone, policyHolderName }));
    },
  );
};

const today = (): string => new Date().toISOString().slice(0, 10);

/** A text in the form in which it is stored. */
const normalizeText = (text: string): string => text.trim().normalize('NFC');

const added = (
  reply: FastifyReply,
  done: Awaited<ReturnType<Work['registerVehicle'] | Work['createQuote']>>,
): FastifyReply => {
  if ('inTheWay' in done) throw new Refusal('vehicle_already_exists', { vehicleId: done.inTheWay });
  if ('refused' in done) throw new Refusal(done.refused);
  return reply.code(201).send(done.view);
};
