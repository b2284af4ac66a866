import {
  closePayment,
  Ok,
  pausePayments,
  recordRefund,
  settleRefund,
  type RecordedRefund,
  type Settlement,
} from '@vehicle-insurance/core';
import { francs } from '../words/shown.ts';
import { WHY, type Action } from './action.ts';

/** Gives up a pending payment whose provider does not answer. */
const paymentClose: Action = {
  name: 'payment-close',
  title: 'Clôturer le paiement',
  about: 'payment',
  isDangerous: true,
  consequence:
    'Le devis peut être payé de nouveau. Ce qui arrive encore est rendu : ne clôturez jamais un paiement que vous savez payé.',
  fields: [WHY],
  run: async ({ id, fields, by }, ports) => {
    const closed = await closePayment(ports)({ paymentId: id, why: fields['why'] ?? '', by });
    return closed.map(() => 'Le paiement est clôturé, et son devis peut être payé de nouveau.');
  },
};

/** Records that a person has given the money back. */
const paymentRefunded: Action = {
  name: 'payment-refunded',
  title: 'Noter un remboursement fait à la main',
  about: 'payment',
  isDangerous: true,
  recordsWhatIsDone: true,
  consequence:
    'Le fournisseur est interrogé une dernière fois, pour que l’argent ne parte pas deux fois. N’inscrivez que ce qui est parti.',
  fields: [
    { name: 'reference', label: 'Référence du virement', kind: 'text' },
    { name: 'note', label: 'Motif (reste dans l’historique)', kind: 'text' },
    {
      name: 'onPages',
      label:
        'L’argent est parti du compte chez le fournisseur, par ses pages ; si elles proposent de rembourser un paiement, c’est ainsi, et non par un envoi au payeur',
      kind: 'check',
    },
    {
      name: 'unanswered',
      label: 'Le fournisseur se tait, et ses pages ne montrent aucun remboursement',
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
  if (givenBackBy === 'operator') return `${francs(refund.amount)} sont notés comme rendus.`;
  const askBack = 'demandez-le en retour, et inscrivez-le par « Régler ce qui a été rendu ».';
  return givenBackBy === 'provider'
    ? `${refund.provider} a rendu ${francs(refund.amount)} lui-même, et c’est noté. Ne virez rien ; si ${reference} est déjà parti, ${askBack}`
    : `${francs(refund.amount)} étaient déjà rendus par un autre virement. ${reference} est noté dans l’historique du paiement ; s’il est parti aussi, ${askBack}`;
};

const SETTLEMENT_WORDS: Readonly<Record<Settlement, string>> = {
  on_pages: 'Fait sur les pages du fournisseur',
  covered: 'Versé là d’où le virement est parti',
  payer_owes: 'Pas dû : le payeur le doit',
  transferred: 'Viré alors que le fournisseur avait rendu : le payeur le doit',
  payer_settled: 'Rendu par le payeur, ou supporté',
};

/** Books what became of money that was given back in another way than the service requested. */
const paymentSettle: Action = {
  name: 'payment-settle',
  title: 'Régler ce qui a été rendu',
  about: 'payment',
  isDangerous: true,
  recordsWhatIsDone: true,
  consequence: 'Les comptes l’inscrivent, une fois et pour de bon ; votre nom et votre motif restent.',
  fields: [{ name: 'how', label: 'Ce qu’il en est', kind: 'choice', choices: SETTLEMENT_WORDS }, WHY],
  run: async ({ id, fields, by }, ports) => {
    const { how = '', why = '' } = fields;
    const settled = await settleRefund(ports)({ paymentId: id, how, reason: why, by });
    return settled.map((all) => `C’est inscrit : ${all.map(({ amount }) => francs(amount)).join(', ')}.`);
  },
};

/** Opens no payments until resumed. */
const paymentsPause: Action = {
  name: 'payments-pause',
  title: 'Suspendre les paiements',
  about: 'service',
  isDangerous: true,
  consequence: 'Aucun paiement ne s’ouvre plus, dans les cinq secondes. Ceux qui sont ouverts se terminent.',
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
  consequence: 'Les paiements s’ouvrent de nouveau.',
  fields: [],
  run: async ({ by }, ports) => {
    await pausePayments(ports)({ paused: false, why: 'resumed', by });
    return Ok('Les paiements s’ouvrent de nouveau.');
  },
};

/** What can be done about payments. */
export const PAYMENT_ACTIONS: readonly Action[] = [
  paymentClose,
  paymentRefunded,
  paymentSettle,
  paymentsPause,
  paymentsResume,
];
