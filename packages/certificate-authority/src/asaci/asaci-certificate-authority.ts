import {
  done,
  notYet,
  refused,
  unknown,
  type AuthorityRefusal,
  type CertificateApplication,
  type CertificateAuthority,
  type Outcome,
  type RequestState,
} from '@vehicle-insurance/core';
import { webClient } from '../http/web-client.ts';
import { requestBody } from './application.ts';
import { PATHS, type AsaciConfig } from './config.ts';
import { imageFetcher } from './image.ts';
import { lookUp } from './look-up.ts';
import { replyOf, type Reply } from './reply.ts';
import { stateIn } from './state.ts';
import { inWords, isUnderWay, meaningOf } from './statut.ts';

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
  const stateOf = ({ said }: Reply): RequestState | undefined =>
    said ? stateIn(said.fields, insuranceCompany) : undefined;

  /** A duplicate that names the request it repeats: ours if its days are, however its answer was lost. */
  const repeatedRequest = async (reply: Reply, application: CertificateApplication): Promise<Said> => {
    const duplicate = refused<AuthorityRefusal>({ kind: 'duplicate', message: messageOf(reply) }, reply.evidence);
    const acceptance = canLookUp && reply.said ? lookUp.repeated(reply.said.fields) : undefined;
    if (!acceptance) return duplicate;
    const found = await retrieve({ numero_demande: acceptance.requestNumber });
    if (!found.said || meaningOf(found.said.statut) !== 'ok') return unknown(whyOf(found), found.evidence);
    const certificate = stateOf(found)?.certificate ?? null;
    return certificate && !isFor(certificate, application)
      ? duplicate
      : done({ acceptance, certificate }, found.evidence);
  };

  return {
    request: async (application) => {
      const reply = await post(paths.request, requestBody(application, config));
      if (!reply.said) return unknown(reply.why, reply.evidence);
      const state = stateOf(reply);
      switch (meaningOf(reply.said.statut)) {
        case 'ok':
          return state ? done(state, reply.evidence) : unknown('the answer names no request', reply.evidence);
        case 'duplicate':
          return repeatedRequest(reply, application);
        case 'troubled':
          return unknown(whyOf(reply), reply.evidence);
        case 'stranger':
        case 'refused':
          return refused({ kind: 'refused', message: messageOf(reply) }, reply.evidence);
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
        if (progress.said && isUnderWay(progress.said.statut)) return notYet(progress.evidence);
      }
      const reply = await retrieve({ numero_demande: requestNumber });
      return (
        judgeAsked(reply) ?? done({ acceptance, certificate: stateOf(reply)?.certificate ?? null }, reply.evidence)
      );
    },

    find: async (policyNumber) => {
      if (!canLookUp) return refused({ kind: 'refused', message: 'the authority offers no look-up' });
      const reply = await retrieve(lookUp.byPolicy(policyNumber));
      return judgeAsked(reply) ?? done(stateOf(reply) ?? null, reply.evidence);
    },

    image: imageFetcher(client, config, imageWithin),
    close: client.close,
  };
};

/** What an answer to a question says when it is no plain answer: only a judgement about the request refuses it. */
const judgeAsked = (reply: Reply): Exclude<Said, { outcome: 'done' }> | undefined => {
  if (!reply.said) return unknown(reply.why, reply.evidence);
  switch (meaningOf(reply.said.statut)) {
    case 'ok':
      return undefined;
    case 'duplicate':
    case 'refused':
      return refused({ kind: 'refused', message: messageOf(reply) }, reply.evidence);
    case 'troubled':
    case 'stranger':
      return unknown(whyOf(reply), reply.evidence);
  }
};

const isFor = (certificate: NonNullable<RequestState['certificate']>, application: CertificateApplication): boolean =>
  certificate.effectiveDate === application.effectiveDate && certificate.expiryDate === application.expiryDate;

const messageOf = ({ said }: Reply): string => (said ? inWords(said.statut) : '');

const whyOf = (reply: Reply): string =>
  reply.said ? `the authority answered ${inWords(reply.said.statut)}` : reply.why;
