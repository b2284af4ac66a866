import {
  instantOf,
  type Cancellation,
  type ContractFacts,
  type Coverage,
  type LocalDate,
  type PremiumLine,
} from '@vehicle-insurance/core';

const date = (text: string): LocalDate => text as LocalDate;
const created = instantOf('2026-11-01T09:12:00Z');

const line = (code: string, label: string, kind: PremiumLine['kind'], amount: number): PremiumLine => ({
  ...{ code, label, kind, amount, basis: null },
});

const rate = (amount: number, parts: number, ...of: readonly string[]): PremiumLine['basis'] => ({
  ...{ of, amount, factors: [{ name: 'rate', parts, of: 10_000 }], rounding: 'half_up' },
});

const coverage: Coverage = {
  id: '01981c2e-6400-7a10-8c01-000000000001',
  name: 'Tiers simple',
  description: 'La garantie obligatoire, pour circuler en règle.',
  vehicleType: 'auto',
  order: 1,
  properties: [
    { label: 'Responsabilité civile', description: 'Dommages causés aux tiers, corporels et matériels.' },
    {
      label: 'Défense et recours',
      description: 'Frais de défense et de recours contre le responsable de l’accident.',
    },
    { label: 'Personnes transportées', description: null },
  ],
};

/** The contract, its company, quote, vehicle and payment, by the last digit of their ids. */
const idOf = (digit: number): string => `0199a000-0000-7000-8000-00000000000${digit}`;
const [companyId, quoteId, vehicleId, paymentId] = [idOf(2), idOf(3), idOf(4), idOf(5)];
const [startDate, endDate] = [date('2026-11-01'), date('2027-10-31')];

export const usualFacts: ContractFacts = {
  companyName: 'Lagune Courtage Assurances',
  insurer: { name: 'Assurances du Golfe' },
  ...{ conditions: null, payment: null },
  contract: {
    ...{ id: idOf(1), companyId, quoteId, vehicleId, paymentId, ordinal: 42, policyNumber: 'VI-7-2026-000042' },
    ...{ status: 'pending', startDate, endDate, paidOn: startDate, authorityCode: null },
    documents: { certificateImage: null, contractDocument: null },
    documentsDue: { at: created, attempts: 1 },
    ...{ overlaps: false, cancelled: null, created, updated: created },
  },
  quote: {
    ...{ id: quoteId, companyId, vehicleId, coverage, catalogueVersion: 3 },
    premium: {
      amount: 104_627,
      lines: [
        line('rc', 'Responsabilité civile', 'component', 66_885),
        line('dr', 'Défense et recours', 'component', 7_950),
        line('passengers', 'Personnes transportées', 'component', 7_500),
        line('fees', 'Accessoires', 'fee', 7_000),
        {
          ...line('tax', 'Taxe sur les assurances', 'tax', 12_954),
          basis: rate(89_335, 1_450, 'rc', 'dr', 'passengers', 'fees'),
        },
        { ...line('fga', 'Fonds de garantie automobile', 'levy', 1_338), basis: rate(66_885, 200, 'rc') },
        line('brown_card', 'Carte brune CEDEAO', 'levy', 1_000),
      ],
    },
    ...{ duration: 12, usage: 'pleasure', startDate, created },
    policyholder: { name: 'Aya Koné', phone: '+2250701020304' },
  },
  vehicle: {
    ...{ id: vehicleId, companyId, type: 'auto', licencePlate: 'AA-123-AB', externalId: null },
    ...{ brand: 'Toyota', model: 'Corolla Cross', year: 2022, firstRoadDate: date('2022-03-14') },
    ...{ originalValue: 18_500_000, marketValue: 13_200_000, energy: 'essence', power: 9, seats: 5 },
    ...{ registrationDocument: null, created },
  },
  certificate: {
    ...{ certificateNumber: 'ATD-2026-00418273', insuranceCompany: 'Assurances du Golfe' },
    ...{ effectiveDate: startDate, expiryDate: endDate },
    pdfLink: 'https://authority.example/certificates/00418273.pdf',
    imageLink: 'https://authority.example/certificates/00418273.png',
    qrCodeLink: 'https://authority.example/code/00418273.png',
  },
  authorityCode: 'https://authority.example/verify/00418273',
  proof: null,
};

