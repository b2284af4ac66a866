import type { Contract, Payment, Quote, QuoteStatus, Vehicle } from '@vehicle-insurance/client';
import { freshText } from '@vehicle-insurance/testkit';
import type { Logger } from 'pino';
import type { SandboxFile } from '../../src/sandbox-file.ts';
import { eventually, startSandbox, type Fields, type TestSandbox } from '../sandbox.ts';
import { operatorOf } from './operator.ts';

export { eventually, type Fields };

export interface Answered<Body = Fields> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export interface Sending {
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Sent as JSON, unless it is a form or text. */
  readonly body?: unknown;
}

/** Also the body of a refusal. */
export type PaymentBody = Payment & Fields;
export type StandingBody = QuoteStatus;
/** A contract of the present release. Only older contracts may lack these fields. */
export type ContractBody = Contract & Readonly<Record<'policyNumber' | 'startDate' | 'endDate', string>>;

export interface SessionReadOut extends Fields {
  readonly id: string;
  readonly client_reference: string;
  readonly amount: string;
  readonly checkout_status: string;
  readonly payment_status?: string;
  readonly states: readonly { readonly event: string; readonly at: string }[];
  readonly refunds: readonly { readonly amount: string }[];
  readonly notifications: readonly { readonly attempts: readonly { readonly status: number }[] }[];
  readonly requests: readonly { readonly method: string; readonly path: string; readonly status: number | null }[];
}
export interface CertificateReadOut extends Fields {
  readonly numero_police: string;
  readonly numero_attestation: string | null;
  readonly issued: string | null;
  readonly requests: readonly { readonly path: string; readonly status: number | null; readonly statut?: number }[];
}

export const SAMPLE_CAR = {
  type: 'auto',
  brand: 'Toyota',
  model: 'Yaris',
  year: 2021,
  firstRoadDate: '2021-03-15',
  carOriginalValue: 9_500_000,
  carMarketValue: 6_000_000,
  energy: 'essence',
  power: 7,
  noSeat: 5,
} as const;

const PAYER = '0500001234';
const HOLDER = '0700005678';

export type World = ReturnType<typeof worldOn>;

export const apiWorld = async (environment: Readonly<Record<string, string>> = {}, log?: Logger): Promise<World> =>
  worldOn(await startSandbox(environment, undefined, {}, log));

export const worldOn = (sandbox: TestSandbox) => {
  const file = sandbox.service.sandbox;
  if (!file) throw new Error('no sandbox was started');
  const operator = operatorOf(sandbox.dataDir, sandbox.database);
  const stop = async (): Promise<void> => {
    await operator.leave();
    await sandbox.stop();
  };
  return { ...worldOf(() => file), ...file, ...{ sandbox, operator, stop } };
};

