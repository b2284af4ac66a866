import { openJournal } from '../kernel/journal.ts';
import { coverSameVehicle, plateOf, type Demande } from './demande.ts';
import { accepted, certificatesOf, type EditionRequest, type IssuedCertificate } from './edition-request.ts';
import type { AuthorityScript } from './scripts.ts';

/** The requests the authority has accepted, and their certificates. */
export interface Requests {
  /** Accepts and numbers a request; nothing is taken twice, because the caller has looked for duplicates before. */
  accept(demandes: readonly Demande[], script: AuthorityScript): EditionRequest;
  keep(request: EditionRequest): EditionRequest;
  byNumber(numero: string): EditionRequest | undefined;
  byReference(reference: string): EditionRequest | undefined;
  byPolicy(numero: string): EditionRequest | undefined;
  /** A request for another policy that covers the same vehicle on some same day. */
  coveringVehicleOf(demande: Demande): EditionRequest | undefined;
  certificate(numero: string): IssuedCertificate | undefined;
  all(): readonly EditionRequest[];
  close(): void;
}

const FIRST_REQUEST = 1_000_001;

/** Opens the requests kept in a file. */
export const openRequests = (file: string, now: () => Date): Requests => {
  const journal = openJournal<EditionRequest>(file);
  const [byReference, byPolicy, byCertificate] = [
    new Map<string, string>(),
    new Map<string, string>(),
    new Map<string, string>(),
  ];
  const byPlate = new Map<string, Set<string>>();

  const index = (request: EditionRequest): EditionRequest => {
    const { numero_demande: key } = request;
    byReference.set(request.reference_demande, key);
    for (const numero of request.numeros) byCertificate.set(numero, key);
    for (const demande of request.demandes) {
      byPolicy.set(demande.numero_police, key);
      byPlate.set(plateOf(demande), (byPlate.get(plateOf(demande)) ?? new Set()).add(key));
    }
    return request;
  };
  const keep = (request: EditionRequest): EditionRequest => {
    if (journal.get(request.numero_demande) === request) return request;
    journal.put(request.numero_demande, request);
    return index(request);
  };
  for (const request of journal.values()) index(request);

  const get = (key: string | undefined): EditionRequest | undefined =>
    key === undefined ? undefined : journal.get(key);

  return {
    accept: (demandes, script) => {
      const [year, numero] = [now().getUTCFullYear(), FIRST_REQUEST + journal.size];
      const numeros = demandes.map(
        (_, place) => `SP-${year}-${String(byCertificate.size + place + 1).padStart(7, '0')}`,
      );
      const numbers = { numero_demande: String(numero), reference_demande: `DEM-${year}-${numero}`, numeros };
      return keep(accepted(numbers, demandes, script, now()));
    },
    keep,
    byNumber: (numero) => journal.get(numero),
    byReference: (reference) => get(byReference.get(reference)),
    byPolicy: (numero) => get(byPolicy.get(numero)),
    coveringVehicleOf: (demande) =>
      [...(byPlate.get(plateOf(demande)) ?? [])]
        .flatMap((key) => journal.get(key) ?? [])
        .find(({ demandes }) =>
          demandes.some((other) => other.numero_police !== demande.numero_police && coverSameVehicle(other, demande)),
        ),
    certificate: (numero) => {
      const request = get(byCertificate.get(numero));
      return request && certificatesOf(request).find((certificate) => certificate.numero === numero);
    },
    all: () => [...journal.values()],
    close: () => journal.close(),
  };
};
