import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { PaymentBody, StandingBody } from '../processes/caller.ts';
import { SAMPLE_CAR } from '../sample-car.ts';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** What a caller was told up to the payer's confirmation, and expects the service to keep. */
export interface Journey {
  readonly company: number;
  readonly plate: string;
  readonly vehicleId: string;
  readonly quoteId: string;
  /** The payment that was answered with 201, or found after the answer was lost. */
  readonly paymentId: string;
  /** The key under which it was answered with 201; absent where it was asked for without one, or found. */
  readonly key: string | undefined;
  readonly payer: string;
  /** Whether the vehicle was registered with its document. */
  readonly uploaded: boolean;
}

/** How a journey is made. */
export interface Manner {
  readonly payer: string;
  /** Whether every request has an idempotency key. */
  readonly keyed: boolean;
  /** Whether the vehicle is registered with its document. */
  readonly uploads: boolean;
}

/** What is uploaded: this and a page of zeros, so that a way can fail in the middle. */
export const DOCUMENT = '%PDF-1.7\n';
const DOCUMENT_BYTES = 200_000;

export interface CarefulCallerDependencies {
  readonly baseUrl: string;
  /** Which of the companies it is, and its key. */
  readonly company: number;
  readonly apiKey: string;
  /** Ends what is no longer waited for. */
  readonly signal: AbortSignal;
  /** Told after each step of a journey. */
  readonly stepped: () => void;
}

/** A payer who pays what is asked, and one whose provider reports another amount: all of that goes back. */
export const PAYERS = { ordinary: '0500001234', short: '0500000007' } as const;

/** Milliseconds before anything is asked again. */
const AGAIN_AFTER = 250;
/** Milliseconds after which a caller gives up on an answer. */
const ANSWER_WITHIN = 30_000;

/** The answers of 500 and more that docs/api.md 7 knows of, where nothing is wrong with the service itself. */
const DOCUMENTED = [
  '502 storage_unavailable',
  '502 payment_provider_unavailable',
  '503 payment_unavailable',
  '503 service_unavailable',
];

/**
 * A caller that never takes silence for an answer: after a lost connection or a 5xx it sends the same request under the
 * same key, or, without a key, first checks what became of it.
 */
