import { setTimeout as pause } from 'node:timers/promises';
import type { ContractBody, PaymentBody, StandingBody } from '../processes/caller.ts';
import { SAMPLE_CAR } from '../sample-car.ts';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** What a caller was told on the way from a vehicle to its contract, and expects the service to keep. */
export interface Journey {
  readonly plate: string;
  readonly vehicleId: string;
  readonly quoteId: string;
  /** The payment that was answered with 201, or found after the answer was lost. */
  readonly paymentId: string;
  readonly contractId: string;
  readonly policyNumber: string;
}

export interface CarefulCallerDependencies {
  readonly baseUrl: string;
  readonly apiKey: () => string;
  /** Ends what is no longer waited for. */
  readonly signal: AbortSignal;
  /** Told after each step of a journey. */
  readonly stepped: () => void;
}

const TIMEOUT = 250;

/**
 * A caller that never takes silence for an answer: after a lost connection or a 5xx it checks what became of its
 * request, and only then sends it again.
 */
export const carefulCaller = ({ baseUrl, apiKey, signal, stepped }: CarefulCallerDependencies) => {
  let unknown = 0;
  const breathe = () =>
    pause(TIMEOUT, undefined, { signal }).catch(() => {
      throw new Error('Not every journey has arrived in time.');
    });

  /** The answer; undefined where it is unknown what has happened. */
  const once = async (method: string, path: string, sent?: object): Promise<Answer | undefined> => {
    try {
      const response = await fetch(`${baseUrl}/api/v1.0${path}`, {
        method,
        headers: { 'x-api-key': apiKey(), 'content-type': 'application/json' },
        ...(sent && { body: JSON.stringify(sent) }),
      });
      const body: unknown = await response.json();
      if (response.status < 500) return { status: response.status, body };
    } catch {
      // As good as a 5xx: it may have arrived or not.
    }
    unknown += 1;
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
  const contract = (id: string) => read<ContractBody>(`/contract/${id}`);

  const register = (licencePlate: string) =>
    until<string>(
      () => once('POST', '/vehicle', { ...SAMPLE_CAR, licencePlate }),
      // A plate that is registered already is answered with the vehicle that has it.
      ({ body }) => {
        const { id, vehicleId } = body as { id?: string; vehicleId?: string };
        return id ?? vehicleId;
      },
      async () => undefined,
    );
  const makeQuote = (vehicleId: string, coverageId: string) =>
    until<string>(
      () => once('POST', '/quote/create', { ...terms(), vehicleId, coverageId }),
      ({ body }) => (body as { id?: string }).id,
      async () => (await read<{ data: readonly { id: string }[] }>(`/quote?vehicleId=${vehicleId}`)).data[0]?.id,
    );
  const openPayment = (quoteId: string) =>
    until<{ readonly id: string; readonly page: string }>(
      () => once('POST', `/quote/${quoteId}/pay`, { phoneNumber: '0500001234' }),
      ({ status, body }) => {
        const { id, paymentUrl } = body as PaymentBody;
        return status === 201 && paymentUrl ? { id, page: paymentUrl } : undefined;
      },
      async () => {
        const { payment } = await standing(quoteId);
        return payment?.paymentUrl ? { id: payment.id, page: payment.paymentUrl } : undefined;
      },
    );
  const eventually = async <Body>(ask: () => Promise<Body>, isDone: (body: Body) => boolean): Promise<Body> => {
    for (;;) {
      const body = await ask();
      if (isDone(body)) return body;
      await breathe();
    }
  };

  return {
    read,
    standing,
    contract,
    /** How many requests had no answer that says what has become of them. */
    unknownAnswers: () => unknown,
    journey: async (plate: string): Promise<Journey> => {
      const coverages = await read<readonly { id: string; vehicleType: string }[]>('/coverage');
      const coverageId = coverages.find(({ vehicleType }) => vehicleType === SAMPLE_CAR.type)?.id ?? '';
      const vehicleId = await register(plate);
      stepped();
      const quoteId = await makeQuote(vehicleId, coverageId);
      stepped();
      const { id: paymentId, page } = await openPayment(quoteId);
      stepped();
      // The payer, at the provider's own page, which is never stopped.
      const { status } = await fetch(`${page}/confirm`, { method: 'POST' });
      if (status !== 200) throw new Error(`payment ${paymentId} could not be confirmed: ${status}`);
      stepped();
      const { contractId } = await eventually(
        () => standing(quoteId),
        (told) => told.contractId !== null,
      );
      const { id, policyNumber } = await eventually(
        () => contract(contractId ?? ''),
        ({ documents }) => Object.values(documents).every((link) => link !== null),
      );
      stepped();
      return { plate, vehicleId, quoteId, paymentId, contractId: id, policyNumber };
    },
  };
};

const WEEK = 7 * 24 * 60 * 60 * 1000;

const terms = () => ({
  duration: 12,
  usage: 'pleasure',
  policyHolderName: 'Aya Exemple',
  policyHolderPhone: '0700001234',
  startDate: new Date(Date.now() + WEEK).toISOString().slice(0, 10),
});