/** A cancellation on the first day, without a refund. */
export const CANCELLED: Cancellation = {
  ...{ at: created, code: 'other', reason: 'cannot be certified' },
  ...{ lastDay: null, soldUntil: endDate, refund: null },
};

/** With a line of every kind, two of some: the minimum premium lifts the net premium. */
export const lifted = <Facts extends Pick<ContractFacts, 'quote'>>(facts: Facts): Facts => {
  const lines = [
    ...facts.quote.premium.lines,
    line('minimum_premium', 'Complément de prime minimale', 'adjustment', 3_165),
    line('card', 'Carte verte', 'fee', 500),
    line('stamp', 'Timbre', 'tax', 800),
  ];
  return { ...facts, quote: { ...facts.quote, premium: { amount: 109_092, lines } } };
};

export const heldBy = (name: string, facts: ContractFacts = usualFacts): ContractFacts => ({
  ...facts,
  quote: { ...facts.quote, policyholder: { ...facts.quote.policyholder, name } },
});

export const covering = (count: number): ContractFacts => ({
  ...usualFacts,
  quote: {
    ...usualFacts.quote,
    coverage: {
      ...coverage,
      properties: Array.from({ length: count }, (_, at) => ({
        label: `Garantie numéro ${at + 1}`,
        description: `Ce que couvre la garantie ${at + 1}, dans les mots du contrat, franchise déduite le cas échéant.`,
      })),
    },
  },
});

export const fullFacts: ContractFacts = {
  ...usualFacts,
  intermediary: { legalForm: 'SARL', address: '3 rue du Commerce, Abidjan', licence: 'C-77', phone: '+2252720111111' },
  insurer: {
    ...{ name: 'Assurances du Golfe', legalForm: 'Société anonyme', capital: 5_000_000_000 },
    ...{ address: '12 avenue du Golfe, Abidjan', tradeRegister: 'CI-ABJ-2020-B-1234' },
    ...{ licence: 'Agrément 10-2020', phone: '+2252720000000', email: 'sinistres@golfe.example' },
    signatory: {
      name: 'Mariam Touré',
      position: 'Directrice générale',
      signature: { width: 100, height: 40, path: 'M0,20 C20,0 40,40 60,20 L90,10', pen: 1.5 },
    },
  },
  conditions: {
    code: 'motor',
    general: { name: 'Conditions générales Véhicules', version: '2026-1', subjects: ['other', 'valuation'] },
    territory: { text: 'Côte d’Ivoire et CEDEAO.', english: 'Côte d’Ivoire and ECOWAS.' },
    effectHour: '00:00',
    clauses: [
      {
        subject: 'exclusions',
        title: { text: 'Ce qui n’est pas garanti', english: 'What is not covered' },
        text: 'Le dommage causé exprès.\nLa course.',
        english: 'Damage done on purpose.\nRacing.',
      },
      {
        subject: 'prescription',
        title: { text: 'Prescription', english: 'Limitation of actions' },
        text: 'Deux ans après l’événement.',
        english: 'Two years after the event.',
      },
    ],
  },
  quote: {
    ...usualFacts.quote,
    coverage: {
      ...coverage,
      insurer: 'golfe',
      conditions: 'motor',
      properties: coverage.properties.map((property, at) => ({
        ...property,
        limit: `${at + 1} 000 000 FCFA`,
        deductible: `${at + 1} % du dommage`,
      })),
    },
  },
  payment: {
    ...{ id: paymentId, provider: 'wave', amount: 104_627, fees: 1_047 },
    completed: instantOf('2026-11-01T09:11:48Z'),
  },
};

export const withClauses = (count: number, words: number): ContractFacts => ({
  ...fullFacts,
  conditions: {
    code: 'motor',
    clauses: Array.from({ length: count }, (_, at) => ({
      subject: at % 3 === 0 ? ('exclusions' as const) : ('other' as const),
      title: { text: `Clause ${at + 1}` },
      text: 'disposition '.repeat(words).trim(),
    })),
  },
});
