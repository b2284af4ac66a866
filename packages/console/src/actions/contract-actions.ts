import {
  attachCertificate,
  cancelContract,
  type CancelledContract,
  retryCertificate,
  retryFailedCertificates,
} from '@vehicle-insurance/core';
import { WHY, type Action } from './action.ts';

/** How the money of a cancelled contract is refunded. */
const REFUND_MODES: Readonly<Record<CancelledContract['refundMode'], string>> = {
  automatic: 'Le remboursement est automatique.',
  manual:
    'Cet opérateur de paiement ne permet pas le remboursement automatique. Vérifiez si le remboursement figure déjà dans son espace marchand. Si oui, ne faites aucun virement : enregistrez-le comme fait depuis l’espace marchand. Sinon, remboursez le payeur, puis enregistrez le virement. D’ici là, le remboursement reste dans la liste À traiter.',
  not_configured:
    'Cet opérateur de paiement a été retiré de la configuration. Vérifiez dans son espace marchand qu’il n’a rien remboursé. Remboursez ensuite le payeur, puis enregistrez le virement. D’ici là, le remboursement reste dans la liste À traiter.',
};

const contractCancel: Action = {
  name: 'contract-cancel',
  title: 'Annuler le contrat',
  about: 'contract',
  isDangerous: true,
  consequence:
    'Le payeur sera entièrement remboursé, et aucune attestation ne pourra plus être jointe. La société verra votre motif.',
  fields: [WHY],
  run: async ({ id, fields, by }, ports) => {
    const cancelled = await cancelContract(ports)({ contractId: id, why: fields['why'] ?? '', by });
    return cancelled.map(({ refundMode }) => `Le contrat est annulé. ${REFUND_MODES[refundMode]}`);
  },
};

const certificateRetry: Action = {
  name: 'certificate-retry',
  title: 'Relancer la demande d’attestation',
  about: 'contract',
  isDangerous: false,
  consequence:
    'Le service interroge l’organisme émetteur immédiatement, puis à intervalles réguliers pendant six heures au plus.',
  fields: [WHY],
  run: async ({ id, fields, by }, ports) => {
    const retried = await retryCertificate(ports)({ contractId: id, why: fields['why'] ?? '', by });
    return retried.map(() => 'La demande d’attestation est relancée.');
  },
};

const certificateRetryAll: Action = {
  name: 'certificate-retry-all',
  title: 'Relancer les demandes d’attestation refusées',
  about: 'service',
  isDangerous: false,
  consequence: 'Le service redemande à l’organisme émetteur chaque attestation refusée, pendant six heures au plus.',
  fields: [WHY],
  run: async ({ fields, by }, ports) => {
    const retried = await retryFailedCertificates(ports)({ why: fields['why'] ?? '', by });
    return retried.map(({ length }) =>
      length === 0
        ? 'Aucune demande d’attestation n’est à relancer.'
        : length === 1
          ? 'Une demande d’attestation est relancée.'
          : `${length} demandes d’attestation sont relancées.`,
    );
  },
};

const certificateAttach: Action = {
  name: 'certificate-attach',
  title: 'Joindre ou corriger l’attestation',
  about: 'contract',
  isDangerous: true,
  consequence:
    'L’attestation que vous saisissez devient celle du contrat. Collez les liens fournis par l’organisme émetteur. Vous pouvez corriger votre saisie sur cette page tant que les documents ne sont pas enregistrés.',
  fields: [
    { name: 'number', label: 'Numéro de l’attestation', kind: 'text' },
    { name: 'pdf', label: 'Lien vers le PDF', kind: 'url' },
    { name: 'image', label: 'Lien vers l’image', kind: 'url' },
    { name: 'qr', label: 'Lien vers le QR code', kind: 'url' },
    WHY,
  ],
  run: async ({ id, fields, by }, ports) => {
    const attached = await attachCertificate(ports)({
      contractId: id,
      certificateNumber: fields['number'] ?? '',
      pdfLink: fields['pdf'] ?? '',
      imageLink: fields['image'] ?? '',
      qrCodeLink: fields['qr'] ?? '',
      reason: fields['why'],
      by,
    });
    return attached.map(() => 'L’attestation est jointe. Le service prépare les documents.');
  },
};

/** The actions for contracts and their certificates. */
export const CONTRACT_ACTIONS: readonly Action[] = [
  certificateRetry,
  certificateAttach,
  contractCancel,
  certificateRetryAll,
];
