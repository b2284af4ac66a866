import * as core from '@vehicle-insurance/core';
import {
  ABIDJAN,
  respondOnce,
  authenticate,
  eventArrivals,
  issueKey,
  Ok,
  receiveNotification,
} from '@vehicle-insurance/core';
import { api, API_PATH, type ApiDependencies, type UseCases } from '@vehicle-insurance/http';
import {
  aCatalogue,
  anotherQuote,
  clockAt,
  collectedErrors,
  fakeMobileMoney,
  freshIds,
  instantTimer,
  inUnit,
  memoryDocuments,
  memoryStore,
  plainContractDocument,
  SOME_MORNING,
  storedCompany,
  storedVehicle,
  testKeyHasher,
} from '@vehicle-insurance/testkit';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { ROUTES } from '../src/routes.ts';

const FEES = { basisPoints: 100, fixed: 0, minimum: 0, maximum: null, step: 1 };

const useCasesOf = (world: object): UseCases =>
  Object.fromEntries(
    ROUTES.map(({ operationId: name }) => [name, (core[name] as (dependencies: object) => unknown)(world)]),
  ) as unknown as UseCases;

export const inMemory = async () => {
  const clock = clockAt(SOME_MORNING);
  const store = memoryStore();
  const documents = memoryDocuments({ clock });
  const mobileMoney = fakeMobileMoney({ clock });
  const errorReporter = collectedErrors();
  const keyHasher = testKeyHasher();
  const providers = { opening: mobileMoney, named: () => mobileMoney, has: () => true };
  const trigger = { fire: () => undefined };
  const timer = instantTimer();
  const world = {
    ...{ ...store, documents, providers, clock, ids: freshIds(), keyHasher, trigger, timer, fees: FEES },
    eventArrivals: eventArrivals({ journal: store.journal, timer }),
    ...{ zone: ABIDJAN, quoteHorizon: 365, insuranceCompany: 'Assurances du Golfe' },
    environment: 'test' as const,
    contractDocument: plainContractDocument(),
  };

  await inUnit(store.unitOfWork, ({ catalogues }) => catalogues.add(aCatalogue(), 'a test'));
  const company = await storedCompany(store.unitOfWork);
  const issued = await issueKey(world)({ company: company.id });
  const { key } = issued.unwrap();

  const dependencies: ApiDependencies = {
    useCases: useCasesOf(world),
    authenticate: authenticate(world),
    respondOnce: respondOnce(world),
    notifications: { providers: ['fake'], receive: receiveNotification(world) },
    linkedDocuments: documents,
    readiness: async () => ({ ready: true }),
    errorReporter,
    clock,
  };
  const storeQuote = async (over: Parameters<typeof anotherQuote>[3] = {}) =>
    anotherQuote(store.unitOfWork, company, await storedVehicle(store.unitOfWork, company.id), over);
  return { ...world, company, key, mobileMoney, errorReporter, dependencies, storeQuote };
};

export type InMemory = Awaited<ReturnType<typeof inMemory>>;

/** The fields of all bodies that tests read. A test must check that the body has the field. */
export interface ApiBody {
  readonly id: string;
  readonly code: string;
  readonly message: string;
  readonly details: readonly { readonly field: string; readonly message: string }[];
  readonly status: string;
  readonly data: readonly ApiBody[];
  readonly total: number;
  readonly page: number;
  readonly limit: number;
  readonly brand: string;
  readonly externalId: string | null;
  readonly hasRegistrationDocument: boolean;
  readonly vehicleType: string;
  readonly coverage: object;
  readonly quote: object;
  readonly premiumLines: readonly { readonly kind: string; readonly label: string; readonly amount: number }[];
  readonly payment: ApiBody;
  readonly paymentUrl: string;
  readonly vehicleId: string;
  readonly completed: string;
  readonly cancelled: object | null;
  readonly documents: { readonly certificateImageUrl: string | null; readonly contractDocumentUrl: string | null };
  readonly openapi: string;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ApiBody;
  readonly text: string;
}

export const serverOf = async (handle: RequestListener) => {
  const server = createServer(handle);
  // Keeps connections open for slow tests on a busy machine.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { port, origin: `http://127.0.0.1:${port}`, close };
};

export const listening = async (dependencies: ApiDependencies, key: string) => {
  const handle = api(dependencies).callback();
  const server = await serverOf((asked, response) => void handle(asked, response));
  const { origin } = server;

  /** `path` is under the API's path, unless it begins with two slashes. */
  const call = async (method: string, path: string, init: RequestInit = {}): Promise<ApiResponse> => {
    const url = path.startsWith('//') ? `${origin}${path.slice(1)}` : `${origin}${API_PATH}${path}`;
    const headers = new Headers(init.headers);
    if (!headers.has('x-api-key')) headers.set('x-api-key', key);
    const answer = await fetch(url, { ...init, method, headers });
    const content = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true && content !== '';
    const body = JSON.parse(isJson ? content : '{}') as ApiBody;
    return { status: answer.status, headers: answer.headers, text: content, body };
  };
  return {
    ...server,
    call,
    get: (path: string, init?: RequestInit) => call('GET', path, init),
    send: (method: string, path: string, body: unknown) =>
      call(method, path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    /** Sends text and forms unchanged, anything else as JSON. */
    submit: (method: string, path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
      const isForm = body instanceof FormData;
      return call(method, path, {
        body: isForm || typeof body === 'string' ? body : JSON.stringify(body),
        headers: { ...(!isForm && { 'content-type': 'application/json' }), ...headers },
      });
    },
  };
};

export type Listening = Awaited<ReturnType<typeof listening>>;

export const servedInMemory = async (over: Partial<ApiDependencies> = {}) => {
  const world = await inMemory();
  return { ...world, ...(await listening({ ...world.dependencies, ...over }, world.key)) };
};

/** What `open` opens for all tests of a suite; usable while they run. */
export const openedForAll = <Opened extends { readonly close: () => Promise<void> }>(
  open: () => Promise<Opened>,
): Opened => {
  const opened = {} as Opened;
  before(async () => Object.assign(opened, await open()));
  after(() => opened.close());
  return opened;
};

export const servedForAll = (over: Partial<ApiDependencies> = {}) => openedForAll(() => servedInMemory(over));

/** An API with some use cases replaced; every key is valid. */
export const servedWith = async (
  useCases: Partial<ApiDependencies['useCases']>,
  over: Partial<ApiDependencies> = {},
) => {
  const world = await inMemory();
  const dependencies = { ...world.dependencies, ...over, useCases: { ...world.dependencies.useCases, ...useCases } };
  const authenticated = {
    ...dependencies,
    authenticate: async () => Ok({ companyId: world.company.id, keyId: 'key' }),
  };
  return { ...world, ...(await listening(authenticated, 'any')) };
};

export const connected = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
};

export const raw = async (port: number, bytes: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
  return text(socket);
};

/** The response as sent over the wire, still compressed if the server compressed it. */
export const sent = async (url: string, headers: Readonly<Record<string, string>>) => {
  const asked = request(url, { headers }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { headers: answer.headers, bytes: await buffer(answer) };
};

/** The faults of a refused request, each with its field. */
export const faultsIn = ({ body }: ApiResponse): readonly string[] =>
  body.details.map(({ field, message }) => `${field} ${message}`);

export const formOf = (fields: object, ...documents: readonly (string | Uint8Array<ArrayBuffer>)[]): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields) as [string, unknown][]) form.append(name, String(value));
  for (const each of documents) form.append('registrationDocument', new Blob([each]), 'carte-grise.pdf');
  return form;
};
