import {
  inFrench,
  monthInFrench,
  type CannotClose,
  type InvalidRequest,
  type NothingToSettle,
  type Problem,
} from '@vehicle-insurance/core';
import { status } from './format.ts';

const WORDS = {
  company_not_found: 'Cette société n’existe pas.',
  company_name_taken: 'Une société porte déjà ce nom. Choisissez un autre nom.',
  key_not_found: 'Cette clé n’appartient pas à cette société. Choisissez une clé sur la page de la société.',
  key_ambiguous: 'Plusieurs clés commencent par ces caractères. Saisissez tous ceux qu’affiche la page de la société.',
  contract_not_found: 'Ce contrat n’existe pas.',
  contract_cancelled: 'Ce contrat est annulé : il ne recevra pas d’attestation, et le payeur est remboursé.',
  certificate_number_issued:
    'L’organisme émetteur a déjà émis l’attestation de ce contrat : son numéro ne peut pas changer. Corrigez seulement les liens.',
  certificate_issued: 'Ce contrat ne peut plus être annulé, car son attestation est émise.',
  payment_not_found: 'Ce paiement n’existe pas.',
  payment_still_opening:
    'La demande de paiement est en cours d’envoi à l’opérateur de paiement. Réessayez dans une minute.',
  refund_not_found: 'Ce paiement n’a aucun remboursement en attente.',
  refund_under_way: 'Un remboursement est en cours chez l’opérateur de paiement. Vérifiez dans une minute.',
  refund_must_be_asked:
    'Le service doit d’abord interroger l’opérateur de paiement. Il ne peut s’en passer qu’après une restauration de la base de données, si les paiements sont suspendus et si les tâches n’ont pas redémarré.',
  refund_uncertain:
    'L’opérateur de paiement ne confirme pas le remboursement : rien n’est enregistré. Ne faites aucun virement. Cherchez le paiement dans son espace marchand. Si aucun remboursement n’y figure, recommencez en cochant « L’opérateur de paiement ne répond pas, et son espace marchand ne montre aucun remboursement ».',
  difference_not_open: 'Cet écart n’est plus à traiter : il a été justifié ou résolu.',
  item_changed: 'Le problème s’est reproduit depuis que vous l’avez lu. Relisez-le avant de retirer la ligne.',
  difference_changed: 'Cet écart a changé depuis que vous l’avez lu. Relisez-le avant de le justifier.',
  refund_open:
    'Ce paiement a encore un remboursement en attente. Si c’est ce remboursement qui figure sur le relevé, enregistrez-le d’abord comme fait depuis l’espace marchand.',
  difference_ambiguous: 'Ce paiement a plusieurs écarts. Justifiez chacun depuis la page Relevés.',
  month_open: 'Ce mois n’est pas clôturé.',
  month_unknown: 'Ce mois n’existe pas. Choisissez un mois sur la page Comptabilité.',
  month_not_over: 'Ce mois n’est pas terminé. Clôturez-le à partir du premier jour du mois suivant.',
  month_closed:
    'Ce mois est déjà clôturé et ne peut plus être modifié. Si ses bordereaux manquent, générez-les depuis la page des bordereaux.',
  bordereaux_folder:
    'Le service ne peut pas écrire dans le dossier des bordereaux. Rien n’a été modifié : prévenez l’administrateur.',
  bordereaux_differ:
    'Des bordereaux différents existent déjà, ou l’un d’eux a été modifié. Rien n’a été remplacé. Demandez à l’administrateur de déplacer le dossier, puis recommencez.',
  bordereaux_failed: 'Générez-les depuis la page des bordereaux.',
  bordereau_not_found: 'Ce fichier n’existe pas.',
  bordereau_changed: 'Ce fichier a été modifié à la main après sa génération : il ne peut pas être téléchargé.',
  item_not_listed: 'Cette ligne n’est plus dans la liste.',
  item_ambiguous:
    'Plusieurs lignes concernent ce paiement ou ce contrat. Ouvrez-le depuis la liste À traiter, puis retirez la ligne voulue.',
} as const;

/** A refusal without details. The compiler requires a text above for each of them. */
export type WordedCode = keyof typeof WORDS;

/** A use case's refusal. */
export type Failure =
  | { readonly code: WordedCode }
  | InvalidRequest
  | CannotClose
  | NothingToSettle
  | { readonly code: 'illegal_transition'; readonly machine: string; readonly from: string }
  | { readonly code: 'certificate_not_ours'; readonly why: Problem };

/** The message for a refusal, with what to do next. */
export const failureText = (failure: Failure): string => {
  switch (failure.code) {
    case 'invalid_request':
      return failure.details.map(({ field }) => invalidText(field)).join(' ');
    case 'illegal_transition':
      return `L’état est déjà « ${status(failure.machine, failure.from)} » : rien n’a été modifié. Consultez l’historique.`;
    case 'former_month_open':
      return `Les mois se clôturent dans l’ordre. Clôturez d’abord ${monthInFrench(failure.month)}.`;
    case 'certificate_not_ours':
      return `Cette attestation ne correspond pas au contrat : ${inFrench(failure.why)}. Rien n’a été modifié.`;
    case 'nothing_to_settle': {
      const others = failure.ofPayments.length > 0 ? ' La même référence figure sur un autre paiement :' : '';
      return `Ce paiement n’a aucune régularisation de ce type à faire, ou elle est déjà comptabilisée. Si un virement a été fait, enregistrez-le d’abord.${others}`;
    }
    default:
      return WORDS[failure.code];
  }
};

/** The fields of use cases, as the forms label them. */
const FIELDS: Readonly<Record<string, string>> = {
  name: 'Nom',
  label: 'Usage de la clé',
  certificateNumber: 'Numéro de l’attestation',
  pdfLink: 'Lien vers le PDF',
  imageLink: 'Lien vers l’image',
  qrCodeLink: 'Lien vers le QR code',
  reference: 'Référence du virement',
  how: 'Régularisation',
  note: 'Motif',
  reason: 'Motif',
  why: 'Motif',
};

const invalidText = (field: string): string =>
  field.endsWith('Link')
    ? `${FIELDS[field] ?? field} : collez le lien complet fourni par l’organisme émetteur.`
    : `${FIELDS[field] ?? field} : saisie non valable. Saisissez un texte d’une seule ligne.`;
