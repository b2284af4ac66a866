import { ABIDJAN, addDays, dateOf } from '@vehicle-insurance/core';
import { aVehicleInput } from '@vehicle-insurance/testkit';
import { servedInMemory, type ApiBody } from './serving.ts';

interface Sending {
  readonly key?: string;
  readonly type?: string;
}

export const openWorld = async () => {
  const api = await servedInMemory();
  const [coverage] = (await api.get('/coverage')).body as unknown as readonly ApiBody[];
  const send = (method: string, path: string, body?: unknown, { key = api.key, type }: Sending = {}) =>
    api.submit(method, path, body, { 'x-api-key': key, ...(type !== undefined && { 'content-type': type }) });
  const post = (path: string, body: object, sending?: Sending) => send('POST', path, body, sending);
  return {
    ...api,
    send,
    post,
    get: (path: string, sending?: Sending) => send('GET', path, undefined, sending),
    register: async (over: Parameters<typeof aVehicleInput>[0] = {}) => {
      const input = aVehicleInput(over);
      return { id: (await post('/vehicle', input)).body.id, licencePlate: input.licencePlate };
    },
    quote: (over: object, sending?: Sending) => {
      const terms = { coverageId: coverage?.id, duration: 12, usage: 'pleasure', policyHolderName: 'Aya Exemple' };
      const startDate = addDays(dateOf(api.clock.now(), ABIDJAN), 7);
      return post('/quote/create', { ...terms, policyHolderPhone: '0700005678', startDate, ...over }, sending);
    },
    pay: (quoteId: string, phoneNumber = '0500001234', sending?: Sending) =>
      post(`/quote/${quoteId}/pay`, { phoneNumber }, sending),
  };
};
export type World = Awaited<ReturnType<typeof openWorld>>;
