import type { ClauseSubject, Energy, LocalDate, Usage, VehicleType } from '@vehicle-insurance/core';
import type { Words } from './french.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** `1 November 2026` */
const date = (day: LocalDate): string => {
  const [year = '', month, number] = day.split('-');
  return `${Number(number)} ${MONTHS[Number(month) - 1]} ${Number(year)}`;
};

/** `104,627` */
const number = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

const types: Readonly<Record<VehicleType, string>> = { auto: 'Car', bike: 'Motorbike' };
const branches: Readonly<Record<VehicleType, string>> = { auto: 'Car insurance', bike: 'Motorbike insurance' };
const energies: Readonly<Record<Energy, string>> = {
  essence: 'Petrol',
  diesel: 'Diesel',
  electric: 'Electric',
  hybrid: 'Hybrid',
};
const usages: Readonly<Record<Usage, string>> = { pleasure: 'Private and business', renting: 'Rental' };
const subjects: Readonly<Record<ClauseSubject, string>> = {
  exclusions: 'exclusions',
  declaration: 'declaration of the risk',
  sanctions: 'sanctions',
  premium: 'payment of the premium',
  renewal: 'renewal',
  termination: 'termination',
  claims: 'reporting of claims',
  valuation: 'valuation of damage',
  settlement: 'time limit for payment of claims',
  prescription: 'limitation of actions',
  other: 'other provisions',
};

/** The words of English papers. `wordingIn` and `factsIn` choose the translations of the catalogue's texts. */
export const english: Words = {
  locale: 'en-GB',
  date,
  number,
  francs: (amount) => `${number(amount)} F CFA`,
  percent: (value) => `${value}%`,
  period: (first, last) => (first === last ? `on ${date(first)}` : `from ${date(first)} to ${date(last)} inclusive`),
  moment: (day, hour) => `${date(day)} at ${hour}`,
  duration: (months) => `${months} months`,
  labelled: (label, value) => `${label}: ${value}`,

  title: 'Policy schedule',
  branches,
  policy: 'Policy no.',
  page: 'Page',
  specimen: 'SPECIMEN',
  worthless: 'SPECIMEN – no value / sans valeur',
  translation: 'Translation for information. The French document alone is binding.',

  coverage: 'Coverage',
  begins: 'Cover begins',
  ends: 'Cover ends',
  totalPremium: 'Total premium',
  certificateNumber: 'Certificate no.',

  parties: 'Parties',
  policyholder: 'Policyholder',
  insurer: 'Insurer',
  intermediary: 'Intermediary',
  phone: 'Phone',
  claimsPhone: 'Claims',
  capital: (amount) => `with a capital of ${amount}`,
  tradeRegister: 'Trade register',
  licence: 'Licence',

  vehicle: 'Insured vehicle',
  plate: 'Licence plate',
  brand: 'Make',
  brandAndModel: 'Make and model',
  model: 'Model',
  type: 'Type',
  types,
  usage: 'Use',
  usages,
  energy: 'Fuel',
  energies,
  fiscalPower: 'Fiscal power',
  fiscalPowerUnit: 'CV',
  engineSize: 'Engine size',
  seats: 'Seats',
  seatCount: (count) => `${count} seats`,
  year: 'Model year',
  firstRoadDate: 'First registration',
  originalValue: 'Value when new',
  marketValue: 'Market value',
  chassis: 'Chassis number',

  cover: 'Period of insurance',
  durationLabel: 'Duration',
  dates: 'Dates',
  paidOn: 'Premium paid on',
  territory: 'Territory',

  guarantees: 'Cover',
  coverageNamed: (name) => `Coverage “${name}”`,
  guarantee: 'Cover',
  covered: 'What is covered',
  limit: 'Sum insured',
  deductible: 'Deductible',

  premium: 'Breakdown of the premium',
  item: 'Item',
  basis: 'Basis',
  amount: 'Amount',
  ofMarketValue: (amount) => `${amount} (market value)`,
  ofOriginalValue: (amount) => `${amount} (value when new)`,
  netPremium: 'Net premium',
  taxes: 'Total taxes and contributions',
  wholePremium: 'Total premium, including taxes',
  unlisted: 'Difference from the imported premium',
  providerFees: 'Payment service fees',
  totalPaid: 'Total paid',
  inFrancs: 'Amounts in CFA francs (XOF).',
  inFrancsWithoutFees: 'Amounts in CFA francs (XOF), excluding payment service fees.',
  paidThrough: 'Paid through',
  paidAt: 'On',
  paymentReference: 'Payment reference',

  certificate: 'Certificate of insurance',
  valid: (period) => `Valid ${period}`,
  scan: 'Scan the code to check that the certificate is genuine',
  scanOwn: 'Scan the code on the right to check this contract, even without a network.',
  scanLeft: 'Scan the code on the left to check the certificate with the authority',
  orOpen: ', or open this address:',
  openAddress: 'Check the certificate with the authority at this address:',
  authorityCode: 'Authority’s code',
  insurerCode: 'Insurer’s code',

  receipt: 'Premium receipt',
  receiptParties: 'Parties',
  received: (amount, on) =>
    `Received from the policyholder the sum of ${amount} on ${on}. This receipt is proof of payment.`,
  cancelled: (day, refund) => `This contract was cancelled on ${day}${refund === null ? '' : `; refund: ${refund}`}.`,

  cancellation: 'Statement of cancellation',
  cancelledOn: 'Cancelled on',
  endOfCover: 'End of cover',
  sold: 'Period sold',
  lastDay: 'Last day of cover',
  noDay: 'No day was covered',
  cause: 'Cause',
  causes: {
    withdrawal: 'Withdrawal by the policyholder',
    sale: 'Sale of the vehicle',
    total_loss: 'Vehicle destroyed or stolen',
    duplicate: 'Vehicle insured twice',
    error: 'Error in the contract',
    other: 'Other',
  },
  reason: 'Details',
  refund: 'Refund',
  paid: 'Paid',
  refunded: 'Refunded',
  total: 'Total',
  nothingRefunded: 'No refund is due.',
  allRefunded: 'The whole sum paid is refunded.',
  daysRefunded: (unused, all) =>
    `Computation: each refundable amount × ${unused} unused days / ${all} days sold, rounded down to the franc. The tax on an amount that is kept is kept with it. No refund is due below 100 F CFA.`,

  paidFor: 'Insured vehicle and period',

  conditions: 'Terms of the contract',
  general: (name, version) => `The contract is also governed by these general conditions: ${name}, version ${version}.`,
  settles: 'They cover',
  settlesRest: 'They contain all other provisions.',
  subjects,

  declared: 'This schedule is drawn up from the policyholder’s declarations, as set out above.',
  made: (day) => `Issued on ${day}.`,
  signsAsPolicyholder: 'The policyholder',
  howPolicyholderSigns: 'Signature preceded by “Read and approved”',
  signsForInsurer: 'For the insurer',
  signsForBoth: 'For the insurer, the intermediary',
  howInsurerSigns: 'Signature and stamp',
};
