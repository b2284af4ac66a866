import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxFile } from '../../src/sandbox-file.ts';
import {
  SAMPLE_CAR,
  worldOf,
  type Answered,
  type ContractBody,
  type PaymentBody,
  type StandingBody,
} from '../api/world.ts';
import { eventually } from '../sandbox.ts';

/** A quote whose payer has confirmed the payment, from its caller's view. */
export interface Journey {
  readonly company: number;
  readonly plate: string;
  readonly vehicleId: string;
  readonly quoteId: string;
  /** The payment from the 201 response, or found after the response was lost. */
  readonly paymentId: string;
  /** The idempotency key of the payment; absent if it was requested without one or found later. */
  readonly key: string | undefined;
  readonly payer: string;
  readonly uploaded: boolean;
}

export interface JourneyOptions {
  readonly plate?: string;
  readonly payer?: string;
  readonly policyholder?: string;
  readonly terms?: object;
  readonly keyed?: boolean;
  readonly uploads?: boolean;
}

/** Payers by the last digits of their number (docs/sandbox.md): all money of `short` and `late` is refunded. */
export const PAYERS = { ordinary: '0500001234', short: '0500000007', late: '0500000005' } as const;
/** Policyholders by the last digits of their number, which determine the authority's answers. */
export const POLICYHOLDERS = { ordinary: '0700001234', certifiedLater: '0700000014' } as const;

/** The beginning of an uploaded document; zeros follow, so that a connection can fail in the middle. */
export const DOCUMENT = '%PDF-1.7\n';
const DOCUMENT_BYTES = 200_000;

const WEEK = 7 * 24 * 60 * 60 * 1000;
const RETRY_AFTER = 250;
const ANSWER_WITHIN = 30_000;
/** Milliseconds after which a test gives up on an outcome, including two deaths of the service. */
const WITHIN = 50_000;

/** The documented responses of 500 and more (docs/api.md 6.1) that are not bugs of the service. */
const DOCUMENTED = [
  '502 storage_unavailable',
  '502 payment_provider_unavailable',
  '503 payment_unavailable',
  '503 service_unavailable',
];

export interface CallerOptions {
  readonly company?: number;
  readonly signal?: AbortSignal;
  readonly onStep?: () => void;
}

let plates = 0;

