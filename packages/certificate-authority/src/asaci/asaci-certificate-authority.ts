import {
  done,
  notYet,
  refused,
  unknown,
  type AuthorityRefusal,
  type CertificateAuthority,
  type Outcome,
  type RequestState,
} from '@vehicle-insurance/core';
import { webClient } from '../http/web-client.ts';
import { requestBody } from './application.ts';
import { PATHS, type AsaciConfig } from './config.ts';
import { hostGuard, imageFetcher } from './image.ts';
import { lookUp } from './look-up.ts';
import { replyOf, type Reply } from './reply.ts';
import { stateIn } from './state.ts';
import { isUnderWay } from './statut.ts';

/** The authority, with what only its owner may do. */
export interface AsaciCertificateAuthority extends CertificateAuthority {
  /** Lets the calls under way end and closes the connections. */
  close(): Promise<void>;
}

type Said = Outcome<RequestState, AuthorityRefusal>;

const HALF_A_MINUTE = 30_000;
const LARGEST_ANSWER = 512 * 1024;

/** The "attestation digitale" of Côte d'Ivoire as a certificate authority. */
export const asaciCertificateAuthority = (config: AsaciConfig): AsaciCertificateAuthority => {
  const { credentials, insuranceCompany, lookUp: canLookUp = true } = config;
  const { calls: within = HALF_A_MINUTE, image: imageWithin = HALF_A_MINUTE } = config.timeouts ?? {};
  const paths = { ...PATHS, ...config.paths };
  const base = config.baseUrl.replace(/\/+$/, '');
  const client = webClient();

  const post = async (path: string, body: object): Promise<Reply> =>
    replyOf(await client.send({ url: `${base}${path}`, body, within, most: LARGEST_ANSWER }));
  const retrieve = (by: object): Promise<Reply> =>
    post(paths.retrieve, { code_demandeur: credentials.applicant, code_compagnie: credentials.company, ...by });
  const stateOf = ({ fields }: Reply): RequestState | undefined => stateIn(fields, insuranceCompany);

  /** A duplicate with the request it repeats, where it names one: whose that is, is not for us to judge. */
  const duplicate = async (reply: Reply): Promise<Said> => {
    const refusal = { kind: 'duplicate', message: reply.words } as const;
    const acceptance = canLookUp ? lookUp.repeated(reply.fields) : undefined;
    if (!acceptance) return refused(refusal, reply.evidence);
    const found = await retrieve({ numero_demande: acceptance.requestNumber });
    if (found.meaning === 'credentials') return turnedAway(found);
    if (found.meaning !== 'ok') return unknown(whyOf(found), found.evidence);
    return refused({ ...refusal, held: { ...UNTOLD, ...stateOf(found), acceptance } }, found.evidence);
  };

  return {
    request: async (application) => {
      const reply = await post(paths.request, requestBody(application, config));
      switch (reply.meaning) {
        case 'ok': {
          const state = stateOf(reply);
          return state ? done(state, reply.evidence) : unknown('the answer names no request', reply.evidence);
        }
        case 'duplicate':
          return duplicate(reply);
        case 'credentials':
          return turnedAway(reply);
        case 'troubled':
        case 'unreadable':
          return unknown(whyOf(reply), reply.evidence);
        case 'stranger':
        case 'refused':
          return refused({ kind: 'refused', message: reply.words }, reply.evidence);
      }
    },

    ask: async (acceptance) => {
      const { requestNumber, requestReference } = acceptance;
      if (requestReference !== '') {
        const progress = await post(paths.progress, {
          code_demandeur: credentials.applicant,
          reference_demande: requestReference,
        });
        const judged = judgeAsked(progress);
        if (judged) return judged;
        if (progress.statut !== null && isUnderWay(progress.statut)) return notYet(progress.evidence);
      }
      const reply = await retrieve({ numero_demande: requestNumber });
      return judgeAsked(reply) ?? done({ ...UNTOLD, ...stateOf(reply), acceptance }, reply.evidence);
    },

    find: async (policyNumber) => {
      if (!canLookUp) return refused({ kind: 'refused', message: 'the authority offers no look-up' });
      const reply = await retrieve(lookUp.byPolicy(policyNumber));
      return judgeAsked(reply) ?? done(stateOf(reply) ?? null, reply.evidence);
    },

    serves: (link) => {
      const url = URL.parse(link);
      return url !== null && hostGuard(config)(url);
    },
    image: imageFetcher(client, config, imageWithin),
    close: client.close,
  };
};

/** Of a request nothing is told beside its number. */
const UNTOLD = { certificate: null, policyNumber: null, licencePlate: null } as const;

/** What an answer to a question says when it is no plain answer: only a judgement about the request refuses it. */
const judgeAsked = (reply: Reply): Exclude<Said, { outcome: 'done' }> | undefined => {
  switch (reply.meaning) {
    case 'ok':
      return undefined;
    case 'duplicate':
    case 'refused':
      return refused({ kind: 'refused', message: reply.words }, reply.evidence);
    case 'credentials':
      return turnedAway(reply);
    case 'troubled':
    case 'stranger':
    case 'unreadable':
      return unknown(whyOf(reply), reply.evidence);
  }
};

const turnedAway = ({ words, evidence }: Reply) =>
  refused<AuthorityRefusal>({ kind: 'credentials', message: words }, evidence);

const whyOf = ({ statut, words }: Reply): string => (statut === null ? words : `the authority answered ${words}`);
