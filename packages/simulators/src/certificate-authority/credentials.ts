import type { Fault } from './checks.ts';
import { STATUT } from './codes.ts';

/** Who may ask the authority. */
export interface AuthorityCredentials {
  readonly code_demandeur: string;
  readonly code_acces: string;
  /** The insurer whose certificates are drawn; any is good if absent. */
  readonly code_compagnie?: string;
  /** The intermediaries the authority knows; any is good if absent. */
  readonly code_intermediaire?: readonly string[];
}

/** What one who asks is known by. */
export type Code = keyof AuthorityCredentials;
type Fields = Readonly<Record<string, unknown>>;

const REFUSALS: Readonly<Record<Code, Fault>> = {
  code_demandeur: { statut: STATUT.applicantUnknown, message: 'code_demandeur est inconnu : vérifiez-le.' },
  code_acces: { statut: STATUT.accessCodeWrong, message: 'code_acces est faux : vérifiez-le.' },
  code_compagnie: { statut: STATUT.company, message: 'code_compagnie est inconnu : vérifiez-le.' },
  code_intermediaire: { statut: STATUT.intermediary, message: 'code_intermediaire est inconnu : vérifiez-le.' },
};

/** All of them, as it takes to ask for a certificate. */
export const CODES = Object.keys(REFUSALS) as readonly Code[];

/** Why the asker is turned away, if it is: the first of the codes this call needs that is missing or not known. */
export const credentialFault = (
  known: AuthorityCredentials,
  given: Fields,
  needed: readonly Code[],
): Fault | undefined => {
  const missing = needed.find((code) => typeof given[code] !== 'string' || given[code] === '');
  if (missing) return { statut: STATUT.credentialsMissing, message: `${missing} manque : envoyez-le.` };
  const wrong = needed.find(
    (code) => known[code] !== undefined && ![known[code]].flat().includes(given[code] as string),
  );
  return wrong && REFUSALS[wrong];
};
