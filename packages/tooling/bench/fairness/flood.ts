import { insuranceClient, type VehicleRegistration } from '@vehicle-insurance/client';
import { parseArgs } from 'node:util';

// Sends requests of one kind over 100 connections, without a pause, until it is killed.
export const FLOODS = ['lists', 'uploads', 'papers', 'long polls', 'payments'] as const;
export type Flood = (typeof FLOODS)[number];

const CONNECTIONS = 100;
const PAPER = new Blob([Buffer.alloc(1_000_000, '%PDF-1.7\n')], { type: 'application/pdf' });
const CAR: Omit<VehicleRegistration, 'licencePlate'> = {
  ...{ type: 'auto', brand: 'Toyota', model: 'Yaris', year: 2021, firstRoadDate: '2021-03-15', energy: 'essence' },
  ...{ carOriginalValue: 9_500_000, carMarketValue: 6_000_000, power: 7, noSeat: 5 },
};

const flood = async (kind: Flood, baseUrl: string, apiKey: string): Promise<void> => {
  const client = insuranceClient({ baseUrl, apiKey });
  const send = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${baseUrl}/api/v1.0${path}`, {
      ...init,
      headers: { 'x-api-key': apiKey, ...init.headers },
    });
    return { status: answer.status, json: (await answer.json()) as Record<string, string> };
  };
  let sent = 0;
  const plate = (): string => `F${process.pid}-${(sent += 1)}`;
  const [coverage] = await client.listCoverages();
  const startDate = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const terms = { coverageId: coverage?.id ?? '', duration: 12, usage: 'pleasure', startDate } as const;
  const holder = { policyHolderName: 'Awa Koné', policyHolderPhone: '0701020304' };
  const quote = async (): Promise<string> => {
    const { id: vehicleId } = await client.registerVehicle({ ...CAR, licencePlate: plate() });
    return (await client.createQuote({ ...terms, ...holder, vehicleId })).id;
  };
  const paper = async (): Promise<string> => {
    const quoteId = await quote();
    const { paymentUrl } = await client.payQuote(quoteId, { phoneNumber: '0500001234' });
    await fetch(`${paymentUrl}/confirm`, { method: 'POST' });
    const outcome = await client.waitForPayment(quoteId);
    if (!outcome.paid) throw new Error('the contract of the paper was not paid');
    const contract = await client.waitForCertificate(outcome.contractId, { withDocuments: true });
    if (contract.certificateStatus === 'failed') throw new Error('the paper has no certificate');
    return contract.documents.contractDocumentUrl ?? '';
  };
  const newest = async (): Promise<number> => {
    for (let after = 0; ;) {
      const { json } = await send(`/event?limit=100&after=${after}`);
      if (Number(json['next']) === after) return after;
      after = Number(json['next']);
    }
  };
  const requests: Readonly<Record<Flood, () => Promise<() => Promise<unknown>>>> = {
    lists: async () => {
      for (let made = 0; made < 100; made += 1) await client.registerVehicle({ ...CAR, licencePlate: plate() });
      return () => send('/vehicle?limit=100');
    },
    uploads: async () => () => {
      const body = new FormData();
      for (const [name, value] of Object.entries({ ...CAR, licencePlate: plate() }))
        body.set(name, `${value as string}`);
      body.set('registrationDocument', PAPER, 'carte-grise.pdf');
      return send('/vehicle', { method: 'POST', body });
    },
    papers: async () => {
      const url = await paper();
      return async () => (await fetch(url)).arrayBuffer();
    },
    'long polls': async () => {
      const after = await newest();
      return () => send(`/event?wait=25&after=${after}`);
    },
    payments: async () => async () => {
      const headers = { 'content-type': 'application/json' };
      const post = (path: string, body: object) => send(path, { method: 'POST', body: JSON.stringify(body), headers });
      const vehicle = await post('/vehicle', { ...CAR, licencePlate: plate() });
      const { json } = await post('/quote/create', { ...terms, ...holder, vehicleId: vehicle.json['id'] });
      return post(`/quote/${json['id']}/pay`, { phoneNumber: '0500001234' });
    },
  };
  const request = await requests[kind]();
  process.send?.('ready');
  const repeat = async (): Promise<never> => {
    for (;;) await request().catch(() => undefined);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, repeat));
};

if (import.meta.main) {
  const {
    kind = 'lists',
    url = '',
    key = '',
  } = parseArgs({
    options: { kind: { type: 'string' }, url: { type: 'string' }, key: { type: 'string' } },
  }).values;
  await flood(kind as Flood, url, key);
}
