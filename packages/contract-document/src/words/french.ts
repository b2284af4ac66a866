import {
  CANCELLATION_IN_FRENCH,
  longDayInFrench,
  longPeriodInFrench,
  spaced,
  type ClauseSubject,
  type Energy,
  type Francs,
  type LocalDate,
  type Usage,
  type VehicleType,
} from '@vehicle-insurance/core';

/** `09 h 12` */
const time = (hour: string): string => hour.replace(':', ' h ');

const types: Readonly<Record<VehicleType, string>> = { auto: 'Véhicule particulier', bike: 'Deux-roues' };
const branches: Readonly<Record<VehicleType, string>> = { auto: 'Assurance automobile', bike: 'Assurance deux-roues' };
const energies: Readonly<Record<Energy, string>> = {
  essence: 'Essence',
  diesel: 'Diesel',
  electric: 'Électrique',
  hybrid: 'Hybride',
};
const usages: Readonly<Record<Usage, string>> = { pleasure: 'Promenade et affaires', renting: 'Location' };
const subjects: Readonly<Record<ClauseSubject, string>> = {
  exclusions: 'exclusions',
  declaration: 'déclaration du risque',
  sanctions: 'sanctions',
  premium: 'paiement de la prime',
  renewal: 'reconduction',
  termination: 'résiliation',
  claims: 'déclaration des sinistres',
  valuation: 'estimation des dommages',
  settlement: 'délai d’indemnisation',
  prescription: 'prescription',
  other: 'autres dispositions',
};

export const french = {
  locale: 'fr-FR',
  date: longDayInFrench,
  number: spaced,
  /** `104 627 FCFA` */
  francs: (amount: Francs): string => `${spaced(amount)} FCFA`,
  /** `14,5 %` */
  percent: (value: number): string => `${String(value).replace('.', ',')} %`,
  period: longPeriodInFrench,
  moment: (day: LocalDate, hour: string): string => `${longDayInFrench(day)} à ${time(hour)}`,
  duration: (months: number): string => `${months} mois`,
  labelled: (label: string, value: string): string => `${label} : ${value}`,

  title: 'Conditions particulières',
  branches,
  policy: 'Police n°',
  page: 'Page',
  specimen: 'SPÉCIMEN',
  worthless: 'SPÉCIMEN – sans valeur / no value',
  translation: '',

  coverage: 'Formule',
  begins: 'Prise d’effet',
  ends: 'Échéance',
  totalPremium: 'Prime totale TTC',
  certificateNumber: 'Attestation n°',

  parties: 'Parties au contrat',
  policyholder: 'Souscripteur',
  insurer: 'Assureur',
  intermediary: 'Intermédiaire',
  phone: 'Téléphone',
  claimsPhone: 'Sinistres',
  capital: (amount: string): string => `au capital de ${amount}`,
  tradeRegister: 'RCCM',
  licence: 'Agrément',

  vehicle: 'Véhicule assuré',
  plate: 'Immatriculation',
  brand: 'Marque',
  brandAndModel: 'Marque et modèle',
  model: 'Modèle',
  type: 'Genre',
  types,
  usage: 'Usage',
  usages,
  energy: 'Énergie',
  energies,
  fiscalPower: 'Puissance fiscale',
  fiscalPowerUnit: 'CV',
  engineSize: 'Cylindrée',
  seats: 'Nombre de places',
  seatCount: (count: number): string => `${count} places`,
  year: 'Année du modèle',
  firstRoadDate: '1re mise en circulation',
  originalValue: 'Valeur à neuf',
  marketValue: 'Valeur vénale',
  chassis: 'Numéro de châssis',

  cover: 'Période d’assurance',
  durationLabel: 'Durée',
  dates: 'Dates',
  paidOn: 'Prime payée le',
  territory: 'Étendue territoriale',

  guarantees: 'Garanties souscrites',
  coverageNamed: (name: string): string => `Formule « ${name} »`,
  guarantee: 'Garantie',
  covered: 'Ce qui est couvert',
  limit: 'Montant garanti',
  deductible: 'Franchise',

  premium: 'Décompte de la prime',
  basis: 'Base de calcul',
  amount: 'Montant',
  ofMarketValue: (amount: string): string => `${amount} (valeur vénale)`,
  ofOriginalValue: (amount: string): string => `${amount} (valeur à neuf)`,
  netPremium: 'Prime nette',
  taxes: 'Total des taxes et contributions',
  wholePremium: 'Prime totale TTC',
  totalPaid: 'Total payé',
  inFrancs: 'Montants en francs CFA (XOF).',
  inFrancsWithoutFees: 'Montants en francs CFA (XOF), hors frais de paiement.',
  paidThrough: 'Mode de paiement',
  paidAt: 'Prime payée le',
  paymentReference: 'Référence du paiement',

  certificate: 'Attestation d’assurance',
  valid: (period: string): string => `Valable ${period}`,
  scan: 'Scannez le QR code pour vérifier l’authenticité de l’attestation',
  scanOwn: 'Scannez le QR code de droite pour vérifier ce contrat, même sans réseau.',
  scanLeft: 'Scannez le QR code de gauche pour vérifier l’attestation auprès de l’organisme qui l’a émise',
  orOpen: ', ou ouvrez cette adresse :',
  openAddress: 'Vérifiez l’attestation auprès de l’organisme qui l’a émise, à cette adresse :',
  authorityCode: 'QR code de l’attestation',
  insurerCode: 'QR code de l’assureur',

  receipt: 'Quittance de prime',
  receiptParties: 'Parties',
  received: (amount: string, on: string): string =>
    `Reçu du souscripteur la somme de ${amount} le ${on}. Cette quittance vaut preuve du paiement.`,
  cancelled: (day: string, refund: string | null): string =>
    `Le contrat a été annulé le ${day}${refund === null ? '' : ` ; remboursement : ${refund}`}.`,

  ...CANCELLATION_IN_FRENCH,
  cancellation: 'Avis d’annulation',
  cancelledOn: 'Date de l’annulation',
  endOfCover: 'Fin de la garantie',
  cause: 'Cause',
  reason: 'Précisions',

  paidFor: 'Véhicule assuré et période d’assurance',

  conditions: 'Conditions du contrat',
  general: (name: string, version: string): string =>
    `Le contrat est également régi par les conditions générales suivantes : ${name}, version ${version}.`,
  settles: 'Elles portent sur les sujets suivants',
  settlesRest: 'Elles contiennent toutes les autres dispositions du contrat.',
  subjects,

  declared:
    'Les présentes conditions particulières sont établies d’après les déclarations du souscripteur reproduites ci-dessus.',
  made: (day: string): string => `Fait le ${day}.`,
  signsAsPolicyholder: 'Le souscripteur',
  howPolicyholderSigns: 'Signature précédée de la mention « Lu et approuvé »',
  signsForInsurer: 'Pour l’assureur',
  signsForBoth: 'Pour l’assureur, l’intermédiaire',
  howInsurerSigns: 'Signature et cachet',
};

/** The words that every language must have. A missing word is a compile error. */
export type Words = typeof french;
