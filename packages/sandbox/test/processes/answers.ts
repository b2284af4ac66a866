export interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
}
export interface PaymentBody {
  readonly id: string;
  readonly status: string;
  readonly paymentUrl: string | null;
  readonly code?: string;
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
/** A session as the provider's simulator remembers it, and a certificate as the authority's does. */
export interface SessionReadOut {
  readonly id: string;
  readonly client_reference: string;
  readonly amount: string;
  readonly payment_status?: string;
  readonly refunds: readonly { readonly amount: string }[];
}
export interface CertificateReadOut {
  readonly numero_police: string;
  readonly numero_attestation: string | null;
}
