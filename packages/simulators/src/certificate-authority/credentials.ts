import type { Fault } from './checks.ts';
import { STATUT } from './codes.ts';

/** The credentials that the authority accepts. */
export interface AuthorityCredentials {
  readonly code_demandeur: string;
  readonly code_acces: string;
  /** The insurer whose certificates are issued. If absent, any insurer is accepted. */
  readonly code_compagnie?: string;
  /** The intermediaries that the authority knows. If absent, any intermediary is accepted. */
  readonly code_intermediaire?: readonly string[];
}

export type Code = keyof AuthorityCredentials;
type Fields = Readonly<Record<string, unknown>>;

const REFUSALS: Readonly<Record<Code, Fault>> = {
  code_demandeur: { statut: STATUT.applicantUnknown, message: 'code_demandeur est inconnu : vérifiez-le.' },
  code_acces: { statut: STATUT.accessCodeWrong, message: 'code_acces est faux : vérifiez-le.' },
  code_compagnie: { statut: STATUT.company, message: 'code_compagnie est inconnu : vérifiez-le.' },
  code_intermediaire: { statut: STATUT.intermediary, message: 'code_intermediaire est inconnu : vérifiez-le.' },
};

/** All credentials. A request for a certificate requires all of them. */
export const CODES = Object.keys(REFUSALS) as readonly Code[];

/** Why a call is refused: the first required code that is missing or, if none is missing, the first that is unknown. */
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
