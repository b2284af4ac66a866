import {
  closePayment,
  Ok,
  pausePayments,
  recordRefund,
  settleRefund,
  type RecordedRefund,
  type Settlement,
} from '@vehicle-insurance/core';
import { francs, providerName } from '../words/format.ts';
import { WHY, type Action } from './action.ts';

/** Closes a pending payment whose provider does not answer. */
const paymentClose: Action = {
  name: 'payment-close',
  title: 'Abandonner la demande de paiement',
  about: 'payment',
  isDangerous: true,
  consequence:
    'Le souscripteur pourra payer par une nouvelle demande. Si l’argent de la demande abandonnée arrive quand même, il sera remboursé au payeur. N’abandonnez jamais une demande dont l’argent est déjà encaissé.',
  fields: [WHY],
  run: async ({ id, fields, by }, ports) => {
    const closed = await closePayment(ports)({ paymentId: id, why: fields['why'] ?? '', by });
    return closed.map(
      () => 'La demande de paiement est abandonnée. Le souscripteur peut payer par une nouvelle demande.',
    );
  },
};

/** Records a refund that was made by hand. */
const paymentRefunded: Action = {
  name: 'payment-refunded',
  title: 'Enregistrer un remboursement',
  about: 'payment',
  isDangerous: true,
  recordsWhatIsDone: true,
  consequence:
    'Enregistrez seulement un remboursement déjà fait. Le service interroge une dernière fois l’opérateur de paiement, pour éviter un double remboursement.',
  fields: [
    { name: 'reference', label: 'Référence du virement', kind: 'text' },
    { ...WHY, name: 'note' },
    {
      name: 'onPages',
      label:
        'Remboursement fait depuis l’espace marchand de l’opérateur de paiement (par la fonction de remboursement, et non par un envoi d’argent)',
      kind: 'check',
    },
    {
      name: 'unanswered',
      label: 'L’opérateur de paiement ne répond pas, et son espace marchand ne montre aucun remboursement',
      kind: 'check',
    },
  ],
  run: async ({ id, fields, by }, ports) => {
    const { reference = '', note = '', unanswered, onPages } = fields;
    const recorded = await recordRefund(ports)({
      paymentId: id,
      reference,
      note,
      by,
      unanswered: unanswered === 'yes',
      onPages: onPages === 'yes',
    });
    return recorded.map((refund) => recordedWords(refund, reference));
  },
};

const recordedWords = ({ refund, givenBackBy }: RecordedRefund, reference: string): string => {
  if (givenBackBy === 'operator') return `Le remboursement de ${francs(refund.amount)} est enregistré.`;
  const askBack = 'réclamez la somme au payeur, puis utilisez l’action « Régulariser un remboursement ».';
  return givenBackBy === 'provider'
    ? `${providerName(refund.provider)} avait déjà remboursé ${francs(refund.amount)} ; ce remboursement est enregistré. Ne faites aucun virement. Si le virement ${reference} est déjà parti, ${askBack}`
    : `Un autre virement avait déjà remboursé ${francs(refund.amount)}. Le virement ${reference} figure dans l’historique du paiement. S’il est parti lui aussi, ${askBack}`;
};

const SETTLEMENT_WORDS: Readonly<Record<Settlement, string>> = {
  on_pages: 'Fait depuis l’espace marchand de l’opérateur de paiement',
  covered: 'Somme reversée sur le compte qui a servi au virement',
  payer_owes: 'Remboursé à tort : le payeur nous doit la somme',
  transferred: 'Virement fait en plus d’un autre remboursement : le payeur nous doit la somme',
  payer_settled: 'Dette du payeur réglée ou passée en perte',
};

/** Books a refund that was made in a different way from the one the service requested. */
const paymentSettle: Action = {
  name: 'payment-settle',
  title: 'Régulariser un remboursement',
  about: 'payment',
  isDangerous: true,
  recordsWhatIsDone: true,
  consequence:
    'Utilisez cette action si le remboursement n’a pas été fait comme prévu. La régularisation est comptabilisée définitivement, avec votre nom et votre motif.',
  fields: [{ name: 'how', label: 'Régularisation', kind: 'choice', choices: SETTLEMENT_WORDS }, WHY],
  run: async ({ id, fields, by }, ports) => {
    const { how = '', why = '' } = fields;
    const settled = await settleRefund(ports)({ paymentId: id, how, reason: why, by });
    return settled.map(
      (all) => `Régularisation comptabilisée : ${all.map(({ amount }) => francs(amount)).join(', ')}.`,
    );
  },
};

/** Rejects new payments until they are resumed. */
const paymentsPause: Action = {
  name: 'payments-pause',
  title: 'Suspendre les paiements',
  about: 'service',
  isDangerous: true,
  consequence:
    'Les nouveaux paiements seront refusés d’ici cinq secondes. Les paiements en cours se terminent normalement.',
  fields: [WHY],
  run: async ({ fields, by }, ports) => {
    const paused = await pausePayments(ports)({ paused: true, why: fields['why'] ?? '', by });
    return paused.map(() => 'Les paiements sont suspendus.');
  },
};

const paymentsResume: Action = {
  name: 'payments-resume',
  title: 'Reprendre les paiements',
  about: 'service',
  isDangerous: false,
  consequence: 'Les paiements seront de nouveau acceptés.',
  fields: [],
  run: async ({ by }, ports) => {
    await pausePayments(ports)({ paused: false, why: 'resumed', by });
    return Ok('Les paiements ont repris.');
  },
};

/** The actions for payments. */
export const PAYMENT_ACTIONS: readonly Action[] = [
  paymentClose,
  paymentRefunded,
  paymentSettle,
  paymentsPause,
  paymentsResume,
];
