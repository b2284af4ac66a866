import { ACTIONS_IN_FRENCH, failureIn } from '@vehicle-insurance/core';

const FILES = {
  bordereau_not_found: 'Ce fichier n’existe pas.',
  bordereau_changed: 'Ce fichier a été modifié après sa génération : il ne peut pas être téléchargé.',
} as const;

/** Why a page cannot be shown. */
export type WordedCode =
  | keyof typeof FILES
  | 'company_not_found'
  | 'contract_not_found'
  | 'paper_not_found'
  | 'payment_not_found'
  | 'month_open'
  | 'month_unknown'
  | 'service_unavailable';

export const failureText = ({ code }: { readonly code: WordedCode }): string =>
  code === 'bordereau_not_found' || code === 'bordereau_changed' ? FILES[code] : failureIn(ACTIONS_IN_FRENCH, { code });
