/** Every field of one vehicle's request. An empty field is sent as `NA`. */
// oxfmt-ignore
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

/** One vehicle's request, as received. A missing field is `NA`. */
export type Demande = Readonly<Record<Field, string>>;

export const NA = 'NA';

/** Reads a vehicle's request from any input. Drops unknown fields. */
export const demandeOf = (given: Readonly<Record<string, unknown>>): Demande =>
  Object.fromEntries(FIELDS.map((field) => [field, textOf(given[field])])) as Demande;

const textOf = (value: unknown): string => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? NA : text;
};

/** The plate in capitals, without spaces and dashes. */
export const plateOf = (demande: Demande): string => demande.numero_immatriculation.toUpperCase().replace(/[\s-]/g, '');

const DAY = 24 * 60 * 60 * 1000;

/** The same request with its cover moved by this number of days. */
export const daysLater = (demande: Demande, days: number): Demande => {
  const moved = (date: string): string => new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);
  return { ...demande, date_effet: moved(demande.date_effet), date_echeance: moved(demande.date_echeance) };
};

/** A request for the same vehicle and days, for another policyholder's policy. */
export const foreignDemande = (demande: Demande): Demande => ({
  ...demande,
  numero_police: `AUTRE-${demande.numero_police}`,
  nom_souscripteur: 'Un autre souscripteur',
  nom_assure: 'Un autre assuré',
  numero_telephone_souscripteur: NA,
  numero_telephone_assure: NA,
});

/** Whether both requests cover the same vehicle on at least one day. */
export const coverSameVehicle = (one: Demande, other: Demande): boolean =>
  plateOf(one) === plateOf(other) && one.date_effet <= other.date_echeance && other.date_effet <= one.date_echeance;