/** A sandbox from the view of its callers, payers and providers, over HTTP. Its addresses may change at any time. */
export const worldOf = (sandbox: () => Pick<SandboxFile, 'baseUrl' | 'apiKey' | 'simulators'>) => {
  const send = async <Body = Fields>(method: string, path: string, sending: Sending = {}): Promise<Answered<Body>> => {
    const { baseUrl, apiKey } = sandbox();
    const { key = apiKey, headers = {}, body, signal } = sending;
    const ready = body === undefined || typeof body === 'string' || body instanceof FormData || body instanceof Buffer;
    const response = await fetch(new URL(path.startsWith('/sandbox') ? path : `/api/v1.0${path}`, baseUrl), {
      method,
      headers: {
        ...(key !== null && { 'x-api-key': key }),
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: ready ? (body as string) : JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : undefined) as Body };
  };
  const get = <Body = Fields>(path: string, sending?: Sending) => send<Body>('GET', path, sending);
  const post = <Body = Fields>(path: string, body: unknown, sending?: Sending) =>
    send<Body>('POST', path, { ...sending, body });

  const clock = {
    now: async () => (await get<{ now: string }>('/sandbox/clock')).body.now,
    today: async () => (await clock.now()).slice(0, 10),
    move: async (to: { readonly advance: string } | { readonly now: string }) => {
      const moved = await post<{ now: string }>('/sandbox/clock', to);
      if (moved.status !== 200) throw new Error(`the clock did not move: ${JSON.stringify(moved.body)}`);
      return moved.body.now;
    },
    advance: (by: string) => clock.move({ advance: by }),
    /** Moves to the next morning, far from any midnight, and returns its date. */
    nextMorning: async () => {
      const date = daysAfter(await clock.today(), 1);
      await clock.move({ now: `${date}T06:00:00Z` });
      return date;
    },
  };

  const vehicleInput = (over: Fields = {}): Fields => ({ ...SAMPLE_CAR, licencePlate: freshText('AP-'), ...over });
  const expectCreated = <Body>({ status, body }: Answered<Body>): Body => {
    if (status !== 201) throw new Error(`expected 201, got ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const register = async (over: Fields = {}) => expectCreated(await post<Vehicle>('/vehicle', vehicleInput(over)));

  const quoteInput = async (over: Fields = {}): Promise<Fields> => ({
    vehicleId: over['vehicleId'] ?? (await register()).id,
    coverageId: (await get<readonly Fields[]>('/coverage')).body.find((each) => each['vehicleType'] === 'auto')?.['id'],
    duration: 12,
    usage: 'pleasure',
    policyHolderName: 'Aya Exemple',
    policyHolderPhone: HOLDER,
    startDate: daysAfter(await clock.today(), 7),
    ...over,
  });
  const quote = async (over: Fields = {}) => expectCreated(await post<Quote>('/quote/create', await quoteInput(over)));

  const pay = (quoteId: string, phoneNumber = PAYER, sending?: Sending) =>
    post<PaymentBody>(`/quote/${quoteId}/pay`, { phoneNumber }, sending);
  const opened = async (quoteId: string, phoneNumber = PAYER) => expectCreated(await pay(quoteId, phoneNumber));
  const standing = async (quoteId: string) => (await get<StandingBody>(`/quote/${quoteId}/status`)).body;
  const waitFor = (quoteId: string, expected: (standing: StandingBody) => boolean) =>
    eventually(() => standing(quoteId), expected);
  const press = async (button: 'confirm' | 'refuse', paymentUrl: string | null, payer = '') => {
    const from = payer && `?from=${encodeURIComponent(payer)}`;
    return (await fetch(`${paymentUrl}/${button}${from}`, { method: 'POST' })).status;
  };
  const contract = async (contractId: string | null) => (await get<ContractBody>(`/contract/${contractId}`)).body;

  const readOut = async <Item>(url: string): Promise<readonly Item[]> =>
    (await (await fetch(url)).json()) as readonly Item[];

  return {
    ...{ clock, send, get, post, vehicleInput, register, quoteInput, quote },
    ...{ pay, opened, standing, waitFor, contract },
    confirm: (paymentUrl: string | null, payer?: string) => press('confirm', paymentUrl, payer),
    refuse: (paymentUrl: string | null) => press('refuse', paymentUrl),
    insured: async (over: Fields = {}) => {
      const { id } = await quote(over);
      const { paymentUrl } = await opened(id);
      await press('confirm', paymentUrl);
      const { contractId } = await waitFor(id, (now) => now.contractId !== null);
      return { quoteId: id, contract: await contract(contractId) };
    },
    documented: (contractId: string | null) =>
      eventually(
        () => contract(contractId),
        ({ documents }) => !Object.values(documents).includes(null),
      ),
    sessions: (paymentId = '', provider = sandbox().simulators.mobileMoney) =>
      readOut<SessionReadOut>(`${provider}/sandbox/sessions${paymentId && `?client_reference=${paymentId}`}`),
    certificates: (policyNumber = '') => {
      const { certificateAuthority } = sandbox().simulators;
      const query = policyNumber && `?numero_police=${encodeURIComponent(policyNumber)}`;
      return readOut<CertificateReadOut>(`${certificateAuthority}/sandbox/certificates${query}`);
    },
  };
};

export const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

export const secondsAfter = (moment: string, seconds: number): string =>
  new Date(Date.parse(moment) + seconds * 1000).toISOString();
