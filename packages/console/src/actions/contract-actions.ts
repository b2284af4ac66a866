import {
  attachCertificate,
  cancelContract,
  type CancelledContract,
  retryCertificate,
  retryFailedCertificates,
} from '@vehicle-insurance/core';
import { WHY, type Action } from './action.ts';

/** What becomes of the money of a cancelled contract. */
const REFUND_MODES: Readonly<Record<CancelledContract['refundMode'], string>> = {
  automatic: 'L’argent est rendu de lui-même.',
  manual:
    'Son fournisseur ne rembourse pas sur demande. Si ses pages montrent que l’argent est déjà rendu, ne virez rien et inscrivez-le comme parti de ses pages ; sinon rendez vous-même ce qui a été payé, puis inscrivez-le. La liste le rappelle.',
  not_configured:
    'Son fournisseur n’est plus configuré : vérifiez sur ses pages qu’il n’a rien rendu, rendez vous-même ce qui a été payé, puis inscrivez-le. La liste le rappelle.',
};

const contractCancel: Action = {
  name: 'contract-cancel',
  title: 'Annuler le contrat',
  about: 'contract',
  isDangerous: true,
  consequence: 'Tout ce qui a été payé est rendu, aucune attestation ne sera plus jointe. La société lit votre motif.',
  fields: [WHY],
  run: async ({ id, fields, by }, ports) => {
    const cancelled = await cancelContract(ports)({ contractId: id, why: fields['why'] ?? '', by });
    return cancelled.map(({ refundMode }) => `Le contrat est annulé. ${REFUND_MODES[refundMode]}`);
  },
};

const certificateRetry: Action = {
  name: 'certificate-retry',
  title: 'Redemander l’attestation',
  about: 'contract',
  isDangerous: false,
  consequence: 'L’autorité est interrogée sans attendre ; six heures recommencent.',
  fields: [WHY],
  run: async ({ id, fields, by }, ports) => {
    const retried = await retryCertificate(ports)({ contractId: id, why: fields['why'] ?? '', by });
    return retried.map(() => 'L’attestation est redemandée.');
  },
};

const certificateRetryAll: Action = {
  name: 'certificate-retry-all',
  title: 'Redemander toutes les attestations refusées',
  about: 'service',
  isDangerous: false,
  consequence: 'L’autorité est interrogée pour chacune ; six heures recommencent.',
  fields: [WHY],
  run: async ({ fields, by }, ports) => {
    const retried = await retryFailedCertificates(ports)({ why: fields['why'] ?? '', by });
    return retried.map(({ length }) => `${length} attestations sont redemandées.`);
  },
};

const certificateAttach: Action = {
  name: 'certificate-attach',
  title: 'Joindre ou corriger l’attestation',
  about: 'contract',
  isDangerous: true,
  consequence:
    'Le contrat est certifié par ce que vous donnez. Les adresses sont celles de l’autorité. La même page corrige, jusqu’à ce que les documents soient rangés.',
  fields: [
    { name: 'number', label: 'Numéro de l’attestation', kind: 'text' },
    { name: 'pdf', label: 'Adresse du PDF', kind: 'url' },
    { name: 'image', label: 'Adresse de l’image', kind: 'url' },
    { name: 'qr', label: 'Adresse du code QR', kind: 'url' },
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
    return attached.map(() => 'L’attestation est jointe ; le service fait ses documents.');
  },
};

/** What can be done about contracts and their certificates. */
export const CONTRACT_ACTIONS: readonly Action[] = [
  certificateRetry,
  certificateAttach,
  contractCancel,
  certificateRetryAll,
];
