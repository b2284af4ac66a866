import {
  dateOf,
  longDayInFrench,
  longPeriodInFrench,
  timeOf,
  type LocalDate,
  type Proof,
  type ProvenDocument,
  type RecordedState,
  type ShownProof,
} from '@vehicle-insurance/core';
import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { frenchPage, frenchPagePolicy } from './french-page.ts';

/**
 * The page loads nothing, and no other page may frame it. So the result of a check is shown only under the service's
 * own address.
 */
export const PROOF_POLICY = frenchPagePolicy("frame-ancestors 'none'");

/** The result of checking a paper, for the person who has scanned its QR code. */
export const proofPage = (result: ShownProof): string => {
  if (result.standing === 'refused') return REFUSED_PAGE;
  const { proof, lastDay, at, zone } = result;
  const state = stateOf(result);
  const { tone, title, words } = state === 'cancelled' ? cancelledState(lastDay) : STATES[state];
  return frenchPage({
    title,
    body: `      <h1 class="${tone}">${title}</h1>
      <p>${PAPERS[proof.document].subject}${words}</p>
${factsOf(proof)}
      <small>Vérifié le ${longDayInFrench(dateOf(at, zone))} à ${timeOf(at, zone).replace(':', '\u00a0h\u00a0')}. Comparez l’immatriculation ci-dessus avec la plaque du véhicule :
        cette page ne concerne aucun autre véhicule.</small>`,
  });
};

/** The name of each paper, and the beginning of the sentence about it. */
const PAPERS: Readonly<Record<ProvenDocument, { readonly name: string; readonly subject: string }>> = {
  contract: { name: 'Conditions particulières', subject: 'Ce contrat est authentique' },
  receipt: { name: 'Quittance de prime', subject: 'Cette quittance est authentique' },
};

type PageState = Exclude<RecordedState, 'good'> | 'valid' | 'not_yet' | 'ended';

/**
 * The state that the page shows. If our records confirm the paper, the days of cover decide. After the last day,
 * `replaced` and `unknown` are not shown. `unknown` means that the records cannot be read.
 */
const stateOf = ({ standing, recorded }: Exclude<ShownProof, { readonly standing: 'refused' }>): PageState => {
  if (recorded === 'good') return standing;
  const isMinor = recorded === 'replaced' || recorded === 'unknown';
  return isMinor && standing === 'ended' ? standing : recorded;
};

interface State {
  readonly tone: string;
  readonly title: string;
  readonly words: string;
}

/** `words` continues the sentence “Ce contrat est authentique”, with a space or a comma first. */
const STATES: Readonly<Record<Exclude<PageState, 'cancelled'>, State>> = {
  valid: {
    tone: 'good',
    title: 'Assurance valable aujourd’hui',
    words: ' et l’attestation a bien été émise. Le contrat n’a pas été annulé.',
  },
  not_yet: {
    tone: 'wait',
    title: 'Assurance pas encore valable',
    words: ' et l’attestation est émise, mais la période d’assurance n’a pas commencé.',
  },
  ended: {
    tone: 'bad',
    title: 'Assurance terminée',
    words: ', mais la période d’assurance est terminée.',
  },
  pending: {
    tone: 'wait',
    title: 'Prime payée, attestation pas encore émise',
    words:
      ' et prouve que la prime est payée, mais l’attestation n’est pas encore émise : rien ne prouve que ce véhicule est assuré.',
  },
  refused: {
    tone: 'bad',
    title: 'Prime payée, attestation refusée',
    words:
      ' et prouve que la prime est payée, mais l’organisme émetteur a refusé d’émettre l’attestation : rien ne prouve que ce véhicule est assuré.',
  },
  other_plate: {
    tone: 'bad',
    title: 'Immatriculation différente',
    words:
      ', mais l’immatriculation ci-dessous n’est pas celle des registres de l’assureur : rien ne prouve que ce véhicule est assuré. Contactez l’assureur.',
  },
  other_days: {
    tone: 'bad',
    title: 'Période différente',
    words:
      ', mais la période ci-dessous n’est pas celle des registres de l’assureur. Demandez le document à jour, ou contactez l’assureur.',
  },
  replaced: {
    tone: 'wait',
    title: 'Document remplacé',
    words:
      ', mais le numéro de l’attestation a été corrigé après l’édition de ce document. Demandez le document à jour, ou vérifiez l’attestation auprès de l’organisme qui l’a émise.',
  },
  unrecorded: {
    tone: 'bad',
    title: 'Contrat introuvable',
    words:
      ' d’après sa signature électronique, mais le contrat ne figure pas dans les registres de l’assureur. Contactez l’assureur.',
  },
  unknown: {
    tone: 'wait',
    title: 'Attestation et annulation non vérifiées',
    words:
      ' d’après sa signature électronique. Les registres de l’assureur sont momentanément indisponibles. Réessayez dans une minute pour savoir si l’attestation est émise et si le contrat est annulé.',
  },
};

/**
 * A cancelled contract covers the vehicle up to its last day, which may be in the future. Without a last day, it covers
 * no day.
 */
const cancelledState = (lastDay: LocalDate | null): State => ({
  tone: 'bad',
  title: 'Contrat annulé',
  words:
    lastDay === null
      ? ', mais le contrat a été annulé et ne couvre pas le véhicule.'
      : `, mais le contrat a été annulé. Le dernier jour de garantie est le ${longDayInFrench(lastDay)}.`,
});

const factsOf = ({ document, licencePlate, firstDay, lastDay, policyNumber, certificateNumber }: Proof): string => {
  const facts = [
    ['Immatriculation', licencePlate, ' class="plate"'],
    ['Période d’assurance', longPeriodInFrench(firstDay, lastDay), ''],
    ['Document', PAPERS[document].name, ''],
    ['Police n°', policyNumber, ''],
    ...(certificateNumber === null ? [] : [['Attestation n°', certificateNumber, '']]),
  ];
  const rows = facts.map(
    ([label, value, look]) => html`        <dt>${label}</dt><dd${raw(look)}>${value}</dd>` as HtmlEscapedString,
  );
  return `      <dl>\n${rows.join('\n')}\n      </dl>`;
};

/** The page for every refused token. The page does not show the reason. */
const REFUSED_PAGE = frenchPage({
  title: 'Ce code n’est pas valable',
  body: `      <h1 class="bad">Ce code n’est pas valable</h1>
      <p>Il ne vient pas de l’assureur, il a été modifié ou mal copié, ou il n’est plus accepté.</p>
      <h2>Que faire ?</h2>
      <p>Scannez de nouveau le QR code de l’assureur sur le document. Si le résultat reste le même, vérifiez l’attestation
        auprès de l’organisme qui l’a émise, avec le QR code de l’attestation.</p>`,
});

/**
 * The page for an IP address that sends more checks than a person could scan. The phone can check this token without
 * the service.
 */
export const busyPage = (token: string): string =>
  frenchPage({
    title: 'Trop de vérifications',
    body: `      <h1 class="wait">Trop de vérifications</h1>
      <p>Trop de codes ont été vérifiés avec votre connexion à internet. Réessayez dans une minute, ou
        <a href="./#${encodeURIComponent(token)}">vérifiez ce code sur votre téléphone, sans réseau</a>.</p>`,
  });