export const carefulCaller = ({ baseUrl, company, apiKey, signal, stepped }: CarefulCallerDependencies) => {
  const counts = { cut: 0, unavailable: 0 };
  const undocumented: string[] = [];
  const breathe = () =>
    pause(AGAIN_AFTER, undefined, { signal }).catch(() => {
      throw new Error('Not every journey has arrived in time.');
    });

  /** The answer; undefined where it is unknown what has happened. */
  const once = async (
    method: string,
    path: string,
    sent?: object | FormData,
    key?: string,
  ): Promise<Answer | undefined> => {
    try {
      const response = await fetch(`${baseUrl}/api/v1.0${path}`, {
        method,
        headers: {
          'x-api-key': apiKey,
          ...(!(sent instanceof FormData) && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(sent && { body: sent instanceof FormData ? sent : JSON.stringify(sent) }),
        signal: AbortSignal.timeout(ANSWER_WITHIN),
      });
      const text = await response.text();
      const body = JSON.parse(text) as { readonly code?: string };
      if (response.status < 500) return { status: response.status, body };
      const said = `${response.status} ${body.code}`;
      if (!DOCUMENTED.includes(said)) undocumented.push(`${method} ${path}: ${said}: ${text}`);
      counts.unavailable += 1;
    } catch {
      // As good as a 5xx: it may have arrived or not.
      counts.cut += 1;
    }
    await breathe();
    return undefined;
  };
  const read = async <Body>(path: string): Promise<Body> => {
    for (;;) {
      const answer = await once('GET', path);
      if (answer?.status === 200) return answer.body as Body;
      if (answer) throw new Error(`GET ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
  };
  /** Sends until it is answered, or until a check shows that it was done all the same. */
  const until = async <Known>(
    send: () => Promise<Answer | undefined>,
    known: (answer: Answer) => Known | undefined,
    look: () => Promise<Known | undefined>,
  ): Promise<Known> => {
    for (;;) {
      const answer = await send();
      const found = (answer && known(answer)) ?? (await look());
      if (found !== undefined) return found;
      if (answer && answer.status !== 409)
        throw new Error(`the answer was ${answer.status}: ${JSON.stringify(answer.body)}`);
      await breathe();
    }
  };
  const standing = (quoteId: string) => read<StandingBody>(`/quote/${quoteId}/status`);

  const register = (licencePlate: string, uploads: boolean, key?: string) =>
    until<string>(
      () => once('POST', '/vehicle', uploads ? formOf(licencePlate) : { ...SAMPLE_CAR, licencePlate }, key),
      // A plate that is registered already is answered with the vehicle that has it.
      ({ body }) => {
        const { id, vehicleId } = body as { id?: string; vehicleId?: string };
        return id ?? vehicleId;
      },
      async () => undefined,
    );
  const makeQuote = (vehicleId: string, coverageId: string, key?: string) =>
    until<string>(
      () => once('POST', '/quote/create', { ...terms(), vehicleId, coverageId }, key),
      ({ body }) => (body as { id?: string }).id,
      async () => (await read<{ data: readonly { id: string }[] }>(`/quote?vehicleId=${vehicleId}`)).data[0]?.id,
    );
  const pay = (quoteId: string, phoneNumber: string, key?: string) =>
    once('POST', `/quote/${quoteId}/pay`, { phoneNumber }, key);
  const openPayment = (quoteId: string, payer: string, key?: string) =>
    until<{ readonly id: string; readonly page: string; readonly key?: string | undefined }>(
      () => pay(quoteId, payer, key),
      ({ status, body }) => {
        const { id, paymentUrl } = body as PaymentBody;
        return status === 201 && paymentUrl ? { id, page: paymentUrl, key } : undefined;
      },
      async () => {
        // With a key the same request finds it again.
        const { payment } = key === undefined ? await standing(quoteId) : { payment: null };
        return payment?.paymentUrl ? { id: payment.id, page: payment.paymentUrl } : undefined;
      },
    );

  return {
    read,
    standing,
    /** How many requests were not answered, how many with a documented 5xx, and all other answers of that kind. */
    told: () => ({ ...counts, undocumented }),
    journey: async (plate: string, { payer, keyed, uploads }: Manner): Promise<Journey> => {
      const key = () => (keyed ? randomUUID() : undefined);
      const coverages = await read<readonly { id: string; vehicleType: string }[]>('/coverage');
      const coverageId = coverages.find(({ vehicleType }) => vehicleType === SAMPLE_CAR.type)?.id ?? '';
      const vehicleId = await register(plate, uploads, key());
      stepped();
      const quoteId = await makeQuote(vehicleId, coverageId, key());
      stepped();
      const { page, ...opened } = await openPayment(quoteId, payer, key());
      stepped();
      // The payer, at the provider's own page, which is never stopped.
      const { status } = await fetch(`${page}/confirm`, { method: 'POST' });
      if (status !== 200) throw new Error(`payment ${opened.id} could not be confirmed: ${status}`);
      stepped();
      return { company, plate, vehicleId, quoteId, paymentId: opened.id, key: opened.key, payer, uploaded: uploads };
    },
    /** The payment the same request under the same key is answered with now. */
    again: async ({ quoteId, payer, key }: Journey): Promise<string> => {
      for (;;) {
        const answer = await pay(quoteId, payer, key);
        if (answer?.status === 201) return (answer.body as PaymentBody).id;
        if (answer && answer.status !== 409) return JSON.stringify(answer);
        await breathe();
      }
    },
  };
};

export type CarefulCaller = ReturnType<typeof carefulCaller>;

/** The one of a company. */
export const callerIn = (companies: readonly CarefulCaller[], company: number): CarefulCaller => {
  const caller = companies[company];
  if (!caller) throw new Error(`there is no company ${company}`);
  return caller;
};

const formOf = (licencePlate: string): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...SAMPLE_CAR, licencePlate })) form.set(name, String(value));
  form.set('registrationDocument', new Blob([DOCUMENT.padEnd(DOCUMENT_BYTES, '0')]), 'card.pdf');
  return form;
};

const WEEK = 7 * 24 * 60 * 60 * 1000;

const terms = () => ({
  duration: 12,
  usage: 'pleasure',
  policyHolderName: 'Aya Exemple',
  policyHolderPhone: '0700001234',
  startDate: new Date(Date.now() + WEEK).toISOString().slice(0, 10),
});
