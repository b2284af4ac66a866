import type { ActionWords } from './action-words.ts';

interface PaperWords<Edge extends 'command' | 'form'> {
  readonly actions: Pick<ActionWords<Edge>['actions'], 'contract link'>;
  readonly failures: Pick<
    ActionWords<Edge>['failures'],
    'paper_not_found' | 'storage_unavailable' | 'service_unavailable'
  >;
}

export const PAPERS_IN_ENGLISH: PaperWords<'command'> = {
  actions: {
    'contract link': {
      title: 'make a link that opens a paper of the contract for an hour',
      consequence: 'anyone with the link can open the paper; the history records who made it',
      fields: {
        paper: {
          label: 'paper',
          choices: {
            contract: 'contract document',
            certificate: 'certificate',
            receipt: 'receipt of the payment',
            cancellation: 'statement of cancellation',
          },
        },
        why: 'recipient and reason, for the history',
      },
      done: ({ link, expires }) => `${link}\nValid until ${expires}.`,
    },
  },
  failures: {
    paper_not_found: 'The contract has no such paper yet. `contract show` shows its documents.',
    storage_unavailable: 'The store of documents does not answer. Try again later.',
    service_unavailable: 'Too many papers are being written. Try again in a minute.',
  },
};

export const PAPERS_IN_FRENCH: PaperWords<'form'> = {
  actions: {
    'contract link': {
      title: 'Renvoyer un document',
      consequence:
        'Le service crée un lien à copier dans votre message. Pendant une heure, toute personne qui a ce lien peut ouvrir le document sans se connecter. L’historique du contrat conserve votre nom et votre motif.',
      fields: {
        paper: {
          label: 'Document',
          choices: {
            contract: 'Conditions particulières',
            certificate: 'Attestation',
            receipt: 'Quittance',
            cancellation: 'Avis d’annulation',
          },
        },
        why: 'Destinataire et motif',
      },
      done: ({ link }) => link,
    },
  },
  failures: {
    paper_not_found: 'Ce document n’existe pas encore.',
    storage_unavailable: 'Le stockage des documents ne répond pas. Réessayez dans un instant.',
    service_unavailable: 'Trop de documents sont en cours d’édition. Réessayez dans une minute.',
  },
};
