import { randomInt } from 'node:crypto';
import { OPERATIONS, type Field, type Operation } from './operations.ts';
import type { Json } from './values.ts';
import { openWire, type Wire, type WireAnswer } from './wire.ts';

export interface Served {
  readonly url: string;
  readonly apiKey: string;
  /** State that a request could leave behind and that the API does not show. */
  readonly leftBehind: () => Promise<object> | object;
}

export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export const JSON_TYPE = { 'content-type': 'application/json' } as const;

const LIVE = 'GET /health/live HTTP/1.1\r\nhost: test\r\n\r\n';

const freshPlate = (): string =>
  `B${randomInt(2 ** 47)
    .toString(36)
    .toUpperCase()}`;

export const badWorld = async ({ url, apiKey, leftBehind }: Served) => {
  const call = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${url}/api/v1.0${path}`, { method, headers, ...sent });
    return (await answer.json()) as Body;
  };
  const coverages = await call<readonly { id: string; vehicleType: string }[]>('GET', '/coverage');

  /** Values that the document's examples cannot contain. */
  const known: Record<string, () => unknown> = {
    licencePlate: freshPlate,
    externalId: () => null,
    coverageId: () => coverages.find(({ vehicleType }) => vehicleType === 'auto')?.id,
    startDate: () => new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
  };
  const valueOf = ({ name, schema }: Field): Json =>
    JSON.stringify(known[name] ? known[name]() : (schema.examples?.[0] ?? schema.enum?.[0]));
  const bodyOf = ({ body = [] }: Operation): Readonly<Record<string, Json>> =>
    Object.fromEntries(body.map((field) => [field.name, valueOf(field)]));
  const made = async (name: string, path: string): Promise<string> => {
    const good = jsonOf(bodyOf(OPERATIONS.find((operation) => operation.name === name)!));
    const { id } = await call<{ readonly id?: string }>('POST', path, JSON.parse(good));
    if (id === undefined) throw new Error(`a valid request to ${name} was refused`);
    return id;
  };
  const vehicleId = await made('registerVehicle', '/vehicle');
  known['vehicleId'] = () => vehicleId;
  const quoteId = await made('createQuote', '/quote/create');
  const ids: Readonly<Record<string, string>> = { vehicle: vehicleId, quote: quoteId, contract: 'none' };

  let wire: Wire | undefined;
  const total = async (path: string) => (await call<{ readonly total: number }>('GET', path)).total;
  return {
    bodyOf,
    pathOf: ({ path }: Operation) => path.replace('{id}', ids[path.split('/')[1] ?? ''] ?? ''),
    /** Proves that the connection still works afterwards, or that the response announced its end. */
    send: async ({ method, path, headers, body = '' }: WireRequest): Promise<WireAnswer> => {
      wire ??= await openWire(url);
      const fields = {
        host: 'test',
        'x-api-key': apiKey,
        ...(body !== '' && { 'content-length': String(Buffer.byteLength(body)) }),
        ...headers,
      };
      const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
      const target = path.startsWith('//') ? path.slice(1) : `/api/v1.0${path}`;
      const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
      const answer = await wire.exchange(Buffer.concat([head, Buffer.from(body as string)]));
      if (answer.headers['connection'] === 'close') {
        wire.close();
        wire = undefined;
      } else if ((await wire.exchange(LIVE)).status !== 200) throw new Error('the connection no longer works');
      return answer;
    },
    traces: async () => ({
      vehicles: await total('/vehicle'),
      quotes: await total('/quote'),
      contracts: await total('/contract'),
      keys: await total('/key'),
      vehicle: await call('GET', `/vehicle/${vehicleId}`),
      quote: await call('GET', `/quote/${quoteId}/status`),
      leftBehind: await leftBehind(),
    }),
    /** Clears the external id of the vehicle in a response, so that another can have it. */
    forgetExternalId: async (text: string) => {
      const { id, externalId } = JSON.parse(text) as { readonly id: string; readonly externalId?: string | null };
      if (externalId) await call('PATCH', `/vehicle/${id}`, { externalId: null });
    },
    close: () => wire?.close(),
  };
};

export type BadWorld = Awaited<ReturnType<typeof badWorld>>;

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
}

/** The status of an error and its fields, or else its code. Every error has a code and a message. */
export const blamed = ({ status, text }: WireAnswer): string => {
  const { code, message, details } = (text === '' ? {} : JSON.parse(text)) as Partial<Refusal>;
  if (!code || !message) throw new Error(`${status} with neither code nor message: ${short(text)}`);
  return `${status} ${details?.map(({ field }) => field).join(' ') ?? code}`;
};

export const jsonOf = (fields: Readonly<Record<string, Json>>): Json =>
  `{${Object.entries(fields)
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
    .join(',')}}`;

export const short = (text: string): string =>
  text.length > 80 ? `${text.slice(0, 60)}… (${text.length} characters)` : text;
