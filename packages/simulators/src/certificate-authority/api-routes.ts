import type Router from '@koa/router';
import type { Context } from 'koa';
import { cut } from '../shared/application.ts';
import { fieldsOf, jsonBody } from '../shared/json-body.ts';
import { isAbout, keepStatut } from '../shared/request-log.ts';
import { faultOf, type Fault } from './checks.ts';
import { STATUT } from './codes.ts';
import { CODES, credentialFault, type AuthorityCredentials, type Code } from './credentials.ts';
import { daysLater, demandeOf, NA, foreignDemande, type Demande } from './demande.ts';
import { pollRequest, isIssued, progressOf, transferRequest, type EditionRequest } from './edition-request.ts';
import { infosOf } from './certificate-links.ts';
import { isSilent, scriptOf, type Policies } from './policies.ts';
import type { Requests } from './requests.ts';
import { ORDINARY } from './scripts.ts';

export interface AuthorityApi {
  readonly requests: Requests;
  readonly policies: Policies;
  readonly credentials: AuthorityCredentials;
  readonly refuseCoveredVehicles: boolean;
  readonly now: () => Date;
  readonly url: string;
}

const COVERED: Fault = {
  statut: STATUT.duplicateVehicle,
  message: 'Une autre police couvre déjà ce véhicule à ces dates.',
};

type Fields = Readonly<Record<string, unknown>>;

/** Adds the authority's own API: request certificates, query a request's status, fetch the links. */
export const addApiRoutes = (router: Router, api: AuthorityApi): void => {
  const { requests, policies, credentials, now, url } = api;

  const isUnreachable = (policyNumbers: readonly string[]): boolean =>
    policyNumbers.some((numero) => isSilent(policies.find(numero), now()));

  /** Adds a call that requires the credentials in `codes`. */
  const addCall = (path: string, codes: readonly Code[], handle: (ctx: Context, given: Fields) => void): void =>
    void router.post(path, jsonBody, (ctx) => {
      const given = fieldsOf(ctx.request.body);
      const stranger = credentialFault(credentials, given, codes);
      if (stranger) answer(ctx, stranger);
      else handle(ctx, given);
    });

  addCall('/edition/1.0/Apiediton', CODES, (ctx, given) => {
    const demandes = listOf(given['liste_demande']);
    const [first] = demandes;
    if (!first)
      return answer(ctx, { statut: STATUT.system, message: 'liste_demande est vide : envoyez au moins un véhicule.' });

    const numbers = demandes.map((demande) => demande.numero_police).filter((numero) => numero !== NA);
    isAbout(ctx, ...new Set(numbers));
    for (const demande of demandes) if (demande.numero_police !== NA) policies.of(demande);
    if (isUnreachable(numbers)) return cut(ctx);

    const refusal = refusalOf(demandes);
    if (refusal) return answer(ctx, refusal);
    const script = scriptOf(policies.of(first));
    const request = requests.accept(
      demandes.map((demande) => daysLater(demande, script.daysOff)),
      script,
    );
    if (script.answer === 'cut') return cut(ctx);
    answer(ctx, { statut: STATUT.ok, ...handOver(request) });
  });

  addCall('/Verification-statut-demande-edition/1.0/', ['code_demandeur'], (ctx, given) => {
    const found = requests.byReference(textOf(given['reference_demande']));
    if (!found)
      return answer(ctx, { statut: STATUT.requestUnknown, message: 'reference_demande est inconnue : vérifiez-la.' });
    isAbout(ctx, ...policiesOf(found));
    if (isUnreachable(policiesOf(found))) return cut(ctx);
    const request = requests.keep(pollRequest(found, now()));
    answer(ctx, { statut: progressOf(request), ...numbersOf(request) });
  });

  addCall('/recuperationAttestation', ['code_demandeur', 'code_compagnie'], (ctx, given) => {
    const numero = given['numero_police'];
    const found = lookUp(requests, given);
    const about = found ? policiesOf(found) : typeof numero === 'string' ? [numero] : [];
    isAbout(ctx, ...about);
    if (isUnreachable(about)) return cut(ctx);
    if (!found) return answer(ctx, { statut: STATUT.ok, message: 'Aucune demande.', infos: [] });
    const request = requests.keep(pollRequest(found, now()));
    answer(ctx, { statut: isIssued(request) ? STATUT.ok : progressOf(request), ...handOver(request) });
  });

  /**
   * Why a readable request is refused: an invalid field, an earlier request for the policy, a covered vehicle, or an
   * empty stock.
   */
  const refusalOf = (demandes: readonly Demande[]): (Fault & Partial<Numbers>) | undefined => {
    const today = now().toISOString().slice(0, 10);
    for (const demande of demandes) {
      const fault = faultOf(demande, today);
      if (fault) return fault;
      const same = requests.byPolicy(demande.numero_police);
      if (same)
        return { statut: STATUT.duplicatePolicy, message: 'Cette police a déjà une demande.', ...numbersOf(same) };
      if (scriptOf(policies.of(demande)).covered) return { ...COVERED, ...numbersOf(othersRequest(demande)) };
      if (api.refuseCoveredVehicles && requests.coveringVehicleOf(demande)) {
        return COVERED;
      }
    }
    return demandes.some((demande) => policies.refuses(policies.of(demande)))
      ? { statut: STATUT.stockEmpty, message: 'Le stock d’attestations est épuisé.' }
      : undefined;
  };

  /** Another policy's request that covers the same vehicle. Creates that request if it does not exist. */
  const othersRequest = (demande: Demande): EditionRequest => {
    const others = foreignDemande(demande);
    return requests.byPolicy(others.numero_police) ?? requests.accept([others], ORDINARY);
  };

  /**
   * The request's numbers with the links of its certificates. Also marks a request whose certificates are issued as
   * transferred.
   */
  const handOver = (request: EditionRequest) => {
    requests.keep(transferRequest(request, now()));
    return { ...numbersOf(request), infos: infosOf(request, url) };
  };
};

/**
 * Finds a request after a lost response, by the authority's own number or by the policy number. We assume that the real
 * authority supports both.
 */
const lookUp = (requests: Requests, given: Fields): EditionRequest | undefined => {
  const { numero_demande, numero_police } = given as { numero_demande?: unknown; numero_police?: unknown };
  if (numero_demande !== undefined && numero_demande !== NA) return requests.byNumber(textOf(numero_demande));
  return typeof numero_police === 'string' ? requests.byPolicy(numero_police) : undefined;
};

/** A caller may send the simulator's numbers back as text or as numbers. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

type Numbers = Pick<EditionRequest, 'numero_demande' | 'reference_demande'>;

const numbersOf = ({ numero_demande, reference_demande }: EditionRequest): Numbers => ({
  numero_demande,
  reference_demande,
});

const policiesOf = (request: EditionRequest): readonly string[] => [
  ...new Set(request.demandes.map((demande) => demande.numero_police)),
];

const listOf = (given: unknown): readonly Demande[] =>
  Array.isArray(given) ? given.map((demande) => demandeOf(fieldsOf(demande))) : [];

/** These responses have HTTP status 200. `statut` contains the result. */
const answer = <Body extends { readonly statut: number }>(ctx: Context, body: Body): void => {
  keepStatut(ctx, body.statut);
  ctx.body = body;
};