// After a lost connection or a documented 5xx it sends again under the same key. Without a key, it first checks whether
// the request took effect. Only `api`, `pay` and `confirm` send once. Addresses of `sandbox` may change.
export const caller = (
  sandbox: () => Pick<SandboxFile, 'baseUrl' | 'apiKey' | 'simulators'>,
  { company = 0, signal, onStep = () => undefined }: CallerOptions = {},
) => {
  const counts = { cut: 0, unavailable: 0 };

  const { send, sessions, certificates, confirm } = worldOf(sandbox);

  const api = <Body>(path: string, method = 'GET', body?: unknown, key?: string): Promise<Answered<Body>> =>
    send<Body>(method, path, {
      ...{ body, headers: key === undefined ? {} : { 'idempotency-key': key } },
      signal: AbortSignal.timeout(ANSWER_WITHIN),
    });
  const retryLater = () =>
    pause(RETRY_AFTER, undefined, { signal }).catch(() => {
      throw new Error('a journey did not end in time');
    });
  /** The answer; undefined if it is unknown whether the request took effect. */
  const attempt = async <Body>(...request: Parameters<typeof api>): Promise<Answered<Body> | undefined> => {
    const answer = await api<Body & { readonly code?: string }>(...request).catch(() => undefined);
    if (answer && answer.status < 500) return answer;
    if (answer && !DOCUMENTED.includes(`${answer.status} ${answer.body.code}`))
      throw Object.assign(new Error(`${request[0]} returned the undocumented response ${JSON.stringify(answer)}`), {
        requestId: answer.headers.get('x-request-id'),
      });
    counts[answer ? 'unavailable' : 'cut'] += 1;
    await retryLater();
    return undefined;
  };
  const read = async <Body>(path: string): Promise<Body> => {
    const giveUp = performance.now() + WITHIN;
    for (;;) {
      const answer = await attempt<Body>(path);
      if (answer?.status === 200) return answer.body;
      if (answer) throw new Error(`GET ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      if (!signal && performance.now() > giveUp) throw new Error(`GET ${path} was not answered`);
    }
  };
  /** Sends until it is answered, or until a check shows that an unanswered request took effect. */
  const repeat = async <Known>(
    request: Parameters<typeof api>,
    known: (answer: Answered<unknown>) => Known | undefined,
    look: () => Promise<Known | undefined> = async () => undefined,
  ): Promise<Known> => {
    const giveUp = performance.now() + WITHIN;
    for (;;) {
      const answer = await attempt(...request);
      const found = (answer && known(answer)) ?? (await look());
      if (found !== undefined) return found;
      if ((answer && answer.status !== 409) || (!signal && performance.now() > giveUp))
        throw new Error(`${request[0]} answered ${JSON.stringify(answer)}`);
      await retryLater();
    }
  };

  const clock = {
    now: async () => (await read<{ readonly now: string }>('/sandbox/clock')).now,
    advance: async (advance: string) => {
      const { status, body } = await api<{ readonly now: string }>('/sandbox/clock', 'POST', { advance });
      if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
      return body.now;
    },
    /** Moves the clock even if the service dies during the request, since the request contains the target time. */
    moveOn: async (minutes: number) => {
      const now = new Date(Date.parse(await clock.now()) + minutes * 60_000).toISOString();
      // A 400 means that an unanswered request took effect, since the clock rejects an earlier time.
      await repeat(['/sandbox/clock', 'POST', { now }], ({ status }) => status === 200 || status === 400 || undefined);
    },
  };
  const standing = (quoteId: string) => read<StandingBody>(`/quote/${quoteId}/status`);
  const contract = (id: string) => read<ContractBody>(`/contract/${id}`);
  const contractsOf = async (vehicleId: string) =>
    (await read<{ readonly data: readonly ContractBody[] }>(`/contract?vehicleId=${vehicleId}`)).data;

  const register = (licencePlate: string, uploads: boolean, key?: string) =>
    repeat<string>(
      [
        '/vehicle',
        'POST',
        uploads ? vehicleForm({ ...SAMPLE_CAR, licencePlate }) : { ...SAMPLE_CAR, licencePlate },
        key,
      ],
      // The conflict of a registered plate contains its vehicle.
      ({ body }) => {
        const { id, vehicleId } = body as { id?: string; vehicleId?: string };
        return id ?? vehicleId;
      },
    );
  const makeQuote = async (vehicleId: string, policyHolderPhone: string, over: object = {}, key?: string) => {
    const coverages = await read<readonly { id: string; vehicleType: string }[]>('/coverage');
    const terms = {
      ...{ vehicleId, coverageId: coverages.find(({ vehicleType }) => vehicleType === SAMPLE_CAR.type)?.id },
      ...{ duration: 12, usage: 'pleasure', policyHolderName: 'Aya Exemple', policyHolderPhone },
      startDate: new Date(Date.parse(await clock.now()) + WEEK).toISOString().slice(0, 10),
      ...over,
    };
    return repeat<string>(
      ['/quote/create', 'POST', terms, key],
      ({ body }) => (body as { id?: string }).id,
      async () => (await read<{ data: readonly { id: string }[] }>(`/quote?vehicleId=${vehicleId}`)).data[0]?.id,
    );
  };
  const quote = async (policyholder: string = POLICYHOLDERS.ordinary) => {
    const vehicleId = await register(`CR-${process.pid}-${(plates += 1)}`, false);
    return { id: await makeQuote(vehicleId, policyholder), vehicleId };
  };
  const pay = (quoteId: string, phoneNumber: string = PAYERS.ordinary, key?: string) =>
    api<PaymentBody>(`/quote/${quoteId}/pay`, 'POST', { phoneNumber }, key);
  /** The open payment of a quote, with its page. Without a key, a lost response leads to a look-up. */
  const openPayment = (quoteId: string, payer: string, key?: string) =>
    repeat<{ readonly id: string; readonly page: string; readonly key?: string | undefined }>(
      [`/quote/${quoteId}/pay`, 'POST', { phoneNumber: payer }, key],
      ({ status, body }) => {
        const { id, paymentUrl } = body as PaymentBody;
        return status === 201 && paymentUrl ? { id, page: paymentUrl, key } : undefined;
      },
      async () => {
        const { payment } = key === undefined ? await standing(quoteId) : { payment: null };
        return payment?.paymentUrl ? { id: payment.id, page: payment.paymentUrl } : undefined;
      },
    );
  return {
    ...{ company, api, read, clock, standing, contract, contractsOf, quote, pay, openPayment, confirm },
    ...{ sessionsOf: sessions, certificatesOf: certificates },
    failures: () => counts,
    insured: async (quoteId: string, within = WITHIN): Promise<ContractBody> => {
      const { contractId } = await eventually(
        () => standing(quoteId),
        (answer) => answer.contractId !== null,
        within,
      );
      return eventually(
        () => contract(contractId ?? ''),
        ({ certificateStatus, documents }) =>
          certificateStatus === 'issued' && Object.values(documents).every((link) => link !== null),
        within,
      );
    },
    refunded: (quoteId: string) =>
      eventually(
        () => standing(quoteId),
        ({ payment }) => payment?.refund?.status === 'done',
        WITHIN,
      ),
    journey: async ({
      plate = `CR-${process.pid}-${(plates += 1)}`,
      payer = PAYERS.ordinary,
      policyholder = POLICYHOLDERS.ordinary,
      terms = {},
      keyed = false,
      uploads = false,
    }: JourneyOptions = {}): Promise<Journey> => {
      const newKey = () => (keyed ? randomUUID() : undefined);
      const vehicleId = await register(plate, uploads, newKey());
      onStep();
      const quoteId = await makeQuote(vehicleId, policyholder, terms, newKey());
      onStep();
      const { page, id: paymentId, key } = await openPayment(quoteId, payer, newKey());
      onStep();
      const status = await confirm(page);
      if (status !== 200) throw new Error(`payment ${paymentId} could not be confirmed: ${status}`);
      onStep();
      return { company, plate, vehicleId, quoteId, paymentId, key, payer, uploaded: uploads };
    },
  };
};

export type Caller = ReturnType<typeof caller>;

export const vehicleForm = (fields: object): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set('registrationDocument', new Blob([DOCUMENT.padEnd(DOCUMENT_BYTES, '0')]), 'card.pdf');
  return form;
};
