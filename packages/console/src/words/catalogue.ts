import { francs, number } from './format.ts';

/**
 * The French names of a catalogue's keys. Pages show the path to a value with these names, such as « Tarif › Taxes et
 * contributions ». Null: the path leaves out the key.
 */
const PARTS: Readonly<Record<string, string | null>> = {
  address: 'Adresse',
  amount: 'Montant',
  amounts: 'Montants',
  appliesTo: 'Assiette',
  bands: 'Tranches',
  basisPoints: 'Taux',
  by: 'Critère des tranches',
  capital: 'Capital',
  charge: null,
  clauses: 'Clauses',
  code: 'Code',
  coefficients: 'Coefficients',
  commission: 'Commission',
  components: 'Prime nette',
  conditions: 'Conditions',
  coverage: null,
  deductible: 'Franchise',
  description: 'Description',
  duration: 'Durée',
  effectHour: 'Heure d’effet',
  email: 'Adresse électronique',
  energies: 'Énergies',
  english: 'Texte anglais',
  fees: 'Accessoires',
  general: 'Conditions générales',
  greatestVehicleAge: 'Âge maximal du véhicule',
  height: 'Hauteur',
  insurer: 'Assureur',
  insurers: 'Assureurs',
  kind: 'Mode de calcul',
  label: 'Libellé',
  legalForm: 'Forme juridique',
  licence: 'Agrément',
  limit: 'Montant garanti',
  minimumPremium: 'Prime minimale',
  name: 'Nom',
  of: 'Assiette',
  order: 'Rang dans la liste',
  path: 'Tracé',
  pen: 'Épaisseur du trait',
  phone: 'Téléphone',
  pleasure: 'Promenade et affaires',
  position: 'Fonction',
  price: null,
  properties: 'Garanties',
  renting: 'Location',
  rounding: 'Arrondi',
  rows: 'Barème',
  signatory: 'Signataire',
  signature: 'Signature',
  source: 'Source',
  subject: 'Sujet',
  subjects: 'Sujets',
  tariff: 'Tarif',
  taxes: 'Taxes et contributions',
  territory: 'Étendue territoriale',
  text: 'Texte',
  title: 'Titre',
  tradeRegister: 'RCCM',
  translations: 'Traductions',
  upTo: 'Jusqu’à',
  usage: 'Usage',
  usages: 'Usages',
  vehicleType: 'Véhicule',
  version: 'Version',
  width: 'Largeur',
};

/** The French names of fixed values in a catalogue. */
const VALUES: Readonly<Record<string, string>> = {
  auto: 'Automobile',
  bike: 'Deux-roues',
  claims: 'déclaration des sinistres',
  declaration: 'déclaration du risque',
  diesel: 'diesel',
  down: 'au franc inférieur',
  duration: 'durée',
  electric: 'électrique',
  essence: 'essence',
  fees: 'accessoires',
  fixed: 'montant fixe',
  half_up: 'au franc le plus proche',
  hybrid: 'hybride',
  levy: 'contribution',
  lookup: 'montant par tranche',
  market_value: 'valeur vénale',
  net: 'prime nette',
  original_value: 'valeur à neuf',
  other: 'autres dispositions',
  per_seat: 'montant par place',
  pleasure: 'promenade et affaires',
  power: 'puissance',
  premium: 'paiement de la prime',
  rate: 'taux',
  renewal: 'reconduction',
  renting: 'location',
  seats: 'nombre de places',
  settlement: 'délai d’indemnisation',
  tax: 'taxe',
  termination: 'résiliation',
  up: 'au franc supérieur',
  valuation: 'estimation des dommages',
};

/** The keys whose values are names or texts, which are shown unchanged. */
const TEXTS = ['code', 'description', 'english', 'label', 'name', 'text'];

/** The keys whose null means that there is no limit. */
const UNLIMITED = ['greatestVehicleAge', 'upTo'];

/**
 * The French name of a key inside `parts`, or of a number of months. Null if the shown path leaves out the key. The
 * `kind` of a tax differs from the `kind` of its charge, which is the method of computation.
 */
export const catalogueWord = (key: string, parts: readonly string[]): string | null => {
  if (key === 'kind' && parts.at(-2) === 'taxes') return 'Nature';
  return /^\d+$/.test(key) ? `${key} mois` : key in PARTS ? (PARTS[key] ?? null) : key;
};

/** A value in French. Its meaning depends on the keys that contain it. */
export const catalogueValue = (value: unknown, parts: readonly string[]): string => {
  if (value === null) return UNLIMITED.includes(parts.at(-1) ?? '') ? 'sans limite' : 'néant';
  const isIn = (...names: readonly string[]): boolean => names.some((name) => parts.includes(name));
  if (typeof value === 'number' && isIn('basisPoints', 'commission'))
    return `${String(value / 100).replace('.', ',')} %`;
  if (typeof value === 'number' && isIn('amount', 'amounts', 'capital')) return francs(value);
  if (typeof value === 'number') return number(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return TEXTS.includes(parts.at(-1) ?? '') ? text : (VALUES[text] ?? text);
};
