import { CATEGORIES, COLOURS, ENERGIES, GENRES, STATUT, TWO_WHEELERS, TYPES, USAGES } from './codes.ts';
import { NA, type Demande, type Field } from './demande.ts';

export interface Fault {
  readonly statut: number;
  readonly message: string;
}

type Holds = (value: string, demande: Demande, today: string) => boolean;
type Check = readonly [field: Field, statut: number, holds: Holds, must: string];

const DAY = 24 * 60 * 60 * 1000;
const LONGEST_COVER = 366 * DAY;

const isDate: Holds = (value) =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value);
const isPastDate: Holds = (value, demande, today) => isDate(value, demande, today) && value <= today;
const isGiven: Holds = (value) => value !== NA;
const isPhone: Holds = (value) => /^(\+|00)?\d{8,15}$/.test(value.replace(/\s/g, ''));
const isWhole: Holds = (value) => value === NA || /^\d+$/.test(value);
const isAmount: Holds = (value) => /^\d+$/.test(value);
const isIn =
  (table: Readonly<Record<string, string>>): Holds =>
  (value) =>
    Object.hasOwn(table, value);

/** The colour depends on the category. */
const isColourOfCategory: Holds = (value, { categorie_vehicule }) =>
  Object.hasOwn(COLOURS, value) && (value === 'VERT') === (categorie_vehicule === TWO_WHEELERS);

/**
 * The rule of each field, and the `statut` of a request that breaks the rule. The authority publishes -22, -26 to -30
 * and -34. We guess the meaning of the other numbers.
 */
const CHECKS: readonly Check[] = [
  ['date_demande_edition', -19, isPastDate, 'une date AAAA-MM-JJ, au plus tard aujourd’hui'],
  ['date_souscription', -20, isPastDate, 'une date AAAA-MM-JJ, au plus tard aujourd’hui'],
  ['date_effet', -21, isDate, 'une date AAAA-MM-JJ'],
  ['date_echeance', -21, isDate, 'une date AAAA-MM-JJ'],
  ['numero_immatriculation', -23, isGiven, 'une immatriculation'],
  ['numero_police', -24, isGiven, 'un numéro de police'],
  ['nom_souscripteur', -25, isGiven, 'un nom'],
  ['nom_assure', -25, isGiven, 'un nom'],
  ['categorie_vehicule', -26, isIn(CATEGORIES), 'une catégorie connue'],
  ['code_nature_attestation', -22, isColourOfCategory, 'VERT pour la catégorie 05, JAUN pour les autres'],
  ['source_energie', -27, isIn(ENERGIES), 'une énergie connue'],
  ['genre_vehicule', -28, isIn(GENRES), 'un genre connu'],
  ['usage_vehicule', -29, isIn(USAGES), 'un usage connu'],
  ['type_vehicule', -30, isIn(TYPES), 'un type connu'],
  ['numero_telephone_souscripteur', -31, isPhone, 'un numéro de téléphone'],
  ['type_souscripteur', -32, (value) => /^TS[A-Z]{2}$/.test(value), 'un type de souscripteur, TSPP pour une personne'],
  ['type_assure', -32, (value) => /^TA[A-Z]{2}$/.test(value), 'un type d’assuré, TAPP pour une personne'],
  ['nombre_place', -33, isWhole, 'un nombre entier'],
  ['valeur_neuve', -33, isWhole, 'un nombre entier'],
  ['valeur_venale', -33, isWhole, 'un nombre entier'],
  ['rc', -33, isWhole, 'un montant entier'],
  ['montant_autres_garanties', -33, isWhole, 'un montant entier'],
  ['montant_prime_nette_total', -33, isAmount, 'un montant entier'],
  ['montant_accessoires', -33, isWhole, 'un montant entier'],
  ['montant_taxes', -33, isWhole, 'un montant entier'],
  ['montant_carte_brune', -33, isWhole, 'un montant entier'],
  ['fga', -33, isWhole, 'un montant entier'],
  ['montant_prime_ttc', -33, isAmount, 'un montant entier'],
  ['zone_circulation', -34, (value) => /^CIV\d{3}$/.test(value), 'une zone CIV suivie de trois chiffres'],
];

/** The first fault of a request, if any. Single fields are checked before the dates together. */
export const faultOf = (demande: Demande, today: string): Fault | undefined => {
  const broken = CHECKS.find(([field, , holds]) => !holds(demande[field], demande, today));
  if (broken) return { statut: broken[1], message: `${broken[0]} : envoyez ${broken[3]}.` };
  const { date_souscription, date_effet, date_echeance } = demande;
  if (date_effet < date_souscription || date_echeance < date_effet) {
    return { statut: STATUT.dates, message: 'Les dates doivent se suivre : souscription, effet, échéance.' };
  }
  if (Date.parse(date_echeance) - Date.parse(date_effet) > LONGEST_COVER) {
    return { statut: STATUT.duration, message: 'La garantie ne peut pas dépasser un an.' };
  }
  return undefined;
};
