import type { SandboxFile } from '../../src/sandbox-file.ts';
import { SAMPLE_CAR } from '../sample-car.ts';
import { eventually } from '../sandbox.ts';

export interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
}
export interface PaymentBody {
  readonly id: string;
  readonly status: string;
  readonly paymentUrl: string | null;
  readonly code?: string;
  readonly paymentId?: string;
  readonly refund?: { readonly status: string } | null;
}
export interface StandingBody {
  readonly status: string;
  readonly contractId: string | null;
  readonly payment: PaymentBody | null;
}
export interface ContractBody {
  readonly id: string;
  readonly status: string;
  readonly policyNumber: string;
  readonly startDate: string;
  readonly certificateStatus: string;
  readonly documents: Readonly<Record<string, string | null>>;
}
/** What the provider remembers of one session, and the authority of one certificate. */
export interface SessionReadOut {
  readonly client_reference: string;
  readonly checkout_status: string;
  readonly payment_status?: string;
  readonly refunds: readonly unknown[];
}
export interface CertificateReadOut {
  readonly numero_attestation: string | null;
}

const WEEK = 7 * 24 * 60 * 60 * 1000;
let plates = 0;

/**
 * A caller of the API who is also the payer and reads what the simulators remember. Asks `sandbox` anew each time:
 * addresses change.
 */
export const caller = (sandbox: () => SandboxFile) => {
  const json = async <Body>(url: string, method = 'GET', body?: unknown, key?: string): Promise<Answer<Body>> => {
    const response = await fetch(url, {
      method,
      headers: {
        'x-api-key': sandbox().apiKey,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Body };
  };
  const api = <Body>(path: string, method?: string, body?: unknown, key?: string) =>
    json<Body>(`${sandbox().baseUrl}/api/v1.0${path}`, method, body, key);
  const must = async <Body>(asked: Promise<Answer<Body>>): Promise<Body> => {
    const { status, body } = await asked;
    if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return body;
  };

  const clock = {
    now: async () => (await must(json<{ now: string }>(`${sandbox().baseUrl}/sandbox/clock`))).now,
    advance: (advance: string) =>
      must(json<{ now: string }>(`${sandbox().baseUrl}/sandbox/clock`, 'POST', { advance })).then(({ now }) => now),
  };
  const moveClock = (now: string) => json<object>(`${sandbox().baseUrl}/sandbox/clock`, 'POST', { now });
  const standing = (quoteId: string) => must(api<StandingBody>(`/quote/${quoteId}/status`));
  const contract = (id: string) => must(api<ContractBody>(`/contract/${id}`));

  return {
    api,
    clock,
    moveClock,
    standing,
    contract,
    /** A new vehicle's quote. */
    quote: async (policyHolderPhone = '0700001234'): Promise<{ readonly id: string; readonly vehicleId: string }> => {
      plates += 1;
      const { id: vehicleId } = await must(
        api<{ id: string }>('/vehicle', 'POST', { ...SAMPLE_CAR, licencePlate: `CR-${process.pid}-${plates}` }),
      );
      const coverages = await must(api<readonly { id: string; vehicleType: string }[]>('/coverage'));
      const today = Date.parse(await clock.now());
      const { id } = await must(
        api<{ id: string }>('/quote/create', 'POST', {
          vehicleId,
          coverageId: coverages.find(({ vehicleType }) => vehicleType === SAMPLE_CAR.type)?.id,
          duration: 12,
          usage: 'pleasure',
          policyHolderName: 'Aya Exemple',
          policyHolderPhone,
          startDate: new Date(today + WEEK).toISOString().slice(0, 10),
        }),
      );
      return { id, vehicleId };
    },
    pay: (quoteId: string, phoneNumber = '0500001234', key?: string) =>
      api<PaymentBody>(`/quote/${quoteId}/pay`, 'POST', { phoneNumber }, key),
    /** The payer's own act; the provider's answer tells whether there was anything to confirm. */
    confirm: async (page: string): Promise<number> => (await fetch(`${page}/confirm`, { method: 'POST' })).status,
    contractsOf: async (vehicleId: string) =>
      (await must(api<{ data: readonly ContractBody[] }>(`/contract?vehicleId=${vehicleId}`))).data,
    sessionsOf: (reference: string) =>
      must(
        json<readonly SessionReadOut[]>(
          `${sandbox().simulators.mobileMoney}/sandbox/sessions?client_reference=${reference}`,
        ),
      ),
    certificatesOf: (policyNumber: string) =>
      must(
        json<readonly CertificateReadOut[]>(
          `${sandbox().simulators.certificateAuthority}/sandbox/certificates?numero_police=${policyNumber}`,
        ),
      ),
    /** Waits until the quote has its contract, and that its certificate and documents. */
    insured: async (quoteId: string, within?: number): Promise<ContractBody> => {
      const { contractId } = await eventually(
        () => standing(quoteId),
        (answer) => answer.contractId !== null,
        within,
      );
      return eventually(
        () => contract(contractId ?? ''),
        ({ documents }) => Object.values(documents).every((link) => link !== null),
        within,
      );
    },
  };
};

export type Caller = ReturnType<typeof caller>;
