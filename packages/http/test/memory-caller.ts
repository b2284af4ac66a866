import { ABIDJAN, addDays, dateOf } from '@vehicle-insurance/core';
import { aVehicleInput } from '@vehicle-insurance/testkit';
import { servedInMemory, type Answered, type Told } from './serving.ts';

/** A registration as a form, with one document. */
export const formOf = (fields: object, bytes: Buffer): FormData => {
  const data = new FormData();
  for (const [field, value] of Object.entries(fields)) data.set(field, String(value));
  data.set('registrationDocument', new Blob([new Uint8Array(bytes)]), 'scan.pdf');
  return data;
};

interface Sending {
  /** Null: none. */
  readonly key?: string | null;
  readonly body?: string | object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An API in memory, and what is asked of it. */
export const openWorld = async () => {
  const api = await servedInMemory();
  const [coverage] = (await api.get('/coverage')).body as unknown as readonly Told[];
  const send = (method: string, path: string, { key = api.key, body, headers }: Sending = {}): Promise<Answered> =>
    api.call(method, path, {
      headers: {
        'x-api-key': key ?? '',
        ...(!(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body),
      }),
    });
  const post = (path: string, body: object, sending: Sending = {}) => send('POST', path, { ...sending, body });
  return {
    ...api,
    send,
    post,
    get: (path: string, sending?: Sending) => send('GET', path, sending),
    register: async (over: Parameters<typeof aVehicleInput>[0] = {}) => {
      const input = aVehicleInput(over);
      const { id } = (await post('/vehicle', input)).body;
      return { id, licencePlate: input.licencePlate };
    },
    quoteInput: (over: object) => ({
      coverageId: coverage?.id,
      duration: 12,
      usage: 'pleasure',
      policyHolderName: 'Aya Exemple',
      policyHolderPhone: '0700005678',
      startDate: addDays(dateOf(api.clock.now(), ABIDJAN), 7),
      ...over,
    }),
    pay: (quoteId: string, phoneNumber = '0500001234') => post(`/quote/${quoteId}/pay`, { phoneNumber }),
  };
};
export type World = Awaited<ReturnType<typeof openWorld>>;
