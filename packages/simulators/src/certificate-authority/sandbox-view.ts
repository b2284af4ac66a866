import type { ReceivedRequest } from '../shared/request-log.ts';
import { infosOf } from './certificate-links.ts';
import { certificatesOf, progressOf, type EditionRequest } from './edition-request.ts';

/**
 * The vehicles of an accepted request, one element each, with their whole history. A refused request has no element of
 * its own. If the authority later accepts a request of the same policy, `requests` of that element lists the refused
 * request too.
 */
export const sandboxView = (
  request: EditionRequest,
  base: string,
  requestsAbout: (policy: string) => readonly ReceivedRequest[],
): readonly Readonly<Record<string, unknown>>[] => {
  const [certificates, infos] = [certificatesOf(request), infosOf(request, base)];
  return request.demandes.map((demande, place) => ({
    numero_police: demande.numero_police,
    numero_immatriculation: demande.numero_immatriculation,
    numero_attestation: null,
    date_effet: demande.date_effet,
    date_echeance: demande.date_echeance,
    ...infos[place],
    numero_demande: request.numero_demande,
    reference_demande: request.reference_demande,
    statut: progressOf(request),
    issued: certificates[place]?.issuedAt ?? null,
    annulled: certificates[place]?.annulledAt ?? null,
    demande,
    states: request.states,
    requests: requestsAbout(demande.numero_police),
  }));
};
