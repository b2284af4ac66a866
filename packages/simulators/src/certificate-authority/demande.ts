/** Every field of one vehicle's request; an empty one is sent as `NA`. */
// prettier-ignore
const FIELDS = [
  'date_demande_edition', 'date_souscription', 'date_effet', 'date_echeance',
  'genre_vehicule', 'numero_immatriculation', 'type_vehicule', 'model_vehicule', 'marque_vehicule', 'categorie_vehicule',
  'usage_vehicule', 'source_energie', 'nombre_place', 'numero_chassis', 'date_premiere_mise_en_circulation',
  'valeur_neuve', 'valeur_venale', 'zone_circulation',
  'nom_souscripteur', 'type_souscripteur', 'numero_telephone_souscripteur', 'adresse_mail_souscripteur',
  'nom_assure', 'type_assure', 'numero_telephone_assure', 'adresse_mail_assure',
  'numero_police',
  'rc', 'montant_autres_garanties', 'montant_prime_nette_total', 'montant_accessoires', 'montant_taxes',
  'montant_carte_brune', 'fga', 'montant_prime_ttc',
  'code_nature_attestation', 'garantie',
] as const;
export type Field = (typeof FIELDS)[number];

/** One vehicle's request, as received. A field that did not come is `NA`. */
export type Demande = Readonly<Record<Field, string>>;

/** The empty value. */
export const NA = 'NA';

/** A vehicle's request out of whatever came; fields the authority does not know are dropped. */
export const demandeOf = (given: Readonly<Record<string, unknown>>): Demande =>
  Object.fromEntries(FIELDS.map((field) => [field, textOf(given[field])])) as Demande;

const textOf = (value: unknown): string => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? NA : text;
};

/** The plate without what people write between its parts. */
export const plateOf = (demande: Demande): string => demande.numero_immatriculation.toUpperCase().replace(/[\s-]/g, '');

/** Whether both cover the same vehicle on some same day. */
export const coverSameVehicle = (one: Demande, other: Demande): boolean =>
  plateOf(one) === plateOf(other) && one.date_effet <= other.date_echeance && other.date_effet <= one.date_echeance;
