import { PROGRESS, type Progress } from './codes.ts';
import type { Demande } from './demande.ts';
import type { AuthorityScript } from './scripts.ts';

/** An accepted request for one or more vehicles. Each vehicle gets one certificate. */
export interface EditionRequest {
  readonly numero_demande: string;
  readonly reference_demande: string;
  readonly demandes: readonly Demande[];
  /**
   * One certificate number for each vehicle, in the order of `demandes`. The numbers are reserved when the request is
   * accepted.
   */
  readonly numeros: readonly string[];
  /** How many status queries must still arrive before the certificates are issued. */
  readonly asksLeft: number;
  readonly states: readonly { readonly at: string; readonly statut: Progress }[];
  /** When certificates were annulled, by certificate number. */
  readonly annulled?: Readonly<Record<string, string>>;
}

export interface IssuedCertificate {
  readonly numero: string;
  readonly demande: Demande;
  readonly issuedAt: string;
  /** Null unless the certificate was annulled. */
  readonly annulledAt: string | null;
}

/** A newly accepted request. Its certificates are issued at once, unless the script requires status queries first. */
export const acceptRequest = (
  numbers: Pick<EditionRequest, 'numero_demande' | 'reference_demande' | 'numeros'>,
  demandes: readonly Demande[],
  { issueAfterAsks }: AuthorityScript,
  at: Date,
): EditionRequest => {
  const states = [{ at: at.toISOString(), statut: PROGRESS.waiting }];
  const request = { ...numbers, demandes, asksLeft: issueAfterAsks, states };
  return issueAfterAsks === 0 ? generated(request, at) : request;
};

/** Counts one status query of the request. */
export const pollRequest = (request: EditionRequest, at: Date): EditionRequest => {
  if (isIssued(request)) return request;
  const asksLeft = request.asksLeft - 1;
  return asksLeft > 0 ? { ...request, asksLeft } : generated({ ...request, asksLeft }, at);
};

/** Marks the links of an issued request as fetched by the caller. */
export const transferRequest = (request: EditionRequest, at: Date): EditionRequest =>
  progressOf(request) === PROGRESS.generated ? moved(request, PROGRESS.transferred, at) : request;

export const progressOf = (request: EditionRequest): Progress => request.states.at(-1)?.statut ?? PROGRESS.waiting;

export const isIssued = (request: EditionRequest): boolean => progressOf(request) >= PROGRESS.generated;

/** The certificates of a request; empty before they are issued. */
export const certificatesOf = (request: EditionRequest): readonly IssuedCertificate[] => {
  const issuedAt = request.states.find(({ statut }) => statut === PROGRESS.generated)?.at;
  if (issuedAt === undefined) return [];
  return request.demandes.map((demande, index) => {
    const numero = request.numeros[index] ?? '';
    return { numero, demande, issuedAt, annulledAt: request.annulled?.[numero] ?? null };
  });
};

/** Annuls one certificate of a request. A certificate that is already annulled keeps its time. */
export const annulCertificate = (request: EditionRequest, numero: string, at: Date): EditionRequest => ({
  ...request,
  annulled: { [numero]: at.toISOString(), ...request.annulled },
});

const generated = (request: EditionRequest, at: Date): EditionRequest =>
  moved(moved(request, PROGRESS.generating, at), PROGRESS.generated, at);

const moved = (request: EditionRequest, statut: Progress, at: Date): EditionRequest => ({
  ...request,
  states: [...request.states, { at: at.toISOString(), statut }],
});
