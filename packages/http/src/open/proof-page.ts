import type { LocalDate, Proof, ShownProof } from '@vehicle-insurance/core';
import { frenchPage, frenchPagePolicy, inHtml } from './french-page.ts';

/**
 * No scripts, nothing loaded, no frame: what the page says of a vehicle is shown only under the service's own address.
 */
export const PROOF_POLICY = frenchPagePolicy("frame-ancestors 'none'");

/** The result of checking a paper, for the person who has scanned its code. */
export const proofPage = (shown: ShownProof): string => {
  if (shown.standing === 'refused') return REFUSED_PAGE;
  const { tone, title, words } = SAID[answerFor(shown)];
  const { proof, at, zone } = shown;
  const now = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeStyle: 'short', timeZone: zone });
  return frenchPage({
    title,
    body: `      <h1 class="${tone}">${title}</h1>
      <p>${words}</p>
${factsOf(proof)}
      <small>Vérifié le ${now.format(new Date(at))}. Comparez l’immatriculation avec celle du véhicule : la page ne
        prouve rien d’un autre.</small>`,
  });
};

type Answer = 'valid' | 'not_yet' | 'ended' | 'replaced' | 'cancelled' | 'unrecorded' | 'unknown';

/**
 * `cancelled` and `unrecorded` outweigh the days of cover, and so does `replaced` until they have ended; `unknown` (the
 * records cannot be read) matters only while the days are valid.
 */
const answerFor = ({ standing, recorded }: Exclude<ShownProof, { readonly standing: 'refused' }>): Answer => {
  if (recorded === 'cancelled' || recorded === 'unrecorded') return recorded;
  if (recorded === 'replaced' && standing !== 'ended') return recorded;
  return recorded === 'unknown' && standing === 'valid' ? 'unknown' : standing;
};

const SAID: Readonly<Record<Answer, { readonly tone: string; readonly title: string; readonly words: string }>> = {
  valid: {
    tone: 'good',
    title: 'Assurance valable aujourd’hui',
    words: 'Ce document est authentique et le contrat n’est pas annulé.',
  },
  not_yet: {
    tone: 'wait',
    title: 'Assurance pas encore valable',
    words: 'Ce document est authentique, mais la période d’assurance n’a pas commencé.',
  },
  ended: {
    tone: 'bad',
    title: 'Assurance terminée',
    words: 'Ce document est authentique, mais la période d’assurance est passée.',
  },
  replaced: {
    tone: 'wait',
    title: 'Document remplacé',
    words:
      'Ce document est authentique, mais le numéro de son attestation a été corrigé depuis. Demandez le document actuel, ou vérifiez l’attestation auprès de l’autorité.',
  },
  cancelled: {
    tone: 'bad',
    title: 'Contrat annulé',
    words: 'Ce document est authentique, mais le contrat a été annulé depuis : il ne couvre plus le véhicule.',
  },
  unrecorded: {
    tone: 'bad',
    title: 'Contrat introuvable',
    words:
      'Ce document porte notre signature, mais nos registres ne contiennent pas ce contrat. Interrogez l’assureur.',
  },
  unknown: {
    tone: 'wait',
    title: 'Document authentique, annulation non vérifiée',
    words:
      'La signature est la nôtre et la période d’assurance est en cours. Nos registres ne répondent pas pour le moment : réessayez dans une minute pour savoir si le contrat a été annulé.',
  },
};

const factsOf = ({ licencePlate, firstDay, lastDay, policyNumber, certificateNumber }: Proof): string => {
  const facts = [
    ['Immatriculation', licencePlate, ' class="plate"'],
    ['Période d’assurance', `du ${frenchDay(firstDay)} au ${frenchDay(lastDay)} inclus`, ''],
    ['Police n°', policyNumber, ''],
    ...(certificateNumber === null ? [] : [['Attestation n°', certificateNumber, '']]),
  ];
  const rows = facts.map(([label, value = '', look]) => `        <dt>${label}</dt><dd${look}>${inHtml(value)}</dd>`);
  return `      <dl>\n${rows.join('\n')}\n      </dl>`;
};

const DAY = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' });

const frenchDay = (date: LocalDate): string => DAY.format(new Date(date));

/** The same page for every token that is not ours. */
const REFUSED_PAGE = frenchPage({
  title: 'Ce code ne prouve rien',
  body: `      <h1 class="bad">Ce code ne prouve rien</h1>
      <p>Il n’a pas été établi par nous, il a été modifié ou copié incomplètement, ou la clé qui l’a signé a été
        retirée.</p>
      <h2>Que faire ?</h2>
      <p>Scannez encore une fois le code de l’assureur sur le document. Si la réponse reste la même, vérifiez
        l’attestation auprès de l’autorité, par l’autre code.</p>`,
});

/** For an address that sends more checks than a person scans; the phone can check this token offline. */
export const busyPage = (token: string): string =>
  frenchPage({
    title: 'Trop de vérifications',
    body: `      <h1 class="wait">Trop de vérifications</h1>
      <p>Trop de codes ont été vérifiés depuis votre connexion. Réessayez dans une minute, ou
        <a href="./#${encodeURIComponent(token)}">vérifiez ce code sur votre téléphone, sans réseau</a>.</p>`,
  });
