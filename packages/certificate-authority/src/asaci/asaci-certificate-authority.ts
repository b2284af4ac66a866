import {
  done,
  notYet,
  refused,
  requireKeys,
  unknown,
  type AuthorityRefusal,
  type CertificateAuthority,
  type Outcome,
  type RequestState,
} from '@vehicle-insurance/core';
import { httpClient } from '@vehicle-insurance/http-client';
import { requestBody } from './application.ts';
import { PATHS, type AsaciConfig } from './config.ts';
import { codeReader } from './code.ts';
import { fileFetcher, hostGuard } from './fetch-file.ts';
import { imageFetcher } from './image.ts';
import { lookUp } from './look-up.ts';
import { replyOf, type Reply } from './reply.ts';
import { isEmpty, stateIn } from './state.ts';
import { isPendingStatut } from './statut.ts';

/** The authority, with the methods that only the gateway's owner uses. */
export interface AsaciCertificateAuthority extends CertificateAuthority {
  /** Waits for the calls in progress and closes the connections. */
  close(): Promise<void>;
}

type RequestOutcome = Outcome<RequestState, AuthorityRefusal>;

const HALF_A_MINUTE = 30_000;

/**
 * The "attestation digitale" of Côte d'Ivoire as a certificate authority. Throws if one of the credentials is
 * malformed.
 */
export const asaciCertificateAuthority = (config: AsaciConfig): AsaciCertificateAuthority => {
  const { credentials, insuranceCompany, lookUp: canLookUp = true } = config;
  const { calls: within = HALF_A_MINUTE, image: imageWithin = HALF_A_MINUTE } = config.timeouts ?? {};
  requireKeys({ ...credentials });
  const paths = { ...PATHS, ...config.paths };
  const client = httpClient({ baseUrl: config.baseUrl, secrets: [credentials.access] });

  const post = async (path: string, body: object): Promise<Reply> =>
    replyOf(await client.send({ method: 'POST', path, body, within, fresh: true }));
  const retrieve = (by: object): Promise<Reply> =>
    post(paths.retrieve, { code_demandeur: credentials.applicant, code_compagnie: credentials.company, ...by });
  const stateOf = ({ fields }: Reply): RequestState | undefined => stateIn(fields, insuranceCompany);

  /**
   * The outcome of a refusal as a duplicate, with the earlier request if the response names one. Unknown if the state
   * of the earlier request cannot be retrieved. The core decides to which contract the earlier request belongs.
   */
  const duplicate = async (reply: Reply): Promise<RequestOutcome> => {
    const refusal = { kind: 'duplicate', answer: reply.problem } as const;
    const acceptance = canLookUp ? lookUp.repeated(reply.fields) : undefined;
    if (!acceptance) return refused(refusal, reply.evidence);
    if (acceptance.requestNumber === '')
      return refused({ ...refusal, held: { ...NUMBER_ONLY, acceptance } }, reply.evidence);
    const found = await retrieve({ numero_demande: acceptance.requestNumber });
    // The first response stated that a request exists. So the outcome is unknown, even if the authority now refuses our
    // credentials.
    if (found.meaning !== 'ok') return undecided(found);
    return refused({ ...refusal, held: { ...NUMBER_ONLY, ...stateOf(found), acceptance } }, found.evidence);
  };

  const serves = (link: string): boolean => {
    const url = URL.parse(link);
    return url !== null && hostGuard(config)(url);
  };

  return {
    // The authority's interface documents no call that annuls a certificate.
    capabilities: { annul: false },

    request: async (application) => {
      const reply = await post(paths.request, requestBody(application, config));
      switch (reply.meaning) {
        case 'ok': {
          const state = stateOf(reply);
          return state ? done(state, reply.evidence) : unknown(NAMES_NONE, reply.evidence);
        }
        case 'duplicate':
          return duplicate(reply);
        case 'credentials':
          return credentialsRefused(reply);
        case 'unavailable':
        case 'unlisted':
        case 'unreadable':
          return undecided(reply);
        case 'unknown_code':
        case 'refused':
          return refused({ kind: 'refused', answer: reply.problem }, reply.evidence);
      }
    },

    ask: async (acceptance) => {
      const { requestNumber, requestReference } = acceptance;
      if (requestReference !== '') {
        const progress = await post(paths.progress, {
          code_demandeur: credentials.applicant,
          reference_demande: requestReference,
        });
        const decided = otherThanOk(progress);
        if (decided) return decided;
        if (isPendingStatut(progress.statut)) return notYet(progress.evidence);
      }
      if (requestNumber === '') return unknown({ code: 'request_number_missing' });
      const reply = await retrieve({ numero_demande: requestNumber });
      return otherThanOk(reply) ?? done({ ...NUMBER_ONLY, ...stateOf(reply), acceptance }, reply.evidence);
    },

    find: async (policyNumber) => {
      if (!canLookUp) return refused({ kind: 'refused', answer: { code: 'no_look_up' } });
      const reply = await retrieve(lookUp.byPolicy(policyNumber));
      const state = stateOf(reply);
      return otherThanOk(reply) ?? (state ? done(state, reply.evidence) : withoutRequest(reply));
    },

    annul: async () => refused({ kind: 'refused', answer: { code: 'no_annulment' } }),

    serves,
    image: imageFetcher(fileFetcher(client, config, imageWithin, 'picture')),
    code: codeReader(fileFetcher(client, config, imageWithin, 'code'), serves, config.allowedHosts),
    close: client.close,
  };
};

const NAMES_NONE = { code: 'request_not_named' } as const;

/**
 * The outcome of a search by policy number whose response names no request. Not yet: a request is in progress. Null:
 * the authority certainly has no request. Otherwise unknown.
 */
const withoutRequest = ({ statut, fields, evidence }: Reply): Outcome<null, never> => {
  if (isPendingStatut(statut)) return notYet(evidence);
  return statut === 0 && isEmpty(fields) ? done(null, evidence) : unknown(NAMES_NONE, evidence);
};

const NUMBER_ONLY = { certificate: null, policyNumber: null, licencePlate: null } as const;

/**
 * The outcome of a query whose response is not `ok`; undefined if the response is `ok`. `refused` means that the
 * authority decided on the request or refused our credentials.
 */
const otherThanOk = (reply: Reply): Exclude<RequestOutcome, { outcome: 'done' }> | undefined => {
  switch (reply.meaning) {
    case 'ok':
      return undefined;
    case 'duplicate':
    case 'refused':
      return refused({ kind: 'refused', answer: reply.problem }, reply.evidence);
    case 'credentials':
      return credentialsRefused(reply);
    case 'unavailable':
    case 'unlisted':
    case 'unknown_code':
    case 'unreadable':
      return undecided(reply);
  }
};

const credentialsRefused = ({ problem, evidence }: Reply) =>
  refused<AuthorityRefusal>({ kind: 'credentials', answer: problem }, evidence);

const undecided = ({ problem, evidence, throttled }: Reply) => unknown(problem, evidence, throttled);
