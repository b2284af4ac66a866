import { openJournal } from '../shared/journal.ts';
import { coverSameVehicle, plateOf, type Demande } from './demande.ts';
import {
  acceptRequest,
  annulCertificate,
  certificatesOf,
  type EditionRequest,
  type IssuedCertificate,
} from './edition-request.ts';
import type { AuthorityScript } from './scripts.ts';

/** The accepted requests and their certificates. */
export interface Requests {
  /** Accepts and numbers a request. The caller has checked for duplicates. */
  accept(demandes: readonly Demande[], script: AuthorityScript): EditionRequest;
  keep(request: EditionRequest): EditionRequest;
  byNumber(numero: string): EditionRequest | undefined;
  byReference(reference: string): EditionRequest | undefined;
  byPolicy(numero: string): EditionRequest | undefined;
  /** A request for another policy that covers the same vehicle on at least one day. */
  coveringVehicleOf(demande: Demande): EditionRequest | undefined;
  certificate(numero: string): IssuedCertificate | undefined;
  /** Annuls a certificate on behalf of its insurer (idempotent). Undefined if no certificate has this number. */
  annul(numero: string): IssuedCertificate | undefined;
  all(): readonly EditionRequest[];
  close(): void;
}

const FIRST_REQUEST = 1_000_001;

export const openRequests = (file: string, now: () => Date): Requests => {
  const journal = openJournal<EditionRequest>(file, ({ reference_demande, numeros, demandes }) => [
    `demande ${reference_demande}`,
    ...numeros.map((numero) => `attestation ${numero}`),
    ...demandes.flatMap((demande) => [`police ${demande.numero_police}`, `plaque ${plateOf(demande)}`]),
  ]);
  let certificates = [...journal.values()].flatMap(({ numeros }) => numeros).length;

  const keep = (request: EditionRequest): EditionRequest => {
    if (journal.get(request.numero_demande) !== request) journal.put(request.numero_demande, request);
    return request;
  };

  const certificate = (numero: string): IssuedCertificate | undefined =>
    journal
      .named(`attestation ${numero}`)
      .flatMap(certificatesOf)
      .find((each) => each.numero === numero);

  return {
    accept: (demandes, script) => {
      const [year, numero] = [now().getUTCFullYear(), FIRST_REQUEST + journal.size];
      const numeros = demandes.map(() => `SP-${year}-${String((certificates += 1)).padStart(7, '0')}`);
      const numbers = { numero_demande: String(numero), reference_demande: `DEM-${year}-${numero}`, numeros };
      return keep(acceptRequest(numbers, demandes, script, now()));
    },
    keep,
    byNumber: (numero) => journal.get(numero),
    byReference: (reference) => journal.named(`demande ${reference}`)[0],
    byPolicy: (numero) => journal.named(`police ${numero}`).at(-1),
    coveringVehicleOf: (demande) =>
      journal
        .named(`plaque ${plateOf(demande)}`)
        .find(({ demandes }) =>
          demandes.some((other) => other.numero_police !== demande.numero_police && coverSameVehicle(other, demande)),
        ),
    certificate,
    annul: (numero) => {
      const [request] = journal.named(`attestation ${numero}`);
      if (!request || !certificate(numero)) return undefined;
      keep(annulCertificate(request, numero, now()));
      return certificate(numero);
    },
    all: () => [...journal.values()],
    close: () => journal.close(),
  };
};
