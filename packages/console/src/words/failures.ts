import {
  inFrench,
  type CannotClose,
  type InvalidRequest,
  type NothingToSettle,
  type Problem,
} from '@vehicle-insurance/core';

const WORDS = {
  company_not_found: 'Cette société n’existe pas.',
  company_name_taken: 'Une société porte déjà ce nom. Choisissez-en un autre.',
  key_not_found: 'Cette société n’a pas cette clé. Sa page montre celles qu’elle a.',
  key_ambiguous: 'Ce début ne dit pas quelle clé. Donnez-le en entier, tel que la page de la société le montre.',
  contract_not_found: 'Ce contrat n’existe pas.',
  contract_cancelled: 'Le contrat est annulé : il ne reçoit pas d’attestation, et son argent est rendu.',
  certificate_number_issued:
    'L’autorité a édité cette attestation elle-même : seules ses adresses se corrigent, sous le même numéro.',
  certificate_issued: 'Son attestation est éditée : seul un contrat sans attestation peut être annulé.',
  payment_not_found: 'Ce paiement n’existe pas.',
  payment_still_opening: 'Le paiement s’ouvre encore, ce qui finit de soi-même en une minute. Réessayez alors.',
  refund_not_found: 'Rien de ce qui a été payé là n’est à rendre.',
  refund_under_way: 'Le fournisseur est justement prié de rendre l’argent. Regardez dans une minute.',
  refund_must_be_asked:
    'Possible seulement après une restauration, tant que les paiements sont suspendus et qu’aucun worker n’a tourné depuis la minute avant leur suspension.',
  refund_uncertain:
    'Le fournisseur ne dit pas s’il a rendu l’argent : rien n’est noté. Ne virez rien : regardez la session sur ses pages. Si elles ne montrent aucun remboursement, recommencez en cochant la case.',
  difference_not_open: 'Cet écart n’est plus ouvert : il est expliqué, ou rien ne diffère plus.',
  item_changed: 'Le problème a recommencé depuis que vous l’avez lu. Regardez-le de nouveau avant de le retirer.',
  difference_changed: 'Cet écart n’est plus celui que vous avez lu. Regardez-le de nouveau avant de l’expliquer.',
  refund_open:
    'De l’argent est encore à rendre pour ce paiement, et c’est peut-être lui qui a quitté le compte. Si oui, inscrivez d’abord ce remboursement, fait sur les pages du fournisseur.',
  difference_ambiguous: 'Ce paiement a plusieurs écarts : expliquez chacun depuis la page Relevés.',
  month_open: 'Ce mois n’est pas clôturé.',
  month_unknown: 'Ce mois n’existe pas. Écrivez-le comme 2026-11.',
  month_not_over: 'Ce mois n’est pas fini. Il se clôture quand il l’est.',
  month_closed:
    'Ce mois est déjà clôturé, et reste tel quel. Si ses bordereaux manquent, écrivez-les depuis leur page.',
  bordereaux_folder:
    'Le dossier des bordereaux (DATA_DIR) ne se laisse pas écrire. Rien n’a changé : demandez à qui tient le serveur.',
  bordereaux_differ:
    'D’autres bordereaux sont déjà là, ou l’un d’eux a été modifié : ils restent tels quels. Rangez-les ailleurs, puis recommencez.',
  bordereaux_failed: 'Écrivez-les depuis leur page.',
  bordereau_not_found: 'Ce fichier n’existe pas.',
  bordereau_changed: 'Ce fichier n’est pas celui qui a été écrit : il a été modifié à la main, et n’est pas donné.',
  item_not_listed: 'Rien de cela n’est sur la liste.',
  item_ambiguous: 'Il y a plusieurs lignes à ce sujet : passez par la liste.',
} as const;

/** A refusal that its code alone describes. A page cannot get one that has no words here: it does not compile. */
export type WordedCode = keyof typeof WORDS;

/** A use case's refusal. */
export type Failure =
  | { readonly code: WordedCode }
  | InvalidRequest
  | CannotClose
  | NothingToSettle
  | { readonly code: 'illegal_transition'; readonly from: string }
  | { readonly code: 'certificate_not_ours'; readonly why: Problem };

/** A refusal in words, with what to do next. */
export const failureText = (failure: Failure): string => {
  switch (failure.code) {
    case 'invalid_request':
      return failure.details.map(({ field, message }) => `${field} : ${message}`).join(' ; ');
    case 'illegal_transition':
      return `L’état est déjà « ${failure.from} » : rien n’a changé. L’historique dit comment.`;
    case 'former_month_open':
      return `Les mois se clôturent l’un après l’autre : d’abord ${failure.month}.`;
    case 'certificate_not_ours':
      return `Cette attestation n’est pas celle du contrat : ${inFrench(failure.why)}. Rien n’a changé.`;
    case 'nothing_to_settle': {
      const others = failure.ofPayments.map(
        (id) => ` Il y en a du paiement ${id}, de la même référence : ouvrez sa page.`,
      );
      return `Rien de ce paiement n’est de ce genre, ou c’est déjà inscrit. Un virement à régler se note d’abord, et seulement s’il est parti.${others.join('')}`;
    }
    default:
      return WORDS[failure.code];
  }
};
