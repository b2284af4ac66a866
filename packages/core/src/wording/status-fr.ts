const STATUSES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  payment: { opening: 'demande en cours d’envoi', pending: 'en attente', succeeded: 'réussi', failed: 'échoué' },
  refund: { due: 'à effectuer automatiquement', manual: 'à effectuer manuellement', done: 'effectué' },
  contract: { pending: 'pas encore en vigueur', started: 'en vigueur', expired: 'échu' },
  quote: {
    ...{ awaiting_payment: 'à payer', payment_pending: 'paiement en cours' },
    ...{ pending: 'pas encore en vigueur', started: 'en vigueur', expired: 'échu' },
  },
  certificate: { pending: 'en attente', issued: 'émise', failed: 'refusée' },
  company: { enabled: 'active', disabled: 'désactivée' },
  key: { active: 'active', revoked: 'révoquée' },
  difference: { open: 'à justifier', explained: 'justifié', settled: 'résolu' },
};

/** A status in French, in the grammatical gender of its subject. An unknown status is returned as it is. */
export const statusInFrench = (what: string, status: string): string => STATUSES[what]?.[status] ?? status;

const SUBJECTS: Readonly<Record<string, string>> = {
  payment: 'Le paiement',
  refund: 'Le remboursement',
  contract: 'Le contrat',
  certificate: 'La demande d’attestation',
};

/** A clause such as « Le paiement est déjà réussi », about the status in which a state machine allows no such event. */
export const alreadyInFrench = (machine: string, status: string): string => {
  const subject = status === 'issued' ? 'L’attestation' : (SUBJECTS[machine] ?? machine);
  return `${subject} ${machine === 'payment' && status === 'failed' ? 'a' : 'est'} déjà ${statusInFrench(machine, status)}`;
};
